/** `amm_info`: an automated market maker, of which there is none (rippled: AMMInfo.cpp). */
import { addressToAccountId } from '../../../crypto/address.ts';
import { accountKeylet } from '../../../protocol/entries/keylets.ts';
import { issueFromJson } from '../../../protocol/json/asset-from-json.ts';
import type { Issue, JsonObject } from '../../../protocol/values.ts';
import { defineMethod, LEDGER_PARAMS } from '../../method/define-method.ts';
import { invalidParams, RpcError } from '../../method/errors.ts';
import type { ParamReader, ParamRow, ReadParam } from '../../method/param-row.ts';
import { textParam } from '../../params/convert-param.ts';
import type { LedgerLookup } from '../../params/ledger-lookup.ts';
import { hasParam } from '../../params/params.ts';

/** Undefined for what is no asset. */
const asset: ParamReader<'object', Issue | undefined> = {
  type: 'object',
  read: ({ params }, name) => issueFromJson(params[name]),
};

/** Whether it is the address of an account in the ledger. */
const existingAccount: ParamReader<'string', boolean, [ledger: LedgerLookup]> = {
  type: 'string',
  read: ({ params }, name, { view }) => {
    const account = addressToAccountId(textParam(params, name));
    return account !== undefined && view.read(accountKeylet(account)) !== undefined;
  },
};

const PARAMS = [
  { name: 'asset', ...asset, text: 'One of its assets; with `asset2`.' },
  { name: 'asset2', ...asset, text: 'The other one.' },
  { name: 'amm_account', ...existingAccount, text: 'Address of its account, instead of its assets.' },
  { name: 'account', ...existingAccount, text: 'Address of a liquidity provider.' },
  ...LEDGER_PARAMS,
] as const satisfies readonly ParamRow[];

export const ammInfo = defineMethod({
  name: 'amm_info',
  summary: 'Would describe an automated market maker: there are none.',
  role: 'user',
  needs: 'none',
  params: PARAMS,
  run({ params }, read) {
    const ledger = read('ledger_index');
    throw (findFault(params, read, ledger) ?? new RpcError('actNotFound')).withExtra(ledger.fields);
  },
});

/** What is wrong with the request, in the reference's order. */
function findFault(params: JsonObject, read: ReadParam<typeof PARAMS>, ledger: LedgerLookup): RpcError | undefined {
  const hasAsset = hasParam(params, 'asset');
  const hasAccount = hasParam(params, 'amm_account');
  if (hasAsset !== hasParam(params, 'asset2') || hasAsset === hasAccount) return invalidParams();
  if (hasAsset && (read('asset') === undefined || read('asset2') === undefined)) return new RpcError('issueMalformed');
  if (hasAccount) return new RpcError(read('amm_account', ledger) ? 'actNotFound' : 'actMalformed');
  const isMalformed = hasParam(params, 'account') && !read('account', ledger);
  return isMalformed ? new RpcError('actMalformed') : undefined;
}
