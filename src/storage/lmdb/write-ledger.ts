/** The rows of a closed ledger. */
import type { ClosedLedger } from '../../ledger/closed-ledger.ts';
import { encodeLedgerHeader } from '../../ledger/ledger-header.ts';
import type { AccountId } from '../../protocol/values.ts';
import { hexToBytes } from '../../util/hex.ts';
import { encodeHistoryRow } from '../history-rows.ts';
import type { StoredTransaction, TransactionLocation } from '../ledger-store.ts';
import { appendHistory } from './account-history.ts';
import { asBuffer, entryVersionKey, indexRowKey, ledgerKey, locationKey, type Tables, treeKey } from './layout.ts';

const TOMBSTONE = Buffer.alloc(0);
const NO_VALUE = Buffer.alloc(0);

/** Writes all rows of a ledger; must run inside an LMDB transaction that a throw aborts. */
export function writeLedger(tables: Tables, ledger: ClosedLedger): void {
  const { header } = ledger;
  const indexBytes = ledgerKey(header.ledgerIndex);
  tables.headers.putSync(indexBytes, encodeLedgerHeader(header));
  tables.ledgerHashes.putSync(hexToBytes(header.hash), indexBytes);
  const newRows = new Map<AccountId, Buffer[]>();
  ledger.transactions.forEach((transaction, position) => {
    const location = { ledgerIndex: header.ledgerIndex, position };
    const key = locationKey(location);
    tables.transactions.putSync(key, encodeTransaction(transaction.blob, transaction.metadata));
    tables.transactionIds.putSync(hexToBytes(transaction.id), key);
    for (const [at, account] of transaction.accounts.entries()) {
      const row = encodeHistoryRow(location, transaction.facts[at] as Uint8Array);
      const rows = newRows.get(account);
      if (rows === undefined) newRows.set(account, [row]);
      else rows.push(row);
    }
  });
  for (const [account, rows] of newRows) appendHistory(tables.accountHistory, account, rows);
  for (const [key, bytes] of ledger.stateChanges) {
    tables.entries.putSync(entryVersionKey(key, header.ledgerIndex), bytes ?? TOMBSTONE);
  }
  for (const [path, record] of ledger.treeChanges) {
    if (record === undefined) tables.tree.removeSync(treeKey(path));
    else tables.tree.putSync(treeKey(path), record);
  }
  for (const { index, key, isPresent } of ledger.indexChanges) {
    if (isPresent) tables.indexes.putSync(indexRowKey(index, key), NO_VALUE);
    else tables.indexes.removeSync(indexRowKey(index, key));
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
