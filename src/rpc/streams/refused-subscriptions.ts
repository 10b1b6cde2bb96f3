/**
 * Subscriptions that the reference has and Weir has not: to the whole history of an account. What is malformed gets the
 * reference's errors (rippled: Subscribe.cpp, Unsubscribe.cpp).
 */
import { addressToAccountId } from '../../crypto/address.ts';
import type { Json, JsonObject } from '../../protocol/values.ts';
import { invalidParams, RpcError } from '../method/errors.ts';
import { isJsonObject } from '../params/json-values.ts';

/** Refuses a request to begin such a subscription, well-formed or not. */
export function refuseHistory(params: JsonObject): void {
  checkHistory(params);
  if (params.account_history_tx_stream === undefined) return;
  throw new RpcError('notSupported', "Subscriptions by 'account_history_tx_stream' are not supported.");
}

/** Checks a request to end such subscriptions, of which there never was one. */
export function checkHistory({ account_history_tx_stream: history }: JsonObject): void {
  if (history !== undefined) requireHistory(history);
}

function requireHistory(history: Json): void {
  const { account, stop_history_tx_only: isOnlyHistory = false } = isJsonObject(history) ? history : {};
  if (typeof account !== 'string' || addressToAccountId(account) === undefined) throw invalidParams();
  if (typeof isOnlyHistory !== 'boolean') throw invalidParams();
}
