import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ENTRY_TYPES, type LedgerEntryTypeRecord } from './entry-types.ts';
import { fieldByName } from './fields.ts';
import { INNER_OBJECT_FIELDS } from './format-fields.ts';
import { entryFormat, type Format, innerFormat, transactionFormat } from './formats.ts';
import { TRANSACTION_TYPES } from './transaction-types.ts';

function presence(format: Format | undefined, name: string): string | undefined {
  return format?.byName.get(name)?.presence;
}

describe('formats', () => {
  test('tell required, optional and default fields apart, own and common ones', () => {
    const payment = transactionFormat('Payment');
    assert.equal(presence(payment, 'Destination'), 'required');
    assert.equal(presence(payment, 'SendMax'), 'optional');
    assert.equal(presence(payment, 'Paths'), 'default');
    assert.equal(presence(payment, 'SigningPubKey'), 'required');
    assert.equal(presence(payment, 'LimitAmount'), undefined);
    assert.equal(presence(entryFormat('AccountRoot'), 'Flags'), 'required');
    assert.equal(presence(innerFormat('Signer'), 'TxnSignature'), 'required');
  });

  test('tell where a multi-purpose token may stand', () => {
    assert.equal(transactionFormat('Payment')?.byName.get('Amount')?.supportsMpt, true);
    assert.equal(transactionFormat('PaymentChannelCreate')?.byName.get('Amount')?.supportsMpt, false);
  });

  test('an unknown name has no format', () => {
    assert.equal(transactionFormat('toString'), undefined);
    assert.equal(entryFormat('Payment'), undefined);
    assert.equal(innerFormat('Memo'), undefined);
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
