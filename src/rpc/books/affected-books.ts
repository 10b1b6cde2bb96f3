/**
 * Which subscribers of order books a transaction concerns (rippled: OrderBookDBImpl.cpp, affectedBooks). As there, a book
 * is named from the side of those who take its offers in turn: whoever subscribes to what takers pay in dollars for drops
 * hears of offers that give dollars.
 */
import { affectedOffers } from '../../ledger/affected-offers.ts';
import { assetOf } from '../../protocol/amounts/amount-math.ts';
import type { Book } from '../../protocol/entries/keylets.ts';
import { type Amount, type Hash256, issueKey, type StObject } from '../../protocol/values.ts';

const SUCCESS = 0;
/** What tells of the offer's assets. Of a changed one, only that both amounts changed. */
const TOLD_BY: Readonly<Record<string, string>> = {
  CreatedNode: 'NewFields',
  ModifiedNode: 'PreviousFields',
  DeletedNode: 'FinalFields',
};

/** Text that is the same for the same book only. */
export function bookKey({ takerPays, takerGets, domain }: Book): string {
  return [issueKey(takerPays), issueKey(takerGets), domain ?? ''].join();
}

/** The keys of the books; none for a transaction that failed. */
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
