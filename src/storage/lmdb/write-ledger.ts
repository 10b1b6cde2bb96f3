/** The rows of a closed ledger, packed for the thread that writes them (`write-rows.ts`). */

import type { TransactionLocation } from '../../history/history-query.ts';
import { encodeHistoryRow } from '../../history/history-rows.ts';
import type { ClosedTransaction } from '../../ledger/closed-ledger.ts';
import type { DerivedTransaction, PreparedLedger } from '../../ledger/derived-changes.ts';
import { encodeLedgerHeader } from '../../ledger/ledger-header.ts';
import type { AccountId } from '../../protocol/values.ts';
import { hexToBytes } from '../../util/hex.ts';
import type { KeyTreeChanges } from '../../util/key-tree.ts';
import type { Steps } from '../../util/steps.ts';
import type { StoredTransaction } from '../history-store.ts';
import type { ChunkPool } from './chunk-pool.ts';
import { encodeKeyTreeNode, keyTreeKey } from './key-tree-table.ts';
import { asBuffer, entryVersionKey, indexRowKey, ledgerKey, locationKey, TERM_KEY, treeKey } from './layout.ts';
import { RowBatch } from './row-batch.ts';

const TOMBSTONE = Buffer.alloc(0);
const NO_VALUE = Buffer.alloc(0);
/** So many rows are packed in some ten microseconds. */
const ROWS_A_STEP = 16;

/** What is written with a ledger. */
interface PackOptions {
  /** That of its parent, and of the ledger afterwards. */
  readonly keyTree: KeyTreeChanges;
  /** That of the writer, if it is a new one. */
  readonly term: number | undefined;
}

/** Packs all rows of a ledger. */
export function* packLedger(
  { header, derived, ...ledger }: PreparedLedger,
  { keyTree, term }: PackOptions,
  pool: ChunkPool,
): Steps<readonly Uint8Array[]> {
  const batch = new RowBatch(pool);
  const indexBytes = ledgerKey(header.ledgerIndex);
  batch.put('headers', indexBytes, encodeLedgerHeader(header));
  batch.put('ledgerHashes', hexToBytes(header.hash), indexBytes);
  if (term !== undefined) batch.put('meta', TERM_KEY, Buffer.from(String(term)));
  const newRows = new Map<AccountId, Buffer[]>();
  for (const [position, transaction] of ledger.transactions.entries()) {
    const location = { ledgerIndex: header.ledgerIndex, position };
    packTransaction(batch, location, transaction, derived.transactions[position]!, newRows);
    yield;
  }
  yield* inSteps(newRows, ([account, rows]) => batch.appendHistory(hexToBytes(account), Buffer.concat(rows)));
  yield* inSteps(ledger.stateChanges, ([key, bytes]) => {
    batch.put('entries', entryVersionKey(key, header.ledgerIndex), bytes ?? TOMBSTONE);
    keyTree.put(key, bytes !== undefined);
  });
  yield* inSteps(keyTree.changed, ([path, node]) =>
    batch.put(
      'keyTree',
      keyTreeKey(path, header.ledgerIndex),
      node === undefined ? TOMBSTONE : encodeKeyTreeNode(node),
    ),
  );
  yield* inSteps(derived.treeChanges, ([path, record]) => {
    if (record === undefined) batch.remove('tree', treeKey(path));
    else batch.put('tree', treeKey(path), record);
  });
  yield* inSteps(derived.indexChanges, ({ index, key, isPresent }) => {
    if (isPresent) batch.put('indexes', indexRowKey(index, key), NO_VALUE);
    else batch.remove('indexes', indexRowKey(index, key));
  });
  return batch.finish();
}

function* inSteps<Item>(items: Iterable<Item>, pack: (item: Item) => void): Steps<void> {
  let count = 0;
  for (const item of items) {
    pack(item);
    if (++count % ROWS_A_STEP === 0) yield;
  }
}

function packTransaction(
  batch: RowBatch,
  location: TransactionLocation,
  { blob, metadata }: ClosedTransaction,
  { id, accounts, facts }: DerivedTransaction,
  newRows: Map<AccountId, Buffer[]>,
): void {
  const key = locationKey(location);
  batch.put('transactions', key, encodeTransaction(blob, metadata));
  batch.put('transactionIds', hexToBytes(id), key);
  for (const [at, account] of accounts.entries()) {
    const row = encodeHistoryRow(location, facts[at] as Uint8Array);
    const rows = newRows.get(account);
    if (rows === undefined) newRows.set(account, [row]);
    else rows.push(row);
  }
}

function encodeTransaction(blob: Uint8Array, metadata: Uint8Array): Buffer {
  return Buffer.concat([ledgerKey(blob.length), blob, metadata]);
}

/** The inverse, over the memory of the record. */
export function decodeTransaction(location: TransactionLocation, record: Uint8Array): StoredTransaction {
  const blobEnd = 4 + asBuffer(record).readUInt32BE(0);
  return {
    ledgerIndex: location.ledgerIndex,
    position: location.position,
    blob: record.subarray(4, blobEnd),
    metadata: record.subarray(blobEnd),
  };
}
