/**
 * The tables of the store in its LMDB environment and the form of their keys. Keys are bytes that sort as the values
 * they stand for: big-endian indexes, and for entries the complement of the ledger index, so that the newest version of
 * an entry comes first and one seek finds the version as of any ledger.
 *
 * | table                | key                               | value                                        |
 * |----------------------|-----------------------------------|----------------------------------------------|
 * | headers              | ledger index                      | header, 118 bytes                            |
 * | ledger_hashes        | ledger hash                       | ledger index                                 |
 * | transactions         | ledger index, position            | length of blob (4 bytes), blob, metadata     |
 * | transaction_ids      | transaction id                    | ledger index, position                       |
 * | account_history      | account, location of the first row | up to 40 rows (`history-rows.ts`)           |
 * | entries              | entry key, inverted ledger index  | entry, or nothing for a deletion             |
 * | key_tree             | length of path, path, inverted ledger index | node of the order of keys, or nothing |
 * | tree                 | '/' and the path, as text         | node record of the last committed ledger     |
 * | indexes              | name of the index, 0, key         | nothing                                      |
 * | meta                 | name, as text                     | text                                         |
 */
import { type Database, open, type RootDatabase } from 'lmdb';
import type { TransactionLocation } from '../../history/history-query.ts';
import type { AccountId, Hash256, Hex } from '../../protocol/values.ts';
import { bytesToHex, hexToBytes } from '../../util/hex.ts';

export type Table = Database<Uint8Array, Uint8Array>;

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
export function openRoot(directory: string): RootDatabase {
  return open(directory, { noSubdir: false, overlappingSync: false });
}

/** Opens one table, which is made if it is not there, or else must be there. */
export function openTable(root: RootDatabase, name: string, mayCreate: boolean): Table {
  return root.openDB<Uint8Array, Uint8Array>(name, { ...BINARY, create: mayCreate } as typeof BINARY);
}

export function openTables(root: RootDatabase, mayCreate = true): Tables {
  const table = (name: string): Table => openTable(root, name, mayCreate);
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

/** The bytes, which must be as many as were written. */
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
  key.write(account, 0, 20, 'hex');
  key.writeUInt32BE(ledgerIndex, 20);
  key.writeUInt32BE(position, 24);
  return key;
}

/** Where the version of an entry that a ledger wrote is; versions of older ledgers follow it. */
export function entryVersionKey(key: Hash256, ledgerIndex: number): Buffer {
  const bytes = Buffer.allocUnsafe(36);
  bytes.write(key, 0, 32, 'hex');
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

/** Where a key of a named index is; names are short texts without a zero byte. */
export function indexRowKey(index: string, key: Hex): Buffer {
  return Buffer.concat([Buffer.from(`${index}\0`), hexToBytes(key)]);
}

/** The inverse of `indexRowKey`. */
export function parseIndexRowKey(index: string, bytes: Uint8Array): Hex {
  return bytesToHex(asBuffer(bytes).subarray(Buffer.byteLength(index) + 1));
}

export function asBuffer(bytes: Uint8Array): Buffer {
  if (Buffer.isBuffer(bytes)) return bytes;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
