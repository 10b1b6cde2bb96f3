import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEFAULT_DEFINITIONS } from 'ripple-binary-codec';
import { ENTRY_TYPES, type LedgerEntryTypeRecord } from './entry-types.ts';
import { FIELDS, fieldByHeader, fieldByName } from './fields.ts';
import { INNER_OBJECT_FIELDS } from './format-fields.ts';
import { entryFormat, type Format, innerFormat, transactionFormat } from './formats.ts';
import { permissionName, permissionValue } from './permissions.ts';
import { TRANSACTION_TYPES } from './transaction-types.ts';
import { ledgerEntryTypeName, transactionTypeCode, transactionTypeName } from './type-codes.ts';

describe('the field table', () => {
  test('agrees with ripple-binary-codec on every field that both have', () => {
    let shared = 0;
    for (const field of FIELDS) {
      const theirs = (DEFAULT_DEFINITIONS.field as unknown as Record<string, Record<string, unknown> | undefined>)[
        field.name
      ];
      if (theirs === undefined || !field.isSerialized) continue;
      shared++;
      assert.equal(theirs.nth, field.nth, field.name);
      assert.equal((theirs.type as { name: string }).name, field.type, field.name);
      assert.equal(theirs.isSigningField, field.isSigning, field.name);
      assert.equal(theirs.isVariableLengthEncoded, field.isVl, field.name);
      assert.deepEqual(Buffer.from(theirs.header as Uint8Array), Buffer.from(field.header), field.name);
    }
    assert.ok(shared > 280, `only ${shared} fields are in both tables`);
  });

  test('has each name, and each type and number, once', () => {
    assert.equal(new Set(FIELDS.map(({ name }) => name)).size, FIELDS.length);
    assert.equal(new Set(FIELDS.map(({ order }) => order)).size, FIELDS.length);
  });

  test('stands in canonical order', () => {
    for (const [index, field] of FIELDS.entries()) {
      if (index > 0) assert.ok((FIELDS[index - 1]?.order ?? 0) < field.order, field.name);
    }
  });
});

function presence(format: Format | undefined, name: string): string | undefined {
  return format?.byName.get(name)?.presence;
}

describe('formats', () => {
  test('and fields of unknown names and headers are undefined', () => {
    const names = ['toString', 'constructor', 'memos'];
    for (const find of [fieldByName, transactionFormat, entryFormat, innerFormat, transactionTypeCode, permissionValue])
      for (const name of names) assert.equal(find(name), undefined);
    assert.deepEqual([entryFormat('Payment'), innerFormat('Memo')], [undefined, undefined]);
    assert.deepEqual(
      [fieldByHeader(15, 255), fieldByHeader(5, 257)],
      [undefined, undefined],
      '257 is hash, of JSON only',
    );
    const codes = [transactionTypeName(9999), ledgerEntryTypeName(0), permissionName(0)];
    assert.deepEqual(codes, [undefined, undefined, undefined]);
  });

  test('every name in the table exists', () => {
    for (const type of Object.keys(INNER_OBJECT_FIELDS)) assert.equal(fieldByName(type)?.type, 'STObject', type);
    const formats = [
      ...Object.keys(TRANSACTION_TYPES).map(transactionFormat),
      ...Object.keys(ENTRY_TYPES).map(entryFormat),
      ...Object.keys(INNER_OBJECT_FIELDS).map(innerFormat),
    ];
    for (const format of formats) {
      assert.equal(format?.byName.size, format?.fields.length);
      for (const { name } of format?.fields ?? []) assert.notEqual(fieldByName(name), undefined, name);
    }
  });

  test('name an amendment for each type after the first ones of NFTokens, as transactions.macro does', () => {
    for (const [type, record] of Object.entries(TRANSACTION_TYPES))
      assert.equal('amendment' in record, record.code >= 30 && record.code < 100, type);
  });

  test('list the fields that name the other party', () => {
    for (const [type, record] of Object.entries(TRANSACTION_TYPES)) {
      for (const name of 'otherParty' in record ? record.otherParty : []) {
        assert.notEqual(presence(transactionFormat(type), name), undefined, `${type} ${name}`);
      }
    }
  });

  test('list the directories of their owners by fields that they have, the first one always', () => {
    const records: Readonly<Record<string, LedgerEntryTypeRecord>> = ENTRY_TYPES;
    for (const [type, { listedBy = [], ownerCount, flags, paidOnceFlagged }] of Object.entries(records)) {
      for (const { account, page } of listedBy) {
        assert.notEqual(presence(entryFormat(type), account), undefined, `${type} ${account}`);
        assert.notEqual(presence(entryFormat(type), page), undefined, `${type} ${page}`);
        assert.equal(fieldByName(page)?.type, 'UInt64', page);
      }
      if (listedBy.length > 0) assert.equal(presence(entryFormat(type), listedBy[0]!.page), 'required', type);
      if (typeof ownerCount === 'object') {
        assert.notEqual(presence(entryFormat(type), ownerCount.list), undefined, type);
      }
      if (paidOnceFlagged !== undefined) {
        assert.notEqual(flags?.[paidOnceFlagged.flag], undefined, type);
        assert.equal(fieldByName(paidOnceFlagged.by)?.type, 'AccountID', type);
      }
    }
  });

  test('list the fields that hold drops', () => {
    for (const [type, record] of Object.entries(ENTRY_TYPES)) {
      const fields = 'holdsDrops' in record ? Object.values(record.holdsDrops) : [];
      for (const name of fields) {
        assert.notEqual(presence(entryFormat(type), name), undefined, `${type} ${name}`);
        assert.equal(fieldByName(name)?.type, 'Amount', name);
      }
    }
  });
});
