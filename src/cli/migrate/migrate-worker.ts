/** The process of `weir migrate` that accesses the data (`store-task.ts`). It only reads the old data file. */
import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { STORE_FORMAT_VERSION, StoreError } from '../../storage/ledger-store.ts';
import { SUBMISSIONS_JOURNAL } from '../../storage/lmdb/data-place.ts';
import { openLmdbStore } from '../../storage/lmdb/lmdb-store.ts';
import { type OlderStore, openOlderStore } from '../../storage/lmdb/older-store.ts';
import { makeDirectories } from '../../storage/make-directories.ts';
import { rebuildStore } from '../../verify/rebuild-store.ts';
import { checkNewestLedger } from '../../verify/startup-check.ts';
import { verifyStore } from '../../verify/verify-store.ts';
import { doTask, runSteps } from '../verify/store-task.ts';

export interface MigrateOptions {
  readonly directory: string;
  /** An empty or new directory; undefined: the new data replace the old. */
  readonly to: string | undefined;
}

export interface MigrateOutcome {
  /** The format of the old data. */
  readonly format: number;
  /** Undefined if the format is current. */
  readonly migrated?: {
    readonly first: number;
    readonly last: number;
    readonly hash: string;
    /** Path of the old data file if the new one replaced it. */
    readonly kept: string | undefined;
  };
}

void doTask(async ({ directory, to }: MigrateOptions): Promise<MigrateOutcome> => {
  const older = openOlderStore(directory);
  if (older === undefined) return { format: STORE_FORMAT_VERSION };
  try {
    const range = older.ledgerRange();
    if (range === undefined) throw new StoreError(`there is no chain in ${directory}: it has no ledger`);
    checkNewestLedger(older);
    if (to !== undefined) makeEmpty(to);
    const kept = await migrate(older, to ?? directory);
    if (to !== undefined) copyJournal(directory, to);
    return { format: older.format, migrated: { ...range, hash: older.header(range.last)!.hash, kept } };
  } finally {
    older.close();
  }
});

function makeEmpty(directory: string): void {
  makeDirectories(directory);
  if (readdirSync(directory).length > 0) throw new StoreError(`${directory} is not empty`);
}

/** Resolves to the path of the old data file if it was replaced. */
async function migrate(older: OlderStore, directory: string): Promise<string | undefined> {
  const rebuild = older.beginRebuild(directory);
  try {
    runSteps(rebuildStore(older, rebuild));
    await check(await rebuild.complete());
    return rebuild.putInPlace(`format-${older.format}`);
  } catch (error) {
    await rebuild.abandon();
    throw error;
  }
}

/** @throws StoreError unless all hashes of all ledgers match */
async function check(directory: string): Promise<void> {
  const store = openLmdbStore(directory, { access: 'open' });
  try {
    const [damage] = runSteps(verifyStore(store, { isDeep: true })).first;
    if (damage === undefined) return;
    const { ledgerIndex, table, problem } = damage;
    throw new StoreError(
      `the data cannot be migrated and are unchanged: ledger ${ledgerIndex}, ${table}: ${problem}; restore a backup`,
    );
  } finally {
    await store.close();
  }
}

/** Copies submissions that are in no ledger yet. */
function copyJournal(from: string, to: string): void {
  const journal = join(from, SUBMISSIONS_JOURNAL);
  if (existsSync(journal)) copyFileSync(journal, join(to, SUBMISSIONS_JOURNAL));
}
