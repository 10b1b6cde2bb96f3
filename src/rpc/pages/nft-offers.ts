/** Lists of the offers for a non-fungible token, those to buy it or those to sell it (rippled: NFTOffersHelpers.h). */

import { accountIdToAddress } from '../../crypto/address.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { Keylet, NFTokenOffer } from '../../protocol/entries/entries.ts';
import { nftOfferById } from '../../protocol/entries/keylets.ts';
import { amountToJson } from '../../protocol/json/to-json.ts';
import type { Hash256, JsonObject } from '../../protocol/values.ts';
import type { Steps } from '../../util/steps.ts';
import { LongList } from '../json/long-json.ts';
import type { RpcContext } from '../method/context.ts';
import { invalidField, invalidParams, RpcError } from '../method/errors.ts';
import { openLedgerSnapshot } from '../method/open-ledger-snapshot.ts';
import type { ParamRow, ReadParam } from '../method/param-row.ts';
import { LEDGER_PARAMS } from '../params/ledger-lookup.ts';
import { parseHash } from '../params/parse-hash.ts';
import { limit, requiredConvertedText, typedText } from '../params/readers.ts';
import { listedEntries } from './owned-entries.ts';

const LIMITS = { min: 50, fallback: 250, max: 500 };

export const NFT_OFFERS_PARAMS = [
  { name: 'nft_id', ...requiredConvertedText, required: true, text: 'The token.' },
  ...LEDGER_PARAMS,
  { name: 'limit', ...limit(LIMITS), text: 'Maximum number of offers (250).' },
  { name: 'marker', ...typedText, text: 'The `marker` of the page before, with the same parameters otherwise.' },
] as const satisfies readonly ParamRow[];

/** Lists the offers of one of the token's directories. */
export function* listNftOffers(
  context: RpcContext,
  read: ReadParam<typeof NFT_OFFERS_PARAMS>,
  directoryOf: (nftokenId: Hash256) => Keylet<'DirectoryNode'>,
): Steps<JsonObject> {
  const nftokenId = parseHash(read('nft_id'));
  if (nftokenId === undefined) throw invalidField('nft_id');
  const most = read('limit');
  const { view } = read('ledger_index');
  const directory = directoryOf(nftokenId);
  if (view.read(directory) === undefined) throw new RpcError('objectNotFound');
  const first = readMarker(view, nftokenId, read('marker'));
  const offers = new LongList();
  // As in the reference, the result has no ledger fields.
  const result = () => ({ nft_id: nftokenId, offers: offers.toJson() });
  let count = 0;
  if (first !== undefined) {
    offers.push(describe(first));
    count += 1;
  }
  const after = first && { key: first.index, pageHint: first.NFTokenOfferNode };
  for (const offer of listedEntries(openLedgerSnapshot(context, view), directory, after)) {
    yield;
    if (offer.LedgerEntryType !== 'NFTokenOffer') continue;
    // The marker names the first offer of the next page.
    if (count === most) return { ...result(), limit: most, marker: offer.index };
    offers.push(describe(offer));
    count += 1;
  }
  return result();
}

/** The first offer of the page, which must be for this token. */
function readMarker(
  view: ReadView,
  nftokenId: Hash256,
  marker: string | undefined,
): Readonly<NFTokenOffer> | undefined {
  if (marker === undefined) return undefined;
  const key = parseHash(marker);
  const offer = key === undefined ? undefined : view.read(nftOfferById(key));
  if (offer?.NFTokenID !== nftokenId) throw invalidParams().about('marker');
  return offer;
}

function describe(offer: Readonly<NFTokenOffer>): JsonObject {
  const { Destination: destination, Expiration: expiration } = offer;
  return {
    nft_offer_index: offer.index,
    flags: offer.Flags,
    owner: accountIdToAddress(offer.Owner),
    ...(destination === undefined ? {} : { destination: accountIdToAddress(destination) }),
    ...(expiration === undefined ? {} : { expiration }),
    amount: amountToJson(offer.Amount),
  };
}
