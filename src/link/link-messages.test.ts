import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SubmitReport } from '../rpc/method/context.ts';
import { RpcError } from '../rpc/method/errors.ts';
import { readReport, type SentReport, sentFault, sentReport } from './link-messages.ts';

const overNetwork = (sent: SentReport): SentReport => JSON.parse(JSON.stringify(sent));

const REPORT: SubmitReport = {
  outcome: {
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
  },
  inclusion: { ledgerIndex: 7, position: 3, networkId: 1 },
  facts: { hint: 'some “words”' },
};

test('a report of a submission travels as JSON, with drops that a number does not hold', () => {
  assert.deepEqual(readReport(overNetwork(sentReport(1, REPORT))), REPORT);
});

test('a report of a transaction that was refused before it met the open ledger has no state of it', () => {
  const outcome = { ...REPORT.outcome, ledgerState: undefined };
  assert.deepEqual(readReport(overNetwork(sentReport(1, { ...REPORT, outcome }))), { ...REPORT, outcome });
});

test('a fault of a submission travels with its words and its fields', () => {
  const fault = new RpcError('highFee', 'Too high.', { fee: '12' });
  assert.deepEqual(readReport(overNetwork(sentFault(1, fault))), fault);
});
