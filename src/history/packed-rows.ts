/**
 * Packed rows of account histories, as both backends store them. Packed rows take a third of the size of separate ones,
 * and a query scans a million of them in milliseconds.
 */
import { partitionPoint } from '../util/partition-point.ts';
import { HISTORY_FACTS_BYTES } from './history-facts.ts';
import type { AccountTransactionQuery, HistoryBlock, TransactionLocation } from './history-query.ts';

const LOCATION_BYTES = 8;
export const HISTORY_ROW_BYTES = LOCATION_BYTES + HISTORY_FACTS_BYTES;

/** A row; the facts have their fixed length. */
export function encodeHistoryRow({ ledgerIndex, position }: TransactionLocation, facts: Uint8Array): Buffer {
  if (facts.length !== HISTORY_FACTS_BYTES) throw new RangeError(`${facts.length} bytes of facts about a transaction`);
  const row = Buffer.allocUnsafe(HISTORY_ROW_BYTES);
  row.writeUInt32BE(ledgerIndex, 0);
  row.writeUInt32BE(position, 4);
  row.set(facts, LOCATION_BYTES);
  return row;
}

/** Where the transaction of a row is. */
export function historyRowLocation(bytes: Buffer, row: number): TransactionLocation {
  const at = row * HISTORY_ROW_BYTES;
  return { ledgerIndex: bytes.readUInt32BE(at), position: bytes.readUInt32BE(at + 4) };
}

/** Byte offset of a row's facts in a block. */
export function historyFactsAt(row: number): number {
  return row * HISTORY_ROW_BYTES + LOCATION_BYTES;
}

/** First of the rows 0…count that is not before a location. */
function firstRowFrom(bytes: Buffer, count: number, location: TransactionLocation): number {
  return partitionPoint(count, (row) => compareLocations(historyRowLocation(bytes, row), location) < 0);
}

/** Negative, zero or positive as the first is before, at or after the second. */
function compareLocations(one: TransactionLocation, other: TransactionLocation): number {
  return one.ledgerIndex - other.ledgerIndex || one.position - other.position;
}

/** The inclusive bounds of a query's range; undefined if it is empty. */
export function queryBounds({
  minLedgerIndex,
  maxLedgerIndex,
  forward,
  from,
}: AccountTransactionQuery): { readonly low: TransactionLocation; readonly high: TransactionLocation } | undefined {
  let low: TransactionLocation = { ledgerIndex: minLedgerIndex, position: 0 };
  let high: TransactionLocation = { ledgerIndex: maxLedgerIndex, position: 0xffff_ffff };
  if (from !== undefined && forward && compareLocations(from, low) > 0) low = from;
  if (from !== undefined && !forward && compareLocations(from, high) < 0) high = from;
  return compareLocations(low, high) > 0 ? undefined : { low, high };
}

/** The locations of the account's transactions, in the direction of the query. */
export function* accountTransactions(
  store: { accountHistory(query: AccountTransactionQuery): Iterable<HistoryBlock> },
  query: AccountTransactionQuery,
): Generator<TransactionLocation, void> {
  for (const { bytes, first, end } of store.accountHistory(query)) {
    for (let step = 0; step < end - first; step++) {
      yield historyRowLocation(bytes, query.forward ? first + step : end - 1 - step);
    }
  }
}

/** The rows of a block that lie within the bounds; undefined if there are none. */
export function blockWithin(
  bytes: Buffer,
  low: TransactionLocation,
  high: TransactionLocation,
): HistoryBlock | undefined {
  const count = bytes.length / HISTORY_ROW_BYTES;
  const first = firstRowFrom(bytes, count, low);
  let end = firstRowFrom(bytes, count, high);
  if (end < count && compareLocations(historyRowLocation(bytes, end), high) === 0) end++;
  return first < end ? { bytes, first, end } : undefined;
}
