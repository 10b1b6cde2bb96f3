/**
 * Histories of accounts in LMDB: blocks of up to 40 rows, each under its account and the place of its first row. Four
 * full blocks fill a page of the database. A ledger adds its rows to the account's last block and begins new ones
 * when that is full; earlier blocks never change.
 */

import type { AccountTransactionQuery, HistoryBlock } from '../../history/history-query.ts';
import { blockWithin, HISTORY_ROW_BYTES, queryBounds } from '../../history/history-rows.ts';
import type { AccountId } from '../../protocol/values.ts';
import { accountKey, asBuffer, MAX_INDEX, type Table } from './layout.ts';
import { firstRow, rows, type TableView } from './table-rows.ts';

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
