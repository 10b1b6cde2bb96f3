import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { Env, MASTER, party, simulateNow, submitNow } from '../../../test/support/env.ts';
import { QueueLedger } from '../../../test/support/queue-ledger.ts';
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
    const ledger = await QueueLedger.create(3);
    ledger.expect(0, undefined, 0, 3);
    ledger.fund(50_000, ALICE, BOB, CHARLIE, DARIA);
    ledger.expect(0, undefined, 4, 3);
    ledger.queue(ALICE);
    ledger.noop(BOB, { fee: ledger.openLedgerFee });
    ledger.queue(DARIA, { fee: 1000 });
    ledger.expect(2, undefined, 5, 3);
    await ledger.close();
    ledger.expect(0, 10, 2, 5);
    ledger.fund(50_000, ELMO, FRED, GWEN, HANK);
    ledger.queue(ALICE, { fee: 12 });
    ledger.queue(BOB);
    const cheap = [20, 15, 11, 19, 16, 18];
    for (const [at, who] of [CHARLIE, DARIA, ELMO, FRED, GWEN, HANK].entries()) ledger.queue(who, { fee: cheap[at]! });
    ledger.expect(8, 10, 6, 5);
    await ledger.close();
    ledger.expect(1, 12, 7, 6);
    assert.equal(ledger.env.node.openLedger.queue.ofAccount(BOB.id).length, 1);
  });

  test('lets a clearly higher fee replace a queued transaction, and one that is high enough pass by', async () => {
    const ledger = await QueueLedger.create(3);
    ledger.fund(50_000, ALICE, BOB, HANK);
    ledger.noop(ALICE);
    ledger.queue(HANK);
    ledger.noop(HANK, { fee: 11 }, 'telCAN_NOT_QUEUE_FEE');
    ledger.noop(HANK, { fee: 12 }, 'telCAN_NOT_QUEUE_FEE');
    ledger.queue(HANK, { fee: 600 });
    ledger.expect(1, undefined, 4, 3);
    ledger.noop(HANK, { fee: 750 }, 'telCAN_NOT_QUEUE_FEE');
    ledger.noop(HANK, { fee: ledger.openLedgerFee });
    ledger.expect(0, undefined, 5, 3);
    ledger.queue(HANK, { fee: 20 });
    await ledger.close();
    ledger.expect(0, 10, 1, 5);
  });

  test('drops its cheapest transaction for a better one when it is full, and retries it when there is room', async () => {
    const ledger = await QueueLedger.create(3);
    ledger.fund(50_000, ALICE, BOB, CHARLIE);
    await ledger.close();
    ledger.fund(50_000, DARIA, ELMO, FRED);
    await ledger.close();
    ledger.fund(50_000, GWEN, HANK);
    await ledger.close();
    ledger.expect(0, 6, 0, 3);
    for (const who of [HANK, GWEN, FRED, ELMO]) ledger.noop(who, { fee: 7000 });
    for (const [at, who] of [DARIA, ELMO, FRED, GWEN, HANK, ALICE].entries()) ledger.queue(who, { fee: 15 + at });
    ledger.expect(6, 6, 4, 3, 385n);
    ledger.noop(CHARLIE, {}, 'telCAN_NOT_QUEUE_FULL');
    ledger.noop(CHARLIE, { fee: 15 }, 'telCAN_NOT_QUEUE_FULL');
    ledger.queue(CHARLIE, { fee: 100 });
    ledger.expect(6, 6, 4, 3, 410n);
    await ledger.close();
    ledger.expect(2, 8, 5, 4);
    assert.equal(ledger.metrics.medianLevel, 256n * 700n);
    assert.equal(ledger.env.node.openLedger.queue.ofAccount(DARIA.id).length, 1);
    await ledger.close();
    ledger.expect(0, 10, 2, 5);
    assert.equal(ledger.metrics.medianLevel, 128_000n);
  });

  test('drops the last transaction of the account that pays least, for more than the average of that account', async () => {
    const ledger = await QueueLedger.create(3);
    ledger.fund(50_000, ALICE, BOB, CHARLIE);
    await ledger.close();
    ledger.fund(50_000, DARIA, ELMO, FRED);
    await ledger.close();
    ledger.expect(0, 6, 0, 3);
    ledger.fill(ALICE);
    const first = ledger.seq(DARIA);
    for (const [at, fee] of [15, 20, 25].entries()) ledger.queue(DARIA, { seq: first + at, fee });
    for (const who of [BOB, ELMO, FRED]) ledger.queue(who, { fee: 100 });
    ledger.expect(6, 6, 4, 3, 385n);
    for (const fee of [19, 20]) ledger.noop(CHARLIE, { fee }, 'telCAN_NOT_QUEUE_FULL');
    ledger.queue(CHARLIE, { fee: 21 });
    assert.deepEqual(
      ledger.env.node.openLedger.queue.ofAccount(DARIA.id).map(({ value }) => value),
      [first, first + 1],
    );
  });

  test('lets the hash of the last ledger decide between those that pay the same', async () => {
    const ledger = await QueueLedger.create(3, { maximumTxnPerAccount: 30, minimumQueueSize: 100 });
    ledger.fund(50_000, ALICE, BOB);
    ledger.fill(ALICE);
    const first = ledger.seq(BOB);
    for (let at = 0; at < 20; at++) ledger.queue(BOB, { seq: first + at, fee: 20 });
    await ledger.close();
    const salt = BigInt(`0x${ledger.env.node.openLedger.view.parentHash}`);
    const ids = ledger.env.node.openLedger.queue.all().map(({ transaction }) => transaction.id);
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
      const ledger = await QueueLedger.create(3, { maximumTxnPerAccount: 200, minimumQueueSize: 100 });
      ledger.fund(50_000_000, ALICE, BOB);
      ledger.fill(ALICE);
      const [alice, bob] = [ledger.seq(ALICE), ledger.seq(BOB)];
      ledger.queue(ALICE, { last: ledger.env.node.openLedger.view.ledgerIndex + 2 });
      for (let at = 1; at <= 2; at++) ledger.queue(ALICE, { seq: alice + at, fee: 6000 });
      for (let at = 0; at < payments; at++) ledger.queue(BOB, { seq: bob + at, fee: 5000 });
      for (let closes = 0; closes < 2; closes++) await ledger.close();
      // The first transaction of Alice expires with the next close, before the queue is drained.
      assert.deepEqual([ledger.metrics.queuedCount - 1, ledger.metrics.maximumQueueSize], [queued, 100]);
      await ledger.close();
      const { queue } = ledger.env.node.openLedger;
      assert.deepEqual(
        queue.ofAccount(ALICE.id).map(({ value }) => value - alice),
        left,
      );
    }
  });

  test('takes tickets in the order of their fees, and needs each in the ledger already', async () => {
    const ledger = await QueueLedger.create(3);
    ledger.fund(50_000, ALICE);
    ledger.fill(ALICE);
    const ticket = ledger.seq(ALICE) + 1;
    ledger.submit(ALICE, { TransactionType: 'TicketCreate', TicketCount: 250 }, { seq: ticket - 1 }, 'terQUEUED');
    ledger.noop(ALICE, { ticket: ticket - 2 }, 'tefNO_TICKET');
    ledger.noop(ALICE, { ticket: ticket - 1 }, 'terPRE_TICKET');
    ledger.expect(1, undefined, 4, 3);
    await ledger.close();
    ledger.expect(0, 8, 1, 4);
    assert.deepEqual([ledger.env.account(ALICE)!.TicketCount, ledger.seq(ALICE)], [250, ticket + 250]);
    for (let at = 1; at <= 4; at++) ledger.noop(ALICE, { ticket: ticket + at, fee: 10 + at });
    for (let at = 5; at <= 12; at++) ledger.queue(ALICE, { ticket: ticket + at, fee: 10 + at });
    ledger.noop(ALICE, { ticket: ticket + 13, fee: 23 }, 'telCAN_NOT_QUEUE_FULL');
    ledger.expect(8, 8, 5, 4, 385n);
    await ledger.close();
    assert.equal(ledger.env.account(ALICE)!.TicketCount, 240);
    for (const at of [1, 4, 7, 12]) ledger.noop(ALICE, { ticket: ticket + at }, 'tefNO_TICKET');
    for (const at of [5, 6, 13]) ledger.noop(ALICE, { ticket: ticket + at }, 'telCAN_NOT_QUEUE_FEE');
    ledger.expect(3, 10, 6, 5);
    const next = ledger.seq(ALICE);
    ledger.noop(ALICE, { seq: next + 1 }, 'terPRE_SEQ');
    ledger.noop(ALICE, { seq: next - 1 }, 'tefPAST_SEQ');
    for (let at = 0; at < 7; at++) ledger.queue(ALICE, { seq: next + at });
    ledger.noop(ALICE, { seq: next + 7 }, 'telCAN_NOT_QUEUE_FULL');
    ledger.expect(10, 10, 6, 5, 257n);
    await ledger.close();
    ledger.expect(4, 12, 7, 6);
    assert.deepEqual([ledger.env.account(ALICE)!.TicketCount, ledger.seq(ALICE)], [237, next + 4]);
  });

  test('refuses what would expire before its turn, and forgets what has expired', async () => {
    const ledger = await QueueLedger.create(2);
    ledger.fund(1000, ALICE, BOB);
    await ledger.closeSlowly();
    ledger.fund(1000, CHARLIE, DARIA);
    await ledger.closeSlowly();
    ledger.fund(1000, ELMO, FRED);
    await ledger.closeSlowly();
    ledger.expect(0, undefined, 0, 2);
    for (const who of [BOB, CHARLIE, DARIA]) ledger.noop(who);
    assert.equal(ledger.env.node.openLedger.view.ledgerIndex, 6);
    ledger.noop(ALICE, { last: 7 }, 'telCAN_NOT_QUEUE');
    ledger.queue(ALICE, { last: 8 });
    for (const who of [BOB, CHARLIE, DARIA, ELMO]) ledger.queue(who, { fee: 7000 });
    await ledger.close();
    ledger.expect(1, 6, 4, 3);
    for (const who of [BOB, CHARLIE, DARIA, ELMO]) ledger.queue(who, { fee: 7000 });
    ledger.queue(FRED, { fee: 6999 });
    ledger.expect(6, 6, 4, 3, 257n);
    await ledger.close();
    ledger.expect(1, 8, 5, 4);
    for (const who of [BOB, CHARLIE, DARIA, ELMO]) ledger.queue(who, { fee: 8000 });
    ledger.queue(DARIA, { fee: 8000, seq: ledger.seq(DARIA) + 1 });
    ledger.queue(FRED, { fee: 7999 });
    ledger.queue(FRED, { fee: 7999, seq: ledger.seq(FRED) + 1 });
    ledger.expect(8, 8, 5, 4, 257n);
    await ledger.close();
    ledger.expect(1, 10, 6, 5);
    assert.deepEqual([ledger.seq(ALICE), ledger.env.node.openLedger.queue.ofAccount(ALICE.id).length], [3, 0]);
    await ledger.close();
    ledger.expect(0, 12, 1, 6);
  });

  test('tries local transactions again that it could not take', async () => {
    const ledger = await QueueLedger.create(2);
    ledger.fund(50_000, ALICE, BOB, CHARLIE);
    const next = ledger.seq(ALICE);
    ledger.noop(ALICE, { fee: ledger.openLedgerFee, seq: next + 1 }, 'terPRE_SEQ');
    ledger.queue(ALICE);
    ledger.noop(ALICE, { seq: next + 2 }, 'telCAN_NOT_QUEUE');
    ledger.noop(BOB, { fee: ledger.openLedgerFee });
    ledger.queue(CHARLIE, { fee: 1000 });
    ledger.queue(ALICE, { seq: next + 1 });
    ledger.expect(3, undefined, 4, 2);
    await ledger.close();
    ledger.expect(0, 8, 4, 4);
  });

  test('ignores queued sequences that the open ledger used without it', async () => {
    const ledger = await QueueLedger.create(3);
    ledger.fund(50_000, ALICE);
    ledger.fill(ALICE);
    const next = ledger.seq(ALICE);
    ledger.queue(ALICE);
    const { fees, openLedger } = ledger.env.node;
    const rival = ledger.env.sign(ALICE, { TransactionType: 'AccountSet', Fee: ledger.openLedgerFee });
    const { view } = openLedger;
    assert.ok(applyTransaction(view, rival, { fees, networkId: 0, rules: view.rules }).applied);
    ledger.expect(1, undefined, 5, 3);
    ledger.noop(ALICE, { seq: next + 1, fee: ledger.openLedgerFee });
    ledger.queue(ALICE, { seq: next + 2 });
    ledger.queue(ALICE, { seq: next + 3 });
    ledger.expect(3, undefined, 6, 3);
    await ledger.close();
    ledger.expect(0, 12, 2, 6);
  });

  test('counts a free transaction as one that pays the base fee', async () => {
    const ledger = await QueueLedger.create(2);
    ledger.fund(1000, ALICE, BOB);
    ledger.noop(ALICE);
    ledger.submit(ALICE, { TransactionType: 'SetRegularKey', RegularKey: BOB.id }, { fee: 0 }, 'terQUEUED');
    assert.equal(ledger.env.node.openLedger.queue.ofAccount(ALICE.id)[0]!.feeLevel, 256n);
    await ledger.close();
    ledger.expect(0, 6, 1, 3);
  });

  test('queues nothing with fail_hard, and simulates nothing that would have to wait', async () => {
    const ledger = await QueueLedger.create(2);
    ledger.fund(1000, ALICE, BOB);
    ledger.noop(ALICE);
    const transaction = ledger.env.sign(ALICE, { TransactionType: 'AccountSet' });
    const { node } = ledger.env;
    assert.equal(submitNow(node, transaction, { failHard: true }).result, 'telCAN_NOT_QUEUE');
    assert.equal(simulateNow(node, transaction).result, 'telCAN_NOT_QUEUE');
    const outcome = submitNow(node, transaction);
    const { result, applied, queued, kept, broadcast, ledgerState } = outcome;
    assert.deepEqual([result, applied, queued, kept, broadcast], ['terQUEUED', false, true, true, true]);
    const sequence = ledger.seq(ALICE);
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
        const ledger = await QueueLedger.create(2, { maximumTxnPerAccount: 4, minimumQueueSize: 6 });
        const parties = [ALICE, BOB, CHARLIE];
        ledger.fund(1000, ...parties);
        const { node } = ledger.env;
        const queue = node.openLedger.queue as TransactionQueue;
        for (const [at, { who, ahead, fee, last, closes }] of steps.entries()) {
          const sender = parties[who]!;
          const terms = last === undefined ? {} : { LastLedgerSequence: node.openLedger.view.ledgerIndex + last };
          const Sequence = ledger.seq(sender) + ahead;
          const fields = { TransactionType: 'AccountSet', Sequence, Fee: BigInt(fee), ...terms };
          const transaction = ledger.env.sign(sender, fields);
          const isOutOfTurn = queue.isOutOfTurn(node.openLedger.view, transaction);
          const { applied, queued } = submitNow(node, transaction);
          assert.ok(!(isOutOfTurn && (applied || queued)));
          if (closes && at % 5 === 0) await ledger.close();
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
        await ledger.env.stop();
      }),
      { numRuns: 25, seed: 7 },
    );
  });
});
