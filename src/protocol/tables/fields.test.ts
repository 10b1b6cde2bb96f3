import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEFAULT_DEFINITIONS } from 'ripple-binary-codec';
import { FIELDS, fieldByHeader, fieldByName, METADATA_BITS } from './fields.ts';

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

  test('finds fields by name and by header', () => {
    assert.equal(fieldByName('Memos')?.nth, 9);
    assert.equal(fieldByHeader(15, 9), fieldByName('Memos'));
    assert.equal(fieldByName('memos'), undefined);
    assert.equal(fieldByName('toString'), undefined);
    assert.equal(fieldByHeader(15, 255), undefined);
  });

  test('knows fields that exist in JSON only, and never finds them by header', () => {
    assert.equal(fieldByName('hash')?.isSerialized, false);
    assert.equal(fieldByHeader(5, 257), undefined);
  });

  test('says when a value goes into metadata', () => {
    const usual = METADATA_BITS.changeOrig | METADATA_BITS.changeNew | METADATA_BITS.deleteFinal | METADATA_BITS.create;
    assert.equal(fieldByName('Balance')?.metadata, usual);
    assert.equal(fieldByName('LedgerEntryType')?.metadata, 0);
    assert.equal(fieldByName('PreviousTxnID')?.metadata, METADATA_BITS.deleteFinal);
    assert.equal(fieldByName('RootIndex')?.metadata, METADATA_BITS.always);
  });
});
