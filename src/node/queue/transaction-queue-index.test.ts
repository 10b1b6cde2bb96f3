import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { finishSteps } from '../../util/steps.ts';
import { drainQueue } from './drain-queue.ts';
import { type Candidate, createCandidate, nextFreeSequence, QueueIndex } from './transaction-queue-index.ts';

const CONSEQUENCES = { isBlocker: false, feeDrops: 10n, potentialSpendDrops: 0n, sequencesConsumed: 1 };

/** `account` is one letter. The name of a candidate is that letter with its sequence, or with `t` and its ticket. */
function candidate(name: string, feeLevel: number, sequencesConsumed = 1): Candidate {
  const [account = '', isTicket, value] = [name[0], name[1] === 't', Number(name.replace(/^\D+/, ''))];
  const fields = {
    TransactionType: 'AccountSet',
    Account: account.toUpperCase().padEnd(40, '0'),
    Fee: 10n,
    Sequence: isTicket ? 0 : value,
    SigningPubKey: '',
    Domain: name,
    ...(isTicket ? { TicketSequence: value } : {}),
  };
  const transaction: Transaction = {
    id: Buffer.from(name).toString('hex').padEnd(64, '0'),
    blob: Buffer.alloc(0),
    fields,
  };
  return createCandidate(transaction, BigInt(feeLevel), { ...CONSEQUENCES, sequencesConsumed }, {});
}

function nameOf({ transaction }: Candidate): string {
  return String(transaction.fields.Domain);
}

/** Drains a queue into a ledger with the results in `results`, whose required level grows by one with each transaction. */
function drain(
  index: QueueIndex,
  results: Readonly<Record<string, Ter>> = {},
  from = 256,
  isNearlyFull = false,
): string[] {
  const tried: string[] = [];
  let level = BigInt(from);
  const steps = drainQueue(index, {
    requiredLevel: () => level,
    apply: (one) => {
      tried.push(nameOf(one));
      const result = results[nameOf(one)] ?? 'tesSUCCESS';
      if (result === 'tesSUCCESS') level++;
      return { result, applied: result === 'tesSUCCESS', metadata: undefined };
    },
    isNearlyFull: () => isNearlyFull,
  });
  finishSteps(steps);
  return tried;
}

function indexOf(...entries: readonly (readonly [string, number])[]): QueueIndex {
  const index = new QueueIndex();
  for (const [name, level] of entries) index.add(candidate(name, level));
  return index;
}

function left(index: QueueIndex): string[] {
  return index.byFee.map(nameOf);
}

describe('draining the queue', () => {
  test('goes from the best paying to the worst, and returns to sequences that had to wait for another', () => {
    const index = indexOf(['a1', 300], ['a2', 900], ['b1', 500], ['c1', 299], ['at7', 400]);
    assert.deepEqual(drain(index), ['b1', 'at7', 'a1', 'a2', 'c1']);
    assert.equal(index.size, 0);
  });

  test('drops what can never succeed, and keeps what may for ten more tries', () => {
    const index = indexOf(['a1', 300], ['b1', 299], ['c1', 298]);
    const results = { a1: 'tefPAST_SEQ', b1: 'terINSUF_FEE_B', c1: 'temBAD_AMOUNT' } as const;
    assert.deepEqual(drain(index, results), ['a1', 'b1', 'c1']);
    assert.deepEqual(left(index), ['b1']);
    const [candidate] = index.byFee;
    assert.deepEqual([candidate?.retriesRemaining, candidate?.lastResult], [9, 'terINSUF_FEE_B']);
    for (let tries = 0; tries < 9; tries++) drain(index, results);
    assert.equal(index.size, 1);
    drain(index, results);
    assert.equal(index.size, 0);
  });

  test('gives few tries to the others of an account that wasted all of one', () => {
    const index = indexOf(['at1', 300], ['at2', 299]);
    for (let tries = 0; tries <= 10; tries++) drain(index, { at1: 'telINSUF_FEE_P', at2: 'telINSUF_FEE_P' }, 300);
    assert.deepEqual(left(index), ['at2']);
    drain(index, { at2: 'telINSUF_FEE_P' });
    assert.equal(index.byFee[0]?.retriesRemaining, 1);
  });

  test('punishes failures of accounts with a bad record when room is scarce: the last sequence, or the ticket', () => {
    const index = indexOf(['a1', 300], ['a2', 299], ['a3', 298], ['bt1', 297], ['bt2', 296]);
    for (const { transaction } of [...index.byFee]) index.account(transaction.fields.Account)!.dropPenalty = true;
    drain(index, { a1: 'terPRE_SEQ', bt1: 'telINSUF_FEE_P', bt2: 'telINSUF_FEE_P' }, 256, true);
    assert.deepEqual(left(index), ['a1', 'a2', 'bt2']);
  });

  test('penalizes no account while there is room, nor an account without a bad record', () => {
    for (const [dropPenalty, isNearlyFull] of [
      [true, false],
      [false, true],
    ] as const) {
      const index = indexOf(['a1', 300], ['a2', 299]);
      index.account(index.byFee[0]!.transaction.fields.Account)!.dropPenalty = dropPenalty;
      drain(index, { a1: 'terPRE_SEQ' }, 256, isNearlyFull);
      assert.deepEqual(left(index), ['a1', 'a2']);
    }
  });

  test('continues behind the last one when others arrive meanwhile', () => {
    const index = indexOf(['a1', 300], ['b1', 299], ['c1', 298]);
    const tried: string[] = [];
    const steps = drainQueue(index, {
      requiredLevel: () => 256n,
      apply: (one) => {
        tried.push(nameOf(one));
        return { result: 'terPRE_SEQ', applied: false, metadata: undefined };
      },
      isNearlyFull: () => false,
    });
    steps.next();
    index.add(candidate('d1', 400));
    finishSteps(steps);
    assert.deepEqual(tried, ['a1', 'b1', 'c1']);
  });
});

describe('the next free sequence', () => {
  const root = { Sequence: 5 } as AccountRoot;
  const nextOf = (...candidates: readonly Candidate[]): number => {
    const index = new QueueIndex();
    for (const one of candidates) index.add(one);
    return nextFreeSequence(root, index.account('A'.padEnd(40, '0')));
  };

  test('is behind what waits, by as many as each of them consumes', () => {
    assert.equal(nextOf(), 5);
    assert.equal(nextOf(candidate('a5', 256)), 6);
    assert.equal(nextOf(candidate('a5', 256, 4), candidate('a9', 256)), 10);
  });

  test('is that of the ledger where nothing waits with it', () => {
    assert.equal(nextOf(candidate('a6', 256)), 5);
    assert.equal(nextOf(candidate('at7', 256)), 5);
  });
});
