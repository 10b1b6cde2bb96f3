/**
 * A payment that involves tokens: through trust lines and order books, along the given paths and the default path
 * (rippled: RippleCalc.cpp; Payment.cpp, doApply).
 */
import { catchAmountError } from '../../../protocol/amounts/amount-errors.ts';
import { compareAmounts } from '../../../protocol/amounts/amount-math.ts';
import { qualityOf } from '../../../protocol/amounts/quality.ts';
import { hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import { isTer, type Ter } from '../../../protocol/tables/ter.ts';
import type { Amount } from '../../../protocol/values.ts';
import { deliverTokens } from '../../flow/deliver-tokens.ts';
import type { ApplyContext } from '../../transaction-type.ts';
import { maxSourceAmount, type Payment } from './payment-preflight.ts';

const { tfNoRippleDirect, tfPartialPayment, tfLimitQuality } = TransactionFlags.Payment;

/** Delivers the payment's Amount or, for a partial payment, as much as possible, and records the delivered amount. */
export function payTokens(context: ApplyContext<Payment>): Ter {
  const { tx } = context;
  const delivered = flowSafely(context);
  // A `ter` result would be retried without a fee, although executing a payment is expensive.
  if (typeof delivered === 'string') return isTer(delivered) ? 'tecPATH_DRY' : delivered;
  if (compareAmounts(delivered, tx.Amount) === 0) return 'tesSUCCESS';
  if (tx.DeliverMin !== undefined && compareAmounts(delivered, tx.DeliverMin) < 0) return 'tecPATH_PARTIAL';
  context.deliver(delivered);
  return 'tesSUCCESS';
}

/** An amount that cannot be expressed fails the payment with a claimed fee. */
function flowSafely({ sandbox, tx, fees }: ApplyContext<Payment>): Amount | Ter {
  const sendMax = maxSourceAmount(tx);
  return catchAmountError('tecINTERNAL', () =>
    deliverTokens(sandbox, {
      fees,
      source: tx.Account,
      destination: tx.Destination,
      deliver: tx.Amount,
      sendMax,
      paths: tx.Paths ?? [],
      usesDefaultPath: !hasFlag(tx, tfNoRippleDirect),
      domain: tx.DomainID,
      isPartial: hasFlag(tx, tfPartialPayment),
      limitQuality: hasFlag(tx, tfLimitQuality) ? qualityOf({ in: sendMax, out: tx.Amount }) : undefined,
    }),
  );
}
