/**
 * Reads that never leave an LMDB cursor or read transaction open behind them.
 *
 * Histories of accounts in LMDB: blocks of up to 40 rows, each under its account and the place of its first row. Four
 * full blocks fill a page of the database. A ledger adds its rows to the account's last block and begins new ones when
 * that is full; earlier blocks never change.
 */
import type { Transaction } from 'lmdb';
import type { AccountTransactionQuery, HistoryBlock } from '../../history/history-query.ts';
import { blockWithin, HISTORY_ROW_BYTES, queryBounds } from '../../history/history-rows.ts';
import type { AccountId } from '../../protocol/values.ts';
import { accountKey, asBuffer, MAX_INDEX, type Table } from './layout.ts';

/** A table as it is now, or as the transaction sees it. */
export interface TableView {
  readonly table: Table;
  readonly transaction?: Transaction;
}

export interface Row {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** Both bounds are inclusive; `start` is the upper one when reversed. */
export interface Bounds {
  readonly start: Uint8Array;
  readonly end: Uint8Array;
  readonly reverse?: boolean;
  readonly exclusiveStart?: boolean;
}

/** Batches grow from the first to the last of these: most readers soon have enough. */
const FIRST_BATCH_ROWS = 8;
const LAST_BATCH_ROWS = 64;

export function valueAt(view: TableView, key: Uint8Array): Uint8Array | undefined {
  return view.table.get(key, view);
}

export function firstRow(view: TableView, bounds: Bounds): Row | undefined {
  for (const row of range(view, bounds, 1)) return row;
  return undefined;
}

/** All rows within the bounds, read batch by batch; `view` is asked for each time, so a closed store throws. */
export function* rows(view: () => TableView, bounds: Bounds): Generator<Row> {
  let next: Bounds | undefined = bounds;
  let limit = FIRST_BATCH_ROWS;
  while (next !== undefined) {
    const batch: Row[] = [...range(view(), next, limit)];
    yield* batch;
    const last = batch[limit - 1];
    next = last && { ...bounds, start: last.key, exclusiveStart: true };
    limit = Math.min(limit * 2, LAST_BATCH_ROWS);
  }
}

function range({ table, transaction }: TableView, bounds: Bounds, limit: number): Iterable<Row> {
  const options = { ...bounds, inclusiveEnd: true, limit };
  return table.getRange(transaction === undefined ? options : { ...options, transaction });
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
    table.putSync(key, block);
  }
}

/** The blocks of the range, in the direction of the query. */
export function* readHistory(view: () => TableView, query: AccountTransactionQuery): Generator<HistoryBlock, void> {
  const bounds = queryBounds(query);
  if (bounds === undefined) return;
  const { account, forward } = query;
  const { low, high } = bounds;
  const top = accountKey(account, high);
  // The range may begin in the middle of a block, whose key is then below it.
  const lowest = accountKey(account, low);
  const holder = firstRow(view(), { start: lowest, end: accountKey(account, START), reverse: true });
  const bottom = holder?.key ?? lowest;
  const range = forward ? { start: bottom, end: top } : { start: top, end: bottom, reverse: true };
  for (const { value } of rows(view, range)) {
    const block = blockWithin(asBuffer(value), low, high);
    if (block !== undefined) yield block;
  }
}
