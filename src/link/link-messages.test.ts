import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SubmitOutcome } from '../node/open-ledger/submission.ts';
import { createTransaction } from '../protocol/transaction/transaction.ts';
import { RpcError } from '../rpc/method/errors.ts';
import { proposedEventOf, readReport, type SentReport, sentFault, sentOutcome } from './link-messages.ts';

test('a proposed transaction has one message for all subscribers', () => {
  const { message } = proposedEventOf({ kind: 'proposed', mentioned: [], messages: ['one', 'two'] });
  assert.deepEqual([String(message(1)), String(message(2))], ['one', 'two']);
  assert.equal(message(2), message(2));
});

const overNetwork = (sent: SentReport): SentReport => JSON.parse(JSON.stringify(sent));

const OUTCOME: Omit<SubmitOutcome, 'transaction'> = {
  result: 'terQUEUED',
  applied: false,
  broadcast: true,
  queued: true,
  kept: false,
  reason: 'a reason',
  ledgerState: {
    openLedgerCostDrops: 2n ** 64n - 1n,
    accountSequenceNext: 5,
    accountSequenceAvailable: 0xffffffff,
    validatedLedgerIndex: 9,
  },
  channelId: 'AB'.repeat(32),
  fullness: { openLedgerCount: 40, expectedLedgerCount: 32 },
  location: { ledgerIndex: 7, position: 3 },
};
const TRANSACTION = createTransaction({
  TransactionType: 'AccountSet',
  Account: '',
  Sequence: 1,
  Fee: 1n,
  SigningPubKey: '',
});

test('the outcome of a submission travels as JSON, with drops that a number does not hold', () => {
  assert.deepEqual(readReport(overNetwork(sentOutcome(1, { ...OUTCOME, transaction: TRANSACTION }))), OUTCOME);
});

test('the outcome of a transaction that was refused before it met the open ledger has no state of it', () => {
  const outcome = { ...OUTCOME, ledgerState: undefined };
  assert.deepEqual(readReport(overNetwork(sentOutcome(1, { ...outcome, transaction: TRANSACTION }))), outcome);
});

test('a fault of a submission travels with its words and its fields', () => {
  const fault = new RpcError('highFee', 'Too high.', { fee: '12' });
  assert.deepEqual(readReport(overNetwork(sentFault(1, fault))), fault);
});
