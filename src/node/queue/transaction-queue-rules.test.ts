import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { party } from '../../../test/support/env.ts';
import { type Figures, QueueLedger } from '../../../test/support/queue-ledger.ts';
import { TEST_CONTEXT, TEST_FEES, TestLedger, testAccount } from '../../../test/support/test-view.ts';
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
async function fullLedger(): Promise<{ ledger: QueueLedger; next: number }> {
  const ledger = await QueueLedger.create(3);
  ledger.fund(50_000, ALICE, BOB);
  ledger.submit(ALICE, { ...KEY, RegularKey: CHARLIE.id }, {}, 'tesSUCCESS');
  ledger.noop(ALICE);
  return { ledger, next: ledger.seq(ALICE) };
}

describe('blockers in the queue', () => {
  test('wait neither behind nor in place of one of several', async () => {
    const { ledger, next } = await fullLedger();
    ledger.queue(ALICE, { seq: next });
    ledger.queue(ALICE, { seq: next + 1 });
    ledger.submit(ALICE, TRACKING, { seq: next, fee: 20 }, 'telCAN_NOT_QUEUE_BLOCKS');
    ledger.submit(ALICE, KEY, { seq: next + 1, fee: 20 }, 'telCAN_NOT_QUEUE_BLOCKS');
    ledger.submit(ALICE, SIGNERS, { seq: next + 2, fee: 20 }, 'telCAN_NOT_QUEUE_BLOCKS');
    ledger.queue(BOB);
    await ledger.close();
    ledger.expect(0, 8, 4, 4);
  });

  test('replace the only one, and are replaced by anything that pays more', async () => {
    const { ledger, next } = await fullLedger();
    ledger.queue(ALICE);
    ledger.submit(ALICE, KEY, { seq: next + 1, fee: 20 }, 'telCAN_NOT_QUEUE_BLOCKS');
    ledger.submit(ALICE, KEY, { fee: 20 }, 'terQUEUED');
    ledger.noop(ALICE, { seq: next + 1 }, 'telCAN_NOT_QUEUE_BLOCKED');
    ledger.submit(ALICE, SIGNERS, { fee: 26 }, 'terQUEUED');
    ledger.noop(ALICE, { seq: next + 1 }, 'telCAN_NOT_QUEUE_BLOCKED');
    ledger.queue(ALICE, { fee: 33 });
    ledger.queue(ALICE, { seq: next + 1 });
    ledger.expect(2, undefined, 4, 3);
  });

  test('are alone among tickets too', async () => {
    const ledger = await QueueLedger.create(3);
    ledger.fund(50_000, ALICE, BOB);
    const ticket = ledger.seq(ALICE) + 1;
    ledger.submit(ALICE, { TransactionType: 'TicketCreate', TicketCount: 10 }, {}, 'tesSUCCESS');
    ledger.noop(ALICE);
    ledger.submit(ALICE, TRACKING, { ticket: ticket + 2 }, 'terQUEUED');
    ledger.noop(ALICE, { ticket: ticket + 1 }, 'telCAN_NOT_QUEUE_BLOCKED');
    ledger.noop(ALICE, {}, 'telCAN_NOT_QUEUE_BLOCKED');
    ledger.queue(ALICE, { ticket: ticket + 2, fee: 20 });
    ledger.queue(ALICE, { ticket: ticket + 1 });
    ledger.submit(ALICE, KEY, { fee: 20 }, 'telCAN_NOT_QUEUE_BLOCKS');
    ledger.queue(ALICE);
    await ledger.close();
    ledger.expect(0, 8, 3, 4);
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
      ...TEST_CONTEXT,
      fees: { ...TEST_FEES, reserveDrops: 50n },
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
    const ledger = await QueueLedger.create(3);
    ledger.fund(50_000, ALICE, BOB);
    ledger.fill(ALICE);
    const next = ledger.seq(BOB);
    ledger.queue(BOB);
    ledger.noop(BOB, { seq: next + 2, fee: 100 }, 'telCAN_NOT_QUEUE');
    for (let at = 1; at < 10; at++) ledger.queue(BOB, { seq: next + at });
    ledger.noop(BOB, { seq: next + 10 }, 'telCAN_NOT_QUEUE_FULL');
    ledger.queue(BOB, { seq: next + 5, fee: 20 });
    ledger.expect(10, undefined, 4, 3);
    assert.equal(ledger.env.node.openLedger.queue.nextSequence(ledger.env.account(BOB)!), next + 10);
  });

  test('may fill a gap that expired ones left, from its front, even when it has reached the limit', async () => {
    const ledger = await QueueLedger.create(1, { ledgersInQueue: 10, maximumTxnPerAccount: 11 });
    ledger.fund(500_000, ALICE, BOB);
    const [first, bob] = [ledger.seq(ALICE), ledger.seq(BOB)];
    ledger.submit(ALICE, { TransactionType: 'TicketCreate', TicketCount: 11 }, { fee: 201 }, 'terQUEUED');
    for (let at = 11; at < 20; at++) ledger.queue(ALICE, { seq: first + at, last: at > 15 && at < 19 ? 5 : 11 });
    for (let at = 0; at < 11; at++) ledger.queue(BOB, { seq: bob + at, fee: 200 });
    ledger.expect(21, undefined, 2, 1);
    for (const figures of ledgerByLedger([18, 20, 3, 2], [14, 30, 4, 3], [6, 40, 5, 4])) {
      await ledger.close();
      ledger.expect(...figures);
      assert.equal(ledger.seq(ALICE), first + 12);
    }
    for (let at = 1; at <= 5; at++) ledger.queue(ALICE, { ticket: first + at });
    ledger.noop(ALICE, { ticket: first + 6 }, 'telCAN_NOT_QUEUE_FULL');
    ledger.noop(ALICE, { seq: first + 20 }, 'telCAN_NOT_QUEUE_FULL');
    ledger.noop(ALICE, { seq: first + 15 }, 'telCAN_NOT_QUEUE_FEE');
    for (const at of [18, 17]) ledger.noop(ALICE, { seq: first + at }, 'telCAN_NOT_QUEUE_FULL');
    ledger.queue(ALICE, { seq: first + 16 });
    ledger.noop(ALICE, { seq: first + 18 }, 'telCAN_NOT_QUEUE_FULL');
    ledger.queue(ALICE, { seq: first + 17 });
    ledger.queue(ALICE, { seq: first + 18 });
    ledger.expect(14, 40, 5, 4);
    ledger.noop(ALICE, { seq: first + 20 }, 'telCAN_NOT_QUEUE_FULL');
    for (let count = 0; count < 3; count++) await ledger.close();
    ledger.expect(0, 70, 2, 7);
    assert.equal(ledger.seq(ALICE), first + 21);
  });

  test('fills the place of expired ones', async () => {
    const ledger = await QueueLedger.create(1, { ledgersInQueue: 10, maximumTxnPerAccount: 20 });
    ledger.fund(500_000, ALICE, BOB);
    const [alice, bob] = [ledger.seq(ALICE), ledger.seq(BOB)];
    for (const [at, last] of [5, 5, 10, 11].entries()) ledger.queue(ALICE, { seq: alice + at, last });
    for (let at = 0; at < 12; at++) ledger.queue(BOB, { seq: bob + at, fee: 200 });
    ledger.expect(16, undefined, 2, 1);
    for (const figures of ledgerByLedger([13, 20, 3, 2], [9, 30, 4, 3], [2, 40, 5, 4])) {
      await ledger.close();
      ledger.expect(...figures);
    }
    ledger.noop(ALICE, { seq: alice + 1 }, 'terPRE_SEQ');
    ledger.submit(ALICE, TRACKING, { seq: alice }, 'telCAN_NOT_QUEUE_BLOCKS');
    ledger.queue(ALICE, { seq: alice, fee: 20 });
    ledger.queue(ALICE, { seq: alice + 1, fee: 20 });
    await ledger.close();
    ledger.expect(0, 50, 4, 5);
    assert.equal(ledger.seq(ALICE), alice + 4);
  });

  test('cannot owe more fees than the reserve or its balance covers', async () => {
    const ledger = await QueueLedger.create(3, {}, TINY_RESERVES);
    ledger.fund(50_000, ALICE, CHARLIE);
    ledger.fill(CHARLIE);
    const next = ledger.seq(ALICE);
    ledger.queue(ALICE, { fee: 100 });
    ledger.submit(ALICE, pay(50_000n * XRP), { fee: 99, seq: next + 1 }, 'terQUEUED');
    // What the payment may spend is all but the reserve, of which fees have already taken 199 of 200 drops.
    ledger.noop(ALICE, { fee: 51, seq: next + 2 }, 'terINSUF_FEE_B');
    await ledger.close();
    ledger.fill(CHARLIE);
    ledger.queue(ALICE, { fee: 300 });
    ledger.noop(ALICE, { fee: 51, seq: ledger.seq(ALICE) + 1 }, 'telCAN_NOT_QUEUE_BALANCE');
  });

  test('may queue behind a payment of all that it has, since that leaves the reserve', async () => {
    const ledger = await QueueLedger.create(3, {}, TINY_RESERVES);
    ledger.fund(50_000, ALICE, CHARLIE);
    ledger.fill(CHARLIE);
    const next = ledger.seq(ALICE);
    ledger.submit(ALICE, pay(50_000n * XRP), {}, 'terQUEUED');
    ledger.queue(ALICE, { seq: next + 1 });
    await ledger.close();
    assert.equal(ledger.env.account(ALICE)!.Balance, 50_000n * XRP - 20n);
  });

  test('stays below its balance when that is all it has', async () => {
    const ledger = await QueueLedger.create(3, {}, TINY_RESERVES);
    ledger.fund(1, ALICE);
    ledger.fund(50_000, CHARLIE);
    ledger.noop(ALICE, { fee: XRP - 30n });
    await ledger.close();
    ledger.fill(CHARLIE);
    ledger.queue(ALICE, { fee: 25 });
    ledger.noop(ALICE, { seq: ledger.seq(ALICE) + 1 }, 'terINSUF_FEE_B');
    await ledger.close();
    assert.equal(ledger.env.account(ALICE)!.Balance, 5n);
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
