/**
 * Cashing a check for tokens through the payment engine. The payee agrees to receive the tokens by cashing: a missing
 * trust line is created, and its limit is ignored (rippled: CheckCash.cpp, doApply).
 */
import { catchAmountError } from '../../protocol/amounts/amount-errors.ts';
import { compareAmounts } from '../../protocol/amounts/amount-math.ts';
import { ISSUED_ZERO, MAX_ISSUED_EXPONENT, MAX_ISSUED_MANTISSA } from '../../protocol/amounts/issued-amount.ts';
import { accountKeylet, lineKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../protocol/transaction/transaction.ts';
import type { Amount, IssuedAmount } from '../../protocol/values.ts';
import { coversReserve } from '../accounts/owner-directory.ts';
import { deliverTokens } from '../flow/deliver-tokens.ts';
import type { ApplyContext } from '../transaction-type.ts';
import { createTrustLine } from '../trust-lines/trust-line.ts';
import { HIGH_SIDE, LOW_SIDE } from '../trust-lines/trust-line-side.ts';
import type { Check } from './check.ts';

type CashContext = ApplyContext<TransactionOf<'CheckCash'>>;

/** Moves the tokens and records the delivered amount; the check stays. */
export function cashTokens(context: CashContext, check: Readonly<Check>): Ter {
  const { tx, deliver } = context;
  const wanted = (tx.Amount ?? largestDelivery(tx.DeliverMin as IssuedAmount)) as IssuedAmount;
  const delivered = flowWithoutLimit(context, check, wanted);
  if (typeof delivered === 'string') return delivered;
  if (tx.DeliverMin !== undefined && compareAmounts(delivered, tx.DeliverMin) < 0) return 'tecPATH_PARTIAL';
  deliver(delivered);
  return 'tesSUCCESS';
}

/** A transfer fee at most doubles the cost, so half of the largest amount is requested. */
function largestDelivery(like: IssuedAmount): IssuedAmount {
  return { ...like, mantissa: MAX_ISSUED_MANTISSA / 2n, exponent: MAX_ISSUED_EXPONENT };
}

/**
 * Delivers while the limit of the trust line (created if missing) is temporarily the maximum on the receiver's side. If
 * the issuer itself cashes, this is the writer's line and always its high side, as in rippled.
 */
function flowWithoutLimit(context: CashContext, check: Readonly<Check>, wanted: IssuedAmount): Amount | Ter {
  const { sandbox, tx } = context;
  const { currency, issuer } = wanted;
  const keylet = lineKeylet(issuer === tx.Account ? check.Account : tx.Account, issuer, currency);
  if (sandbox.read(keylet) === undefined) {
    const opened = openLine(context, wanted);
    if (opened !== 'tesSUCCESS') return opened;
  }
  const { limit } = issuer > tx.Account ? LOW_SIDE : HIGH_SIDE;
  const line = sandbox.peek(keylet);
  if (line === undefined) return 'tecNO_LINE';
  const saved = line[limit];
  line[limit] = { currency, issuer, mantissa: MAX_ISSUED_MANTISSA, exponent: MAX_ISSUED_EXPONENT };
  const delivered = flowSafely(context, check, wanted);
  // If the flow changed the line, the sandbox holds another copy, or none if the line was deleted.
  const after = sandbox.peek(keylet);
  if (after !== undefined) after[limit] = saved;
  return delivered;
}

/** The payee's trust line to the issuer, with a limit of zero. */
function openLine({ sandbox, tx, fees, balanceBeforeFeeDrops }: CashContext, wanted: IssuedAmount): Ter {
  const owner = sandbox.peek(accountKeylet(tx.Account));
  if (owner === undefined || !coversReserve(fees, owner, balanceBeforeFeeDrops, 1)) return 'tecNO_LINE_INSUF_RESERVE';
  return createTrustLine(sandbox, owner, {
    peer: wanted.issuer,
    currency: wanted.currency,
    balance: ISSUED_ZERO,
    hasNoRipple: !hasFlag(owner, EntryFlags.AccountRoot.lsfDefaultRipple),
  });
}

/** For an amount that cannot be expressed rippled throws: the transaction is not applied. */
function flowSafely({ sandbox, tx, fees }: CashContext, check: Readonly<Check>, wanted: IssuedAmount): Amount | Ter {
  return catchAmountError('tefEXCEPTION', () =>
    deliverTokens(sandbox, {
      fees,
      source: check.Account,
      destination: tx.Account,
      deliver: wanted,
      sendMax: check.SendMax,
      isPartial: tx.DeliverMin !== undefined,
    }),
  );
}
