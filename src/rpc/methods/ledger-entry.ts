/** `ledger_entry`: one entry of a ledger, by its key or by what it is about (reference: LedgerEntry.cpp). */
import { encodeObject } from '../../protocol/codec/encode.ts';
import { objectToJson } from '../../protocol/codec/to-json.ts';
import { bridgeIndex } from '../../protocol/entry-indexes.ts';
import type { Hash256, Json, JsonObject, StObject } from '../../protocol/values.ts';
import { bytesToHex } from '../../util/hex.ts';
import type { RpcContext } from '../context.ts';
import { flagParam } from '../convert-param.ts';
import { defineMethod } from '../define-method.ts';
import { ENTRY_LOCATORS } from '../entry-locators.ts';
import { ENTRY_TYPE_BY_REQUEST_NAME } from '../entry-type-param.ts';
import { invalidParams, RpcError } from '../errors.ts';
import { isJsonObject } from '../json-values.ts';
import { lookupLedger } from '../ledger-lookup.ts';
import {
  invalidLocator,
  LocatorError,
  parseLocatorHash,
  requireBridge,
  requireLocatorAccount,
} from '../locator-fields.ts';
import { hasParam } from '../params.ts';

const ZERO_KEY: Hash256 = '0'.repeat(64);
/** Parameter → type of the entry that it locates; undefined: any. */
const TYPES: Readonly<Record<string, string | undefined>> = {
  ...ENTRY_TYPE_BY_REQUEST_NAME,
  index: undefined,
  account_root: 'AccountRoot',
  ripple_state: 'RippleState',
};

export const ledgerEntry = defineMethod({
  name: 'ledger_entry',
  summary: 'Shows one entry of a ledger.',
  role: 'user',
  needs: 'none',
  params: [
    { name: 'index', type: 'string', text: 'Key of the entry. Instead of it, one of the following.' },
    { name: 'account_root', type: 'string', text: 'Address: its account.' },
    { name: 'ripple_state', type: 'object', text: '`accounts` (two) and `currency`: their trust line.' },
    { name: 'payment_channel', type: 'string', text: 'Id of a channel.' },
    { name: 'directory', type: 'string or object', text: '`owner` or `dir_root`, and `sub_index`: a page.' },
    { name: 'offer', type: 'string or object', text: '`account` and `seq`; likewise `ticket` with `ticket_seq`.' },
    { name: 'deposit_preauth', type: 'string or object', text: '`owner` and `authorized`.' },
    { name: 'signer_list', type: 'string', text: 'Key of a list of signers.' },
    { name: 'amendments', type: 'boolean', text: 'True for the amendments; likewise `fee`, `hashes`, `nunl`.' },
    { name: 'binary', type: 'boolean', text: 'Hex instead of JSON.' },
    { name: 'ledger_hash', type: 'string', text: 'Hash of the ledger.' },
    { name: 'ledger_index', type: 'string or integer', text: 'Index, `validated`, `closed` or `current` (default).' },
  ],
  run(context) {
    try {
      return findEntry(context);
    } catch (error) {
      if (error instanceof LocatorError) return error.toResult();
      throw error;
    }
  },
});

function findEntry(context: RpcContext): JsonObject {
  const { params, apiVersion } = context;
  const names = Object.keys(TYPES).filter((name) => hasParam(params, name));
  if (names.length > 1) throw invalidParams('Too many fields provided.');
  const { view, fields } = lookupLedger(context);
  const name = names[0];
  if (name === undefined) {
    if (apiVersion > 1) throw invalidParams('No ledger_entry params provided.');
    return { ...fields, error: 'unknownOption' };
  }
  const key = locate(context, name);
  const result = { ...fields, index: key };
  const entry = key === ZERO_KEY ? undefined : view.readAny(key);
  if (entry === undefined) throw new RpcError('entryNotFound', undefined, result);
  const type = TYPES[name];
  if (type !== undefined && type !== entry.LedgerEntryType) {
    throw new RpcError('unexpectedLedgerType', undefined, result);
  }
  const object = entry as unknown as StObject;
  if (flagParam(params, 'binary')) return { ...result, node_binary: bytesToHex(encodeObject(object)) };
  return { ...result, node: objectToJson(object) };
}

function locate({ params, apiVersion }: RpcContext, name: string): Hash256 {
  const value = params[name] as Json;
  if (name === 'bridge') return locateBridge(params);
  if (name === 'index') {
    const key = parseLocatorHash(value);
    if (key === undefined) throw invalidLocator('malformedRequest', name, 'hex string');
    return key;
  }
  try {
    return (ENTRY_LOCATORS[name] as (typeof ENTRY_LOCATORS)[string])(value, name);
  } catch (error) {
    // What the reference cannot convert is its own fault in version 1 and the client's in version 2.
    if (apiVersion > 1 && error instanceof RpcError) throw invalidParams();
    throw error;
  }
}

/** The only entry that two parameters name: the bridge, and which of its doors is on this chain. */
function locateBridge(params: JsonObject): Hash256 {
  // The reference looks for the key in the whole request here, where it never is.
  if (typeof params.bridge === 'string') throw invalidLocator('malformedRequest', 'bridge', 'hex string or object');
  const bridge = requireBridge(isJsonObject(params.bridge) ? params.bridge : {});
  const account = requireLocatorAccount(params, 'bridge_account', 'malformedBridgeAccount');
  if (account === bridge.LockingChainDoor) return bridgeIndex(bridge, 'Locking');
  if (account === bridge.IssuingChainDoor) return bridgeIndex(bridge, 'Issuing');
  throw new LocatorError('malformedRequest', '');
}
