/** `vault_info`: a vault and its shares (rippled: VaultInfo.cpp). Its errors have their own names. */

import { addressToAccountId } from '../../../crypto/address.ts';
import { mptIssuanceKeylet, vaultById, vaultKeylet } from '../../../protocol/entries/keylets.ts';
import { objectToJson } from '../../../protocol/json/to-json.ts';
import { type Hash256, type JsonObject, type StObject, ZERO_HASH } from '../../../protocol/values.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidParams, RpcError } from '../../method/errors.ts';
import type { ParamReader, ParamRow, ReadParam } from '../../method/param-row.ts';
import { isUInt32 } from '../../params/json-values.ts';
import { LEDGER_PARAMS } from '../../params/ledger-lookup.ts';
import { hasParam } from '../../params/params.ts';
import { convertedHash, convertedText } from '../../params/readers.ts';

/** Above zero; undefined for anything else. */
const sequence: ParamReader<'integer', number | undefined> = {
  type: 'integer',
  read: ({ params }, name) => {
    const value = params[name];
    return isUInt32(value) && value > 0 ? value : undefined;
  },
};

const PARAMS = [
  { name: 'vault_id', ...convertedHash, text: 'Key of its entry.' },
  { name: 'owner', ...convertedText, text: 'Address of its owner, with `seq`, instead.' },
  { name: 'seq', ...sequence, text: 'Sequence number of the transaction that created it.' },
  ...LEDGER_PARAMS,
] as const satisfies readonly ParamRow[];

export const vaultInfo = defineMethod({
  name: 'vault_info',
  role: 'user',
  needs: 'ledger',
  params: PARAMS,
  run({ params }, read) {
    const { view, fields } = read('ledger_index');
    const key = findKey(params, read);
    if (key instanceof RpcError) return { ...fields, ...key.toResult(), error: 'malformedRequest' };
    if (key === ZERO_HASH) return { ...fields, error: 'malformedRequest' };
    const vault = view.read(vaultById(key));
    const issuance = vault && view.read(mptIssuanceKeylet(vault.ShareMPTID));
    if (issuance === undefined) return { ...fields, error: 'entryNotFound' };
    const [json, shares] = [vault, issuance].map((entry) => objectToJson(entry as unknown as StObject));
    return { ...fields, vault: { ...json, shares: shares! } };
  },
});

/** The key of the requested vault, or the error of the request. */
function findKey(params: JsonObject, read: ReadParam<typeof PARAMS>): Hash256 | RpcError {
  const [hasId, hasOwner, hasSequence] = ['vault_id', 'owner', 'seq'].map((name) => hasParam(params, name));
  if (hasId && !hasOwner && !hasSequence) return read('vault_id') ?? invalidParams();
  if (hasId || !hasOwner || !hasSequence) return invalidParams();
  const owner = addressToAccountId(read('owner'));
  if (owner === undefined) return new RpcError('actMalformed');
  const number = read('seq');
  return number === undefined ? invalidParams() : vaultKeylet(owner, number).key;
}
