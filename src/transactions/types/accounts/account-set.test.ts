import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import { accountIdOfPublicKey } from '../../../crypto/address.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import { signersKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { AccountSetFlags, EntryFlags } from '../../../protocol/tables/flags.ts';
import type { StObject } from '../../../protocol/values.ts';

const KEY = `ED${'11'.repeat(32)}`;
const OTHER_KEY = `ED${'22'.repeat(32)}`;
const ALICE = accountIdOfPublicKey(KEY);
const BOB = testAccount('Bob');
const { AccountRoot: Bits } = EntryFlags;

function ledgerWith(fields: Partial<AccountRoot> = {}): TestLedger {
  const ledger = new TestLedger();
  ledger.fund(ALICE, fields);
  return ledger;
}

function set(ledger: TestLedger, fields: StObject, retry = false): string {
  return ledger.apply({ TransactionType: 'AccountSet', Account: ALICE, SigningPubKey: KEY, ...fields }, { retry })
    .result;
}

describe('AccountSet refuses', () => {
  test('clawback and no-freeze together', () => {
    const { asfAllowTrustLineClawback, asfNoFreeze } = AccountSetFlags;
    const noFreeze = ledgerWith({ Flags: Bits.lsfNoFreeze });
    assert.equal(set(noFreeze, { SetFlag: asfAllowTrustLineClawback }), 'tecNO_PERMISSION');
    const clawback = ledgerWith({ Flags: Bits.lsfAllowTrustLineClawback });
    assert.equal(set(clawback, { SetFlag: asfNoFreeze }), 'tecNO_PERMISSION');
  });

  test('to disable the master key by another key, or without another key', () => {
    const { asfDisableMaster } = AccountSetFlags;
    const withRegularKey = ledgerWith({ RegularKey: BOB });
    assert.equal(set(withRegularKey, { SetFlag: asfDisableMaster, SigningPubKey: OTHER_KEY }), 'tecNEED_MASTER_KEY');
    assert.equal(set(ledgerWith(), { SetFlag: asfDisableMaster }), 'tecNO_ALTERNATIVE_KEY');
    assert.equal(set(withRegularKey, { SetFlag: asfDisableMaster }), 'tesSUCCESS');
    const withSigners = ledgerWith();
    withSigners.put(newEntry(signersKeylet(ALICE)));
    assert.equal(set(withSigners, { SetFlag: asfDisableMaster }), 'tesSUCCESS');
  });

  test('no-freeze by another key while the master key works', () => {
    const fields = { SetFlag: AccountSetFlags.asfNoFreeze, SigningPubKey: OTHER_KEY };
    assert.equal(set(ledgerWith({ RegularKey: BOB }), fields), 'tecNEED_MASTER_KEY');
    assert.equal(set(ledgerWith({ RegularKey: BOB, Flags: Bits.lsfDisableMaster }), fields), 'tesSUCCESS');
  });
});
