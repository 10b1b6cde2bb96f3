import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { party } from '../../../test/support/env.ts';
import { type Figures, QueueWorld } from '../../../test/support/queue-world.ts';
import { TEST_FEES, TestLedger, testAccount } from '../../../test/support/test-view.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { AccountSetFlags } from '../../protocol/tables/flags.ts';
import type { StObject } from '../../protocol/values.ts';
import { type Candidate, createCandidate, QueueIndex } from './transaction-queue-index.ts';
import { createQueueCandidate, viewAfterQueued } from './transaction-queue-rules.ts';

const ALICE = party('alice');
const BOB = party('bob');
const CHARLIE = party('charlie');
const XRP = 1_000_000n;
const TRACKING: StObject = { TransactionType: 'AccountSet', SetFlag: AccountSetFlags.asfAccountTxnID };
const KEY: StObject = { TransactionType: 'SetRegularKey', RegularKey: BOB.id };
const SIGNERS: StObject = {
  TransactionType: 'SignerListSet',
  SignerQuorum: 2,
  SignerEntries: [BOB, CHARLIE].map(({ id }) => ({ SignerEntry: { Account: id, SignerWeight: 1 } })),
};
/** Fees and reserves of one size. */
const TINY_RESERVES = { fees: { baseDrops: 10n, reserveDrops: 200n, reserveIncrementDrops: 50n } };

function pay(drops: bigint): StObject {
  return { TransactionType: 'Payment', Destination: CHARLIE.id, Amount: drops };
}

/** The queue's figures after one ledger and the next. */
function ledgerByLedger(...figures: Figures[]): Figures[] {
  return figures;
}

/** A full ledger of four, and the next sequence of ALICE, who spent her free change of the key. */
async function fullWorld(): Promise<{ world: QueueWorld; next: number }> {
  const world = await QueueWorld.create(3);
  world.fund(50_000, ALICE, BOB);
  world.submit(ALICE, { ...KEY, RegularKey: CHARLIE.id }, {}, 'tesSUCCESS');
  world.noop(ALICE);
  return { world, next: world.seq(ALICE) };
}

describe('blockers in the queue', () => {
  test('wait neither behind nor in place of one of several', async () => {
    const { world, next } = await fullWorld();
    world.queue(ALICE, { seq: next });
    world.queue(ALICE, { seq: next + 1 });
    world.submit(ALICE, TRACKING, { seq: next, fee: 20 }, 'telCAN_NOT_QUEUE_BLOCKS');
    world.submit(ALICE, KEY, { seq: next + 1, fee: 20 }, 'telCAN_NOT_QUEUE_BLOCKS');
    world.submit(ALICE, SIGNERS, { seq: next + 2, fee: 20 }, 'telCAN_NOT_QUEUE_BLOCKS');
    world.queue(BOB);
    await world.close();
    world.expect(0, 8, 4, 4);
  });

  test('replace the only one, and are replaced by anything that pays more', async () => {
    const { world, next } = await fullWorld();
    world.queue(ALICE);
    world.submit(ALICE, KEY, { seq: next + 1, fee: 20 }, 'telCAN_NOT_QUEUE_BLOCKS');
    world.submit(ALICE, KEY, { fee: 20 }, 'terQUEUED');
    world.noop(ALICE, { seq: next + 1 }, 'telCAN_NOT_QUEUE_BLOCKED');
    world.submit(ALICE, SIGNERS, { fee: 26 }, 'terQUEUED');
    world.noop(ALICE, { seq: next + 1 }, 'telCAN_NOT_QUEUE_BLOCKED');
    world.queue(ALICE, { fee: 33 });
    world.queue(ALICE, { seq: next + 1 });
    world.expect(2, undefined, 4, 3);
  });

  test('are alone among tickets too', async () => {
    const world = await QueueWorld.create(3);
    world.fund(50_000, ALICE, BOB);
    const ticket = world.seq(ALICE) + 1;
    world.submit(ALICE, { TransactionType: 'TicketCreate', TicketCount: 10 }, {}, 'tesSUCCESS');
    world.noop(ALICE);
    world.submit(ALICE, TRACKING, { ticket: ticket + 2 }, 'terQUEUED');
    world.noop(ALICE, { ticket: ticket + 1 }, 'telCAN_NOT_QUEUE_BLOCKED');
    world.noop(ALICE, {}, 'telCAN_NOT_QUEUE_BLOCKED');
    world.queue(ALICE, { ticket: ticket + 2, fee: 20 });
    world.queue(ALICE, { ticket: ticket + 1 });
    world.submit(ALICE, KEY, { fee: 20 }, 'telCAN_NOT_QUEUE_BLOCKS');
    world.queue(ALICE);
    await world.close();
    world.expect(0, 8, 3, 4);
  });
});

