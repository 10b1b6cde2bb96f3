/**
 * The layers of a store in LMDB: further sets of the same tables in the same environment. To empty one costs LMDB a few
 * milliseconds whatever is in it, since it gives back whole pages. Each change is one transaction.
 *
 * Layers are for a running process: whoever opens the store, or closes it, moves all rows into the lowest tables first.
 * While there are layers the store has a format of its own, since a program that does not know them would miss ledgers.
 */
import type { PreparedLedger } from '../../ledger/derived-changes.ts';
import { KeyTreeChanges } from '../../util/key-tree.ts';
import { finishSteps } from '../../util/steps.ts';
import { checkChain } from '../append-check.ts';
import { LayeredTables, MAX_LAYERS } from '../layers/layered-tables.ts';
import { changedKeyTreePaths, checkUndone, type PlacedLayer, planRevert } from '../layers/revert-plan.ts';
import { STORE_FORMAT_VERSION } from '../ledger-store.ts';
import type { RevertBase, UndoneLedgers } from '../revertible-store.ts';
import type { Environment } from './environment.ts';
import { asBuffer, FORMAT_KEY, type Table } from './layout.ts';
import { packLedger } from './ledger-writer.ts';
import { metaKey } from './lmdb-reads.ts';
import { LmdbTables } from './lmdb-tables.ts';
import { ChunkPool } from './row-batch.ts';
import { clearRows, moveRows, undoRows } from './undo-rows.ts';
import { writeRows } from './write-rows.ts';

/** The format of a store with layers. */
export const LAYERED_FORMAT = STORE_FORMAT_VERSION + 1;
/** The highest slot of a layer, in the table `meta`; absent without any. */
const SLOTS_KEY = Buffer.from('layers');

interface SlotLayer extends PlacedLayer<LmdbTables> {
  /** Which set of tables it has; 0 for the lowest. */
  readonly slot: number;
}

/** Moves the rows of all layers into the lowest tables. */
export function foldLayers(environment: Environment): void {
  const { meta } = environment.tables;
  const stored = meta.get(SLOTS_KEY);
  if (stored === undefined) return;
  const slots = Array.from({ length: Number(asBuffer(stored).toString()) }, (_, at) => at + 1);
  const layers = slots.map((slot) => layerAt(environment, slot));
  for (const { tables } of layers) tables.readRange();
  const filled = layers.filter(({ tables }) => tables.range() !== undefined);
  filled.sort((a, b) => a.tables.range()!.first - b.tables.range()!.first);
  environment.transaction(() => {
    for (const { slot } of filled) moveRows(environment.layer(slot), environment.layer(0));
    meta.putSync(FORMAT_KEY, Buffer.from(String(STORE_FORMAT_VERSION)));
    meta.removeSync(SLOTS_KEY);
  });
}

/** True for a store that was neither folded when it was closed, nor opened since. */
export function hasLayers(meta: Table): boolean {
  return meta.get(SLOTS_KEY) !== undefined;
}

function layerAt(environment: Environment, slot: number, floor?: number): SlotLayer {
  return { slot, floor, tables: new LmdbTables((name) => environment.view(name, slot)) };
}

export class LmdbLayers {
  readonly #environment: Environment;
  #placed: readonly SlotLayer[];
  /** The same without their places: the lowest first. */
  #tables: readonly LmdbTables[] = [];
  /** Slots whose tables exist. */
  #slots = 0;

  constructor(environment: Environment) {
    this.#environment = environment;
    this.#placed = [layerAt(environment, 0)];
    this.#place(this.#placed);
    this.#tables[0]!.readRange();
  }

  get tables(): readonly LmdbTables[] {
    return this.#tables;
  }

  /** Where the next ledger goes. */
  get top(): SlotLayer {
    return this.#placed.at(-1)!;
  }

  /** As `RevertibleStore.rememberLast`. */
  remember(): void {
    const last = this.#read.ledgerRange()?.last;
    if (last === undefined || this.top.floor === last) return;
    const kept = this.#placed.length === MAX_LAYERS ? this.#foldSecond() : this.#placed;
    this.#place([...kept, this.#emptyLayer(kept, last)]);
  }

