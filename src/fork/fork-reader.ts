/** Answers questions about the state of a ledger from what is known, and reads the rest from the server. */
import { type Book, bookRange } from '../protocol/entries/keylets.ts';
import { ownerDigits } from '../protocol/entries/nftoken-id.ts';
import type { Hash256, Hex, JsonObject } from '../protocol/values.ts';
import { ForkReadError } from '../storage/fork/fork-base.ts';
import { type Answer, type KnownAnswers, questionId } from './known-answers.ts';
import { LAST_KEY, neighbourKey } from './known-state.ts';
import type { LedgerReads } from './ledger-reads.ts';
import type { Urgency } from './paced-calls.ts';
import { ReadAhead } from './read-ahead.ts';

/** Length of a page of `ledger_data`: a few pages of an order book, and up to the longest if a run is read on. */
const FIRST_PAGE = 32;
const LONGEST_PAGE = 2048;
/** How many of the longest pages are read at most to get from a known key to the one that was asked for. */
const WALK_PAGES = 100;
const LAST_TOKEN_PAGE_DIGITS = 'F'.repeat(24);

export interface ForkReaderOptions {
  readonly known: KnownAnswers;
  /** Undefined if only what is known may be used. */
  readonly reads: LedgerReads | undefined;
  /** The cassette that is played; for messages. */
  readonly cassette?: string | undefined;
  /** Keeps each new answer. */
  readonly keep: (answer: Answer) => void;
  /** Gets the answers that are used, for a cassette. */
  readonly used?: KnownAnswers | undefined;
}

export class ForkReader {
  readonly #options: ForkReaderOptions;
  readonly #known: KnownAnswers;
  /** Reads that are under way, by what they read. */
  readonly #underWay = new Map<string, { readonly done: Promise<void>; readonly urgency: Urgency }>();
  /** False while everything that was asked for is known, as in a second run, which must need no server. */
  #hasWaited = false;
  readonly #ahead = new ReadAhead((key) => this.#prefetch(key));
  /** Where the last page of `ledger_data` ended, and how long it was. */
  #lastPage: { readonly to: Hash256; readonly limit: number } = { to: '', limit: 0 };

  constructor(options: ForkReaderOptions) {
    this.#options = options;
    this.#known = options.known;
  }

  /** The entry in hex; null if the ledger has none. */
  async entry(key: Hash256): Promise<Hex | null> {
    if (this.#known.state.entry(key) === undefined) {
      await this.#readEntry(key, true);
      // What walks over the members begins again after each wait.
      await this.#ahead.membersAround(key);
    }
    const data = this.#known.state.entry(key)!;
    if (this.#options.used?.state.entry(key) === undefined) this.#options.used?.add({ key, data });
    if (this.#hasWaited) this.#ahead.atEntry(key, data);
    return data;
  }

  /** `book`: the order book that `key` would be a page of, if that is known. */
  async nextKey(key: Hash256, before: Hash256 | undefined, book: Book | undefined): Promise<Hash256 | undefined> {
    let found = this.#known.state.next(key, before);
    for (; found === undefined; found = this.#known.state.next(key, before)) {
      const from = this.#known.state.runEnd(key);
      await this.#once(`after ${from}`, () => this.#extend(from, before, book));
    }
    const next = found.key;
    const to = next ?? (before === undefined ? LAST_KEY : neighbourKey(before, -1));
    if (to > key) this.#options.used?.add({ from: key, to, keys: next === undefined ? [] : [next] });
    if (this.#hasWaited && isIn(next, book)) {
      const range = bookRange(book!);
      this.#ahead.atBookPage(next!, range, (page) => this.#known.state.next(page, range.end)?.key);
    }
    return next;
  }

  /** Reads entries that are not known yet, after what is needed at once. */
  prefetch(keys: readonly Hash256[]): void {
    for (const key of keys) void this.#prefetch(key);
  }

  /** The result of a method; it may be an error. Only what does not change any more is kept, and facts about the server. */
  async request(method: string, params: JsonObject): Promise<JsonObject> {
    let result = this.#known.result(method, params);
    if (result === undefined) {
      const answer = await this.#readsOf(`answer to ${questionId(method, params)}`).method(method, params);
      result = answer.result;
      if (result.validated === true || method === 'server_info') this.#add(answer);
    }
    this.#options.used?.add({ method, params, result });
    return result;
  }

  /** The entry in hex, if it can be had. */
  async #prefetch(key: Hash256): Promise<Hex | null | undefined> {
    const known = this.#known.state.entry(key);
    if (known !== undefined || this.#options.reads === undefined) return known;
    await this.#readEntry(key, false).catch(() => {});
    return this.#known.state.entry(key);
  }

  #readEntry(key: Hash256, isUrgent: boolean): Promise<void> {
    return this.#once(
      key,
      async (urgency) => this.#add(await this.#readsOf(`ledger entry ${key}`).entry(key, urgency)),
      isUrgent,
    );
  }

