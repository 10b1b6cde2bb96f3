/**
 * A payment of anything but drops for drops: through trust lines and order books, along the paths that its sender gives
 * and the obvious one (rippled: RippleCalc.cpp; Payment.cpp, doApply).
 */
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import { assetOf, compareAmounts } from '../../protocol/amounts/amount-math.ts';
import { type InOut, qualityOf } from '../../protocol/amounts/quality.ts';
import { hasFlag, TransactionFlags } from '../../protocol/tables/flags.ts';
import { isTer, type Ter } from '../../protocol/tables/ter.ts';
import type { TradedAmount } from '../../protocol/values.ts';
import type { ApplyContext } from '../engine/transaction-type.ts';
import { maxSourceAmount, type Payment } from '../types/payments/payment-form.ts';
import { type FlowOutcome, flow } from './flow.ts';
import { asStepAmount, likeAmount } from './step.ts';
import { buildStrands } from './strand-builder.ts';

const { tfNoRippleDirect, tfPartialPayment, tfLimitQuality } = TransactionFlags.Payment;

/** Delivers the payment's amount, or what a partial payment may deliver instead, which is then recorded. */
export function payTokens(context: ApplyContext<Payment>): Ter {
  const { sandbox, tx } = context;
  const outcome = flowSafely(context);
  // A result that asks to try again would cost nothing, and trying costs too much for that.
  if (typeof outcome === 'string') return isTer(outcome) ? 'tecPATH_DRY' : outcome;
  outcome.sandbox.applyTo(sandbox);
  const delivered = likeAmount(tx.Amount, outcome.delivered);
  if (compareAmounts(delivered, tx.Amount) === 0) return 'tesSUCCESS';
  if (tx.DeliverMin !== undefined && compareAmounts(delivered, tx.DeliverMin) < 0) return 'tecPATH_PARTIAL';
  context.deliver(delivered);
  return 'tesSUCCESS';
}

/** An amount that no token can express ends the payment, with a fee. */
function flowSafely(context: ApplyContext<Payment>): FlowOutcome | Ter {
  try {
    return flowPayment(context);
  } catch (error) {
    if (error instanceof AmountError) return 'tecINTERNAL';
    throw error;
  }
}

function flowPayment({ sandbox, tx, fees }: ApplyContext<Payment>): FlowOutcome | Ter {
  const sendMax = maxSourceAmount(tx);
  const strands = buildStrands({
    view: sandbox,
    fees,
    source: tx.Account,
    destination: tx.Destination,
    spend: assetOf(sendMax),
    deliver: assetOf(tx.Amount),
    paths: tx.Paths ?? [],
    usesDefaultPath: !hasFlag(tx, tfNoRippleDirect),
    domain: tx.DomainID,
  });
  if (typeof strands === 'string') return strands;
  const worst: InOut = { in: sendMax, out: tx.Amount };
  const outcome = flow(sandbox, {
    strands,
    deliver: asStepAmount(tx.Amount as TradedAmount),
    sendMax: asStepAmount(sendMax as TradedAmount),
    isPartial: hasFlag(tx, tfPartialPayment),
    limitQuality: hasFlag(tx, tfLimitQuality) ? qualityOf(worst) : undefined,
  });
  return 'failure' in outcome ? outcome.failure : outcome;
}
