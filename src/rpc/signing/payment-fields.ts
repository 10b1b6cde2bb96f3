/** Checks and completes the fields of a payment before it is signed (rippled: TransactionSign.cpp, checkPayment). */
import { addressToAccountId } from '../../crypto/address.ts';
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import { amountFault, amountFromJson } from '../../protocol/json/amount-json.ts';
import { objectToJson } from '../../protocol/json/to-json.ts';
import {
  type AccountId,
  type Amount,
  type Hash256,
  isIssued,
  isMpt,
  isNative,
  type Json,
  type JsonObject,
} from '../../protocol/values.ts';
import type { EngineContext } from '../method/context.ts';
import { invalidField, invalidParams, missingField, RpcError } from '../method/errors.ts';
import type { ParamRow } from '../method/param-row.ts';
import { textParam } from '../params/convert-param.ts';
import type { JsonDraft } from '../params/json-values.ts';
import { hasParam } from '../params/params.ts';
import { parseHash } from '../params/parse-hash.ts';
import { presence } from '../params/readers.ts';
import { builtPaths } from '../paths/built-paths.ts';

/** For methods that fill in missing fields. */
export const BUILD_PATH_PARAM = {
  name: 'build_path',
  ...presence('boolean'),
  text: 'Find paths for a payment and fill in `Paths`.',
} as const satisfies ParamRow;

/**
 * Checks a payment's amounts and destination, and replaces `DeliverMax` by `Amount`. With `build_path` it searches
 * paths in the open ledger and adds them, if allowed.
 */
export function checkPayment(context: EngineContext, tx: JsonDraft, source: AccountId, mayFindPaths: boolean): void {
  if (textParam(tx, 'TransactionType') !== 'Payment') return;
  resolveDeliverMax(tx);
  const amount = requireAmount(tx, 'Amount');
  if (!hasParam(tx, 'Destination')) throw missingField('tx_json.Destination');
  const destination = addressToAccountId(textParam(tx, 'Destination'));
  if (destination === undefined) throw invalidField('tx_json.Destination');
  const wantsPath = BUILD_PATH_PARAM.read(context, 'build_path');
  if (wantsPath && (!mayFindPaths || isMpt(amount))) {
    throw invalidParams("Field 'build_path' not allowed in this context.");
  }
  if (wantsPath && hasParam(tx, 'Paths')) throw invalidParams("Cannot specify both 'tx_json.Paths' and 'build_path'");
  const domain = readDomain(tx);
  if (!wantsPath) return;
  const sendMax = hasParam(tx, 'SendMax') ? requireAmount(tx, 'SendMax') : ownTokens(amount, source);
  if (isNative(sendMax) && isNative(amount)) throw invalidParams('Cannot build XRP to XRP paths.');
  const paths = builtPaths(context.engine, { source, destination, sendMax, amount, domain });
  if (paths.length > 0) tx.Paths = objectToJson({ Paths: paths }).Paths as Json;
}

function readDomain({ DomainID }: JsonDraft): Hash256 | undefined {
  if (DomainID === undefined) return undefined;
  const domain = typeof DomainID === 'string' ? parseHash(DomainID) : undefined;
  if (domain === undefined) throw new RpcError('domainMalformed', "Unable to parse 'DomainID'.");
  return domain;
}

/** The default of `SendMax`: the sender's own tokens in the same currency. */
function ownTokens(amount: Amount, source: AccountId): Amount {
  return isIssued(amount) ? { ...amount, issuer: source } : amount;
}

function resolveDeliverMax(tx: JsonDraft): void {
  if (!hasParam(tx, 'DeliverMax')) return;
  if (!hasParam(tx, 'Amount')) tx.Amount = tx.DeliverMax as Json;
  else if (!isSameJson(tx.DeliverMax, tx.Amount)) {
    throw invalidParams("Cannot specify differing 'Amount' and 'DeliverMax'");
  }
  delete tx.DeliverMax;
}

function requireAmount(tx: JsonDraft, name: 'Amount' | 'SendMax'): Amount {
  const path = `tx_json.${name}`;
  if (!hasParam(tx, name)) throw missingField(path);
  try {
    return amountFromJson(tx[name]);
  } catch (error) {
    if (error instanceof AmountError) throw invalidField(path).because(amountFault(path, error));
    throw error;
  }
}

function isSameJson(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => isSameJson((one as JsonObject)[name], (other as JsonObject)[name]));
}
