/**
 * A data directory with rows in all tables, and questions about it with the right answers: state at several ledgers, pages of
 * histories in both directions, transactions, ledgers, books, and what does not exist.
 */
import { cpSync, rmSync } from 'node:fs';
import { transactionIdOf } from '../../../src/protocol/transaction/transaction.ts';
import type { Json, JsonObject } from '../../../src/protocol/values.ts';
import { methodTable } from '../../../src/rpc/table.ts';
import { openLmdbStore } from '../../../src/storage/lmdb/lmdb-store.ts';
import { bytesToHex } from '../../../src/util/hex.ts';
import { checkNewestLedger } from '../../../src/verify/startup-check.ts';
import { soundRequests } from '../../hostile/support/requests.ts';
import { usdOf } from '../entries-of-every-type.ts';
import { Env, MASTER, party } from '../env.ts';
import { ALICE, BOB, createFilledServer, type FilledServer, ISSUER } from '../filled-server.ts';
import { type Answer, type Call, rpcOf } from '../rpc-call.ts';
import { TestClock } from '../test-clock.ts';

export interface Question {
  readonly method: string;
  readonly params: JsonObject;
}

/** A question and the text of its answer on undamaged data. */
export interface AnsweredQuestion extends Question {
  readonly answer: string;
}

export interface VariedChain {
  /** The time at which the questions are asked. */
  readonly nowMs: number;
  /** Reads, in any order. */
  readonly reads: readonly AnsweredQuestion[];
  /** Submissions, a close, and reads of the new ledger: in this order, after the reads. */
  readonly story: readonly AnsweredQuestion[];
}

/** Ledgers after those that fill the tables. */
const MORE_LEDGERS = 24;
/** In a few ledgers more than the rows of one block of an account's history. */
const PAYMENTS_A_LEDGER = 12;
const MOST_PAGES = 6;
const PAST_LEDGERS = [3, 8, 12, 20, 30];
const ABSENT_HASH = 'AB'.repeat(32);
const ABSENT_ACCOUNT = 'rrrrrrrrrrrrrrrrrrrrBZbvji';
/** Validates a ledger. */
export const CLOSE: Question = { method: 'ledger_accept', params: {} };
const WHOLE = { ledger_index_min: -1, ledger_index_max: -1 };
/** They change the server, or their answer differs each time. */
const NOT_ASKED = new Set(['ledger_request', 'random', 'subscribe', 'unsubscribe', 'path_find', 'wallet_propose']);
/** They read no rows. */
const WITHOUT_ROWS = new Set(['manifest', 'ping', 'server_definitions', 'tx_reduce_relay', 'version']);
/** Methods of the engine that change nothing. */
const ASKED_OF_ENGINE = ['channel_verify', 'explain', 'owner_info', 'simulate', 'tx'];

