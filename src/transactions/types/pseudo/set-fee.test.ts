import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TEST_FEES, TestLedger } from '../../../../test/support/test-view.ts';
import { feesKeylet } from '../../../protocol/entries/keylets.ts';
import { createTransaction } from '../../../protocol/transaction/transaction.ts';
import { applyTransaction } from '../../engine/engine.ts';

describe('SetFee', () => {
  const apply = (ledger: TestLedger, more: object = {}, without: readonly string[] = []) => {
    const pseudo = { TransactionType: 'SetFee', Account: '0'.repeat(40), Fee: 0n, Sequence: 0, SigningPubKey: '' };
    const fees = { BaseFeeDrops: 1n, ReserveBaseDrops: 2n, ReserveIncrementDrops: 3n };
    const named = Object.entries({ ...pseudo, ...fees, ...more }).filter(([name]) => !without.includes(name));
    const transaction = createTransaction(Object.fromEntries(named) as typeof pseudo);
    return applyTransaction(ledger.view, transaction, { fees: TEST_FEES, networkId: 0 }).result;
  };

  test('needs all three', () => {
    for (const name of ['BaseFeeDrops', 'ReserveBaseDrops', 'ReserveIncrementDrops']) {
      assert.equal(apply(new TestLedger(), {}, [name]), 'temMALFORMED', name);
    }
  });

  test('makes them where there are none, but not from their older form', () => {
    const ledger = new TestLedger();
    assert.equal(apply(ledger, { BaseFee: 10n }), 'temMALFORMED');
    assert.equal(apply(ledger), 'tesSUCCESS');
    assert.equal(ledger.read(feesKeylet())!.ReserveIncrementDrops, 3n);
  });
});
