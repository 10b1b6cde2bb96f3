/**
 * The tables of the store in its LMDB environment and the form of their keys. Keys are bytes that sort as the values
 * they stand for: big-endian indexes, and for entries the complement of the ledger index, so that the newest version
 * of an entry comes first and one seek finds the version as of any ledger.
 *
 * | table                | key                               | value                                        |
 * |----------------------|-----------------------------------|----------------------------------------------|
 * | headers              | ledger index                      | header, 118 bytes                            |
 * | ledger_hashes        | ledger hash                       | ledger index                                 |
 * | transactions         | ledger index, position            | length of blob (4 bytes), blob, metadata     |
 * | transaction_ids      | transaction id                    | ledger index, position                       |
 * | account_history      | account, location of the first row | up to 40 rows (`packed-rows.ts`)           |
 * | entries              | entry key, inverted ledger index  | entry, or nothing for a deletion             |
 * | key_tree             | length of path, path, inverted ledger index | node of the order of keys, or nothing |
 * | tree                 | '/' and the path, as text         | node record of the last committed ledger     |
 * | indexes              | name of the index, 0, key         | nothing                                      |
 * | meta                 | name, as text                     | text                                         |
 *
 * On the disk each value ends with a checksum (`table.ts`).
 *
 * Histories of accounts in LMDB: blocks of up to 40 rows, each under its account and the place of its first row. Four
 * full blocks fill a page of the database. A ledger adds its rows to the account's last block and begins new ones when
 * that is full; earlier blocks never change.
 */

import type { RootDatabase } from 'lmdb';
import type { AccountTransactionQuery, HistoryBlock, TransactionLocation } from '../../history/history-query.ts';
import { blockWithin, HISTORY_ROW_BYTES, queryBounds } from '../../history/packed-rows.ts';
import type { AccountId, Hash256, Hex } from '../../protocol/values.ts';
import { bytesToHex, hexToBytes, writeHex } from '../../util/hex.ts';
import type { DamagedRowError } from '../damaged-row-error.ts';
import type { StoredTransaction } from '../history-store.ts';
import { StoreError } from '../ledger-store.ts';
import { openEnvironment } from './lmdb-library.ts';
import { asBuffer, firstRow, rows, Table, type TableView } from './table.ts';

/** Where the format's version is, in the table `meta`. */
export const FORMAT_KEY = Buffer.from('format');

/** Where the largest term of a writer is, in the table `meta`. */
export const TERM_KEY = Buffer.from('term');

/** Largest ledger index and position, as far as keys go. */
export const MAX_INDEX = 0xffff_ffff;

const BINARY = { keyEncoding: 'binary', encoding: 'binary', compression: false } as const;

export interface Tables {
  readonly headers: Table;
  readonly ledgerHashes: Table;
  readonly transactions: Table;
  readonly transactionIds: Table;
  readonly accountHistory: Table;
  readonly entries: Table;
  readonly keyTree: Table;
  readonly tree: Table;
  readonly indexes: Table;
  readonly meta: Table;
}

/**
 * Opens the environment in a directory. The library's default, `overlappingSync`, reports success before the flush and
 * is therefore off.
 */
export function openRoot(directory: string, readOnly = false): RootDatabase {
  return openEnvironment(directory, {
    ...BINARY,
    noSubdir: false,
    overlappingSync: false,
    readOnly,
  });
}

export interface TableOpening {
  /** Creates a missing table, which otherwise is a `StoreError`. */
  readonly mayCreate?: boolean;
  /** False for a store of a format before checksums. */
  readonly hasChecksums?: boolean;
  /** Called with each damaged row that is met, in addition to the error. */
  readonly onDamage?: (error: DamagedRowError) => void;
}

export function openTable(
  root: RootDatabase,
  name: string,
  { mayCreate = false, hasChecksums = true, onDamage = () => {} }: TableOpening = {},
): Table {
  const database = root.openDB<Uint8Array, Uint8Array>(name, { ...BINARY, create: mayCreate } as typeof BINARY);
  if (database === undefined) throw new StoreError(`the store has no table ${name}`);
  const ledgerOf = (key: Buffer) => writingLedger(name, key);
  return new Table(name, database, { hasChecksums, ledgerOf, onDamage });
}

export function openTables(root: RootDatabase, opening: TableOpening = {}): Tables {
  const table = (name: string): Table => openTable(root, name, opening);
  return {
    headers: table('headers'),
    ledgerHashes: table('ledger_hashes'),
    transactions: table('transactions'),
    transactionIds: table('transaction_ids'),
    accountHistory: table('account_history'),
    entries: table('entries'),
    keyTree: table('key_tree'),
    tree: table('tree'),
    indexes: table('indexes'),
    meta: table('meta'),
  };
}

/** The ledger that wrote the row with this key, in tables whose keys say it. */
export function writingLedger(table: string, key: Buffer): number | undefined {
  const isInverted = table === 'entries' || table === 'key_tree';
  if (isInverted && key.length >= 4) return MAX_INDEX - key.readUInt32BE(key.length - 4);
  if ((table === 'headers' || table === 'transactions') && key.length >= 4) return key.readUInt32BE(0);
  return table === 'account_history' && key.length >= 8 ? key.readUInt32BE(key.length - 8) : undefined;
}

