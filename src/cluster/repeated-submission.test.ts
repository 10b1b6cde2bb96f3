import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, party, submitNow } from '../../test/support/env.ts';
import type { SubmitOutcome } from '../node/open-ledger/submission.ts';
import type { Ter } from '../protocol/tables/ter.ts';
import type { Transaction } from '../protocol/transaction/transaction.ts';
import { firstOutcome } from './repeated-submission.ts';

const alice = party('alice');
const bob = party('bob');

function outcome(transaction: Transaction, result: Ter): SubmitOutcome {
  const not = { applied: false, broadcast: false, queued: false, kept: false };
  return { transaction, result, ...not, ledgerState: undefined };
}

describe('a submission that was sent again', () => {
  let env: Env;

  before(async () => {
    env = await Env.create();
    await env.fund(1_000, alice);
  });

  after(() => env.stop());

  const pay = (amount: bigint): Transaction =>
    env.sign(alice, { TransactionType: 'Payment', Destination: bob.id, Amount: amount });
  const resultOf = (transaction: Transaction, result: Ter) =>
    firstOutcome(env.node, outcome(transaction, result)).result;

  test('has the result in the ledger, if the first was applied', async () => {
    const payment = pay(100_000_000n);
    submitNow(env.node, payment);
    await env.node.acceptLedger();
    assert.equal(resultOf(payment, 'tefPAST_SEQ'), 'tesSUCCESS');
    assert.equal(firstOutcome(env.node, outcome(payment, 'tefPAST_SEQ')).applied, true);
    assert.equal(resultOf(payment, 'terRETRY'), 'terRETRY', 'that is not for having come before');
    const tooMuch = pay(100_000_000_000n);
    submitNow(env.node, tooMuch);
    await env.node.acceptLedger();
    assert.equal(resultOf(tooMuch, 'tefPAST_SEQ'), 'tecUNFUNDED_PAYMENT');
  });

  test('was taken where the open ledger has it', () => {
    assert.equal(resultOf(pay(1n), 'tefALREADY'), 'tesSUCCESS');
  });

  test('has the second result otherwise', () => {
    assert.equal(resultOf(pay(1n), 'tefPAST_SEQ'), 'tefPAST_SEQ');
    assert.equal(resultOf(pay(1n), 'tesSUCCESS'), 'tesSUCCESS');
    assert.equal(resultOf(pay(1n), 'temBAD_AMOUNT'), 'temBAD_AMOUNT');
  });
});
