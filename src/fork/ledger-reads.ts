/**
 * Reads one ledger of another server by its hash, and checks what can be checked: each answer is about that ledger, and an
 * entry has the key that was asked for and, where its fields determine its key, that key. There are no proofs in the API, so
 * the other fields of an entry are trusted.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { accountIdToAddress } from '../crypto/address.ts';
import { decodeLedgerHeader, type LedgerHeader } from '../ledger/ledger-header.ts';
import { decodeObject } from '../protocol/codec/decode.ts';
import type { LedgerEntry } from '../protocol/entries/entries.ts';
import { type Book, bookRange, firstNftPageIndex, lastNftPageKeylet } from '../protocol/entries/keylets.ts';
import { ownKeys } from '../protocol/entries/own-keys.ts';
import { issueToJson } from '../protocol/json/to-json.ts';
import type { AccountId, Hash256, Hex, Json, JsonObject } from '../protocol/values.ts';
import { isJsonObject } from '../rpc/params/json-values.ts';
import { ForkReadError } from '../storage/fork/fork-base.ts';
import { hexToBytes } from '../util/hex.ts';
import type { LedgerLine } from './answer-file.ts';
import type { EntryAnswer, MethodAnswer, RunAnswer } from './known-answers.ts';
import { LAST_KEY, neighbourKey } from './known-state.ts';
import type { PacedCalls, Urgency } from './paced-calls.ts';

const HEX = /^(?:[0-9A-F]{2})*$/;
const KEY = /^[0-9A-F]{64}$/;
/** A server behind the same name may be a ledger behind, so it is asked again after a while. */
const LEDGER_ATTEMPTS = 3;
/** The longest page of `account_objects`. */
const OBJECTS_PAGE = 400;
/** Clio's error for a marker that is not the key of an entry (LedgerData.cpp). */
const UNKNOWN_MARKER = 'markerDoesNotExist';

/** The header of a ledger: by index, by hash, or the last validated one. */
export async function readLedger(calls: PacedCalls, ledger: number | Hash256 = 'validated'): Promise<LedgerLine> {
  const isHash = typeof ledger === 'string' && KEY.test(ledger);
  const name = isHash ? { ledger_hash: ledger } : { ledger_index: ledger };
  const result = await callOf(calls, 'ledger', { ...name, binary: true }, ledger);
  requireSuccess(calls.url, 'ledger', result);
  const { ledger_data } = isJsonObject(result.ledger) ? result.ledger : {};
  const { hash, ledgerIndex } = headerOf(calls.url, ledger_data);
  const isAsked = ledger === 'validated' || ledger === hash || ledger === ledgerIndex;
  if (!isAsked || result.ledger_hash !== hash || result.validated !== true) {
    throw new ForkReadError(`${calls.url} answers ledger ${ledger} with another one, or one that is not validated`);
  }
  return { url: calls.url, ledger_index: ledgerIndex, ledger_hash: hash, ledger_data: ledger_data as Hex };
}

function headerOf(url: string, ledgerData: Json | undefined): LedgerHeader {
  try {
    return decodeLedgerHeader(hexToBytes(String(ledgerData)));
  } catch (error) {
    throw new ForkReadError(`${url} gives no ledger header: ${(error as Error).message}`);
  }
}

export class LedgerReads {
  readonly #calls: PacedCalls;
  readonly #url: string;
  readonly #ledger: LedgerLine;

  constructor(calls: PacedCalls, ledger: LedgerLine) {
    this.#calls = calls;
    this.#url = ledger.url;
    this.#ledger = ledger;
  }

