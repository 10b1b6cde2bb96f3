/**
 * The order books that a transaction affects, for subscribers (rippled: OrderBookDBImpl.cpp, affectedBooks). As there,
 * the sides are swapped: a subscription with taker_pays in dollars and taker_gets in drops reports offers that give
 * dollars.
 */
import { affectedOffers } from '../../ledger/affected-offers.ts';
import { assetOf } from '../../protocol/amounts/amount-math.ts';
import type { Book } from '../../protocol/entries/keylets.ts';
import { type Amount, type Hash256, issueKey, type StObject } from '../../protocol/values.ts';

const SUCCESS = 0;
/** The member with the offer's assets. A modified offer counts only if both amounts changed. */
const TOLD_BY: Readonly<Record<string, string>> = {
  CreatedNode: 'NewFields',
  ModifiedNode: 'PreviousFields',
  DeletedNode: 'FinalFields',
};

/** A text that is unique for each book. */
export function bookKey({ takerPays, takerGets, domain }: Book): string {
  return [issueKey(takerPays), issueKey(takerGets), domain ?? ''].join();
}

/** The keys of the books; none for a failed transaction. */
export function affectedBooks(metadata: Uint8Array): ReadonlySet<string> {
  const keys = new Set<string>();
  // The result is the last field of metadata, and its code the last byte.
  if (metadata.at(-1) !== SUCCESS) return keys;
  for (const { kind, fields } of affectedOffers(metadata)) {
    const { TakerPays, TakerGets, DomainID } = (fields[TOLD_BY[kind] as string] ?? {}) as StObject;
    if (TakerPays === undefined || TakerGets === undefined) continue;
    const [takerPays, takerGets] = [assetOf(TakerGets as Amount), assetOf(TakerPays as Amount)];
    keys.add(bookKey({ takerPays, takerGets, domain: DomainID as Hash256 | undefined }));
  }
  return keys;
}
