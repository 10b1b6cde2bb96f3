/** The process of `weir verify` that accesses the data (`store-task.ts`). */
import { type AlteredSince, readAlterations } from '../../node/test-bench/alterations.ts';
import { type ForkOrigin, readForkOrigin } from '../../storage/fork/fork-origin.ts';
import { StoreError, StoreInUseError } from '../../storage/ledger-store.ts';
import type { DataProtection } from '../../storage/lmdb/data-place.ts';
import { type LmdbStore, openLmdbStore } from '../../storage/lmdb/lmdb-store.ts';
import { rebuildStore } from '../../verify/rebuild-store.ts';
import type { StoreDamage } from '../../verify/store-damage.ts';
import { verifyStore } from '../../verify/verify-store.ts';
import { doTask, runSteps } from './store-task.ts';

export interface VerifyOptions {
  readonly directory: string;
  readonly isDeep: boolean;
  readonly isRepairing: boolean;
}

/** The result of a check. */
export interface VerifyOutcome {
  readonly range: { readonly first: number; readonly last: number };
  readonly damageCount: number;
  /** The first damage of each table, the first of all first. */
  readonly damage: readonly StoreDamage[];
  readonly isRepairable: boolean;
  readonly protection: DataProtection;
  /** Manual changes of a test bench. */
  readonly altered: AlteredSince;
  /** Where the chain begins, if it is a fork. */
  readonly fork?: Pick<ForkOrigin, 'url' | 'ledgerIndex'> | undefined;
  /** Path of the damaged data after a repair. */
  readonly replaced?: string;
}

async function verify({ directory, isDeep, isRepairing }: VerifyOptions): Promise<VerifyOutcome> {
  const store = isRepairing ? openForRepair(directory) : openLmdbStore(directory, { access: 'read' });
  try {
    const range = store.ledgerRange()!;
    const { count: damageCount, first: damage, isRepairable } = runSteps(verifyStore(store, { isDeep }));
    const altered = readAlterations(store);
    const fork = readForkOrigin(store);
    const outcome = { range, damageCount, damage, isRepairable, protection: store.protection, altered, fork };
    if (!isRepairing || damageCount === 0 || !isRepairable) return outcome;
    const rebuild = store.beginRebuild();
    try {
      runSteps(rebuildStore(store, rebuild));
    } catch (error) {
      await rebuild.abandon();
      throw error;
    }
    return { ...outcome, replaced: await rebuild.finish() };
  } finally {
    await store.close();
  }
}

function openForRepair(directory: string): LmdbStore {
  try {
    return openLmdbStore(directory, { access: 'open' });
  } catch (error) {
    if (error instanceof StoreInUseError) throw new StoreError(`${error.message}: stop it before a repair`);
    throw error;
  }
}

void doTask(async (options: VerifyOptions) => {
  const outcome = await verify(options);
  if (outcome.replaced === undefined) return outcome;
  // The rebuilt data must pass the same check.
  return { ...(await verify({ ...options, isRepairing: false })), replaced: outcome.replaced };
});