/** Opens the chain in a directory as `weir start` does, at the time of the questions. */
export async function openChain(directory: string, nowMs: number): Promise<Env> {
  const store = openLmdbStore(directory);
  try {
    checkNewestLedger(store);
    const clock = new TestClock(nowMs);
    return await Env.create({ store, clock, randomBytes: (count) => Buffer.alloc(count, 7) });
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Creates the chain in an empty directory. */
export async function createVariedChain(directory: string): Promise<VariedChain> {
  const filled = await createFilledServer({ store: openLmdbStore(directory), isFurnished: true });
  for (let ledger = 0; ledger < MORE_LEDGERS; ledger++) await addLedger(filled, ledger);
  const nowMs = filled.env.clock.nowMs();
  const questions = [...new Map(Array.from(questionsAbout(filled), (one) => [JSON.stringify(one), one])).values()];
  const story = storyOf(filled);
  await filled.stop();
  const env = await openChain(directory, nowMs);
  const call = rpcOf(env);
  const reads: AnsweredQuestion[] = [];
  for (const question of questions) for await (const page of answered(call, question)) reads.push(page);
  await env.stop();
  return { nowMs, reads, story: await answeredStory(directory, nowMs, story) };
}

/** The requests of the story with the answers of a server on a copy of the data. */
async function answeredStory(
  directory: string,
  nowMs: number,
  story: readonly Question[],
): Promise<AnsweredQuestion[]> {
  const copy = `${directory}.copy`;
  cpSync(directory, copy, { recursive: true });
  const env = await openChain(copy, nowMs);
  const call = rpcOf(env);
  const pairs: AnsweredQuestion[] = [];
  for (const { method, params } of story)
    pairs.push({ method, params, answer: JSON.stringify(await call(method, params)) });
  await env.stop();
  rmSync(copy, { recursive: true });
  return pairs;
}

async function addLedger({ env }: FilledServer, ledger: number): Promise<void> {
  const { id: Destination } = ledger % 3 === 0 ? BOB : ALICE;
  for (let drops = 1n; drops <= PAYMENTS_A_LEDGER; drops++) {
    env.submit(MASTER, { TransactionType: 'Payment', Destination, Amount: drops }, 'tesSUCCESS');
  }
  const sides = { TakerPays: 1_500_000n + BigInt(ledger), TakerGets: usdOf(1n, ISSUER.id) };
  if (ledger % 2 === 0) env.submit(ALICE, { TransactionType: 'OfferCreate', ...sides }, 'tesSUCCESS');
  if (ledger % 4 === 0) env.submit(BOB, { TransactionType: 'TicketCreate', TicketCount: 1 }, 'tesSUCCESS');
  await env.close();
}

function* questionsAbout(filled: FilledServer): Generator<Question> {
  yield* soundQuestions(filled);
  const { env, names } = filled;
  const { store } = env.node;
  const { last } = store.ledgerRange()!;
  for (let ledger = 1; ledger <= last; ledger++) {
    yield {
      method: 'ledger',
      params: { ledger_index: ledger, transactions: true, expand: true, binary: ledger % 2 === 0 },
    };
    yield { method: 'ledger', params: { ledger_hash: store.header(ledger)!.hash } };
    for (const { blob } of store.ledgerTransactions(ledger)) {
      yield { method: 'tx', params: { transaction: transactionIdOf(blob) } };
    }
  }
  for (const index of names.entries) {
    yield { method: 'ledger_entry', params: { index, ledger_index: 'validated' } };
  }
  for (const [at, ledger_index] of PAST_LEDGERS.entries()) {
    for (const index of names.entries.filter((_, place) => place % PAST_LEDGERS.length === at))
      yield { method: 'ledger_entry', params: { index, ledger_index, binary: true } };
    yield { method: 'ledger_data', params: { ledger_index, limit: 40 } };
  }
  for (const account of [ALICE, BOB, ISSUER, MASTER].map(({ address }) => address).concat(ABSENT_ACCOUNT)) {
    for (const forward of [true, false]) {
      yield { method: 'account_tx', params: { account, ...WHOLE, forward, limit: 50 } };
      yield { method: 'account_tx', params: { account, ledger_index_min: 10, ledger_index_max: 25, forward } };
      yield { method: 'account_tx', params: { account, ...WHOLE, forward, tx_type: ['OfferCreate'], limit: 10 } };
      yield {
        method: 'account_tx',
        params: { account, ...WHOLE, forward, direction: 'in', counterparty: MASTER.address, limit: 20 },
      };
    }
    for (const ledger_index of ['validated', 'current', ...PAST_LEDGERS] as const) {
      for (const method of ['account_info', 'account_lines', 'account_objects', 'gateway_balances', 'account_offers'])
        yield { method, params: { account, ledger_index } };
    }
  }
  yield { method: 'tx', params: { transaction: ABSENT_HASH } };
  yield { method: 'ledger', params: { ledger_hash: ABSENT_HASH } };
  yield { method: 'ledger', params: { ledger_index: 1_000 } };
  yield { method: 'ledger_entry', params: { index: ABSENT_HASH, ledger_index: 'validated' } };
}

/** Requests for each method that only reads, in the last ledger and in an earlier one. */
function* soundQuestions(filled: FilledServer): Generator<Question> {
  for (const [method, requests] of soundRequests(filled)) {
    const { needs, role } = methodTable.get(method)!;
    const isAsked = needs === 'nothing' || needs === 'ledger' || ASKED_OF_ENGINE.includes(method);
    if (!isAsked || role === 'admin' || NOT_ASKED.has(method) || WITHOUT_ROWS.has(method)) continue;
    for (const params of requests) {
      yield { method, params };
      if (needs !== 'ledger' || 'ledger_index' in params) continue;
      yield { method, params: { ...params, ledger_index: 'validated' } };
      yield { method, params: { ...params, ledger_index: filled.ledgerIndex + 5 } };
    }
  }
}

/** Payments, an offer and a used ticket; a close; and what they did. */
function storyOf({ env, names }: FilledServer): Question[] {
  const ticket = names.ofType('Ticket').at(-1)!.entry.TicketSequence as number;
  const signed = [
    env.sign(ALICE, { TransactionType: 'Payment', Destination: BOB.id, Amount: 25_000_000n }),
    env.sign(MASTER, { TransactionType: 'Payment', Destination: ISSUER.id, Amount: 7n }),
    env.sign(BOB, { TransactionType: 'OfferCreate', TakerPays: usdOf(1n, ISSUER.id), TakerGets: 800_000n }),
    env.sign(BOB, { TransactionType: 'AccountSet', Sequence: 0, TicketSequence: ticket }),
    env.sign(party('absent'), { TransactionType: 'AccountSet' }),
  ];
  return [
    ...signed.map(({ blob }) => ({ method: 'submit', params: { tx_blob: bytesToHex(blob) } })),
    { method: 'account_info', params: { account: ALICE.address, ledger_index: 'current' } },
    CLOSE,
    ...signed.map(({ id }) => ({ method: 'tx', params: { transaction: id } })),
    { method: 'ledger', params: { ledger_index: 'validated', transactions: true } },
    { method: 'account_info', params: { account: ALICE.address, ledger_index: 'validated' } },
    { method: 'account_tx', params: { account: BOB.address, ...WHOLE, limit: 10 } },
    { method: 'ledger_data', params: { ledger_index: 'validated', limit: 40 } },
  ];
}

/** The question with its answer, then its next pages. */
async function* answered(call: Call, { method, params }: Question): AsyncGenerator<AnsweredQuestion> {
  let marker: Json | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const asked = marker === undefined ? params : { ...params, marker };
    const answer: Answer = await call(method, asked);
    yield { method, params: asked, answer: JSON.stringify(answer) };
    marker = answer.marker;
    if (marker === undefined) return;
  }
}
