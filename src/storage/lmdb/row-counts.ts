/** Row counts of each table, so that a check finds superfluous rows. */
import { HISTORY_ROW_BYTES } from '../../history/packed-rows.ts';
import type { StoreRowCounts } from '../store-check.ts';
import { accountKey, entryVersionKey, MAX_INDEX, parseEntryVersionKey, type Tables } from './layout.ts';
import { asBuffer, type Row, rowCount, rows, type TableView } from './table.ts';

const LOCATION_BYTES = 8;
const ENTRY_KEY_BYTES = 32;

type ViewOf = (name: keyof Tables) => TableView;

/** @throws RangeError for misplaced rows, which readers would find in the wrong place. */
export function countRows(view: ViewOf): StoreRowCounts {
  return {
    ledgerHashes: rowCount(view('ledgerHashes')),
    lastHashedLedger: lastHashedLedger(() => view('ledgerHashes')),
    transactionIds: rowCount(view('transactionIds')),
    historyRows: countHistoryRows(() => view('accountHistory')),
    entryVersions: rowCount(view('entries')),
    keyTreeNodes: rowCount(view('keyTree')),
    treeNodes: rowCount(view('tree')),
    indexKeys: rowCount(view('indexes')),
  };
}

/** Number of entry versions, up to a ledger, that equal the previous version. */
export function countRepeatedVersions(view: ViewOf, lastLedger: number): number {
  const bounds = { start: entryVersionKey('0'.repeat(64), MAX_INDEX), end: entryVersionKey('F'.repeat(64), 0) };
  let count = 0;
  let newer: Row | undefined;
  for (const row of rows(() => view('entries'), bounds)) {
    if (newer !== undefined && isVersionOfSame(row, newer) && asBuffer(row.value).equals(newer.value)) {
      if (parseEntryVersionKey(newer.key).ledgerIndex <= lastLedger) count++;
    }
    newer = row;
  }
  return count;
}

function isVersionOfSame(a: Row, b: Row): boolean {
  return asBuffer(a.key).subarray(0, ENTRY_KEY_BYTES).equals(b.key.subarray(0, ENTRY_KEY_BYTES));
}

function lastHashedLedger(view: () => TableView): number {
  let last = 0;
  for (const { value } of rows(view, { start: Buffer.alloc(32), end: Buffer.alloc(32, 0xff) })) {
    last = Math.max(last, asBuffer(value).readUInt32BE(0));
  }
  return last;
}

function countHistoryRows(view: () => TableView): number {
  const start = accountKey('00'.repeat(20), { ledgerIndex: 0, position: 0 });
  const end = accountKey('FF'.repeat(20), { ledgerIndex: MAX_INDEX, position: MAX_INDEX });
  let count = 0;
  for (const { key, value } of rows(view, { start, end })) {
    // Readers find the block by the location of its first row, which is part of the key.
    if (!asBuffer(key).subarray(-LOCATION_BYTES).equals(value.subarray(0, LOCATION_BYTES))) {
      throw new RangeError('a block of history is not in its place');
    }
    count += value.length / HISTORY_ROW_BYTES;
  }
  return count;
}
