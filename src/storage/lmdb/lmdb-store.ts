/**
 * The durable store: one LMDB environment in a directory, one LMDB transaction a ledger. Once a commit resolves,
 * neither a kill nor a power loss can undo it or part of it (`ledger-writer.ts`).
 *
 * Reads return copies that the caller may keep. Iteration reads in short batches and holds no LMDB read transaction
 * between them, since an open one prevents the reuse of all later free pages.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { RootDatabase } from 'lmdb';
import type { ClosedLedger } from '../../ledger/closed-ledger.ts';
import type { PreparedLedger } from '../../ledger/derived-changes.ts';
import { KeyTreeChanges, type KeyTreeNodes } from '../../util/key-tree.ts';
import { finishSteps, type Pacer, paceSteps, withoutPause } from '../../util/steps.ts';
import { checkAppend, checkChain, checkUndone } from '../append-check.ts';
import { changedKeyTreePaths } from '../changed-key-tree-paths.ts';
import { type DamagedRow, DamagedRowError } from '../damaged-row-error.ts';
import { describeFailure } from '../disk-fault.ts';
import { diskCause } from '../disk-probe.ts';
import { FORGOT_LEDGERS, type ForgettingStore, type HistoryRule } from '../history-rule.ts';
import type { LedgerRange } from '../history-store.ts';
import { FollowedStoreError, STORE_FORMAT_VERSION, StoreError } from '../ledger-store.ts';
import { makeDirectories } from '../make-directories.ts';
import { readClosedLedgers } from '../read-closed-ledgers.ts';
import type { UndoneLedgers } from '../revertible-store.ts';
import type { CheckedRows, RowCheckStore } from '../row-check.ts';
import type { CheckableStore, StoreRebuild, StoreRowCounts } from '../store-check.ts';
import type { StoreReaders } from '../store-readers.ts';
import { checkTable } from './check-rows.ts';
import { CommitThread } from './commit-thread.ts';
import { checkWholeDataFile } from './data-file.ts';
import { type DataProtection, type OpenPlace, openPlace, requireDataFile, requireNoLoss } from './data-place.ts';
import { Environment } from './environment.ts';
import { type ForgottenRow, firstToKeep, rowsOfForgotten } from './forget-ledgers.ts';
import { KeyTreeTable } from './key-tree-table.ts';
import { openTables, type Tables, TERM_KEY } from './layout.ts';
import { LedgerWriter, packLedger } from './ledger-writer.ts';
import { LmdbReads, metaKey, storedRange } from './lmdb-reads.ts';
import { DATA_FILE } from './meta-pages.ts';
import { formatOf, formatRefusal } from './older-store.ts';
import { LmdbRebuild } from './rebuild.ts';
import { ChunkPool, RowBatch } from './row-batch.ts';
import { countRepeatedVersions, countRows } from './row-counts.ts';
import { asBuffer, type Table, type TableView, valueAt } from './table.ts';
import { clearRows, undoRows } from './undo-rows.ts';
import { writeRows } from './write-rows.ts';

const TERM = /^[0-9]{1,16}$/;

/**
 * What may be done with a directory. `found`: create a chain, unless there are traces of one; `found anew`: even then;
 * `open`: only continue an existing chain; `read`: read an existing chain, also in a read-only directory, and
 * beside a server the state of this moment.
 */
export type StoreAccess = 'found' | 'found anew' | 'open' | 'read';

export interface LmdbStoreOptions {
  /** Limits how long a commit's preparation may block the event loop; unlimited if absent. */
  readonly pacer?: Pacer;
  /** `found` if absent. */
  readonly access?: StoreAccess;
  /** Called once, when the disk has failed so that nothing can be written until the process restarts. */
  readonly onBroken?: () => void;
  /** Called with the first damaged row. */
  readonly onDamage?: (error: DamagedRowError) => void;
}

/**
 * Opens the store in a directory, which is created if it is missing and `access` allows it.
 * @throws StoreError if the directory cannot be used, is in use, is damaged, holds another format, or has lost its
 * chain.
 */