  /** Reads on from `from`, up to which everything is known. */
  async #extend(from: Hash256, before: Hash256 | undefined, book: Book | undefined): Promise<void> {
    const reads = this.#readsOf(`key after ${from}`);
    const limit = from === this.#lastPage.to ? Math.min(LONGEST_PAGE, 2 * this.#lastPage.limit) : FIRST_PAGE;
    const page = await reads.page(from, limit);
    if (page !== undefined) {
      this.#lastPage = { to: page.to, limit };
      this.#add(page);
      return;
    }
    // The server takes only keys of entries as markers, and `from` is none.
    const near = this.#known.state.lastKeyUpTo(from);
    const owner = ownerDigits(from);
    if (before === owner + LAST_TOKEN_PAGE_DIGITS) this.#add(await reads.tokenPages(owner));
    else if (isIn(from, book) && !isIn(near, book)) this.#add(await reads.bookTip(book!));
    else await this.#walk(near, from);
  }

  /** Reads from a known key on until `target`, in pages that become longer. */
  async #walk(near: Hash256 | undefined, target: Hash256): Promise<void> {
    let at = near ?? '0'.repeat(64);
    for (let pages = 0; pages < WALK_PAGES; pages++) {
      const limit = Math.min(LONGEST_PAGE, FIRST_PAGE * 2 ** pages);
      const page = await this.#readsOf(`key after ${at}`).page(at, limit);
      if (page === undefined) break;
      this.#add(page);
      if (page.to >= target) return;
      at = page.to;
    }
    throw new ForkReadError(
      `the server takes only keys of entries as markers, and none is known near ${target}: use a server that takes any ` +
        'key (rippled)',
    );
  }

  /** One read at a time for the same thing. */
  #once(id: string, read: (urgency: Urgency) => Promise<void>, isUrgent = true): Promise<void> {
    let started = this.#underWay.get(id);
    if (started === undefined) {
      const urgency = { isUrgent };
      started = { urgency, done: read(urgency).finally(() => this.#underWay.delete(id)) };
      this.#underWay.set(id, started);
    }
    if (isUrgent) {
      started.urgency.isUrgent = true;
      this.#hasWaited = true;
    }
    return started.done;
  }

  #readsOf(what: string): LedgerReads {
    const { reads, cassette } = this.#options;
    if (reads !== undefined) return reads;
    throw new ForkReadError(
      `the cassette ${cassette} has no ${what}: delete the file and run once with the network to record it again`,
    );
  }

  #add(answer: Answer): void {
    try {
      this.#known.add(answer);
    } catch (error) {
      throw new ForkReadError((error as Error).message);
    }
    this.#options.keep(answer);
  }
}

function isIn(key: Hash256 | undefined, book: Book | undefined): boolean {
  if (key === undefined || book === undefined) return false;
  const { base, end } = bookRange(book);
  return key >= base && key < end;
}