  /** As `RevertibleStore.revertBase`. */
  revertBase(ledgerIndex: number): RevertBase {
    const { keptCount, baseIndex } = planRevert(this.#placed, this.#read.ledgerRange(), ledgerIndex);
    const kept = this.#tables.slice(0, keptCount);
    return { ledgerIndex: baseIndex, treeNode: (path) => new LayeredTables(() => kept).treeNode(path) };
  }

  /** As `RevertibleStore.revert`. */
  revert(ledgerIndex: number, undone: UndoneLedgers | undefined, values: ReadonlyMap<string, string>): void {
    const plan = planRevert(this.#placed, this.#read.ledgerRange(), ledgerIndex);
    const ledgers = undone?.ledgers ?? [];
    checkUndone(ledgerIndex, plan, ledgers);
    const kept = this.#placed.slice(0, plan.keptCount);
    const dropped = this.#placed.slice(plan.keptCount);
    const read = new LayeredTables(() => kept.map(({ tables }) => tables));
    const paths = ledgers.map((ledger) => changedKeyTreePaths(read, ledger));
    const top = kept.at(-1)!;
    const environment = this.#environment;
    environment.transaction(() => {
      for (const { slot } of dropped) clearRows(environment.layer(slot));
      if (undone !== undefined && ledgers.length > 0) {
        undoRows(environment.layer(top.slot), undone, paths, top.slot === 0);
      }
      for (const [name, value] of values) environment.tables.meta.putSync(metaKey(name), Buffer.from(value));
    });
    top.tables.readRange();
    const isRemembered = dropped.length > 0 && plan.baseIndex === ledgerIndex;
    this.#place(isRemembered ? [...kept, layerAt(environment, dropped[0]!.slot, ledgerIndex)] : kept);
  }

  /** As `RevertibleStore.replace`. */
  replace(ledgers: readonly PreparedLedger[], values: ReadonlyMap<string, string>): void {
    checkChain(ledgers);
    const environment = this.#environment;
    const [lowest] = this.#placed as [SlotLayer];
    const pool = new ChunkPool();
    environment.transaction(() => {
      for (const { slot } of this.#placed) clearRows(environment.layer(slot));
      for (const ledger of ledgers) {
        const { ledgerIndex } = ledger.header;
        const keyTree = new KeyTreeChanges({
          get: (path) => lowest.tables.keyTreeNode(path, ledgerIndex) ?? undefined,
        });
        const chunks = finishSteps(packLedger(ledger, { keyTree, slot: 0, term: undefined }, pool));
        writeRows(environment.tables, chunks);
      }
      for (const [name, value] of values) environment.tables.meta.putSync(metaKey(name), Buffer.from(value));
    });
    lowest.tables.readRange();
    this.#place([lowest]);
  }

  get #read(): LayeredTables<LmdbTables> {
    return new LayeredTables(() => this.#tables);
  }

  #place(placed: readonly SlotLayer[]): void {
    this.#placed = placed;
    this.#tables = placed.map(({ tables }) => tables);
  }

  #emptyLayer(placed: readonly SlotLayer[], floor: number): SlotLayer {
    const used = new Set(placed.map(({ slot }) => slot));
    let slot = 1;
    while (used.has(slot)) slot++;
    this.#environment.openLayer(slot);
    if (slot > this.#slots) {
      this.#environment.transaction(() => {
        const { meta } = this.#environment.tables;
        meta.putSync(FORMAT_KEY, Buffer.from(String(LAYERED_FORMAT)));
        meta.putSync(SLOTS_KEY, Buffer.from(String(slot)));
      });
      this.#slots = slot;
    }
    return layerAt(this.#environment, slot, floor);
  }

  /** Makes one of the two lowest. */
  #foldSecond(): readonly SlotLayer[] {
    const [lowest, second, ...others] = this.#placed as [SlotLayer, SlotLayer, ...SlotLayer[]];
    const environment = this.#environment;
    environment.transaction(() => moveRows(environment.layer(second.slot), environment.layer(0)));
    lowest.tables.readRange();
    return [lowest, ...others];
  }
}
