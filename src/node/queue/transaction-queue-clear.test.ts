import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { party } from '../../../test/support/env.ts';
import { QueueLedger } from '../../../test/support/queue-ledger.ts';
import type { Candidate } from './transaction-queue-index.ts';

const ALICE = party('alice');
const BOB = party('bob');

/** Drops that `count` transactions must pay together to get into the open ledger now, rounded up. */
function priceOf({ metrics }: QueueLedger, count: number): bigint {
  let squares = 0n;
  for (let at = 0; at < count; at++) squares += BigInt(metrics.openLedgerCount + at) ** 2n;
  const whole = BigInt(metrics.expectedLedgerCount) ** 2n;
  const level = (metrics.medianLevel * squares + whole - 1n) / whole;
  return (level * 10n) / 256n + 1n;
}

async function fullLedger(): Promise<{ ledger: QueueLedger; next: number }> {
  const ledger = await QueueLedger.create(3);
  ledger.fund(50_000_000, ALICE, BOB);
  ledger.fill(ALICE);
  return { ledger, next: ledger.seq(ALICE) };
}

describe('a transaction behind others of its account', () => {
  test('gets in with them when it pays for what they do not', async () => {
    const { ledger, next } = await fullLedger();
    let paid = 200n + ledger.openLedgerFee;
    ledger.queue(ALICE, { seq: next, fee: 100 });
    ledger.queue(ALICE, { seq: next + 1, fee: 100 });
    ledger.queue(ALICE, { seq: next + 2, fee: ledger.openLedgerFee });
    // One drop less is not enough, since levels are rounded down.
    const short = priceOf(ledger, 4) - paid - 1n;
    ledger.queue(ALICE, { seq: next + 3, fee: short });
    ledger.expect(4, undefined, 4, 3);
    paid += short;
    ledger.noop(ALICE, { seq: next + 4, fee: priceOf(ledger, 5) - paid });
    ledger.expect(0, undefined, 9, 3);
    await ledger.close();
    ledger.expect(0, 18, 0, 9);
    assert.equal(ledger.seq(ALICE), next + 5);
  });

  test('does so in place of a queued one too, and leaves alone those behind it', async () => {
    const { ledger, next } = await fullLedger();
    for (let at = 0; at < 5; at++) ledger.queue(ALICE, { seq: next + at, fee: 100 });
    ledger.noop(ALICE, { seq: next + 2, fee: priceOf(ledger, 3) - 200n });
    ledger.expect(2, undefined, 7, 3);
    const left = ledger.env.node.openLedger.queue.ofAccount(ALICE.id).map(({ value }) => value);
    assert.deepEqual(left, [next + 3, next + 4]);
  });

  test('waits with them when one of them has failed before', async () => {
    const { ledger, next } = await fullLedger();
    ledger.queue(ALICE, { seq: next, fee: 100 });
    const [first] = ledger.env.node.openLedger.queue.ofAccount(ALICE.id) as Candidate[];
    first!.retriesRemaining--;
    ledger.queue(ALICE, { seq: next + 1, fee: 1_000_000 });
    ledger.expect(2, undefined, 4, 3);
  });

  test('waits with them when it pays exactly the fee of the open ledger, for any fees of the others', async () => {
    const ledger = await QueueLedger.create(2);
    ledger.fund(50_000_000, ALICE, BOB);
    ledger.fill(ALICE);
    const next = ledger.seq(ALICE);
    ledger.queue(ALICE, { seq: next, fee: 100 });
    const [first] = ledger.env.node.openLedger.queue.ofAccount(ALICE.id) as Candidate[];
    first!.retriesRemaining--;
    ledger.queue(ALICE, { seq: next + 1, fee: 500_000 });
    first!.retriesRemaining++;
    assert.equal(ledger.metrics.openLedgerLevel, (11_250n * 256n) / 10n);
    ledger.queue(ALICE, { seq: next + 2, fee: 11_250 });
    ledger.expect(3, undefined, 3, 2);
  });

  test('waits when one of them does not get in, which then counts as tried', async () => {
    const ledger = await QueueLedger.create(3, { maximumTxnPerAccount: 30, minimumQueueSize: 100 });
    ledger.fund(50_000_000, ALICE, BOB);
    ledger.fill(ALICE);
    const { ledgerIndex } = ledger.env.node.openLedger.view;
    const [next, bob] = [ledger.seq(ALICE), ledger.seq(BOB)];
    // The attempt is made in a ledger after the open one, where it is too late for this transaction.
    ledger.queue(ALICE, { last: ledgerIndex + 2 });
    for (let at = 0; at < 30; at++) ledger.queue(BOB, { seq: bob + at, fee: 5000 });
    await ledger.close();
    await ledger.close();
    assert.equal(ledger.env.node.openLedger.view.ledgerIndex, ledgerIndex + 2);
    ledger.queue(ALICE, { seq: next + 1, fee: 1_000_000 });
    const [first] = ledger.env.node.openLedger.queue.ofAccount(ALICE.id);
    assert.deepEqual([first?.lastResult, first?.retriesRemaining], ['tefMAX_LEDGER', 9]);
  });
});
