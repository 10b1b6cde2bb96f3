/**
 * The texts of rows of `account_tx` that are asked for again and again. What a ledger holds never changes, nor does what
 * is said of it, so the newest page of a busy account costs little more than to copy it.
 */
import type { TransactionLocation } from '../../history/history-query.ts';
import type { HistoryStore } from '../../storage/history-store.ts';
import { BoundedCache } from '../../util/bounded-cache.ts';

/** Texts that are kept of each shape, at most twice as many: some megabytes. */
const KEPT_TEXTS = 2_000;
/** A longer one is written anew each time. */
const LONGEST_KEPT_BYTES = 4_096;
/** More than a ledger has. */
const POSITIONS = 2 ** 21;
/** Stands for a text that was written once: most are never asked for again, and would only drive out others. */
const WRITTEN_ONCE = Buffer.alloc(0);

export class RowTexts {
  readonly #texts = new BoundedCache<number, Buffer>(KEPT_TEXTS);

  get(location: TransactionLocation): Buffer | undefined {
    const text = this.#texts.get(keyOf(location));
    return text === WRITTEN_ONCE ? undefined : text;
  }

  /** Notes that a text was written, and keeps it the second time. The bytes that it stands in may change afterwards. */
  note(location: TransactionLocation, bytes: Buffer, start: number, end: number): void {
    if (end - start > LONGEST_KEPT_BYTES || location.position >= POSITIONS) return;
    const key = keyOf(location);
    if (this.#texts.get(key) === undefined) {
      this.#texts.set(key, WRITTEN_ONCE);
      return;
    }
    const text = Buffer.allocUnsafe(end - start);
    bytes.copy(text, 0, start, end);
    this.#texts.set(key, text);
  }
}

function keyOf({ ledgerIndex, position }: TransactionLocation): number {
  return ledgerIndex * POSITIONS + position;
}

const textsByStore = new WeakMap<HistoryStore, Map<string, RowTexts>>();

/** Those of the store's rows in one shape, which is all that decides about a text beside what is stored. */
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
