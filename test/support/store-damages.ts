/** Damages to rows of the store of `mixed-store.ts`, and the problem that `weir verify` must report for each. */
import type { Tables } from '../../src/storage/lmdb/layout.ts';
import type { Table } from '../../src/storage/lmdb/table.ts';

/** The newest ledger of the store. */
export const LAST_LEDGER = 262;
const BUSY_LEDGER = 261;
/** The ledger in which a ticket was used. */
const TICKET_LEDGER = 5;

export type Row = readonly [key: Buffer, value: Buffer];

export function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at]! ^= 1;
  return copy;
}

export const ledgerOf = (key: Buffer) => key.readUInt32BE(0);
export const rowOfLedger = (rows: readonly Row[], ledger: number) => rows.find(([key]) => ledgerOf(key) === ledger)!;

/** Damage to a derived table: label, table, description, reported ledger, and the function that causes it. */
export const DERIVED_DAMAGE: [keyof Tables, string, string, number, (table: Table, rows: readonly Row[]) => void][] = [
  [
    'ledgerHashes',
    'ledger_hashes',
    'a missing row',
    100,
    (table, rows) => {
      table.remove(rows.find(([, value]) => ledgerOf(value) === 100)![0]);
    },
  ],
  [
    'ledgerHashes',
    'ledger_hashes',
    'another ledger',
    100,
    (table, rows) => {
      const [key, value] = rows.find((row) => ledgerOf(row[1]) === 100)!;
      table.put(key, flipped(value, 3));
    },
  ],
  [
    'ledgerHashes',
    'ledger_hashes',
    'an additional row',
    LAST_LEDGER,
    (table, rows) => {
      table.put(flipped(rows[0]![0], 0), rows[0]![1]);
    },
  ],
  [
    'transactionIds',
    'transaction_ids',
    'another place',
    BUSY_LEDGER,
    (table, rows) => {
      const [key, value] = rows.find((row) => ledgerOf(row[1]) === BUSY_LEDGER)!;
      table.put(key, flipped(value, 7));
    },
  ],
  [
    'transactionIds',
    'transaction_ids',
    'an additional row',
    LAST_LEDGER,
    (table, rows) => {
      table.put(flipped(rows[0]![0], 0), rows[0]![1]);
    },
  ],
  [
    'accountHistory',
    'account_history',
    'a missing block',
    3,
    (table, rows) => {
      table.remove(rows[0]![0]);
    },
  ],
  [
    'accountHistory',
    'account_history',
    'a fact with one bit changed',
    3,
    (table, rows) => {
      table.put(rows[0]![0], flipped(rows[0]![1], 8));
    },
  ],
  [
    'accountHistory',
    'account_history',
    'an additional row',
    LAST_LEDGER,
    (table, rows) => {
      table.put(flipped(rows[0]![0], 0), rows[0]![1]);
    },
  ],
  [
    'tree',
    'tree',
    'a root with one bit changed',
    LAST_LEDGER,
    (table, rows) => {
      table.put(rows[0]![0], flipped(rows[0]![1], 20));
    },
  ],
  ['tree', 'tree', 'a missing node', LAST_LEDGER, (table, rows) => table.remove(rows.at(-1)![0])],
  ['tree', 'tree', 'an additional node', LAST_LEDGER, (table, rows) => table.put(Buffer.from('/0000'), rows[0]![1])],
  [
    'keyTree',
    'key_tree',
    'a root without its keys',
    LAST_LEDGER,
    (table, rows) => {
      const roots = rows.filter(([key]) => key[0] === 0);
      for (const [key] of roots) table.put(key, Buffer.alloc(0));
    },
  ],
  [
    'keyTree',
    'key_tree',
    'a key with one bit changed',
    LAST_LEDGER,
    (table, rows) => {
      for (const [key, value] of rows) if (value.length > 0) table.put(key, flipped(value, value.length - 1));
    },
  ],
  ['indexes', 'indexes', 'a missing row', LAST_LEDGER, (table, rows) => table.remove(rows[0]![0])],
  [
    'indexes',
    'indexes',
    'an additional row',
    LAST_LEDGER,
    (table, rows) => {
      table.put(flipped(rows[0]![0], 20), Buffer.alloc(0));
    },
  ],
];

