/** Tries a payment in a temporary sandbox for its cost and delivered amount (rippled: RippleCalc.cpp). */
import { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import {
  amountOf,
  assetOf,
  type Fees,
  isIntegral,
  MAX_DROPS,
  signOfAmount,
} from '../../protocol/amounts/amount-math.ts';
import { MAX_ISSUED_EXPONENT, MAX_ISSUED_MANTISSA } from '../../protocol/amounts/issued-amount.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, Amount, Hash256, Issue, PathSet, TradedAmount } from '../../protocol/values.ts';
import { AmmContext } from '../../transactions/flow/amm-context.ts';
import { flow } from '../../transactions/flow/flow.ts';
import { asStepAmount, likeAmount } from '../../transactions/flow/step.ts';
import { buildStrands } from '../../transactions/flow/strand-builder.ts';

export interface TrialPayment {
  readonly source: AccountId;
  readonly destination: AccountId;
  readonly spend: Issue;
  /** Undefined: unlimited. */
  readonly sendMax: Amount | undefined;
  readonly deliver: Amount;
  /** The domain whose order books are used; undefined for the open ones. */
  readonly domain: Hash256 | undefined;
  readonly paths: PathSet;
  readonly usesDefaultPath: boolean;
  readonly isPartial: boolean;
}

export interface TrialOutcome {
  readonly spent: Amount;
  readonly delivered: Amount;
}

/** A ledger for consecutive trial payments. */
export class RippleCalc {
  readonly #sandbox: PaymentSandbox;
  readonly #fees: Fees;

  constructor(view: ReadView, fees: Fees) {
    this.#sandbox = new PaymentSandbox(view);
    this.#fees = fees;
  }

  /** Makes the payment, or returns why it is impossible. */
  pay(payment: TrialPayment): TrialOutcome | Ter {
    try {
      return this.#flow(payment);
    } catch (error) {
      if (error instanceof AmountError) return 'tecINTERNAL';
      throw error;
    }
  }

  #flow(payment: TrialPayment): TrialOutcome | Ter {
    const { spend, deliver, sendMax, isPartial } = payment;
    const amms = new AmmContext(payment.source);
    const parts = { ...payment, amms, view: this.#sandbox, fees: this.#fees, deliver: assetOf(deliver) };
    const strands = buildStrands(parts);
    if (typeof strands === 'string') return strands;
    const most = sendMax === undefined || signOfAmount(sendMax) < 0 ? largestAmount(spend) : sendMax;
    const limits = {
      deliver: asStepAmount(deliver as TradedAmount),
      sendMax: asStepAmount(most as TradedAmount),
      isPartial,
      limitQuality: undefined,
    };
    const outcome = flow(this.#sandbox, { strands, amms, ...limits });
    if ('failure' in outcome) return outcome.failure;
    outcome.sandbox.applyTo(this.#sandbox);
    return { spent: likeAmount(most, outcome.spent), delivered: likeAmount(deliver, outcome.delivered) };
  }
}

/** The largest amount of an asset (rippled: PathfinderUtils.h). */
export function largestAmount(asset: Issue): Amount {
  if (isIntegral(asset)) return 'mptIssuanceId' in asset ? amountOf(asset, 2n ** 63n - 1n, 0) : MAX_DROPS;
  return amountOf(asset, MAX_ISSUED_MANTISSA, MAX_ISSUED_EXPONENT);
}
