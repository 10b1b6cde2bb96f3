/**
 * Moves amounts of any kind between accounts without checking permissions (rippled: TokenHelpers.cpp, accountSend,
 * accountSendMulti).
 */
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import {
  type AccountId,
  type Amount,
  type Issue,
  type IssuedAmount,
  isMpt,
  type MptAmount,
} from '../../protocol/values.ts';
import { accountSendMpt, sendMptToSeveral } from '../mpt/mpt-transfer.ts';
import { sendDropsToSeveral, accountSend as sendOnLines, sendTokensToSeveral } from '../trust-lines/token-transfer.ts';
import { isMptAsset, isTokenAsset } from './asset-kind.ts';

/**
 * Moves an amount; between holders, the sender also pays the transfer fee unless it is waived. Does not check reserves.
 */
export function accountSend(
  sandbox: Sandbox,
  sender: AccountId,
  receiver: AccountId,
  amount: Amount,
  { waivesFee = false } = {},
): Ter {
  if (isMpt(amount)) return accountSendMpt(sandbox, sender, receiver, amount, { waivesFee });
  return sendOnLines(sandbox, sender, receiver, amount, { waivesFee });
}

/** A receiver and its amount. */
export interface Receiver<Value extends Amount = Amount> {
  readonly receiver: AccountId;
  readonly amount: Value;
}

/**
 * Moves amounts of one asset from one account to several, without a transfer fee. A receiver may be the sender, and an
 * amount may be zero.
 */
export function accountSendMulti(
  sandbox: Sandbox,
  sender: AccountId,
  asset: Issue,
  receivers: readonly Receiver[],
): Ter {
  if (isMptAsset(asset)) {
    const shares = receivers as readonly Receiver<MptAmount>[];
    return sendMptToSeveral(sandbox, sender, asset.mptIssuanceId, shares);
  }
  if (!isTokenAsset(asset)) return sendDropsToSeveral(sandbox, sender, receivers as readonly Receiver<bigint>[]);
  return sendTokensToSeveral(sandbox, sender, asset, receivers as readonly Receiver<IssuedAmount>[]);
}
