/** `amm_info`: an automated market maker, of which there is none (rippled: AMMInfo.cpp). */
import { addressToAccountId } from '../../../crypto/address.ts';
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import { issueFromJson } from '../../../protocol/json/asset-from-json.ts';
import type { JsonObject } from '../../../protocol/values.ts';
import { defineMethod, LEDGER_PARAMS } from '../../method/define-method.ts';
import { invalidParams, RpcError } from '../../method/errors.ts';
import { textParam } from '../../params/convert-param.ts';
import { type LedgerLookup, lookupLedger } from '../../params/ledger-lookup.ts';
import { hasParam } from '../../params/params.ts';

export const ammInfo = defineMethod({
  name: 'amm_info',
  summary: 'Would describe an automated market maker: there are none.',
  role: 'user',
  needs: 'none',
  params: [
    { name: 'asset', type: 'object', text: 'One of its assets; with `asset2`.' },
    { name: 'asset2', type: 'object', text: 'The other one.' },
    { name: 'amm_account', type: 'string', text: 'Address of its account, instead of its assets.' },
    { name: 'account', type: 'string', text: 'Address of a liquidity provider.' },
    ...LEDGER_PARAMS,
  ],
  run({ params, node }) {
    const ledger = lookupLedger({ params, node });
    throw (findFault(params, ledger) ?? new RpcError('actNotFound')).withExtra(ledger.fields);
  },
});

/** What is wrong with the request, in the reference's order. */
function findFault(params: JsonObject, ledger: LedgerLookup): RpcError | undefined {
  const hasAsset = hasParam(params, 'asset');
  const hasAccount = hasParam(params, 'amm_account');
  if (hasAsset !== hasParam(params, 'asset2') || hasAsset === hasAccount) return invalidParams();
  if (hasAsset && [params.asset, params.asset2].some((asset) => issueFromJson(asset) === undefined)) {
    return new RpcError('issueMalformed');
  }
  if (hasAccount) return new RpcError(accountExists(params, 'amm_account', ledger) ? 'actNotFound' : 'actMalformed');
  const isMalformed = hasParam(params, 'account') && !accountExists(params, 'account', ledger);
  return isMalformed ? new RpcError('actMalformed') : undefined;
}

function accountExists(params: JsonObject, name: string, { view }: LedgerLookup): boolean {
  const account = addressToAccountId(textParam(params, name));
  return account !== undefined && view.read(accountKeylet(account)) !== undefined;
}