/** Damage to a primary table. `deep`: it affects an earlier state, which only a replay reads. */
export const PRIMARY_DAMAGE: [
  keyof Tables,
  string,
  string,
  number,
  'deep' | 'newest',
  (table: Table, rows: readonly Row[]) => void,
][] = [
  [
    'headers',
    'headers',
    'one bit changed',
    77,
    'newest',
    (table, rows) => {
      table.put(rowOfLedger(rows, 77)[0], flipped(rowOfLedger(rows, 77)[1], 113));
    },
  ],
  [
    'headers',
    'headers',
    'the newest with one bit changed',
    LAST_LEDGER,
    'newest',
    (table, rows) => {
      table.put(rows.at(-1)![0], flipped(rows.at(-1)![1], 113));
    },
  ],
  ['headers', 'headers', 'the newest gone', LAST_LEDGER, 'newest', (table, rows) => table.remove(rows.at(-1)![0])],
  [
    'headers',
    'headers',
    'a missing row',
    77,
    'newest',
    (table, rows) => {
      table.remove(rowOfLedger(rows, 77)[0]);
    },
  ],
  [
    'headers',
    'headers',
    'a row of the wrong length',
    77,
    'newest',
    (table, rows) => {
      table.put(rowOfLedger(rows, 77)[0], rowOfLedger(rows, 77)[1].subarray(1));
    },
  ],
  [
    'transactions',
    'transactions',
    'one bit changed in a blob',
    BUSY_LEDGER,
    'newest',
    (table, rows) => {
      const [key, value] = rowOfLedger(rows, BUSY_LEDGER);
      table.put(key, flipped(value, 40));
    },
  ],
  [
    'transactions',
    'transactions',
    'one bit changed in metadata',
    4,
    'newest',
    (table, rows) => {
      const [key, value] = rowOfLedger(rows, 4);
      table.put(key, flipped(value, value.length - 1));
    },
  ],
  [
    'transactions',
    'transactions',
    'the last one of a ledger missing',
    BUSY_LEDGER,
    'newest',
    (table, rows) => {
      table.remove(rows.findLast(([key]) => ledgerOf(key) === BUSY_LEDGER)![0]);
    },
  ],
  [
    'entries',
    'entries',
    'one bit changed in the newest version',
    LAST_LEDGER,
    'newest',
    (table, rows) => {
      table.put(rows[0]![0], flipped(rows[0]![1], rows[0]![1].length - 1));
    },
  ],
  [
    'entries',
    'entries',
    'a missing entry',
    1,
    'newest',
    (table, rows) => {
      const newest = rows.find(
        ([key]) => rows.filter((row) => row[0].subarray(0, 32).equals(key.subarray(0, 32))).length === 1,
      );
      table.remove(newest![0]);
    },
  ],
  [
    'entries',
    'entries',
    'one bit changed in an old version',
    3,
    'deep',
    (table, rows) => {
      const [key, value] = rows.find((row) => row[0].readUInt32BE(32) === 0xffff_ffff - 3)!;
      table.put(key, flipped(value, value.length - 1));
    },
  ],
  [
    'entries',
    'entries',
    'a missing deletion',
    TICKET_LEDGER,
    'newest',
    (table, rows) => {
      table.remove(
        rows.find((row) => row[1].length === 0 && row[0].readUInt32BE(32) === 0xffff_ffff - TICKET_LEDGER)![0],
      );
    },
  ],
  [
    'entries',
    'entries',
    'an additional old version',
    LAST_LEDGER,
    'deep',
    (table, rows) => {
      const [key, value] = rows.find((row) => row[0].readUInt32BE(32) === 0xffff_ffff - 3)!;
      const extra = Buffer.from(key);
      extra.writeUInt32BE(0xffff_ffff - 5, 32);
      table.put(extra, flipped(value, value.length - 1));
    },
  ],
];
