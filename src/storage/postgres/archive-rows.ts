/** Ledgers as the columns of the archive's tables: a list for each, as `unnest` takes them. */
import { accountIdToAddress } from '../../crypto/address.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../protocol/amounts/amount-math.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import type { StoredTransaction } from '../history-store.ts';
import type { LedgerToArchive } from '../shared/ledger-archive.ts';
import type { RowKeys } from './secret-check.ts';

type Cell = unknown;
type Column = Cell[];

/** The columns in the order in which the statement names them: the MACs of transactions and of entries are last. */
export function archiveRows(ledgers: readonly LedgerToArchive[], keys: RowKeys): readonly Column[] {
  const columns = [...transactionColumns(ledgers), ...historyColumns(ledgers), ...entryColumns(ledgers)];
  const transactionMacs = ledgers.flatMap(({ header: { ledgerIndex }, transactions }) =>
    transactions.map(({ blob, metadata }, position) =>
      keys.mac('archived transaction', ...transactionParts({ ledgerIndex, position, blob, metadata })),
    ),
  );
  const entryMacs = ledgers.flatMap(({ header: { ledgerIndex }, entries }) =>
    Array.from(entries, ([key, entry]) =>
      keys.mac('archived entry', ...entryParts(bytesOf(key), ledgerIndex, entry?.bytes)),
    ),
  );
  return [...columns, transactionMacs, entryMacs];
}

/** What the MAC of a transaction covers. */
export function transactionParts({
  ledgerIndex,
  position,
  blob,
  metadata,
}: StoredTransaction): (string | Uint8Array)[] {
  return [String(ledgerIndex), String(position), blob, metadata];
}

/** What the MAC of a version of an entry covers. `bytes`: undefined for a deleted one. */
export function entryParts(
  key: Uint8Array,
  ledgerIndex: number,
  bytes: Uint8Array | undefined,
): (string | Uint8Array)[] {
  return [key, String(ledgerIndex), ...(bytes === undefined ? [] : [bytes])];
}

/** Rows as columns, `count` of them even where there is no row. */
function toColumns(rows: readonly (readonly Cell[])[], count: number): Column[] {
  return Array.from({ length: count }, (_, at) => rows.map((row) => row[at]));
}

/** Ledger index, position, id, close time, blob, metadata, JSON of both. */
function transactionColumns(ledgers: readonly LedgerToArchive[]): Column[] {
  const rows = ledgers.flatMap(({ header, transactions }) => {
    const closeTime = new Date((header.closeTimeSeconds + RIPPLE_EPOCH_OFFSET_SECONDS) * 1000).toISOString();
    return transactions.map(({ id, blob, metadata, json, metadataJson }, position) => [
      header.ledgerIndex,
      position,
      bytesOf(id),
      closeTime,
      asBuffer(blob),
      asBuffer(metadata),
      storable(json),
      storable(metadataJson),
    ]);
  });
  return toColumns(rows, 8);
}

/** Account, ledger index, position, facts. */
function historyColumns(ledgers: readonly LedgerToArchive[]): Column[] {
  const rows = ledgers.flatMap(({ header, transactions }) =>
    transactions.flatMap(({ histories }, position) =>
      histories.map(({ account, facts }) => [
        accountIdToAddress(account),
        header.ledgerIndex,
        position,
        asBuffer(facts),
      ]),
    ),
  );
  return toColumns(rows, 4);
}

/** A range of ledgers in which a key existed, as far as these ledgers show. */
interface Presence {
  readonly firstIndex: number;
  goneIndex: number | null;
  /** False if it may have existed before. */
  readonly isNew: boolean;
}

interface KeyStory {
  readonly presences: Presence[];
  /** The ledger that deleted the entry that existed before these ledgers. */
  endedIndex: number | undefined;
}

/** Versions of entries, the ranges in which keys existed, and the current entries. */
function entryColumns(ledgers: readonly LedgerToArchive[]): Column[] {
  const versions = ledgers.flatMap(({ header, entries }) =>
    Array.from(entries, ([key, entry]) => [
      bytesOf(key),
      header.ledgerIndex,
      entry === undefined ? null : asBuffer(entry.bytes),
    ]),
  );
  const stories = keyStories(ledgers);
  const ended = Array.from(stories, ([key, { endedIndex }]) => [bytesOf(key), endedIndex]);
  const begun = Array.from(stories, ([key, { presences }]) =>
    presences.map(({ firstIndex, goneIndex, isNew }) => [bytesOf(key), firstIndex, goneIndex, isNew]),
  );
  return [
    ...toColumns(versions, 3),
    ...toColumns(
      ended.filter(([, endedIndex]) => endedIndex !== undefined),
      2,
    ),
    ...toColumns(begun.flat(), 4),
    ...currentColumns(ledgers),
  ];
}

function keyStories(ledgers: readonly LedgerToArchive[]): Map<Hash256, KeyStory> {
  const stories = new Map<Hash256, KeyStory>();
  for (const { header, entries } of ledgers) {
    for (const [key, entry] of entries) {
      const story = stories.get(key) ?? { presences: [], endedIndex: undefined };
      stories.set(key, story);
      noteVersion(story, header.ledgerIndex, entry !== undefined);
    }
  }
  return stories;
}

function noteVersion(story: KeyStory, ledgerIndex: number, isPresent: boolean): void {
  const last = story.presences.at(-1);
  const isOpen = last !== undefined && last.goneIndex === null;
  if (isPresent) {
    const isNew = story.endedIndex !== undefined;
    if (!isOpen) story.presences.push({ firstIndex: ledgerIndex, goneIndex: null, isNew });
    return;
  }
  if (isOpen) last.goneIndex = ledgerIndex;
  // An entry from before these ledgers ends with the first deletion.
  story.endedIndex ??= ledgerIndex;
}

/** The deleted keys; then key, type, account, peer, ledger index and JSON of the existing entries. */
function currentColumns(ledgers: readonly LedgerToArchive[]): Column[] {
  const gone = new Set<Hash256>();
  const current = new Map<Hash256, readonly Cell[]>();
  for (const { header, entries } of ledgers) {
    for (const [key, entry] of entries) {
      if (entry === undefined) {
        gone.add(key);
        current.delete(key);
        continue;
      }
      gone.delete(key);
      const { type, account, peer, json } = entry;
      current.set(key, [bytesOf(key), type, addressOf(account), addressOf(peer), header.ledgerIndex, storable(json)]);
    }
  }
  return [Array.from(gone, bytesOf), ...toColumns([...current.values()], 6)];
}

function addressOf(account: AccountId | undefined): string | null {
  return account === undefined ? null : accountIdToAddress(account);
}

function bytesOf(hash: Hash256): Buffer {
  return Buffer.from(hash, 'hex');
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** PostgreSQL refuses JSON texts with a zero character. */
function storable(json: string): string {
  return json.replaceAll('\\u0000', '\\ufffd');
}
