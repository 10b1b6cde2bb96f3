/**
 * The texts of rows of `account_tx` that are asked for again and again. What a ledger holds never changes, nor does what
 * is said of it, so the newest page of a busy account costs little more than to copy it.
 */
import type { TransactionLocation } from '../../history/history-query.ts';
import type { Hash256 } from '../../protocol/values.ts';
import type { HistoryStore } from '../../storage/history-store.ts';
import { BoundedCache } from '../../util/bounded-cache.ts';
import { ownCopy } from '../../util/own-bytes.ts';

/** Of the texts that are kept of each shape; twice as many at most. */
const KEPT_BYTES = 4_000_000;
/** Of a row without its text. */
const ROW_BYTES = 200;
/** A longer one is written anew each time. */
const LONGEST_KEPT_BYTES = 4_096;
/** More than a ledger has. */
const POSITIONS = 2 ** 21;

/** Of the row in one place of one ledger: a store that goes back to an earlier one has others of the same index after it. */
interface RowText {
  readonly ledgerHash: Hash256;
  /** Undefined for one that was written once: most are never asked for again, and would only take room. */
  readonly text: Buffer | undefined;
}

export class RowTexts {
  readonly #texts = new BoundedCache<number, RowText>(KEPT_BYTES, ({ text }) => ROW_BYTES + (text?.length ?? 0));

  get(location: TransactionLocation, ledgerHash: Hash256): Buffer | undefined {
    const known = this.#texts.get(keyOf(location));
    return known?.ledgerHash === ledgerHash ? known.text : undefined;
  }

  /** Notes that a text was written, and keeps it the second time. The bytes that it is a part of may change afterwards. */
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