export function openLmdbStore(
  directory: string,
  { pacer = withoutPause, access = 'found', onBroken = () => {}, onDamage = () => {} }: LmdbStoreOptions = {},
): LmdbStore {
  let place: OpenPlace | undefined;
  let root: RootDatabase | undefined;
  const mayFound = access === 'found' || access === 'found anew';
  try {
    if (mayFound) makeDirectories(directory);
    // Before the lock, which creates files.
    if (access === 'found') requireNoLoss(directory);
    if (!mayFound) requireDataFile(directory);
    place = openPlace(directory, access === 'read');
    root = place.openRoot();
    const damage = new FirstDamage(onDamage);
    const [damagedRow] = place.damagedRows;
    if (damagedRow !== undefined) damage.note(new DamagedRowError(damagedRow));
    const environment = new Environment(root, openChecked(root, directory, damage));
    if (place.protection === 'snapshot') environment.freeze();
    const store = new LmdbStore({ directory, environment, place, pacer, onBroken, damage });
    store.checkRange();
    if (!mayFound && store.ledgerRange() === undefined)
      throw new StoreError(`there is no chain in ${directory}: ${DATA_FILE} has no ledger yet`);
    return store;
  } catch (error) {
    root?.close();
    place?.release();
    if (error instanceof StoreError) throw error;
    if (error instanceof DamagedRowError)
      throw new StoreError(`the data directory ${directory} cannot be opened: ${error.message}`, { cause: error });
    const cause = diskCause(directory, error);
    throw new StoreError(`cannot open the data directory ${directory}: ${describeFailure(cause)}`, { cause });
  }
}

function openChecked(root: RootDatabase, directory: string, damage: FirstDamage): Tables {
  // The format first, since another one may have other tables.
  const format = formatOf(root, directory);
  if (format !== STORE_FORMAT_VERSION) throw new StoreError(formatRefusal(format, directory));
  return openTables(root, { onDamage: (error) => damage.note(error) });
}

/** The first damaged row of an open store. */
class FirstDamage {
  readonly #onFirst: (error: DamagedRowError) => void;
  first: DamagedRowError | undefined;

  constructor(onFirst: (error: DamagedRowError) => void) {
    this.#onFirst = onFirst;
  }

  note(error: DamagedRowError): void {
    if (this.first !== undefined) return;
    this.first = error;
    this.#onFirst(error);
  }
}

interface LmdbStoreParts extends Required<Pick<LmdbStoreOptions, 'pacer' | 'onBroken'>> {
  readonly directory: string;
  readonly environment: Environment;
  readonly place: OpenPlace;
  readonly damage: FirstDamage;
}

export class LmdbStore extends LmdbReads implements CheckableStore, RowCheckStore, ForgettingStore {
  readonly #directory: string;
  readonly #environment: Environment;
  readonly #place: OpenPlace;
  readonly #damage: FirstDamage;
  readonly #thread: CommitThread;
  readonly #writer: LedgerWriter;
  readonly #keyTree = new KeyTreeTable((path, ledgerIndex) => this.readKeyTreeNode(path, ledgerIndex));
  readonly #pacer: Pacer;
  #range: LedgerRange | undefined;
  readonly #onBroken: () => void;
  #isBroken = false;
  #rule: HistoryRule | undefined;
  #hasReaders = false;
  #isAppending = false;
  /** Settles when the last requested commit settles. */
  #appending: Promise<void> = Promise.resolve();
  /** The largest term of any append. */
  #term: number;
  #closing: Promise<void> | undefined;
  /** A pending append is completed before the store closes, and still reads from it. */
  #isClosed = false;

  /** Use `openLmdbStore`. */
  constructor({ directory, environment, place, pacer, onBroken, damage }: LmdbStoreParts) {
    super();
    this.#directory = directory;
    this.#environment = environment;
    this.#place = place;
    this.#damage = damage;
    this.#pacer = pacer;
    this.#onBroken = onBroken;
    this.#thread = new CommitThread(directory);
    this.#writer = new LedgerWriter(directory, environment, this.#thread, pacer);
    this.#range = storedRange(environment.view('headers'));
    this.#term = readTerm(directory, environment.tables.meta);
  }

  /** @throws StoreError for a store that lost its headers. */
  checkRange(): void {
    if (this.ledgerRange() === undefined && Object.values(this.rowCounts()).some((count) => count > 0)) {
      throw new StoreError(`the data directory ${this.#directory} is damaged: it has no headers`);
    }
  }

