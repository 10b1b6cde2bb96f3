/**
 * The part of `weir verify` that touches the data, a program of its own: LMDB maps the file into memory and trusts it, so
 * a broken page can end the process that reads it. Whoever started it is told by one JSON object a line on standard
 * output, written at once, so that what was being read when it died is known.
 */
import { writeSync } from 'node:fs';
import { type AlteredSince, readAlterations } from '../../node/test-bench/alterations.ts';
import { StoreError } from '../../storage/ledger-store.ts';
import { openLmdbStore } from '../../storage/lmdb/lmdb-store.ts';
import { rebuildStore } from '../../verify/rebuild-store.ts';
import type { CheckStep, DamageList, StoreDamage } from '../../verify/store-damage.ts';
import { verifyStore } from '../../verify/verify-store.ts';
import type { VerifyOptions } from './verify-options.ts';

/** How a check ended. */
export interface VerifyOutcome {
  /** Undefined for an empty store. */
  readonly range: { readonly first: number; readonly last: number } | undefined;
  readonly damageCount: number;
  /** The first damage of each table, the first of all first. */
  readonly damage: readonly StoreDamage[];
  readonly isRepairable: boolean;
  /** What was done to the chain by hand. */
  readonly altered: AlteredSince;
  /** Where the damaged data is kept, if it was repaired. */
  readonly replaced?: string;
}

export type WorkerLine =
  | { readonly step: CheckStep }
  | { readonly outcome: VerifyOutcome }
  | { readonly refusal: string };

const STANDARD_OUTPUT = 1;
const STEP_INTERVAL_MS = 50;

async function verify({ directory, isDeep, isRepairing }: VerifyOptions): Promise<VerifyOutcome> {
  const store = openLmdbStore(directory);
  try {
    const range = store.ledgerRange();
    const damage = runSteps(verifyStore(store, { isDeep }));
    const outcome = outcomeOf(damage, range, readAlterations(store));
    if (!isRepairing || damage.count === 0 || !damage.isRepairable) return outcome;
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

function outcomeOf(damage: DamageList, range: VerifyOutcome['range'], altered: AlteredSince): VerifyOutcome {
  return { range, altered, damageCount: damage.count, damage: damage.first, isRepairable: damage.isRepairable };
}

function runSteps<Result>(steps: Generator<CheckStep, Result>): Result {
  let toldMs = Number.NEGATIVE_INFINITY;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - toldMs < STEP_INTERVAL_MS) continue;
    toldMs = performance.now();
    tell({ step: value });
  }
}

function tell(line: WorkerLine): void {
  writeSync(STANDARD_OUTPUT, `${JSON.stringify(line)}\n`);
}

async function tellOutcome(options: VerifyOptions): Promise<void> {
  try {
    const outcome = await verify(options);
    // What was made anew has to stand the same test.
    const repaired = outcome.replaced === undefined ? outcome : await verify({ ...options, isRepairing: false });
    tell({ outcome: outcome.replaced === undefined ? outcome : { ...repaired, replaced: outcome.replaced } });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    tell({ refusal: error.message });
  }
}

void tellOutcome(JSON.parse(process.argv[2]!));
