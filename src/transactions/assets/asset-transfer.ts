/**
 * Moving amounts of any kind between accounts without asking whether they may move
 * (rippled: TokenHelpers.cpp, accountSend, accountSendMulti).
 */
import type { Sandbox } from '../../ledger/sandbox.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type AccountId, type Amount, isMpt } from '../../protocol/values.ts';
import { accountSendMpt } from '../mpt/mpt-transfer.ts';
import { accountSend as sendOnLines } from '../trust-lines/token-transfer.ts';

/** Moves an amount; a holder pays the issuer's transfer fee on top unless it is waived. Reserves are not looked at. */
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