  /** Only an explicit answer that the ledger has no such entry counts as one. */
  async entry(key: Hash256, urgency: Urgency): Promise<EntryAnswer> {
    const result = await this.#ask('ledger_entry', { index: key, binary: true }, urgency);
    // Clio does not name the ledger in an error. The request did, by its hash.
    if (
      result.error === 'entryNotFound' &&
      (result.ledger_hash ?? this.#ledger.ledger_hash) === this.#ledger.ledger_hash
    ) {
      return { key, data: null };
    }
    this.#requireAnswer('ledger_entry', result);
    if (result.index !== key) throw this.#wrong(`${key} with entry ${String(result.index)}`);
    return { key, data: this.#checked(key, result.node_binary) };
  }

  /** At most `limit` entries above `after`; undefined if the server takes only keys of entries as markers. */
  async page(after: Hash256, limit: number): Promise<RunAnswer | undefined> {
    const marker = /^0+$/.test(after) ? {} : { marker: after };
    const result = await this.#ask('ledger_data', { ...marker, binary: true, limit });
    if (result.error_message === UNKNOWN_MARKER) return undefined;
    this.#requireAnswer('ledger_data', result);
    const rows = listOf(result.state);
    const keys = rows.map(({ index }) => String(index));
    const isMarked = result.marker !== undefined;
    const to = isMarked ? String(result.marker) : LAST_KEY;
    if (!isAscending([after, ...keys]) || !KEY.test(to) || to < (keys.at(-1) ?? neighbourKey(after, 1))) {
      throw this.#wrong(`the keys after ${after} in another order`);
    }
    return { from: after, to, keys, data: rows.map(({ data }, at) => this.#checked(keys[at]!, data)) };
  }

  /** The keys of an order book's pages up to the first one that exists. */
  async bookTip(book: Book): Promise<RunAnswer> {
    const { base, end } = bookRange(book);
    const { takerPays, takerGets, domain } = book;
    const names = { taker_pays: issueToJson(takerPays), taker_gets: issueToJson(takerGets) };
    const result = await this.#ask('book_offers', { ...names, ...(domain === undefined ? {} : { domain }), limit: 1 });
    this.#requireAnswer('book_offers', result);
    const [offer] = listOf(result.offers);
    if (offer === undefined) return { from: base, to: neighbourKey(end, -1), keys: [] };
    const tip = String(offer.BookDirectory);
    if (!KEY.test(tip) || tip <= base || tip >= end) throw this.#wrong(`an order book with a page of another, ${tip}`);
    return { from: base, to: tip, keys: [tip] };
  }

  /** The keys of all pages of an account's tokens. */
  async tokenPages(owner: AccountId): Promise<RunAnswer> {
    const params = { account: accountIdToAddress(owner), type: 'nft_page', limit: OBJECTS_PAGE };
    const [from, to] = [firstNftPageIndex(owner), lastNftPageKeylet(owner).key];
    const keys: Hash256[] = [];
    for (let marker: JsonObject = {}; ; ) {
      const result = await this.#ask('account_objects', { ...params, ...marker });
      if (result.error === 'actNotFound') break;
      this.#requireAnswer('account_objects', result);
      const pages = listOf(result.account_objects);
      keys.push(...pages.map(({ index }) => String(index)));
      // Pages of tokens come before all other entries of the account, which fill the rest of the list without being in it.
      if (result.marker === undefined || pages.length === 0) break;
      marker = { marker: result.marker };
    }
    keys.sort();
    if (!isAscending([from, ...keys]) || keys.some((key) => !KEY.test(key) || key > to)) {
      throw this.#wrong(`pages of tokens of ${params.account} with those of another account`);
    }
    return { from, to, keys };
  }

  /** A method about history. Its errors are answers too. */
  async method(method: string, params: JsonObject): Promise<MethodAnswer> {
    return { method, params, result: await this.#calls.call(method, params) };
  }

  #ask(method: string, params: JsonObject, urgency?: Urgency): Promise<JsonObject> {
    const { ledger_hash, ledger_index } = this.#ledger;
    return callOf(this.#calls, method, { ...params, ledger_hash }, ledger_index, urgency);
  }

  #requireAnswer(method: string, result: JsonObject): void {
    requireSuccess(this.#url, method, result);
    const { ledger_hash } = this.#ledger;
    if (result.ledger_hash !== ledger_hash) {
      throw this.#wrong(`about ledger ${String(result.ledger_hash)} instead of ${ledger_hash}`);
    }
  }

  /** The bytes of an entry in hex. */
  #checked(key: Hash256, data: Json | undefined): Hex {
    if (!KEY.test(key) || typeof data !== 'string' || !HEX.test(data)) throw this.#wrong(`${key} without an entry`);
    let keys: readonly Hash256[] | undefined;
    try {
      keys = ownKeys(decodeObject(hexToBytes(data)) as unknown as LedgerEntry);
    } catch (error) {
      throw this.#wrong(`${key} with an entry that cannot be read: ${(error as Error).message}`);
    }
    if (keys?.includes(key) === false) throw this.#wrong(`${key} with the entry ${keys[0]}`);
    return data;
  }

  /** `what` follows "answers". */
  #wrong(what: string): ForkReadError {
    return new ForkReadError(`${this.#url} answers ${what}: it is not used`);
  }
}

/** The result of a method about a ledger that the server has. */
async function callOf(
  calls: PacedCalls,
  method: string,
  params: JsonObject,
  ledger: number | string,
  urgency?: Urgency,
): Promise<JsonObject> {
  for (let attempt = 1; attempt <= LEDGER_ATTEMPTS; attempt++) {
    const result = await calls.call(method, params, urgency);
    if (result.error !== 'lgrNotFound') return result;
    if (attempt < LEDGER_ATTEMPTS) await delay(2 * calls.retryMs);
  }
  throw new ForkReadError(
    `${calls.url} does not have ledger ${ledger}, or does not have it any more: many servers keep only recent ledgers. ` +
      'Use a server with full history, a newer ledger, or a cassette',
  );
}

function requireSuccess(url: string, method: string, { error, error_message }: JsonObject): void {
  if (error !== undefined)
    throw new ForkReadError(`${url} refuses ${method}: ${String(error_message ?? error)} (${String(error)})`);
}

function listOf(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function isAscending(keys: readonly Hash256[]): boolean {
  return keys.every((key, at) => at === 0 || keys[at - 1]! < key);
}
