/** Offers for a non-fungible token, of which a Weir ledger holds none (reference: NFTOffersHelpers.h). */
import type { RpcContext } from '../method/context.ts';
import { LEDGER_PARAMS, type ParamRow } from '../method/define-method.ts';
import { invalidField, missingField, RpcError } from '../method/errors.ts';
import { textParam } from '../params/convert-param.ts';
import { lookupLedger } from '../params/ledger-lookup.ts';
import { hasParam, readLimit } from '../params/params.ts';
import { parseHash } from '../params/parse-hash.ts';

const LIMITS = { min: 50, fallback: 250, max: 500 };

export const NFT_OFFERS_PARAMS: readonly ParamRow[] = [
  { name: 'nft_id', type: 'string', required: true, text: 'The token.' },
  ...LEDGER_PARAMS,
  { name: 'limit', type: 'integer', text: 'Most offers to list (250).' },
];

/** Checks the request, and then says that there is nothing of that kind. */
export function refuseNftOffers(context: RpcContext): never {
  const { params } = context;
  if (!hasParam(params, 'nft_id')) throw missingField('nft_id');
  if (parseHash(textParam(params, 'nft_id')) === undefined) throw invalidField('nft_id');
  readLimit(params, LIMITS, context.role);
  lookupLedger(context);
  throw new RpcError('objectNotFound');
}
