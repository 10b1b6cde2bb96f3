/** What a return to a ledger does to the layers of a store, the same for every backend. */
import type { Hash256 } from '../../protocol/values.ts';
import { keyTreePath } from '../../util/key-tree.ts';
import { StoreError } from '../ledger-store.ts';
import type { UndoneLedger } from '../revertible-store.ts';
import type { LayeredTables } from './layered-tables.ts';
import type { TableLayer } from './table-layer.ts';

/** A layer and the ledger that was the last one when it was laid; undefined for the lowest. */
export interface PlacedLayer<Layer extends TableLayer> {
  readonly floor: number | undefined;
  readonly tables: Layer;
}

export interface RevertPlan {
  /** How many layers stay; those above go as a whole. */
  readonly keptCount: number;
  /** The last ledger in those that stay. */
  readonly baseIndex: number;
}

/** @throws StoreError for a ledger that is not there */
export function planRevert(
  layers: readonly PlacedLayer<TableLayer>[],
  range: { readonly first: number; readonly last: number } | undefined,
  ledgerIndex: number,
): RevertPlan {
  if (range === undefined || ledgerIndex < range.first || ledgerIndex > range.last) {
    throw new StoreError(`ledger ${ledgerIndex} is not in the store, so there is no way back to it`);
  }
  const first = layers.findIndex(({ floor }) => floor !== undefined && floor >= ledgerIndex);
  if (first < 0) return { keptCount: layers.length, baseIndex: range.last };
  return { keptCount: first, baseIndex: layers[first]!.floor! };
}

/** @throws StoreError unless these are all the ledgers between the target and the base */
export function checkUndone(ledgerIndex: number, { baseIndex }: RevertPlan, ledgers: readonly UndoneLedger[]): void {
  const isWhole = ledgers.length === baseIndex - ledgerIndex;
  if (!isWhole || ledgers.some((ledger, at) => ledger.ledgerIndex !== ledgerIndex + 1 + at)) {
    throw new StoreError(`a return to ledger ${ledgerIndex} has to undo each ledger up to ${baseIndex}`);
  }
}

/** Where a ledger may have written nodes of the order of keys. */
export function changedKeyTreePaths(
  tables: LayeredTables<TableLayer>,
  { ledgerIndex, keys }: Pick<UndoneLedger, 'ledgerIndex' | 'keys'>,
): Set<string> {
  const paths = new Set<string>();
  const isThere = (key: Hash256, at: number) => tables.entry(key, at) !== undefined;
  for (const key of keys) {
    if (isThere(key, ledgerIndex) === isThere(key, ledgerIndex - 1)) continue;
    for (const at of [ledgerIndex, ledgerIndex - 1]) {
      for (const path of keyTreePath({ get: (path) => tables.keyTreeNode(path, at) }, key)) paths.add(path);
    }
  }
  return paths;
}