describe('a transaction that is to wait beside others', () => {
  const consequences = { isBlocker: false, feeDrops: 100n, potentialSpendDrops: 30n, sequencesConsumed: 1 };
  const candidateOf = (ledger: TestLedger, Sequence: number) => {
    const transaction = ledger.transaction({ TransactionType: 'AccountSet', Account: ALICE.id, Sequence });
    return createCandidate(transaction, 256n, consequences, {});
  };
  /** The balance that remains for a transaction with this sequence, beside queued ones with the other sequences. */
  const leftFor = (balanceDrops: bigint, sequence: number, others: readonly number[]) => {
    const ledger = new TestLedger();
    ledger.fund(ALICE.id, { Balance: balanceDrops, Sequence: 5 });
    const candidates = others.map((other) => candidateOf(ledger, other));
    const queue = { candidates, retryPenalty: false, dropPenalty: false };
    const queueCandidate = createQueueCandidate(candidateOf(ledger, sequence), ledger.account(ALICE.id), queue);
    const view = viewAfterQueued(queueCandidate, ledger.view, {
      fees: { ...TEST_FEES, reserveDrops: 50n },
      networkId: 0,
    });
    return typeof view === 'string' ? view : view.read(accountKeylet(ALICE.id))!.Balance;
  };

  test('finds what their fees and their spending leave, if their fees leave anything', () => {
    assert.equal(leftFor(1000n, 7, [5, 6]), 1000n - 200n - 60n);
    assert.equal(leftFor(201n, 7, [5, 6]), 201n - 200n - 60n);
    assert.equal(leftFor(200n, 7, [5, 6]), 'telCAN_NOT_QUEUE_BALANCE');
  });

  test('does not count the last of them if it takes its place', () => {
    assert.equal(leftFor(1000n, 6, [5, 6]), 1000n - 100n - 30n);
    assert.equal(leftFor(1000n, 5, [5, 6]), 1000n - 200n - 60n);
  });
});

