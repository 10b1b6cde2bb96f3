import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encodeObject } from '../codec/encode.ts';
import { entryFormat } from '../tables/formats.ts';
import { checkTemplate } from '../transaction/template-check.ts';
import { type StObject, XRP_CURRENCY } from '../values.ts';
import type { EntryName } from './entries.ts';
import { accountKeylet, lineKeylet, ownerDirKeylet } from './keylets.ts';
import { isDefaultValue, newEntry } from './new-entry.ts';

const ALICE = 'B5F762798A53D543A014CAF8B297CFF8F2F937E8';
const TYPES: readonly EntryName[] = [
  'AccountRoot',
  'DirectoryNode',
  'RippleState',
  'Offer',
  'PayChannel',
  'Ticket',
  'SignerList',
  'DepositPreauth',
  'FeeSettings',
  'Amendments',
  'LedgerHashes',
  'Vault',
  'Loan',
  'Bridge',
  'XChainOwnedClaimID',
  'XChainOwnedCreateAccountClaimID',
];

describe('new entries', () => {
  test('have the required fields at their defaults and no others', () => {
    assert.deepEqual(newEntry(ownerDirKeylet(ALICE)), {
      index: ownerDirKeylet(ALICE).key,
      LedgerEntryType: 'DirectoryNode',
      Flags: 0,
      Indexes: [],
      RootIndex: '0'.repeat(64),
    });
    assert.deepEqual(newEntry(accountKeylet(ALICE)), {
      index: accountKeylet(ALICE).key,
      LedgerEntryType: 'AccountRoot',
      Flags: 0,
      Account: '',
      Sequence: 0,
      Balance: 0n,
      OwnerCount: 0,
      PreviousTxnID: '0'.repeat(64),
      PreviousTxnLgrSeq: 0,
    });
  });

  test('are independent of each other', () => {
    const first = newEntry(accountKeylet(ALICE));
    first.Sequence = 5;
    assert.equal(newEntry(accountKeylet(ALICE)).Sequence, 0);
  });

  test('fit their formats and can be serialized, for every type', () => {
    for (const type of TYPES) {
      const entry = newEntry({ type, key: lineKeylet(ALICE, XRP_CURRENCY, XRP_CURRENCY).key }) as unknown as StObject;
      const format = entryFormat(type);
      assert.ok(format !== undefined);
      assert.equal(checkTemplate(entry, format), undefined, type);
      assert.ok(encodeObject(entry).length > 0, type);
    }
  });
});

describe('default values', () => {
  test('are recognized for each type', () => {
    assert.ok(isDefaultValue('Flags', 0) && !isDefaultValue('Flags', 1));
    assert.ok(isDefaultValue('OwnerNode', 0n) && !isDefaultValue('OwnerNode', 1n));
    assert.ok(isDefaultValue('Balance', 0n) && !isDefaultValue('Balance', 1n));
    assert.ok(isDefaultValue('Domain', '') && !isDefaultValue('Domain', '00'));
    assert.ok(isDefaultValue('RootIndex', '0'.repeat(64)) && !isDefaultValue('RootIndex', `${'0'.repeat(63)}1`));
    assert.ok(isDefaultValue('Indexes', []) && !isDefaultValue('Indexes', ['0'.repeat(64)]));
    assert.ok(isDefaultValue('Paths', []) && !isDefaultValue('Paths', [[]]));
    assert.ok(isDefaultValue('Asset', { currency: XRP_CURRENCY }) && !isDefaultValue('Asset', { mptIssuanceId: '' }));
    assert.ok(isDefaultValue('AssetsTotal', { mantissa: 0n, exponent: 0 }));
  });

  test('a zero of a token is not the default, nor is the account of zeros', () => {
    const zero = { mantissa: 0n, exponent: -100, currency: ALICE, issuer: ALICE };
    assert.equal(isDefaultValue('Balance', zero), false);
    assert.equal(isDefaultValue('Account', '0'.repeat(40)), false);
    assert.equal(isDefaultValue('Account', ''), true);
  });
});
