/**
 * Commits a ledger. The rows are packed here, in steps that let requests run in between, while the commit thread writes
 * those that are packed already. All are in one LMDB transaction with the classic order of writes: data, flush, meta
 * page, flush.
 *
 * After a failure the outcome is determined, not guessed: a rejected commit is not in the store, and a commit in the
 * store has succeeded, even if the thread died before its answer. In one case it cannot be determined: then the
 * environment is broken, and the next start determines it.
 */

import type { TransactionLocation } from '../../history/history-query.ts';
import { encodeHistoryRow } from '../../history/packed-rows.ts';
import type { ClosedTransaction } from '../../ledger/closed-ledger.ts';
import type { DerivedTransaction, PreparedLedger } from '../../ledger/derived-changes.ts';
import { encodeLedgerHeader, type LedgerHeader } from '../../ledger/ledger-header.ts';
import type { AccountId } from '../../protocol/values.ts';
import { hexToBytes } from '../../util/hex.ts';
import type { KeyTreeChanges } from '../../util/key-tree.ts';
import { type Pacer, paceSteps, type Steps } from '../../util/steps.ts';
import { DamagedRowError } from '../damaged-row-error.ts';
import { diskFault } from '../disk-fault.ts';
import { diskCause, probeDisk } from '../disk-probe.ts';
import { FORGOT_LEDGERS } from '../history-rule.ts';
import { StoreError } from '../ledger-store.ts';
import type { StoreReaders } from '../store-readers.ts';
import type { CommitThread } from './commit-thread.ts';
import type { Environment } from './environment.ts';
import type { ForgottenRow } from './forget-ledgers.ts';
import { encodeKeyTreeNode, keyTreeKey } from './key-tree-table.ts';
import { entryVersionKey, indexRowKey, ledgerKey, locationKey, TERM_KEY, transactionParts, treeKey } from './layout.ts';
import { metaKey } from './lmdb-reads.ts';
import { ChunkPool, RowBatch } from './row-batch.ts';
import { valueAt } from './table.ts';

export class LedgerWriter {
  readonly #environment: Environment;
  readonly #thread: CommitThread;
  readonly #pacer: Pacer;
  readonly #pool = new ChunkPool();
  readonly #directory: string;
  #readers: StoreReaders | undefined;
  /** The disk failed at the last write; it is probed before the next one. */
  #hasDiskFailed = false;

  constructor(directory: string, environment: Environment, thread: CommitThread, pacer: Pacer) {
    this.#directory = directory;
    this.#environment = environment;
    this.#thread = thread;
    this.#pacer = pacer;
  }

  /** Waits for these readers from now on. */
  attachReaders(readers: StoreReaders): void {
    this.#readers = readers;
  }