describe('an account in the queue', () => {
  test('has its sequences in order and no more transactions than the limit', async () => {
    const world = await QueueWorld.create(3);
    world.fund(50_000, ALICE, BOB);
    world.fill(ALICE);
    const next = world.seq(BOB);
    world.queue(BOB);
    world.noop(BOB, { seq: next + 2, fee: 100 }, 'telCAN_NOT_QUEUE');
    for (let at = 1; at < 10; at++) world.queue(BOB, { seq: next + at });
    world.noop(BOB, { seq: next + 10 }, 'telCAN_NOT_QUEUE_FULL');
    world.queue(BOB, { seq: next + 5, fee: 20 });
    world.expect(10, undefined, 4, 3);
    assert.equal(world.env.node.openLedger.queue.nextSequence(world.env.account(BOB)!), next + 10);
  });

  test('may fill a gap that expired ones left, from its front, even when it has reached the limit', async () => {
    const world = await QueueWorld.create(1, { ledgersInQueue: 10, maximumTxnPerAccount: 11 });
    world.fund(500_000, ALICE, BOB);
    const [first, bob] = [world.seq(ALICE), world.seq(BOB)];
    world.submit(ALICE, { TransactionType: 'TicketCreate', TicketCount: 11 }, { fee: 201 }, 'terQUEUED');
    for (let at = 11; at < 20; at++) world.queue(ALICE, { seq: first + at, last: at > 15 && at < 19 ? 5 : 11 });
    for (let at = 0; at < 11; at++) world.queue(BOB, { seq: bob + at, fee: 200 });
    world.expect(21, undefined, 2, 1);
    for (const figures of ledgerByLedger([18, 20, 3, 2], [14, 30, 4, 3], [6, 40, 5, 4])) {
      await world.close();
      world.expect(...figures);
      assert.equal(world.seq(ALICE), first + 12);
    }
    for (let at = 1; at <= 5; at++) world.queue(ALICE, { ticket: first + at });
    world.noop(ALICE, { ticket: first + 6 }, 'telCAN_NOT_QUEUE_FULL');
    world.noop(ALICE, { seq: first + 20 }, 'telCAN_NOT_QUEUE_FULL');
    world.noop(ALICE, { seq: first + 15 }, 'telCAN_NOT_QUEUE_FEE');
    for (const at of [18, 17]) world.noop(ALICE, { seq: first + at }, 'telCAN_NOT_QUEUE_FULL');
    world.queue(ALICE, { seq: first + 16 });
    world.noop(ALICE, { seq: first + 18 }, 'telCAN_NOT_QUEUE_FULL');
    world.queue(ALICE, { seq: first + 17 });
    world.queue(ALICE, { seq: first + 18 });
    world.expect(14, 40, 5, 4);
    world.noop(ALICE, { seq: first + 20 }, 'telCAN_NOT_QUEUE_FULL');
    for (let ledger = 0; ledger < 3; ledger++) await world.close();
    world.expect(0, 70, 2, 7);
    assert.equal(world.seq(ALICE), first + 21);
  });

  test('fills the place of expired ones', async () => {
    const world = await QueueWorld.create(1, { ledgersInQueue: 10, maximumTxnPerAccount: 20 });
    world.fund(500_000, ALICE, BOB);
    const [alice, bob] = [world.seq(ALICE), world.seq(BOB)];
    for (const [at, last] of [5, 5, 10, 11].entries()) world.queue(ALICE, { seq: alice + at, last });
    for (let at = 0; at < 12; at++) world.queue(BOB, { seq: bob + at, fee: 200 });
    world.expect(16, undefined, 2, 1);
    for (const figures of ledgerByLedger([13, 20, 3, 2], [9, 30, 4, 3], [2, 40, 5, 4])) {
      await world.close();
      world.expect(...figures);
    }
    world.noop(ALICE, { seq: alice + 1 }, 'terPRE_SEQ');
    world.submit(ALICE, TRACKING, { seq: alice }, 'telCAN_NOT_QUEUE_BLOCKS');
    world.queue(ALICE, { seq: alice, fee: 20 });
    world.queue(ALICE, { seq: alice + 1, fee: 20 });
    await world.close();
    world.expect(0, 50, 4, 5);
    assert.equal(world.seq(ALICE), alice + 4);
  });

  test('cannot owe more fees than the reserve or its balance covers', async () => {
    const world = await QueueWorld.create(3, {}, TINY_RESERVES);
    world.fund(50_000, ALICE, CHARLIE);
    world.fill(CHARLIE);
    const next = world.seq(ALICE);
    world.queue(ALICE, { fee: 100 });
    world.submit(ALICE, pay(50_000n * XRP), { fee: 99, seq: next + 1 }, 'terQUEUED');
    // What the payment may spend is all but the reserve, of which fees have already taken 199 of 200 drops.
    world.noop(ALICE, { fee: 51, seq: next + 2 }, 'terINSUF_FEE_B');
    await world.close();
    world.fill(CHARLIE);
    world.queue(ALICE, { fee: 300 });
    world.noop(ALICE, { fee: 51, seq: world.seq(ALICE) + 1 }, 'telCAN_NOT_QUEUE_BALANCE');
  });

  test('may queue behind a payment of all that it has, since that leaves the reserve', async () => {
    const world = await QueueWorld.create(3, {}, TINY_RESERVES);
    world.fund(50_000, ALICE, CHARLIE);
    world.fill(CHARLIE);
    const next = world.seq(ALICE);
    world.submit(ALICE, pay(50_000n * XRP), {}, 'terQUEUED');
    world.queue(ALICE, { seq: next + 1 });
    await world.close();
    assert.equal(world.env.account(ALICE)!.Balance, 50_000n * XRP - 20n);
  });

  test('stays below its balance when that is all it has', async () => {
    const world = await QueueWorld.create(3, {}, TINY_RESERVES);
    world.fund(1, ALICE);
    world.fund(50_000, CHARLIE);
    world.noop(ALICE, { fee: XRP - 30n });
    await world.close();
    world.fill(CHARLIE);
    world.queue(ALICE, { fee: 25 });
    world.noop(ALICE, { seq: world.seq(ALICE) + 1 }, 'terINSUF_FEE_B');
    await world.close();
    assert.equal(world.env.account(ALICE)!.Balance, 5n);
  });
});

const ledger = new TestLedger();
const consequences = { isBlocker: false, feeDrops: 10n, potentialSpendDrops: 0n, sequencesConsumed: 1 };

function candidate(account: string, Sequence: number, feeLevel: bigint): Candidate {
  const transaction = ledger.transaction({ TransactionType: 'AccountSet', Account: testAccount(account), Sequence });
  return createCandidate(transaction, feeLevel, consequences, {});
}

describe('the queue’s index', () => {
  test('has all by fee, an account’s by sequence, and each by its id, until it is removed', () => {
    const index = new QueueIndex();
    const [first, second, other] = [candidate('A', 1, 300n), candidate('A', 2, 500n), candidate('B', 1, 400n)];
    for (const one of [second, other, first]) index.add(one);
    assert.deepEqual(index.byFee, [second, other, first]);
    assert.deepEqual(index.account(testAccount('A'))?.candidates, [first, second]);
    assert.equal(index.get(second.transaction.id), second);
    index.remove(second);
    assert.deepEqual([index.byFee, index.size, index.has(second)], [[other, first], 2, false]);
    assert.equal(index.get(second.transaction.id), undefined);
    index.remove(other);
    index.dropEmptyAccounts();
    assert.deepEqual(
      [index.account(testAccount('B')), index.account(testAccount('A'))?.candidates.length],
      [undefined, 1],
    );
  });
});
