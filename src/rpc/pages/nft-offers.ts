/** Offers for a non-fungible token, of which a Weir ledger holds none (rippled: NFTOffersHelpers.h). */
import type { RpcContext } from '../method/context.ts';
import { LEDGER_PARAMS } from '../method/define-method.ts';
import { invalidField, RpcError } from '../method/errors.ts';
import type { ParamRow, ReadParam } from '../method/param-row.ts';
import { parseHash } from '../params/parse-hash.ts';
import { limit, requiredConvertedText } from '../params/readers.ts';

const LIMITS = { min: 50, fallback: 250, max: 500 };

export const NFT_OFFERS_PARAMS = [
  { name: 'nft_id', ...requiredConvertedText, required: true, text: 'The token.' },
  ...LEDGER_PARAMS,
  { name: 'limit', ...limit(LIMITS), text: 'Most offers to list (250).' },
] as const satisfies readonly ParamRow[];

/** Checks the request, and then says that there is nothing of that kind. */
export function refuseNftOffers(_context: RpcContext, read: ReadParam<typeof NFT_OFFERS_PARAMS>): never {
  if (parseHash(read('nft_id')) === undefined) throw invalidField('nft_id');
  read('limit');
  read('ledger_index');
  throw new RpcError('objectNotFound');
}
