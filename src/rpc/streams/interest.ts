/**
 * The subscriptions of one connection, each with its first ledger. Each event of a validated ledger has one number, so
 * a subscriber gets it once, even if several of its subscriptions match.
 */
import type { AccountId } from '../../protocol/values.ts';
import type { Steps } from '../../util/steps.ts';
import type { InterestChange, StreamName } from '../method/stream-subscriber.ts';
import { BOOK_CHANGES_EVENT, FIRST_TRANSACTION_EVENT, LEDGER_EVENT, type LedgerEvents } from './ledger-events.ts';

const TRANSACTION_STREAMS: readonly StreamName[] = ['transactions', 'transactions_proposed'];

export class Interest {
  /** True if subscribed to the stream `server`. */
  wantsServerStatus = false;
  /** Each with its first ledger. */
  readonly #streams = new Map<StreamName, number>();
  readonly #accounts = new Map<AccountId, number>();
  readonly #proposedAccounts = new Map<AccountId, number>();
  /** Order books by `bookKey`. */
  readonly #books = new Map<string, number>();

  /** Number of watched accounts and order books; an account that is watched for both kinds of messages counts twice. */
  get watchCount(): number {
    return this.#accounts.size + this.#proposedAccounts.size + this.#books.size;
  }

  /** True without subscriptions to validated ledgers. */
  get isEmpty(): boolean {
    return this.#streams.size === 0 && this.watchCount === 0;
  }

  /** Adds new subscriptions: validated ones from one ledger on, proposed ones from another. */
  add(change: InterestChange, fromLedger: number, proposedFromLedger: number): void {
    for (const stream of change.streams) {
      if (stream === 'server') this.wantsServerStatus = true;
      else addNew(this.#streams, stream, stream === 'transactions_proposed' ? proposedFromLedger : fromLedger);
    }
    for (const account of change.accounts) addNew(this.#accounts, account, fromLedger);
    for (const account of change.proposedAccounts) addNew(this.#proposedAccounts, account, proposedFromLedger);
    for (const book of change.books) addNew(this.#books, book, fromLedger);
  }

  remove(change: InterestChange): void {
    if (change.streams.includes('server')) this.wantsServerStatus = false;
    for (const stream of change.streams) this.#streams.delete(stream);
    for (const account of change.accounts) this.#accounts.delete(account);
    for (const account of change.proposedAccounts) this.#proposedAccounts.delete(account);
    for (const book of change.books) this.#books.delete(book);
  }

  /** The chain was reverted: subscriptions with a later start begin with its next ledger. */
  goBack(next: number): void {
    for (const wanted of [this.#streams, this.#accounts, this.#proposedAccounts, this.#books]) lower(wanted, next);
  }

  /** True if reverts are reported, as for the stream `ledger`. */
  get wantsReverts(): boolean {
    return this.#streams.has('ledger');
  }

  /** True if a proposed transaction that mentions these accounts matches a subscription. */
  wantsProposed(mentioned: ReadonlySet<AccountId>): boolean {
    if (this.#streams.has('transactions_proposed')) return true;
    if (this.#proposedAccounts.size === 0) return false;
    for (const account of mentioned) if (this.#proposedAccounts.has(account)) return true;
    return false;
  }

  /** True unless only accounts are watched, whose transactions are found by an index. */
  get needsEveryLedger(): boolean {
    return this.#streams.size > 0 || this.#books.size > 0;
  }

  /** The watched accounts. */
  *accounts(): Iterable<AccountId> {
    yield* this.#accounts.keys();
    yield* this.#proposedAccounts.keys();
  }

  /** Numbers of the matching events of a ledger, ascending. */
  *wantedEvents(events: LedgerEvents): Steps<number[]> {
    yield* events.complete();
    const { ledgerIndex } = events.header;
    const wanted: number[] = [];
    if (isDue(this.#streams, 'ledger', ledgerIndex)) wanted.push(LEDGER_EVENT);
    if (isDue(this.#streams, 'book_changes', ledgerIndex)) wanted.push(BOOK_CHANGES_EVENT);
    const wantsAll = TRANSACTION_STREAMS.some((name) => isDue(this.#streams, name, ledgerIndex));
    if (wantsAll) return [...wanted, ...events.transactionEvents()];
    const positions = yield* this.#wantedPositions(events);
    for (const position of [...positions].sort((a, b) => a - b)) wanted.push(FIRST_TRANSACTION_EVENT + position);
    return wanted;
  }

  *#wantedPositions(events: LedgerEvents): Steps<ReadonlySet<number>> {
    const { ledgerIndex } = events.header;
    const positions = new Set<number>();
    if (!events.hasTransactions) return positions;
    for (const accounts of [this.#accounts, this.#proposedAccounts]) {
      for (const [account, from] of accounts) {
        yield;
        if (ledgerIndex < from) continue;
        for (const position of events.positionsOf(account)) positions.add(position);
      }
    }
    for (const [book, from] of this.#books) {
      yield;
      if (ledgerIndex < from) continue;
      for (const position of yield* events.positionsOfBook(book)) positions.add(position);
    }
    return positions;
  }
}

function addNew<Key>(map: Map<Key, number>, key: Key, fromLedger: number): void {
  if (!map.has(key)) map.set(key, fromLedger);
}

function lower<Key>(map: Map<Key, number>, highest: number): void {
  for (const [key, fromLedger] of map) if (fromLedger > highest) map.set(key, highest);
}

function isDue(streams: ReadonlyMap<StreamName, number>, stream: StreamName, ledgerIndex: number): boolean {
  const from = streams.get(stream);
  return from !== undefined && ledgerIndex >= from;
}
