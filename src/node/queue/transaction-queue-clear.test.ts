import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { party } from '../../../test/support/env.ts';
import { QueueWorld } from '../../../test/support/queue-world.ts';
import type { Candidate } from './transaction-queue-index.ts';

const ALICE = party('alice');
const BOB = party('bob');

/** Drops that `count` transactions must pay together to get into the open ledger now, rounded up. */
function priceOf({ metrics }: QueueWorld, count: number): bigint {
  let squares = 0n;
  for (let at = 0; at < count; at++) squares += BigInt(metrics.openLedgerCount + at) ** 2n;
  const whole = BigInt(metrics.expectedLedgerCount) ** 2n;
  const level = (metrics.medianLevel * squares + whole - 1n) / whole;
  return (level * 10n) / 256n + 1n;
}

async function fullWorld(): Promise<{ world: QueueWorld; next: number }> {
  const world = await QueueWorld.create(3);
  world.fund(50_000_000, ALICE, BOB);
  world.fill(ALICE);
  return { world, next: world.seq(ALICE) };
}

describe('a transaction behind others of its account', () => {
  test('gets in with them when it pays for what they do not', async () => {
    const { world, next } = await fullWorld();
    let paid = 200n + world.openLedgerFee;
    world.queue(ALICE, { seq: next, fee: 100 });
    world.queue(ALICE, { seq: next + 1, fee: 100 });
    world.queue(ALICE, { seq: next + 2, fee: world.openLedgerFee });
    // One drop less is not enough, since levels are rounded down.
    const short = priceOf(world, 4) - paid - 1n;
    world.queue(ALICE, { seq: next + 3, fee: short });
    world.expect(4, undefined, 4, 3);
    paid += short;
    world.noop(ALICE, { seq: next + 4, fee: priceOf(world, 5) - paid });
    world.expect(0, undefined, 9, 3);
    await world.close();
    world.expect(0, 18, 0, 9);
    assert.equal(world.seq(ALICE), next + 5);
  });

  test('does so in place of a queued one too, and leaves alone those behind it', async () => {
    const { world, next } = await fullWorld();
    for (let at = 0; at < 5; at++) world.queue(ALICE, { seq: next + at, fee: 100 });
    world.noop(ALICE, { seq: next + 2, fee: priceOf(world, 3) - 200n });
    world.expect(2, undefined, 7, 3);
    const left = world.env.node.openLedger.queue.ofAccount(ALICE.id).map(({ value }) => value);
    assert.deepEqual(left, [next + 3, next + 4]);
  });

  test('waits with them when one of them has failed before', async () => {
    const { world, next } = await fullWorld();
    world.queue(ALICE, { seq: next, fee: 100 });
    const [first] = world.env.node.openLedger.queue.ofAccount(ALICE.id) as Candidate[];
    first!.retriesRemaining--;
    world.queue(ALICE, { seq: next + 1, fee: 1_000_000 });
    world.expect(2, undefined, 4, 3);
  });

  test('waits with them when it pays exactly the fee of the open ledger, for any fees of the others', async () => {
    const world = await QueueWorld.create(2);
    world.fund(50_000_000, ALICE, BOB);
    world.fill(ALICE);
    const next = world.seq(ALICE);
    world.queue(ALICE, { seq: next, fee: 100 });
    const [first] = world.env.node.openLedger.queue.ofAccount(ALICE.id) as Candidate[];
    first!.retriesRemaining--;
    world.queue(ALICE, { seq: next + 1, fee: 500_000 });
    first!.retriesRemaining++;
    assert.equal(world.metrics.openLedgerLevel, (11_250n * 256n) / 10n);
    world.queue(ALICE, { seq: next + 2, fee: 11_250 });
    world.expect(3, undefined, 3, 2);
  });

  test('waits when one of them does not get in, which then counts as tried', async () => {
    const world = await QueueWorld.create(3, { maximumTxnPerAccount: 30, minimumQueueSize: 100 });
    world.fund(50_000_000, ALICE, BOB);
    world.fill(ALICE);
    const { ledgerIndex } = world.env.node.openLedger.view;
    const [next, bob] = [world.seq(ALICE), world.seq(BOB)];
    // The attempt is made in a ledger after the open one, where it is too late for this transaction.
    world.queue(ALICE, { last: ledgerIndex + 2 });
    for (let at = 0; at < 30; at++) world.queue(BOB, { seq: bob + at, fee: 5000 });
    await world.close();
    await world.close();
    assert.equal(world.env.node.openLedger.view.ledgerIndex, ledgerIndex + 2);
    world.queue(ALICE, { seq: next + 1, fee: 1_000_000 });
    const [first] = world.env.node.openLedger.queue.ofAccount(ALICE.id);
    assert.deepEqual([first?.lastResult, first?.retriesRemaining], ['tefMAX_LEDGER', 9]);
  });
});
