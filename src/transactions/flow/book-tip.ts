/** Iterates over the offers of an order book, best first (rippled: BookTip.cpp). */
import { firstOfDirectory } from '../../ledger/directory.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { Quality } from '../../protocol/amounts/quality.ts';
import type { Keylet, Offer } from '../../protocol/entries/entries.ts';
import { type BookRange, qualityOfIndex } from '../../protocol/entries/keylets.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { removeOffer } from '../accounts/owned-entries.ts';

/** Where an offer is listed. */
interface BookPlace {
  /** Root page of the directory; its key contains the quality. */
  readonly directory: Hash256;
  readonly page: Hash256;
  readonly offer: Keylet<'Offer'>;
}

/** The quality of the book's best offer, funded or not. */
export function bestBookQuality(view: ReadView, { base, end }: BookRange): Quality | undefined {
  const place = nextPlace(view, base, end);
  return place && qualityOfIndex(place.directory);
}

export class BookTip {
  readonly #sandbox: Sandbox;
  readonly #end: Hash256;
  /** A key before the offer's directory and after the consumed ones. */
  #before: Hash256;
  #place: BookPlace | undefined;
  #entry: Offer | undefined;

  constructor(sandbox: Sandbox, { base, end }: BookRange) {
    this.#sandbox = sandbox;
    this.#before = base;
    this.#end = end;
  }

  /** The peeked offer; undefined if the directory lists a missing entry. */
  get entry(): Offer | undefined {
    return this.#entry;
  }

  get place(): BookPlace {
    return this.#place!;
  }

  get quality(): Quality {
    return qualityOfIndex(this.place.directory);
  }

  /** Removes the current offer, if any, and moves to the next. False at the end of the book. */
  step(): boolean {
    if (this.#entry !== undefined) removeOffer(this.#sandbox, this.#entry);
    this.#entry = undefined;
    const place = nextPlace(this.#sandbox, this.#before, this.#end);
    if (place === undefined) return false;
    // The next search starts after the previous directory, which is empty now.
    if (this.#place !== undefined && this.#place.directory !== place.directory) this.#before = this.#place.directory;
    this.#place = place;
    this.#entry = this.#sandbox.peek(place.offer);
    return true;
  }
}

/** The first offer listed after a key. Empty directories should not exist, but are skipped. */
function nextPlace(view: ReadView, before: Hash256, end: Hash256): BookPlace | undefined {
  let directory = view.nextKey(before, end);
  while (directory !== undefined) {
    const first = firstOfDirectory(view, { type: 'DirectoryNode', key: directory });
    if (first !== undefined) return { directory, page: first.page, offer: { type: 'Offer', key: first.key } };
    directory = view.nextKey(directory, end);
  }
  return undefined;
}
