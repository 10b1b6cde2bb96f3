/**
 * Withdrawals from the pseudo-account of a vault or loan broker, to the sender or another destination (rippled:
 * View.cpp, canWithdraw and doWithdraw; AccountRootHelpers.cpp, checkDestinationAndTag).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { Sandbox } from '../../ledger/sandbox.ts';
import { assetOf, compareAmounts } from '../../protocol/amounts/amount-math.ts';
import { compareIssued, signOfIssued, subtractIssued } from '../../protocol/amounts/issued-amount.ts';
import { accountKeylet, lineKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type AccountId, type Amount, type IssuedAmount, isIssued } from '../../protocol/values.ts';
import { checkDepositAuth } from '../credentials/deposit-auth.ts';
import { balanceAt, sideOf } from '../trust-lines/trust-line-side.ts';
import { accountHolds } from './asset-funds.ts';
import { addEmptyHolding, type ReserveSource } from './asset-holding.ts';
import { accountSend } from './asset-transfer.ts';

/** The sender, the destination, and whether a destination tag is present. */
export interface Withdrawal {
  readonly from: AccountId;
  readonly to: AccountId;
  readonly hasTag: boolean;
}

/**
 * For preclaim: checks that the destination accepts the amount and, if it is not the sender, that the amount fits its
 * trust line's limit.
 */
export function checkWithdrawal(view: ReadView, { from, to, hasTag }: Withdrawal, amount: Amount): Ter {
  const destination = view.read(accountKeylet(to));
  if (destination === undefined) return 'tecNO_DST';
  if (hasFlag(destination, EntryFlags.AccountRoot.lsfRequireDestTag) && !hasTag) return 'tecDST_TAG_NEEDED';
  if (from === to) return 'tesSUCCESS';
  const permitted = checkDepositAuth(view, from, destination);
  if (permitted !== 'tesSUCCESS') return permitted;
  return isIssued(amount) && to !== amount.issuer ? checkLimit(view, to, amount) : 'tesSUCCESS';
}

function checkLimit(view: ReadView, to: AccountId, amount: IssuedAmount): Ter {
  const line = view.read(lineKeylet(to, amount.issuer, amount.currency));
  if (line === undefined) return 'tecNO_LINE';
  const side = sideOf(to, amount.issuer);
  const held = balanceAt(line, side);
  if (signOfIssued(held) < 0) return 'tesSUCCESS';
  const limit = line[side.limit];
  const isTooMuch = compareIssued(held, limit) >= 0 || compareIssued(amount, subtractIssued(limit, held)) > 0;
  return isTooMuch ? 'tecNO_LINE' : 'tesSUCCESS';
}

/** Pays out of the account `source`. If the sender is the destination and has no holding, one is created. */
export function payWithdrawal(
  sandbox: Sandbox,
  source: AccountId,
  { from, to }: Pick<Withdrawal, 'from' | 'to'>,
  amount: Amount,
  reserve: ReserveSource,
): Ter {
  const prepared = from === to ? openHolding(sandbox, to, amount, reserve) : checkDestination(sandbox, from, to);
  if (prepared !== 'tesSUCCESS') return prepared;
  const held = accountHolds(sandbox, source, assetOf(amount), { fees: reserve.fees });
  if (compareAmounts(held, amount) < 0) return 'tefINTERNAL';
  return accountSend(sandbox, source, to, amount, { waivesFee: true });
}

function openHolding(sandbox: Sandbox, account: AccountId, amount: Amount, reserve: ReserveSource): Ter {
  const opened = addEmptyHolding(sandbox, account, assetOf(amount), reserve);
  return opened === 'tecDUPLICATE' ? 'tesSUCCESS' : opened;
}

function checkDestination(sandbox: Sandbox, from: AccountId, to: AccountId): Ter {
  const destination = sandbox.read(accountKeylet(to));
  return destination === undefined ? 'tefINTERNAL' : checkDepositAuth(sandbox, from, destination);
}
