/**
 * Checks a whole store. Each row has a checksum, and the hash of a ledger covers everything: its header, its transactions and state
 * through the two root hashes, and all earlier ledgers through the parent hash.
 */
import { DamagedRowError } from '../storage/damaged-row-error.ts';
import { FORGOT_LEDGERS } from '../storage/history-rule.ts';
import type { CheckableStore } from '../storage/store-check.ts';
import { type CheckStep, DamageList, type StoreTable } from './store-damage.ts';
import { verifyLedgers } from './verify-ledgers.ts';
import { verifyStates } from './verify-replay.ts';
import { verifyNewestState } from './verify-state.ts';

export interface VerifyOptions {
  /** Also replay the states of all ledgers, not only check the newest. */
  readonly isDeep: boolean;
}

/** Works in short steps; returns the damage. An empty store is undamaged. */
export function* verifyStore(store: CheckableStore, { isDeep }: VerifyOptions): Generator<CheckStep, DamageList> {
  const damage = new DamageList();
  const range = store.ledgerRange();
  if (range === undefined) return damage;
  yield* verifyChecksums(store, range.last, damage);
  yield { task: 'row counts', ledgerIndex: range.last, share: 0 };
  const found = damage.reading('account_history', range.last, () => store.rowCounts());
  if ((found?.lastHashedLedger ?? 0) > range.last) damage.add('headers', range.last + 1, 'its header is missing');
  const expected = yield* verifyLedgers(store, damage);
  // Without undamaged headers, states cannot be checked.
  if (damage.has('headers')) return damage;
  const newest = store.header(range.last)!;
  const state = yield* verifyNewestState(store, newest, damage);
  const wanted = isDeep && !damage.has('transactions') ? yield* verifyStates(store, damage) : undefined;
  const compare = (table: StoreTable, rows: number, expectedRows: number | undefined) => {
    if (expectedRows === undefined || rows === expectedRows || damage.has(table)) return;
    damage.add(table, range.last, `it has ${rows} rows where ${expectedRows} are expected`);
  };
  if (found !== undefined && damage.isRepairable) {
    compare('ledger_hashes', found.ledgerHashes, expected.ledgers);
    compare('transaction_ids', found.transactionIds, expected.transactions);
    // Rows of forgotten ledgers stay while they share a block with others.
    const isFuller = found.historyRows > expected.historyRows && store.metaValue(FORGOT_LEDGERS) !== undefined;
    if (!isFuller) compare('account_history', found.historyRows, expected.historyRows);
    compare('tree', found.treeNodes, state.treeNodes);
    compare('indexes', found.indexKeys, state.indexKeys);
    compare('key_tree', found.keyTreeNodes, wanted?.keyTreeNodes);
    const superfluous = found.entryVersions - (wanted?.entries ?? found.entryVersions);
    // Earlier versions of Weir also stored entries that were touched but unchanged.
    const isHarmless = superfluous > 0 && superfluous <= store.repeatedVersions(range.last);
    if (!isHarmless) compare('entries', found.entryVersions, wanted?.entries);
  }
  return damage;
}

function* verifyChecksums(store: CheckableStore, last: number, damage: DamageList): Generator<CheckStep, void> {
  const steps = store.damagedRows();
  let step = steps.next();
  for (; !step.done; step = steps.next()) yield { task: 'checksums', ledgerIndex: last, share: step.value };
  for (const row of step.value)
    damage.addError('entries', Math.min(row.ledgerIndex ?? last, last), new DamagedRowError(row));
}
