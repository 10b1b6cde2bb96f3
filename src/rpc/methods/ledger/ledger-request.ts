/**
 * `ledger_request`: reports whether the server has a ledger; there are no peers to fetch one from (rippled:
 * RPCLedgerHelpers.cpp, getOrAcquireLedger).
 */
import type { Hash256, JsonObject } from '../../../protocol/values.ts';
import { assert } from '../../../util/assert.ts';
import { closedHeaderJson } from '../../json/ledger-header-json.ts';
import type { RpcContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';
import { expectedField, invalidParams } from '../../method/errors.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { isJsonInteger } from '../../params/json-values.ts';
import { hasParam } from '../../params/params.ts';
import { parseHash } from '../../params/parse-hash.ts';

/** The ledger's index; undefined if the hash is unknown. */
const closedLedger: ParamReader<'integer', { readonly hash?: Hash256; readonly index: number | undefined }> = {
  type: 'integer',
  read: (context) => {
    const hash = requestedHash(context.params);
    if (hash === undefined) return { index: requestedIndex(context) };
    return { hash, index: context.reader.store.ledgerIndexByHash(hash) };
  },
};

export const ledgerRequest = defineMethod({
  name: 'ledger_request',
  role: 'admin',
  needs: 'nothing',
  params: [
    {
      name: 'ledger_hash',
      type: 'string',
      readWith: 'ledger_index',
      text: 'Hash of the ledger; either this or its index.',
    },
    { name: 'ledger_index', ...closedLedger, text: 'Index, below that of the last validated ledger.' },
  ],
  run({ reader, apiVersion }, read) {
    const { hash, index } = read('ledger_index');
    // The reference's first answer when it begins to look for a ledger.
    if (index === undefined) return { hash, have_header: false, peers: 0, timeouts: 0 };
    const header = reader.store.header(index);
    assert(header !== undefined, 'every ledger from the first to the validated one is there');
    return { ledger_index: header.ledgerIndex, ledger: closedHeaderJson(header, apiVersion) };
  },
});

function requestedHash(params: JsonObject): Hash256 | undefined {
  if (hasParam(params, 'ledger_hash') === hasParam(params, 'ledger_index')) {
    throw invalidParams("Exactly one of 'ledger_hash' or 'ledger_index' can be specified.");
  }
  if (!hasParam(params, 'ledger_hash')) return undefined;
  const hash = typeof params.ledger_hash === 'string' ? parseHash(params.ledger_hash) : undefined;
  if (hash === undefined) throw expectedField('ledger_hash', 'hex string');
  return hash;
}

function requestedIndex({ params, reader }: RpcContext): number {
  const index = params.ledger_index;
  if (!isJsonInteger(index)) throw expectedField('ledger_index', 'number');
  // The reference reads a negative number as unsigned 32 bits.
  if (index < 0 || index >= reader.validated.ledgerIndex) throw invalidParams('Ledger index too large');
  if (index === 0) throw invalidParams('Ledger index too small');
  return index;
}
