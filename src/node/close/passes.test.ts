import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Party, party } from '../../../test/support/env.ts';
import { TEST_CONTEXT, TestLedger } from '../../../test/support/test-view.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { signTransaction } from '../../protocol/transaction/transaction-signature.ts';
import type { StObject } from '../../protocol/values.ts';
import { finishSteps } from '../../util/steps.ts';
import { applyInPasses } from './passes.ts';

const [ANN, BEN, CID] = [party('ann'), party('ben'), party('cid')];
const XRP = 1_000_000n;

function signed(who: Party, fields: StObject): Transaction {
  return signTransaction({ Account: who.id, Fee: 10n, Sequence: 1, ...fields }, who.keys);
}

function pay(from: Party, to: Party, xrp: bigint, more: StObject = {}): Transaction {
  return signed(from, { TransactionType: 'Payment', Destination: to.id, Amount: xrp * XRP, ...more });
}

/** A ledger with funded accounts, and the results of transactions in it. */
function apply(balances: readonly (readonly [Party, bigint])[], transactions: readonly Transaction[]) {
  const ledger = new TestLedger();
  for (const [who, xrp] of balances) ledger.fund(who.id, { Balance: xrp * XRP });
  const onBug = (error: unknown) => {
    throw error;
  };
  const remaining = finishSteps(applyInPasses(ledger.view, transactions, TEST_CONTEXT, onBug));
  return { ledger, remaining, applied: Array.from(ledger.view.transactions, ({ transaction }) => transaction) };
}

describe('a set of transactions', () => {
  const inReverse = (count: number) =>
    Array.from({ length: count }, (_, at) => signed(ANN, { TransactionType: 'AccountSet', Sequence: count - at }));

  test('leaves what would need a fourth', () => {
    const transactions = inReverse(4);
    const { applied, remaining } = apply([[ANN, 100n]], transactions);
    assert.deepEqual(applied, transactions.slice(1).toReversed());
    assert.deepEqual(remaining, [transactions[0]]);
  });

  test('charges in the last pass, however much got in before it', () => {
    const tooMuch = pay(BEN, CID, 500n);
    const { applied, remaining } = apply(
      [
        [ANN, 100n],
        [BEN, 10n],
        [CID, 100n],
      ],
      [tooMuch, ...inReverse(3)],
    );
    assert.deepEqual([applied.length, applied.indexOf(tooMuch), remaining], [4, 2, []]);
  });

  test('charges at once for what has expired', () => {
    const expired = signed(ANN, {
      TransactionType: 'PaymentChannelCreate',
      Destination: BEN.id,
      Amount: XRP,
      SettleDelay: 1,
      PublicKey: ANN.keys.publicKey,
      CancelAfter: 1,
    });
    const other = pay(BEN, ANN, 1n);
    const { applied } = apply(
      [
        [ANN, 100n],
        [BEN, 100n],
      ],
      [expired, other],
    );
    assert.deepEqual(applied, [expired, other]);
  });
});
