import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Env, MASTER, party, simulateNow, submitNow } from '../../../test/support/env.ts';
import { QueueWorld } from '../../../test/support/queue-world.ts';
import { applyTransaction } from '../../transactions/engine/engine.ts';
import type { TransactionQueue } from './transaction-queue.ts';

const ALICE = party('alice');
const BOB = party('bob');
const CHARLIE = party('charlie');
const DARIA = party('daria');
const ELMO = party('elmo');
const FRED = party('fred');
const GWEN = party('gwen');
const HANK = party('hank');

describe('the transaction queue', () => {
  test('takes what pays too little for a full ledger; the next ledgers get it, the best paying first', async () => {
    const world = await QueueWorld.create(3);
    world.expect(0, undefined, 0, 3);
    world.fund(50_000, ALICE, BOB, CHARLIE, DARIA);
    world.expect(0, undefined, 4, 3);
    world.queue(ALICE);
    world.noop(BOB, { fee: world.openLedgerFee });
    world.queue(DARIA, { fee: 1000 });
    world.expect(2, undefined, 5, 3);
    await world.close();
    world.expect(0, 10, 2, 5);
    world.fund(50_000, ELMO, FRED, GWEN, HANK);
    world.queue(ALICE, { fee: 12 });
    world.queue(BOB);
    const cheap = [20, 15, 11, 19, 16, 18];
    for (const [at, who] of [CHARLIE, DARIA, ELMO, FRED, GWEN, HANK].entries()) world.queue(who, { fee: cheap[at]! });
    world.expect(8, 10, 6, 5);
    await world.close();
    world.expect(1, 12, 7, 6);
    assert.equal(world.env.node.openLedger.queue.ofAccount(BOB.id).length, 1);
  });

  test('lets a clearly higher fee replace a queued transaction, and one that is high enough pass by', async () => {
    const world = await QueueWorld.create(3);
    world.fund(50_000, ALICE, BOB, HANK);
    world.noop(ALICE);
    world.queue(HANK);
    world.noop(HANK, { fee: 11 }, 'telCAN_NOT_QUEUE_FEE');
    world.noop(HANK, { fee: 12 }, 'telCAN_NOT_QUEUE_FEE');
    world.queue(HANK, { fee: 600 });
    world.expect(1, undefined, 4, 3);
    world.noop(HANK, { fee: 750 }, 'telCAN_NOT_QUEUE_FEE');
    world.noop(HANK, { fee: world.openLedgerFee });
    world.expect(0, undefined, 5, 3);
    world.queue(HANK, { fee: 20 });
    await world.close();
    world.expect(0, 10, 1, 5);
  });

  test('drops its cheapest transaction for a better one when it is full, and retries it when there is room', async () => {
    const world = await QueueWorld.create(3);
    world.fund(50_000, ALICE, BOB, CHARLIE);
    await world.close();
    world.fund(50_000, DARIA, ELMO, FRED);
    await world.close();
    world.fund(50_000, GWEN, HANK);
    await world.close();
    world.expect(0, 6, 0, 3);
    for (const who of [HANK, GWEN, FRED, ELMO]) world.noop(who, { fee: 7000 });
    for (const [at, who] of [DARIA, ELMO, FRED, GWEN, HANK, ALICE].entries()) world.queue(who, { fee: 15 + at });
    world.expect(6, 6, 4, 3, 385n);
    world.noop(CHARLIE, {}, 'telCAN_NOT_QUEUE_FULL');
    world.noop(CHARLIE, { fee: 15 }, 'telCAN_NOT_QUEUE_FULL');
    world.queue(CHARLIE, { fee: 100 });
    world.expect(6, 6, 4, 3, 410n);
    await world.close();
    world.expect(2, 8, 5, 4);
    assert.equal(world.metrics.medianLevel, 256n * 700n);
    assert.equal(world.env.node.openLedger.queue.ofAccount(DARIA.id).length, 1);
    await world.close();
    world.expect(0, 10, 2, 5);
    assert.equal(world.metrics.medianLevel, 128_000n);
  });

  test('drops the last transaction of the account that pays least, for more than the average of that account', async () => {
    const world = await QueueWorld.create(3);
    world.fund(50_000, ALICE, BOB, CHARLIE);
    await world.close();
    world.fund(50_000, DARIA, ELMO, FRED);
    await world.close();
    world.expect(0, 6, 0, 3);
    world.fill(ALICE);
    const first = world.seq(DARIA);
    for (const [at, fee] of [15, 20, 25].entries()) world.queue(DARIA, { seq: first + at, fee });
    for (const who of [BOB, ELMO, FRED]) world.queue(who, { fee: 100 });
    world.expect(6, 6, 4, 3, 385n);
    for (const fee of [19, 20]) world.noop(CHARLIE, { fee }, 'telCAN_NOT_QUEUE_FULL');
    world.queue(CHARLIE, { fee: 21 });
    assert.deepEqual(
      world.env.node.openLedger.queue.ofAccount(DARIA.id).map(({ value }) => value),
      [first, first + 1],
    );
  });

  test('lets the hash of the last ledger decide between those that pay the same', async () => {
    const world = await QueueWorld.create(3, { maximumTxnPerAccount: 30, minimumQueueSize: 100 });
    world.fund(50_000, ALICE, BOB);
    world.fill(ALICE);
    const first = world.seq(BOB);
    for (let at = 0; at < 20; at++) world.queue(BOB, { seq: first + at, fee: 20 });
    await world.close();
    const salt = BigInt(`0x${world.env.node.openLedger.view.parentHash}`);
    const ids = world.env.node.openLedger.queue.all().map(({ transaction }) => transaction.id);
    const mixed = (id: string) => BigInt(`0x${id}`) ^ salt;
    assert.ok(ids.length > 10);
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => (mixed(a) < mixed(b) ? -1 : 1)),
    );
  });

  test('is short of room from 95 % of its size', async () => {
    for (const [payments, queued, left] of [
      [103, 94, [1, 2]],
      [104, 95, [1]],
    ] as const) {
      const world = await QueueWorld.create(3, { maximumTxnPerAccount: 200, minimumQueueSize: 100 });
      world.fund(50_000_000, ALICE, BOB);
      world.fill(ALICE);
      const [alice, bob] = [world.seq(ALICE), world.seq(BOB)];
      world.queue(ALICE, { last: world.env.node.openLedger.view.ledgerIndex + 2 });
      for (let at = 1; at <= 2; at++) world.queue(ALICE, { seq: alice + at, fee: 6000 });
      for (let at = 0; at < payments; at++) world.queue(BOB, { seq: bob + at, fee: 5000 });
      for (let closes = 0; closes < 2; closes++) await world.close();
      // The first transaction of Alice expires with the next close, before the queue is drained.
      assert.deepEqual([world.metrics.queuedCount - 1, world.metrics.maximumQueueSize], [queued, 100]);
      await world.close();
      const { queue } = world.env.node.openLedger;
      assert.deepEqual(
        queue.ofAccount(ALICE.id).map(({ value }) => value - alice),
        left,
      );
    }
  });

  test('takes tickets in the order of their fees, and needs each in the ledger already', async () => {
    const world = await QueueWorld.create(3);
    world.fund(50_000, ALICE);
    world.fill(ALICE);
    const ticket = world.seq(ALICE) + 1;
    world.submit(ALICE, { TransactionType: 'TicketCreate', TicketCount: 250 }, { seq: ticket - 1 }, 'terQUEUED');
    world.noop(ALICE, { ticket: ticket - 2 }, 'tefNO_TICKET');
    world.noop(ALICE, { ticket: ticket - 1 }, 'terPRE_TICKET');
    world.expect(1, undefined, 4, 3);
    await world.close();
    world.expect(0, 8, 1, 4);
    assert.deepEqual([world.env.account(ALICE)!.TicketCount, world.seq(ALICE)], [250, ticket + 250]);
    for (let at = 1; at <= 4; at++) world.noop(ALICE, { ticket: ticket + at, fee: 10 + at });
    for (let at = 5; at <= 12; at++) world.queue(ALICE, { ticket: ticket + at, fee: 10 + at });
    world.noop(ALICE, { ticket: ticket + 13, fee: 23 }, 'telCAN_NOT_QUEUE_FULL');
    world.expect(8, 8, 5, 4, 385n);
    await world.close();
    assert.equal(world.env.account(ALICE)!.TicketCount, 240);
    for (const at of [1, 4, 7, 12]) world.noop(ALICE, { ticket: ticket + at }, 'tefNO_TICKET');
    for (const at of [5, 6, 13]) world.noop(ALICE, { ticket: ticket + at }, 'telCAN_NOT_QUEUE_FEE');
    world.expect(3, 10, 6, 5);
    const next = world.seq(ALICE);
    world.noop(ALICE, { seq: next + 1 }, 'terPRE_SEQ');
    world.noop(ALICE, { seq: next - 1 }, 'tefPAST_SEQ');
    for (let at = 0; at < 7; at++) world.queue(ALICE, { seq: next + at });
    world.noop(ALICE, { seq: next + 7 }, 'telCAN_NOT_QUEUE_FULL');
    world.expect(10, 10, 6, 5, 257n);
    await world.close();
    world.expect(4, 12, 7, 6);
    assert.deepEqual([world.env.account(ALICE)!.TicketCount, world.seq(ALICE)], [237, next + 4]);
  });

  test('refuses what would expire before its turn, and forgets what has expired', async () => {
    const world = await QueueWorld.create(2);
    world.fund(1000, ALICE, BOB);
    await world.closeSlowly();
    world.fund(1000, CHARLIE, DARIA);
    await world.closeSlowly();
    world.fund(1000, ELMO, FRED);
    await world.closeSlowly();
    world.expect(0, undefined, 0, 2);
    for (const who of [BOB, CHARLIE, DARIA]) world.noop(who);
    assert.equal(world.env.node.openLedger.view.ledgerIndex, 6);
    world.noop(ALICE, { last: 7 }, 'telCAN_NOT_QUEUE');
    world.queue(ALICE, { last: 8 });
    for (const who of [BOB, CHARLIE, DARIA, ELMO]) world.queue(who, { fee: 7000 });
    await world.close();
    world.expect(1, 6, 4, 3);
    for (const who of [BOB, CHARLIE, DARIA, ELMO]) world.queue(who, { fee: 7000 });
    world.queue(FRED, { fee: 6999 });
    world.expect(6, 6, 4, 3, 257n);
    await world.close();
    world.expect(1, 8, 5, 4);
    for (const who of [BOB, CHARLIE, DARIA, ELMO]) world.queue(who, { fee: 8000 });
    world.queue(DARIA, { fee: 8000, seq: world.seq(DARIA) + 1 });
    world.queue(FRED, { fee: 7999 });
    world.queue(FRED, { fee: 7999, seq: world.seq(FRED) + 1 });
    world.expect(8, 8, 5, 4, 257n);
    await world.close();
    world.expect(1, 10, 6, 5);
    assert.deepEqual([world.seq(ALICE), world.env.node.openLedger.queue.ofAccount(ALICE.id).length], [3, 0]);
    await world.close();
    world.expect(0, 12, 1, 6);
  });

  test('tries local transactions again that it could not take', async () => {
    const world = await QueueWorld.create(2);
    world.fund(50_000, ALICE, BOB, CHARLIE);
    const next = world.seq(ALICE);
    world.noop(ALICE, { fee: world.openLedgerFee, seq: next + 1 }, 'terPRE_SEQ');
    world.queue(ALICE);
    world.noop(ALICE, { seq: next + 2 }, 'telCAN_NOT_QUEUE');
    world.noop(BOB, { fee: world.openLedgerFee });
    world.queue(CHARLIE, { fee: 1000 });
    world.queue(ALICE, { seq: next + 1 });
    world.expect(3, undefined, 4, 2);
    await world.close();
    world.expect(0, 8, 4, 4);
  });

  test('ignores queued sequences that the open ledger used without it', async () => {
    const world = await QueueWorld.create(3);
    world.fund(50_000, ALICE);
    world.fill(ALICE);
    const next = world.seq(ALICE);
    world.queue(ALICE);
    const { node } = world.env;
    const rival = world.env.sign(ALICE, { TransactionType: 'AccountSet', Fee: world.openLedgerFee });
    assert.ok(applyTransaction(node.openLedger.view, rival, { fees: node.fees, networkId: 0 }).applied);
    world.expect(1, undefined, 5, 3);
    world.noop(ALICE, { seq: next + 1, fee: world.openLedgerFee });
    world.queue(ALICE, { seq: next + 2 });
    world.queue(ALICE, { seq: next + 3 });
    world.expect(3, undefined, 6, 3);
    await world.close();
    world.expect(0, 12, 2, 6);
  });

  test('counts a free transaction as one that pays the base fee', async () => {
    const world = await QueueWorld.create(2);
    world.fund(1000, ALICE, BOB);
    world.noop(ALICE);
    world.submit(ALICE, { TransactionType: 'SetRegularKey', RegularKey: BOB.id }, { fee: 0 }, 'terQUEUED');
    assert.equal(world.env.node.openLedger.queue.ofAccount(ALICE.id)[0]!.feeLevel, 256n);
    await world.close();
    world.expect(0, 6, 1, 3);
  });

  test('queues nothing with fail_hard, and simulates nothing that would have to wait', async () => {
    const world = await QueueWorld.create(2);
    world.fund(1000, ALICE, BOB);
    world.noop(ALICE);
    const transaction = world.env.sign(ALICE, { TransactionType: 'AccountSet' });
    const { node } = world.env;
    assert.equal(submitNow(node, transaction, { failHard: true }).result, 'telCAN_NOT_QUEUE');
    assert.equal(simulateNow(node, transaction).result, 'telCAN_NOT_QUEUE');
    const outcome = submitNow(node, transaction);
    const { result, applied, queued, kept, broadcast, ledgerState } = outcome;
    assert.deepEqual([result, applied, queued, kept, broadcast], ['terQUEUED', false, true, true, true]);
    const sequence = world.seq(ALICE);
    assert.deepEqual(ledgerState, {
      openLedgerCostDrops: (5000n * 9n) / 4n,
      accountSequenceNext: sequence,
      accountSequenceAvailable: sequence + 1,
      validatedLedgerIndex: 2,
    });
    assert.equal(node.openLedger.pending(transaction.id), transaction);
  });

  test('changes nothing while ledgers hold up to 1,000 transactions, by default', async () => {
    const env = await Env.create();
    for (let count = 0; count <= 1000; count++) env.submit(MASTER, { TransactionType: 'AccountSet' }, 'tesSUCCESS');
    const late = env.submit(MASTER, { TransactionType: 'AccountSet' }, 'terQUEUED');
    assert.equal(late.ledgerState!.openLedgerCostDrops, (5000n * 1001n * 1001n) / 1_000_000n);
    await env.close();
    const { maximumQueueSize, expectedLedgerCount } = env.node.openLedger.queue.metrics(0);
    assert.deepEqual([maximumQueueSize, expectedLedgerCount], [24_020, 1201]);
  });

  test('stays in order, and predicts its refusals, for any submissions', async () => {
    const step = fc.record({
      who: fc.integer({ min: 0, max: 2 }),
      ahead: fc.integer({ min: -1, max: 4 }),
      fee: fc.constantFrom(0, 9, 10, 11, 15, 19, 30, 7000, 100_000),
      last: fc.option(fc.integer({ min: 0, max: 5 }), { nil: undefined }),
      closes: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const world = await QueueWorld.create(2, { maximumTxnPerAccount: 4, minimumQueueSize: 6 });
        const parties = [ALICE, BOB, CHARLIE];
        world.fund(1000, ...parties);
        const { node } = world.env;
        const queue = node.openLedger.queue as TransactionQueue;
        for (const [at, { who, ahead, fee, last, closes }] of steps.entries()) {
          const sender = parties[who]!;
          const terms = last === undefined ? {} : { LastLedgerSequence: node.openLedger.view.ledgerIndex + last };
          const Sequence = world.seq(sender) + ahead;
          const fields = { TransactionType: 'AccountSet', Sequence, Fee: BigInt(fee), ...terms };
          const transaction = world.env.sign(sender, fields);
          const isOutOfTurn = queue.isOutOfTurn(node.openLedger.view, transaction);
          const { applied, queued } = submitNow(node, transaction);
          assert.ok(!(isOutOfTurn && (applied || queued)));
          if (closes && at % 5 === 0) await world.close();
          const all = queue.all();
          const levels = all.map(({ feeLevel }) => feeLevel);
          assert.deepEqual(
            levels,
            [...levels].sort((a, b) => (a > b ? -1 : Number(a < b))),
          );
          assert.equal(
            parties.reduce((sum, { id }) => sum + queue.ofAccount(id).length, 0),
            all.length,
          );
        }
        await world.env.stop();
      }),
      { numRuns: 25, seed: 7 },
    );
  });
});