  /** From now on each commit waits for these readers in other threads. */
  attachReaders(readers: StoreReaders): void {
    this.#writer.attachReaders(readers);
    this.#hasReaders = true;
  }

  /** Call this when a ledger with transactions will be appended, so that the append does not wait for its thread. */
  expectTransactions(): void {
    if (this.#closing === undefined) this.#thread.start();
  }

  get #openEnvironment(): Environment {
    if (this.#isClosed) throw new StoreError('the store is closed');
    return this.#environment;
  }

  #refuseWhileClosing(): void {
    if (this.#closing !== undefined) throw new StoreError('the store is closed');
  }

  get damage(): DamagedRowError | undefined {
    return this.#damage.first;
  }

  noteDamage(error: DamagedRowError): void {
    this.#damage.note(error);
  }

  get protection(): DataProtection {
    return this.#place.protection;
  }

  /** As `#openEnvironment`, for writes. */
  get #writableEnvironment(): Environment {
    this.#refuseWhileClosing();
    this.#place.confirm();
    return this.#environment;
  }

  protected view(name: keyof Tables): TableView {
    return this.#openEnvironment.view(name);
  }

  ledgerRange(): LedgerRange | undefined {
    this.#openEnvironment;
    return this.#range;
  }

  protected keyTreeAt(ledgerIndex: number): Pick<KeyTreeNodes, 'get'> {
    return this.#keyTree.at(ledgerIndex, ledgerIndex >= (this.ledgerRange()?.last ?? 0));
  }

  override metaValue(name: string): string | undefined {
    if (this.protection !== 'snapshot') return super.metaValue(name);
    return valueAt(this.view('meta'), metaKey(name))?.toString();
  }

  setMetaValue(name: string, value: string): void {
    this.#write((environment) => environment.put('meta', metaKey(name), Buffer.from(value)));
  }

