/**
 * Cache of the archive's results. A ledger's content never changes, so results stay valid; a result "not found" is
 * valid only for the ledgers that the archive had at the time.
 */
import type { AccountTransactionQuery, TransactionLocation } from '../../history/history-query.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import { decodeObject } from '../../protocol/codec/decode.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { BoundedCache } from '../../util/bounded-cache.ts';
import { ownCopies, ownCopy } from '../../util/own-bytes.ts';
import type { LedgerRange, StoredTransaction } from '../history-store.ts';
import { ArchiveNeededError } from './archive-needed.ts';
import type { ArchivedEntry, ArchiveReader } from './ledger-archive.ts';

const CACHED_HEADERS = 10_000;
const CACHED_PLACES = 20_000;
const CACHED_KEYS = 50_000;
/** Cache size for each kind of result of variable size. */
const CACHED_BYTES = 16_000_000;
/** Overhead of a cached result beside its bytes. */
const ANSWER_BYTES = 300;
/** Headers that are fetched together: recent hashes and searches by time read neighbours. */
const HEADERS_AROUND = 256;
const ENTRIES_AT_ONCE = 128;
const TRANSACTIONS_AT_ONCE = 200;

/** A result that may be "not found", as of the last ledger that the archive had. */
interface Finding<Value> {
  readonly value: Value | undefined;
  readonly archivedIndex: number;
}