  /**
   * Resolves when the ledger is durable; until then readers see none of it. One at a time. `keyTree` is the parent's
   * and receives the ledger's keys. `term` is written with it, if given.
   * @throws StoreError if it could not be written. The store is unchanged, and the next write may be tried, unless the
   * environment is broken.
   */
  async write(ledger: PreparedLedger, options: WriteOptions): Promise<void> {
    if (ledger.transactions.length > 0) this.#thread.start();
    await this.#readers?.followed(ledger.header.ledgerIndex - 1);
    // A disk that failed is probed for room for all rows before any is written.
    const isEarly = this.#thread.isRunning && !this.#hasDiskFailed;
    const batch = new RowBatch(this.#pool, isEarly ? (rows) => this.#thread.send(rows) : undefined);
    const rows = await this.#pack(ledger, options, batch);
    this.#askDisk(ledger.header, rows);
    try {
      this.#pool.giveBack(await this.#writeRows(rows));
    } catch (error) {
      if (error instanceof DamagedRowError) throw error;
      if (this.#isStored(ledger.header)) return;
      const cause = diskCause(this.#directory, error);
      this.#hasDiskFailed = diskFault(cause) !== undefined;
      throw notStored(ledger.header, cause);
    }
    this.#environment.thaw();
    this.#environment.forgetDeadReaders();
  }

  async #pack(ledger: PreparedLedger, options: WriteOptions, batch: RowBatch): Promise<readonly Uint8Array[]> {
    try {
      return await paceSteps(packLedger(ledger, options, batch), this.#pacer);
    } catch (error) {
      await this.#thread.discard();
      throw error;
    }
  }

  /**
   * An empty ledger is written on this thread: it has few rows, and no client waits for a transaction. So a new chain
   * starts sooner, and an idle server has no commit thread.
   */
  async #writeRows(rows: readonly Uint8Array[]): Promise<readonly ArrayBuffer[]> {
    this.#environment.freeze();
    if (this.#thread.isRunning) return this.#thread.write(rows);
    this.#environment.writeRowsSync(rows);
    return rows.map(({ buffer }) => buffer as ArrayBuffer);
  }

  #askDisk(header: LedgerHeader, rows: readonly Uint8Array[]): void {
    if (!this.#hasDiskFailed) return;
    try {
      probeDisk(
        this.#directory,
        rows.reduce((sum, { byteLength }) => sum + byteLength, 0),
      );
    } catch (cause) {
      throw notStored(header, cause);
    }
    this.#hasDiskFailed = false;
  }

  #isStored({ hash }: LedgerHeader): boolean {
    if (this.#environment.isBroken) return false;
    this.#environment.thaw();
    return valueAt(this.#environment.view('ledgerHashes'), hexToBytes(hash)) !== undefined;
  }
}

function notStored({ ledgerIndex }: LedgerHeader, cause: unknown): StoreError {
  return new StoreError(`ledger ${ledgerIndex} cannot be stored: ${(cause as Error).message}`, { cause });
}

const TOMBSTONE = Buffer.alloc(0);
/** Packing this many rows takes some ten microseconds. */
const ROWS_A_STEP = 16;

/** What is written with a ledger. */
export interface WriteOptions {
  /** The parent's key tree; afterwards the ledger's. */
  readonly keyTree: KeyTreeChanges;
  /** The writer's term, if it is new. */
  readonly term: number | undefined;
  /** Rows to delete with it. */
  readonly forgotten?: readonly ForgottenRow[];
}

/** Packs all rows of a ledger into the batch, and finishes it. */
export function* packLedger(
  { header, derived, ...ledger }: PreparedLedger,
  { keyTree, term, forgotten = [] }: WriteOptions,
  batch: RowBatch,
): Steps<readonly Uint8Array[]> {
  // Deletions first: the ledger may write the same keys again.
  yield* inSteps(forgotten, ({ table, key }) => batch.add('remove', table, key));
  if (forgotten.length > 0) batch.add('put', 'meta', metaKey(FORGOT_LEDGERS), Buffer.from('true'));
  const indexBytes = ledgerKey(header.ledgerIndex);
  batch.add('put', 'headers', indexBytes, encodeLedgerHeader(header));
  batch.add('put', 'ledgerHashes', hexToBytes(header.hash), indexBytes);
  if (term !== undefined) batch.add('put', 'meta', TERM_KEY, Buffer.from(String(term)));
  const newRows = new Map<AccountId, Buffer[]>();
  for (const [position, transaction] of ledger.transactions.entries()) {
    const location = { ledgerIndex: header.ledgerIndex, position };
    packTransaction(batch, location, transaction, derived.transactions[position]!, newRows);
    yield;
  }
  yield* inSteps(newRows, ([account, rows]) =>
    batch.add('append', 'accountHistory', hexToBytes(account), Buffer.concat(rows)),
  );
  yield* inSteps(ledger.stateChanges, ([key, bytes]) => {
    batch.add('put', 'entries', entryVersionKey(key, header.ledgerIndex), bytes ?? TOMBSTONE);
    if (derived.insertedOrDeletedKeys?.has(key) !== false) keyTree.put(key, bytes !== undefined);
  });
  yield* inSteps(keyTree.changed, ([path, node]) =>
    batch.add(
      'put',
      'keyTree',
      keyTreeKey(path, header.ledgerIndex),
      node === undefined ? TOMBSTONE : encodeKeyTreeNode(node),
    ),
  );
  yield* inSteps(derived.treeChanges, ([path, record]) => {
    if (record === undefined) batch.add('remove', 'tree', treeKey(path));
    else batch.add('put', 'tree', treeKey(path), record);
  });
  yield* inSteps(derived.indexChanges, ({ index, key, isPresent }) => {
    batch.add(isPresent ? 'put' : 'remove', 'indexes', indexRowKey(index, key));
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
  batch.add('put', 'transactions', key, ...transactionParts(blob, metadata));
  batch.add('put', 'transactionIds', hexToBytes(id), key);
  for (const [at, account] of accounts.entries()) {
    const row = encodeHistoryRow(location, facts[at] as Uint8Array);
    const rows = newRows.get(account);
    if (rows === undefined) newRows.set(account, [row]);
    else rows.push(row);
  }
}