export function ledgerKey(ledgerIndex: number): Buffer {
  const key = Buffer.allocUnsafe(4);
  key.writeUInt32BE(ledgerIndex, 0);
  return key;
}

export function locationKey({ ledgerIndex, position }: TransactionLocation): Buffer {
  const key = Buffer.allocUnsafe(8);
  key.writeUInt32BE(ledgerIndex, 0);
  key.writeUInt32BE(position, 4);
  return key;
}

/** The bytes, checked for their fixed length. */
export function ofLength(bytes: Uint8Array, length: number): Buffer {
  if (bytes.length !== length) throw new RangeError(`a row has ${bytes.length} bytes, not ${length}`);
  return asBuffer(bytes);
}

/** Reads the location at the end of a key or value. */
export function trailingLocation(bytes: Uint8Array): TransactionLocation {
  const view = asBuffer(bytes);
  return { ledgerIndex: view.readUInt32BE(view.length - 8), position: view.readUInt32BE(view.length - 4) };
}

export function accountKey(account: AccountId, { ledgerIndex, position }: TransactionLocation): Buffer {
  const key = Buffer.allocUnsafe(28);
  writeHex(key, 0, account);
  key.writeUInt32BE(ledgerIndex, 20);
  key.writeUInt32BE(position, 24);
  return key;
}

/** Key of the version of an entry that a ledger wrote; versions of older ledgers follow it. */
export function entryVersionKey(key: Hash256, ledgerIndex: number): Buffer {
  const bytes = Buffer.allocUnsafe(36);
  writeHex(bytes, 0, key);
  bytes.writeUInt32BE(MAX_INDEX - ledgerIndex, 32);
  return bytes;
}

/** The inverse of `entryVersionKey`. */
export function parseEntryVersionKey(bytes: Uint8Array): { readonly key: Hash256; readonly ledgerIndex: number } {
  const view = asBuffer(bytes);
  return { key: bytesToHex(view.subarray(0, 32)), ledgerIndex: MAX_INDEX - view.readUInt32BE(32) };
}

/** LMDB has no empty keys, and the root's path is empty. */
export function treeKey(path: string): Buffer {
  return Buffer.from(`/${path}`, 'latin1');
}

/** Row key of a key in a named index; names are short texts without a zero byte. */
export function indexRowKey(index: string, key: Hex): Buffer {
  return Buffer.concat([Buffer.from(`${index}\0`), hexToBytes(key)]);
}

/** The inverse of `indexRowKey`. */
export function parseIndexRowKey(index: string, bytes: Uint8Array): Hex {
  return bytesToHex(asBuffer(bytes).subarray(Buffer.byteLength(index) + 1));
}

const BLOCK_ROWS = 40;
const BLOCK_BYTES = BLOCK_ROWS * HISTORY_ROW_BYTES;
const START = { ledgerIndex: 0, position: 0 };
const END = { ledgerIndex: MAX_INDEX, position: MAX_INDEX };

/** Adds rows of a new ledger, in order; must run inside a transaction. */
export function appendHistory(table: Table, account: AccountId, newRows: readonly Buffer[]): void {
  const last = firstRow({ table }, { start: accountKey(account, END), end: accountKey(account, START), reverse: true });
  const isOpen = last !== undefined && last.value.length < BLOCK_BYTES;
  const bytes = Buffer.concat(isOpen ? [last.value, ...newRows] : newRows);
  for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
    const block = bytes.subarray(at, at + BLOCK_BYTES);
    const key = accountKey(account, { ledgerIndex: block.readUInt32BE(0), position: block.readUInt32BE(4) });
    table.put(key, block);
  }
}

/** The blocks of the range, in the direction of the query. */
export function* readHistory(view: () => TableView, query: AccountTransactionQuery): Generator<HistoryBlock, void> {
  const bounds = queryBounds(query);
  if (bounds === undefined) return;
  const { account, forward } = query;
  const { low, high } = bounds;
  const top = accountKey(account, high);
  const lowest = accountKey(account, low);
  const first = accountKey(account, START);
  // The range may begin in the middle of a block, whose key is then below it.
  const bottom = forward ? (firstRow(view(), { start: lowest, end: first, reverse: true })?.key ?? lowest) : first;
  const range = forward ? { start: bottom, end: top } : { start: top, end: bottom, reverse: true };
  for (const { key, value } of rows(view, range)) {
    const block = blockWithin(asBuffer(value), low, high);
    if (block !== undefined) yield block;
    if (!forward && lowest.compare(key) >= 0) return;
  }
}

/** The parts of a transaction's record: length of the blob, the blob, the metadata. */
export function transactionParts(blob: Uint8Array, metadata: Uint8Array): Uint8Array[] {
  return [ledgerKey(blob.length), blob, metadata];
}

/** The inverse; shares the record's memory. */
export function decodeTransaction(location: TransactionLocation, record: Uint8Array): StoredTransaction {
  const { ledgerIndex, position } = location;
  const bytes = asBuffer(record);
  const blobEnd = 4 + bytes.readUInt32BE(0);
  return { ledgerIndex, position, blob: bytes.subarray(4, blobEnd), metadata: bytes.subarray(blobEnd) };
}
