/**
 * Cache of frequently requested `account_tx` rows as text. A closed ledger never changes, nor does its JSON, so the
 * newest page of a busy account costs little more than a copy.
 */
import type { TransactionLocation } from '../../history/history-query.ts';
import type { Hash256 } from '../../protocol/values.ts';
import type { HistoryStore } from '../../storage/history-store.ts';
import { BoundedCache } from '../../util/bounded-cache.ts';
import { ownCopy } from '../../util/own-bytes.ts';

/** Cached bytes for each shape; at most twice as many. */
const KEPT_BYTES = 4_000_000;
/** Overhead of a row beside its text. */
const ROW_BYTES = 200;
/** Longer texts are not cached. */
const LONGEST_KEPT_BYTES = 4_096;
/** More than any ledger's number of transactions. */
const POSITIONS = 2 ** 21;

/** The text of a row. `ledgerHash` is checked, since a reverted store may have another ledger with the same index. */
interface RowText {
  readonly ledgerHash: Hash256;
  /** Undefined after the first request: most rows are never requested again. */
  readonly text: Buffer | undefined;
}

export class RowTexts {
  readonly #texts = new BoundedCache<number, RowText>(KEPT_BYTES, ({ text }) => ROW_BYTES + (text?.length ?? 0));

  get(location: TransactionLocation, ledgerHash: Hash256): Buffer | undefined {
    const known = this.#texts.get(keyOf(location));
    return known?.ledgerHash === ledgerHash ? known.text : undefined;
  }

  /** Records that a text was written, and caches a copy the second time. */
  note(location: TransactionLocation, ledgerHash: Hash256, written: Uint8Array): void {
    if (written.length > LONGEST_KEPT_BYTES || location.position >= POSITIONS) return;
    const key = keyOf(location);
    const isKnown = this.#texts.get(key)?.ledgerHash === ledgerHash;
    this.#texts.set(key, { ledgerHash, text: isKnown ? ownCopy(written) : undefined });
  }
}

function keyOf({ ledgerIndex, position }: TransactionLocation): number {
  return ledgerIndex * POSITIONS + position;
}

const textsByStore = new WeakMap<HistoryStore, Map<string, RowTexts>>();

/** The cache of a store's rows in one shape. A text depends only on the row and the shape. */
export function rowTextsOf(store: HistoryStore, shape: string): RowTexts {
  let shapes = textsByStore.get(store);
  if (shapes === undefined) {
    shapes = new Map();
    textsByStore.set(store, shapes);
  }
  let texts = shapes.get(shape);
  if (texts === undefined) {
    texts = new RowTexts();
    shapes.set(shape, texts);
  }
  return texts;
}
