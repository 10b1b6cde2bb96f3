/**
 * `vault_info`: a vault, of which there is none (rippled: VaultInfo.cpp). Its errors are named in a way of their own.
 */
import { addressToAccountId } from '../../../crypto/address.ts';
import { type JsonObject, ZERO_HASH } from '../../../protocol/values.ts';
import { defineMethod, LEDGER_PARAMS } from '../../method/define-method.ts';
import { invalidParams, RpcError } from '../../method/errors.ts';
import type { ParamReader, ParamRow, ReadParam } from '../../method/param-row.ts';
import { isUInt32 } from '../../params/json-values.ts';
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
  summary: 'Would describe a vault: there are none.',
  role: 'user',
  needs: 'none',
  params: PARAMS,
  run({ params }, read) {
    const { fields } = read('ledger_index');
    const fault = findFault(params, read);
    if (fault !== undefined) return { ...fields, ...fault.toResult(), error: 'malformedRequest' };
    const isNothing = hasParam(params, 'vault_id') && read('vault_id') === ZERO_HASH;
    // No message, not even the null that other errors without a number have.
    return { ...fields, error: isNothing ? 'malformedRequest' : 'entryNotFound', error_message: undefined };
  },
});

function findFault(params: JsonObject, read: ReadParam<typeof PARAMS>): RpcError | undefined {
  const [hasId, hasOwner, hasSequence] = ['vault_id', 'owner', 'seq'].map((name) => hasParam(params, name));
  if (hasId && !hasOwner && !hasSequence) {
    return read('vault_id') === undefined ? invalidParams() : undefined;
  }
  if (hasId || !hasOwner || !hasSequence) return invalidParams();
  if (addressToAccountId(read('owner')) === undefined) return new RpcError('actMalformed');
  return read('seq') === undefined ? invalidParams() : undefined;
}
