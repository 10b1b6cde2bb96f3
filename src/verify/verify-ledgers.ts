/**
 * Checks a store ledger by ledger: the chain of headers, the transactions of each ledger against its header, and the indexes of
 * ledgers and transactions.
 */

import { encodeHistoryRow, HISTORY_ROW_BYTES } from '../history/packed-rows.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import { readAlterations } from '../node/test-bench/alterations.ts';
import { transactionIdOf } from '../protocol/transaction/transaction.ts';
import { transactionTreeHash } from '../shamap/transaction-tree.ts';
import { readForkOrigin } from '../storage/fork/fork-origin.ts';
import type { HistoryStore, StoredTransaction } from '../storage/history-store.ts';
import type { ReadStore } from '../storage/ledger-store.ts';
import { finishSteps } from '../util/steps.ts';
import { historyFactsOf } from './derived-rows.ts';
import type { CheckStep, DamageList } from './store-damage.ts';

/** Expected numbers of rows. */
export interface LedgerRowCounts {
  ledgers: number;
  transactions: number;
  historyRows: number;
}

export function* verifyLedgers(store: ReadStore, damage: DamageList): Generator<CheckStep, LedgerRowCounts> {
  const counts: LedgerRowCounts = { ledgers: 0, transactions: 0, historyRows: 0 };
  const { first, last } = store.ledgerRange()!;
  const { set_entry: createdSince = last + 1 } = readAlterations(store);
  const forkIndex = readForkOrigin(store)?.ledgerIndex;
  let parent: LedgerHeader | undefined;
  let header = readHeader(store, first, damage);
  for (let index = first; index <= last; index++) {
    yield { task: 'ledgers', ledgerIndex: index, share: (index - first) / (last - first + 1) };
    const next = index < last ? readHeader(store, index + 1, damage) : undefined;
    if (header !== undefined) {
      counts.ledgers++;
      verifyHeader(store, damage, { header, parent, next, isLast: index === last });
      if (index < createdSince) verifySupply(header, parent, damage);
      if (index !== forkIndex) verifyTransactions(store, header, damage, counts);
    }
    parent = header;
    header = next;
  }
  return counts;
}

function readHeader(store: HistoryStore, index: number, damage: DamageList): LedgerHeader | undefined {
  const header = damage.reading('headers', index, () => store.header(index));
  if (header === undefined) damage.add('headers', index, 'its header is missing');
  else if (header.ledgerIndex !== index) damage.add('headers', index, `its header is that of ${header.ledgerIndex}`);
  return header;
}

interface Neighbours {
  readonly header: LedgerHeader;
  readonly parent: LedgerHeader | undefined;
  readonly next: LedgerHeader | undefined;
  readonly isLast: boolean;
}

/**
 * Compares a header with the parent hash of the next one and with the index of hashes. If both disagree with it, the header is
 * damaged. The newest header is compared with the index only.
 */
function verifyHeader(store: HistoryStore, damage: DamageList, { header, parent, next, isLast }: Neighbours): void {
  const { ledgerIndex: index, hash, parentHash } = header;
  if (parent !== undefined && parentHash !== parent.hash) {
    const isParentDamaged = damage.reading('ledger_hashes', index, () => store.ledgerIndexByHash(parentHash));
    const damaged = isParentDamaged === index - 1 ? index - 1 : index;
    damage.add('headers', damaged, `the headers of ${index - 1} and ${index} do not belong together`);
  }
  const found = damage.reading('ledger_hashes', index, () => store.ledgerIndexByHash(hash));
  if (found === index) return;
  if (next?.parentHash === hash) damage.add('ledger_hashes', index, 'its hash is not in the index');
  else if (isLast) damage.add('headers', index, 'its header does not have the hash in the index');
}

/** Fees destroy XRP. Only a test bench creates some. */
function verifySupply({ ledgerIndex, totalDrops }: LedgerHeader, parent: LedgerHeader | undefined, damage: DamageList) {
  if (parent === undefined || totalDrops <= parent.totalDrops) return;
  damage.add(
    'headers',
    ledgerIndex,
    `it has ${totalDrops - parent.totalDrops} drops of XRP more than the ledger before`,
  );
}

function verifyTransactions(
  store: HistoryStore,
  { ledgerIndex: index, transactionHash }: LedgerHeader,
  damage: DamageList,
  counts: LedgerRowCounts,
): void {
  const listed = damage.reading('transactions', index, () =>
    Array.from(store.ledgerTransactions(index), (stored) => ({ ...stored, id: transactionIdOf(stored.blob) })),
  );
  if (listed === undefined) return;
  counts.transactions += listed.length;
  if (listed.some(({ position }, at) => position !== at)) damage.add('transactions', index, 'one of them is missing');
  const root = damage.reading('transactions', index, () => finishSteps(transactionTreeHash(listed)));
  if (root !== transactionHash) {
    damage.add('transactions', index, 'its transactions do not have the hash in its header');
    return;
  }
  for (const stored of listed) {
    const at = damage.reading('transaction_ids', index, () => store.transactionLocation(stored.id));
    if (at?.ledgerIndex !== index || at.position !== stored.position) {
      damage.add('transaction_ids', index, `transaction ${stored.id} is not found where it is`);
    }
    counts.historyRows += verifyHistory(store, stored, damage);
  }
}

function verifyHistory(store: HistoryStore, stored: StoredTransaction, damage: DamageList): number {
  const { ledgerIndex: index, position } = stored;
  const facts = damage.reading('transactions', index, () => historyFactsOf(stored)) ?? [];
  for (const [account, expected] of facts) {
    const row = damage.reading('account_history', index, () => historyRowAt(store, account, stored));
    if (row?.equals(encodeHistoryRow({ ledgerIndex: index, position }, expected))) continue;
    damage.add('account_history', index, `position ${position} is missing or wrong in the history of ${account}`);
  }
  return facts.length;
}

/** The first row of an account's history at or after a position in the ledger. */
function historyRowAt(store: HistoryStore, account: string, from: StoredTransaction): Buffer | undefined {
  const { ledgerIndex, position } = from;
  const range = { minLedgerIndex: ledgerIndex, maxLedgerIndex: ledgerIndex, forward: true };
  for (const { bytes, first } of store.accountHistory({ account, ...range, from: { ledgerIndex, position } })) {
    return bytes.subarray(first * HISTORY_ROW_BYTES, (first + 1) * HISTORY_ROW_BYTES);
  }
  return undefined;
}
