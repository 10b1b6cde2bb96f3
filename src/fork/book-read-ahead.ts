/**
 * What is probably read when an order book is followed: the offers of its next pages, and of each offer its owner, the owner's
 * directory, and the owner's trust lines. One after the other they would each cost the time to the server and back.
 */
import { decodeObject } from '../protocol/codec/decode.ts';
import type { DirectoryNode, LedgerEntry, Offer } from '../protocol/entries/entries.ts';
import { accountKeylet, lineKeylet, ownerDirKeylet, pageKeylet } from '../protocol/entries/keylets.ts';
import type { Hash256, Hex, TradedAmount } from '../protocol/values.ts';
import { hexToBytes } from '../util/hex.ts';

/** Offers of one page. */
const OFFERS_AHEAD = 8;

/** Keys of entries that are probably read after this one, a page of a book or an offer. */
export function keysBehind(data: Hex): readonly Hash256[] {
  const entry = decodeObject(hexToBytes(data)) as unknown as LedgerEntry;
  if (entry.LedgerEntryType === 'DirectoryNode') return offersOf(entry);
  return entry.LedgerEntryType === 'Offer' ? [...ofOwner(entry)] : [];
}

function offersOf({ ExchangeRate, Indexes }: DirectoryNode): readonly Hash256[] {
  return ExchangeRate === undefined ? [] : Indexes.slice(0, OFFERS_AHEAD);
}

function* ofOwner({ Account, OwnerNode, TakerGets, TakerPays }: Offer): Generator<Hash256> {
  yield accountKeylet(Account).key;
  yield pageKeylet(ownerDirKeylet(Account).key, OwnerNode).key;
  for (const amount of [TakerGets, TakerPays] as TradedAmount[]) {
    if (typeof amount === 'bigint' || 'mptIssuanceId' in amount || amount.issuer === Account) continue;
    yield lineKeylet(Account, amount.issuer, amount.currency).key;
  }
}