export class ArchiveAnswers {
  readonly #archive: ArchiveReader;
  readonly #headers = new BoundedCache<number, LedgerHeader>(CACHED_HEADERS);
  readonly #transactions = new BoundedCache<string, StoredTransaction | null>(CACHED_BYTES, sizeOfTransaction);
  readonly #ledgers = new BoundedCache<number, readonly StoredTransaction[]>(CACHED_BYTES, (all) =>
    all.reduce((sum, one) => sum + sizeOfTransaction(one), ANSWER_BYTES),
  );
  readonly #indexes = new BoundedCache<Hash256, Finding<number>>(CACHED_PLACES);
  readonly #locations = new BoundedCache<Hash256, Finding<TransactionLocation>>(CACHED_PLACES);
  readonly #rows = new BoundedCache<string, Buffer>(CACHED_BYTES, sizeOfBytes);
  readonly #entries = new BoundedCache<string, Uint8Array | null>(CACHED_BYTES, sizeOfBytes);
  readonly #entryLedgers = new BoundedCache<string, number | null>(CACHED_KEYS);
  readonly #nextKeys = new BoundedCache<string, Hash256 | null>(CACHED_KEYS);
  /** Locations of the current page, which are mostly read in sequence. */
  #page: readonly TransactionLocation[] = [];

  constructor(archive: ArchiveReader) {
    this.#archive = archive;
  }

  header(ledgerIndex: number): LedgerHeader {
    return (
      this.#headers.get(ledgerIndex) ??
      need(async () => {
        const range = { first: Math.max(0, ledgerIndex - HEADERS_AROUND), last: ledgerIndex + HEADERS_AROUND };
        for (const header of await this.#archive.headers(range)) this.#headers.set(header.ledgerIndex, header);
        if (this.#headers.get(ledgerIndex) === undefined) throw missing(`the header of ledger ${ledgerIndex}`);
      })
    );
  }

  /** `untilIndex`: last ledger to search. */
  ledgerIndexByHash(hash: Hash256, untilIndex: number): number | undefined {
    return this.#find(this.#indexes, hash, untilIndex, () => this.#archive.ledgerIndexByHash(hash));
  }

  location(id: Hash256, untilIndex: number): TransactionLocation | undefined {
    return this.#find(this.#locations, id, untilIndex, () => this.#archive.location(id));
  }

  /** Undefined if the ledger has no transaction at this position. */
  transaction(place: TransactionLocation): StoredTransaction | undefined {
    const whole = this.#ledgers.get(place.ledgerIndex);
    if (whole !== undefined) return whole[place.position];
    const known = this.#transactions.get(nameOf(place));
    if (known !== undefined) return known ?? undefined;
    return need(() => this.#readFrom(place));
  }

  ledgerTransactions(ledgerIndex: number): readonly StoredTransaction[] {
    return (
      this.#ledgers.get(ledgerIndex) ??
      need(async () => {
        const found = await this.#archive.ledgerTransactions(ledgerIndex);
        this.#ledgers.set(ledgerIndex, found.map(ownTransaction));
      })
    );
  }

  /** Packed, oldest first: at most `limit` rows from the start of the query. */
  accountRows(query: AccountTransactionQuery, limit: number): Buffer {
    const name = JSON.stringify([query, limit]);
    return (
      this.#rows.get(name) ??
      need(async () => {
        this.#rows.set(name, ownCopy(await this.#archive.accountRows(query, limit)));
      })
    );
  }

  /** Announces the transactions that are read next, so that they are fetched together. */
  expect(page: readonly TransactionLocation[]): void {
    this.#page = page;
  }

  entry(key: Hash256, ledgerIndex: number): Uint8Array | undefined {
    const known = this.#entries.get(entryName(key, ledgerIndex));
    if (known !== undefined) return known ?? undefined;
    return need(() => this.#readEntry(key, ledgerIndex));
  }

  entryLedger(key: Hash256, ledgerIndex: number): number | undefined {
    const name = entryName(key, ledgerIndex);
    const known = this.#entryLedgers.get(name);
    if (known !== undefined) return known ?? undefined;
    return need(async () => {
      this.#entryLedgers.set(name, (await this.#archive.entryLedger(key, ledgerIndex)) ?? null);
    });
  }

  nextEntryKey(key: Hash256, ledgerIndex: number): Hash256 | undefined {
    const known = this.#nextKeys.get(entryName(key, ledgerIndex));
    if (known !== undefined) return known ?? undefined;
    return need(async () => {
      const found = await this.#archive.entriesAfter(key, ledgerIndex, ENTRIES_AT_ONCE);
      let before = key;
      for (const entry of found) {
        this.#nextKeys.set(entryName(before, ledgerIndex), entry.key);
        this.#noteEntry(entry, ledgerIndex);
        before = entry.key;
      }
      if (found.length < ENTRIES_AT_ONCE) this.#nextKeys.set(entryName(before, ledgerIndex), null);
    });
  }

  #find<Value>(
    cache: BoundedCache<Hash256, Finding<Value>>,
    name: Hash256,
    untilIndex: number,
    ask: () => Promise<Value | undefined>,
  ): Value | undefined {
    const known = cache.get(name);
    if (known !== undefined && (known.value !== undefined || known.archivedIndex >= untilIndex)) return known.value;
    return need(async () => {
      const archivedIndex = lastOf(await this.#archive.range());
      if (archivedIndex < untilIndex) throw missing(`ledger ${untilIndex}`);
      cache.set(name, { value: await ask(), archivedIndex });
    });
  }

  /** Fetches a transaction and those that follow it on the page. */
  async #readFrom(place: TransactionLocation): Promise<void> {
    const at = this.#page.findIndex(({ ledgerIndex, position }) => isAt(place, ledgerIndex, position));
    const wanted = at < 0 ? [place] : this.#page.slice(at, at + TRANSACTIONS_AT_ONCE);
    const found = new Map((await this.#archive.transactions(wanted)).map((one) => [nameOf(one), one]));
    for (const one of wanted) {
      const transaction = found.get(nameOf(one));
      this.#transactions.set(nameOf(one), transaction === undefined ? null : ownTransaction(transaction));
    }
  }

  /** Fetches an entry; for a directory also the entries that it lists, which are mostly read next. */
  async #readEntry(key: Hash256, ledgerIndex: number): Promise<void> {
    const [entry] = await this.#archive.entries([key], ledgerIndex);
    this.#noteEntry(entry ?? { key, bytes: undefined }, ledgerIndex);
    const listed = entry === undefined ? [] : listedIn(entry.bytes);
    if (listed.length === 0) return;
    const found = new Map((await this.#archive.entries(listed, ledgerIndex)).map((one) => [one.key, one.bytes]));
    for (const one of listed) this.#noteEntry({ key: one, bytes: found.get(one) }, ledgerIndex);
  }

  #noteEntry(
    { key, bytes }: Pick<ArchivedEntry, 'key'> & { readonly bytes: Uint8Array | undefined },
    ledgerIndex: number,
  ): void {
    this.#entries.set(entryName(key, ledgerIndex), bytes === undefined ? null : ownCopy(bytes));
  }
}

function ownTransaction({ ledgerIndex, position, blob, metadata }: StoredTransaction): StoredTransaction {
  const [ownBlob, ownMetadata] = ownCopies([blob, metadata]) as [Buffer, Buffer];
  return { ledgerIndex, position, blob: ownBlob, metadata: ownMetadata };
}

function sizeOfTransaction(transaction: StoredTransaction | null): number {
  return ANSWER_BYTES + (transaction === null ? 0 : transaction.blob.length + transaction.metadata.length);
}

function sizeOfBytes(bytes: Uint8Array | null): number {
  return ANSWER_BYTES + (bytes?.length ?? 0);
}

/** Aborts the request's current attempt. */
function need(ask: () => Promise<void>): never {
  throw new ArchiveNeededError(ask);
}

function missing(what: string): Error {
  return new Error(`the archive does not have ${what}`);
}

function lastOf(range: LedgerRange | undefined): number {
  return range?.last ?? 0;
}

function nameOf({ ledgerIndex, position }: TransactionLocation): string {
  return `${ledgerIndex}/${position}`;
}

function entryName(key: Hash256, ledgerIndex: number): string {
  return `${key}/${ledgerIndex}`;
}

function isAt(place: TransactionLocation, ledgerIndex: number, position: number): boolean {
  return place.ledgerIndex === ledgerIndex && place.position === position;
}

function listedIn(bytes: Uint8Array): readonly Hash256[] {
  const entry = decodeObject(bytes);
  return entry.LedgerEntryType === 'DirectoryNode' ? ((entry.Indexes ?? []) as readonly Hash256[]) : [];
}
