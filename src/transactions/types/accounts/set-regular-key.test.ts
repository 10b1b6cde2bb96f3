import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TEST_FEES, TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import { accountIdOfPublicKey } from '../../../crypto/address.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import { signersKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { EntryFlags } from '../../../protocol/tables/flags.ts';
import { baseFeeOf } from '../../engine/base-fee.ts';

const KEY = `ED${'11'.repeat(32)}`;
const ALICE = accountIdOfPublicKey(KEY);
const BOB = testAccount('Bob');
const { lsfPasswordSpent, lsfDisableMaster } = EntryFlags.AccountRoot;
const TRANSACTION = { TransactionType: 'SetRegularKey', Account: ALICE, SigningPubKey: KEY };

function ledgerWith(fields: Partial<AccountRoot> = {}): TestLedger {
  const ledger = new TestLedger();
  ledger.fund(ALICE, fields);
  return ledger;
}

function baseFee(ledger: TestLedger, signingPublicKey: string): bigint | undefined {
  const { fields } = ledger.transaction({ ...TRANSACTION, SigningPubKey: signingPublicKey });
  return baseFeeOf(fields, ledger.view, { fees: TEST_FEES, networkId: 0 });
}

describe('SetRegularKey', () => {
  test('refuses the key that the account has anyway', () => {
    assert.equal(ledgerWith().apply({ ...TRANSACTION, RegularKey: ALICE }).result, 'temBAD_REGKEY');
  });

  test('is free once, for the master key', () => {
    assert.equal(baseFee(ledgerWith(), KEY), 0n);
    assert.equal(baseFee(ledgerWith({ Flags: lsfPasswordSpent }), KEY), 10n);
    assert.equal(baseFee(ledgerWith(), `ED${'22'.repeat(32)}`), 10n);
  });

  test('notes that the free change was used', () => {
    const ledger = ledgerWith();
    assert.equal(ledger.apply({ ...TRANSACTION, RegularKey: BOB }).result, 'tesSUCCESS');
    assert.equal(ledger.account(ALICE).RegularKey, BOB);
    assert.equal(ledger.account(ALICE).Flags, lsfPasswordSpent);
  });

  test('removes the key, unless nothing else could sign', () => {
    const usable = ledgerWith({ RegularKey: BOB });
    assert.equal(usable.apply(TRANSACTION).result, 'tesSUCCESS');
    assert.equal(usable.account(ALICE).RegularKey, undefined);
    const disabled = ledgerWith({ RegularKey: BOB, Flags: lsfDisableMaster });
    assert.equal(disabled.apply(TRANSACTION).result, 'tecNO_ALTERNATIVE_KEY');
    disabled.put(newEntry(signersKeylet(ALICE)));
    assert.equal(disabled.apply(TRANSACTION).result, 'tesSUCCESS');
  });
});