  setMetaValues(values: ReadonlyMap<string, string>): void {
    this.#write((environment) =>
      environment.transaction(() => {
        for (const [name, value] of values) environment.tables.meta.put(metaKey(name), Buffer.from(value));
      }),
    );
  }

  #write(work: (environment: Environment) => void): void {
    const environment = this.#writableEnvironment;
    // LMDB would wait for that thread without limit.
    if (!this.#thread.release()) throw new StoreError('nothing can be stored: the thread that writes does not answer');
    try {
      work(environment);
    } catch (error) {
      this.#noteFailure();
      throw diskCause(this.#directory, error);
    }
  }

  /** Handles a failed write. */
  #noteFailure(): void {
    if (this.#isBroken || !this.#environment.isBroken) return;
    this.#isBroken = true;
    this.#onBroken();
  }

  term(): number {
    this.#openEnvironment;
    return this.#term;
  }

  tail(afterIndex: number): Generator<ClosedLedger, void> {
    const { first = 0 } = this.ledgerRange() ?? {};
    if (afterIndex < first && this.metaValue(FORGOT_LEDGERS) !== undefined) {
      throw new StoreError(`the data directory has only ledgers from ${first} on, so it cannot give earlier ones`);
    }
    return readClosedLedgers(this, afterIndex);
  }

  async append(ledger: PreparedLedger, term?: number): Promise<void> {
    this.#refuseWhileClosing();
    this.#isAppending = true;
    const appended = this.#appending.then(() => this.#append(ledger, term ?? this.#term));
    const settled = appended.catch(() => {});
    this.#appending = settled;
    await settled;
    if (this.#appending === settled) this.#isAppending = false;
    return appended;
  }

  async #append(ledger: PreparedLedger, term: number): Promise<void> {
    if (this.damage !== undefined) throw this.damage;
    this.#place.confirm();
    const { ledgerIndex } = ledger.header;
    const range = this.#range;
    checkAppend({ last: range && this.header(range.last), term: this.#term }, ledger.header, term);
    const first = this.#firstAfter(ledgerIndex);
    const forgotten = await this.#rowsBefore(first);
    const keyTree = new KeyTreeChanges(this.#keyTree.at(ledgerIndex, true));
    try {
      await this.#writer.write(ledger, { keyTree, term: term > this.#term ? term : undefined, forgotten });
    } catch (error) {
      if (error instanceof DamagedRowError) this.noteDamage(error);
      else this.#noteFailure();
      throw error;
    }
    this.#term = term;
    this.#keyTree.advance(keyTree.changed);
    this.#range = { first, last: ledgerIndex };
  }

  keepLast(rule: HistoryRule): void {
    this.#rule = rule;
  }

  /** The first ledger to keep when this one is the last. */
  #firstAfter(ledgerIndex: number): number {
    const first = this.#range?.first ?? ledgerIndex;
    return this.#rule === undefined ? first : firstToKeep(first, ledgerIndex, this.#rule);
  }

  async #rowsBefore(newFirst: number): Promise<readonly ForgottenRow[]> {
    const first = this.#range?.first ?? newFirst;
    if (first === newFirst) return [];
    const from = { reads: this, view: (name: keyof Tables) => this.view(name) };
    return paceSteps(rowsOfForgotten(from, first, newFirst), this.#pacer);
  }

  requireRevertible(): void {
    this.#writableEnvironment;
    if (this.#isAppending) throw new StoreError('a ledger is being appended');
    if (this.#hasReaders)
      throw new FollowedStoreError('workers read the store, so it cannot return to earlier ledgers');
  }

  revert(ledgerIndex: number, undone: UndoneLedgers, values: ReadonlyMap<string, string> = new Map()): void {
    checkUndone(this.ledgerRange(), ledgerIndex, undone);
    const paths = undone.ledgers.map((ledger) => changedKeyTreePaths(this, ledger));
    this.#rewrite(values, (tables) => undoRows(tables, undone, paths));
  }

  replace(ledgers: readonly PreparedLedger[], values: ReadonlyMap<string, string>): void {
    checkChain(ledgers);
    const pool = new ChunkPool();
    this.#rewrite(values, (tables) => {
      clearRows(tables);
      for (const ledger of ledgers) {
        const { ledgerIndex } = ledger.header;
        const keyTree = new KeyTreeChanges({ get: (path) => this.readKeyTreeNode(path, ledgerIndex) });
        writeRows(tables, finishSteps(packLedger(ledger, { keyTree, term: undefined }, new RowBatch(pool))));
      }
    });
  }

  /** Changes tables and named values in one transaction. */
  #rewrite(values: ReadonlyMap<string, string>, change: (tables: Tables) => void): void {
    this.requireRevertible();
    const { tables } = this.#environment;
    try {
      this.#environment.transaction(() => {
        change(tables);
        for (const [name, value] of values) tables.meta.put(metaKey(name), Buffer.from(value));
      });
    } catch (error) {
      if (error instanceof StoreError) throw error;
      this.#noteFailure();
      const cause = diskCause(this.#directory, error);
      throw new StoreError(`the store cannot return to earlier ledgers: ${(cause as Error).message}`, { cause });
    }
    this.#range = storedRange(this.view('headers'));
    this.#keyTree.reset();
    this.forgetHeaders();
  }

  *damagedRows(): Generator<number, readonly DamagedRow[]> {
    return yield* checkWholeDataFile(this.#directory);
  }

  rowCounts(): StoreRowCounts {
    return countRows((name) => this.view(name));
  }

  repeatedVersions(lastLedger: number): number {
    return countRepeatedVersions((name) => this.view(name), lastLedger);
  }

  rowCount(): number {
    return Object.values(this.#openEnvironment.tables).reduce((sum: number, table: Table) => sum + table.count(), 0);
  }

  *checkRows(): Generator<CheckedRows, void> {
    for (const name of Object.keys(this.#openEnvironment.tables) as (keyof Tables)[])
      yield* checkTable(() => this.view(name));
  }

  beginRebuild(): StoreRebuild {
    return new LmdbRebuild(this.#directory, this.#openEnvironment.tables);
  }

  sizeBytes(): number {
    return statSync(join(this.#directory, DATA_FILE)).size;
  }

  /** Completes a pending commit first. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#appending;
    await this.#thread.end();
    this.#isClosed = true;
    this.#environment.close();
    this.#place.release();
  }
}

function readTerm(directory: string, meta: Table): number {
  const stored = meta.get(TERM_KEY);
  if (stored === undefined) return 0;
  const text = asBuffer(stored).toString();
  if (!TERM.test(text)) throw new StoreError(`the data directory ${directory} is damaged: it has the term ${text}`);
  return Number(text);
}
