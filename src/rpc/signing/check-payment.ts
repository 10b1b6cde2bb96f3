/** What signing checks of a payment before the codec sees it (rippled: TransactionSign.cpp, checkPayment). */
import { addressToAccountId } from '../../crypto/address.ts';
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import { amountFault, amountFromJson } from '../../protocol/json/amount-json.ts';
import type { Amount, Json, JsonObject } from '../../protocol/values.ts';
import type { JsonDraft } from '../json/transaction-json.ts';
import type { RpcContext } from '../method/context.ts';
import { invalidField, invalidParams, missingField, RpcError } from '../method/errors.ts';
import type { ParamReader, ParamRow } from '../method/param-row.ts';
import { textParam } from '../params/convert-param.ts';
import { hasParam } from '../params/params.ts';
import { parseHash } from '../params/parse-hash.ts';

/** True if it is there, whatever its value. */
const presence: ParamReader<'boolean', boolean> = {
  type: 'boolean',
  read: ({ params }, name) => hasParam(params, name),
};

/** For the methods that fill in what a transaction lacks. */
export const BUILD_PATH_PARAM = {
  name: 'build_path',
  ...presence,
  text: 'Look for paths: Weir finds none here, and the payment goes out without.',
} as const satisfies ParamRow;

/**
 * Checks a payment's amounts and destination; puts `Amount` in for `DeliverMax`. Weir finds no paths: `build_path` is
 * refused where the reference refuses it, and elsewhere the payment goes out without paths, as it does when the
 * reference finds none.
 */
export function checkPayment(context: RpcContext, tx: JsonDraft, mayFindPaths: boolean): void {
  if (textParam(tx, 'TransactionType') !== 'Payment') return;
  resolveDeliverMax(tx);
  const amount = requireAmount(tx, 'Amount');
  if (!hasParam(tx, 'Destination')) throw missingField('tx_json.Destination');
  if (addressToAccountId(textParam(tx, 'Destination')) === undefined) throw invalidField('tx_json.Destination');
  const wantsPath = presence.read(context, 'build_path');
  if (wantsPath && (!mayFindPaths || isMpt(amount))) {
    throw invalidParams("Field 'build_path' not allowed in this context.");
  }
  if (wantsPath && hasParam(tx, 'Paths')) throw invalidParams("Cannot specify both 'tx_json.Paths' and 'build_path'");
  if (hasParam(tx, 'DomainID') && (typeof tx.DomainID !== 'string' || parseHash(tx.DomainID) === undefined)) {
    throw new RpcError('domainMalformed', "Unable to parse 'DomainID'.");
  }
  if (!wantsPath) return;
  const sendMax = hasParam(tx, 'SendMax') ? requireAmount(tx, 'SendMax') : amount;
  if (typeof sendMax === 'bigint' && typeof amount === 'bigint') {
    throw invalidParams('Cannot build XRP to XRP paths.');
  }
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

function isMpt(amount: Amount): boolean {
  return typeof amount === 'object' && 'mptIssuanceId' in amount;
}

function isSameJson(one: Json | undefined, other: Json | undefined): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => isSameJson((one as JsonObject)[name], (other as JsonObject)[name]));
}
