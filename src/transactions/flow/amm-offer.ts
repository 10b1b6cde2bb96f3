/**
 * The offer of an AMM. With several strands it has a fixed quality, like an offer in the book; with one strand its
 * quality is better the less is taken (rippled: AMMOffer.cpp).
 */
import type { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import { AmountError } from '../../protocol/amounts/amount-errors.ts';
import { numOf } from '../../protocol/amounts/number.ts';
import { ceilInStrict, ceilOutStrict, type Quality } from '../../protocol/amounts/quality.ts';
import { PARITY_RATE } from '../../protocol/amounts/rate.ts';
import type { AccountId } from '../../protocol/values.ts';
import { exceeds, keepsProduct, type Swap, swapIn, swapOut } from '../amm/swap.ts';
import type { AmmContext } from './amm-context.ts';
import type { BookOffer, TransferRates } from './book-offer.ts';
import { QualityFunction } from './quality-function.ts';
import type { Movement, StepAmount } from './step.ts';

/** The tolerance for the loss of the pool's product by rounding. */
const PRODUCT_TOLERANCE = numOf(1n, -7);

interface AmmOfferParts {
  readonly context: AmmContext;
  readonly owner: AccountId;
  /** In hundred-thousandths. */
  readonly fee: number;
  readonly amounts: Movement;
  /** The pool's balances before the offer. */
  readonly balances: Swap;
  readonly quality: Quality;
}

export class AmmOffer implements BookOffer {
  readonly key = undefined;
  readonly ownerFunds = undefined;
  readonly #parts: AmmOfferParts;
  #isConsumed = false;

  constructor(parts: AmmOfferParts) {
    this.#parts = parts;
  }

  get owner(): AccountId {
    return this.#parts.owner;
  }

  get quality(): Quality {
    return this.#parts.quality;
  }

  get amounts(): Movement {
    return this.#parts.amounts;
  }

  get isConsumed(): boolean {
    return this.#isConsumed;
  }

  /** The quality as a function of the output. */
  get qualityFunction(): QualityFunction {
    const { context, quality, balances, fee } = this.#parts;
    return context.isMultiPath ? QualityFunction.constant(quality) : QualityFunction.ofPool(balances, fee);
  }

  /** AMM offers pay no transfer fee on their output. */
  adjustRates({ in: into }: TransferRates): TransferRates {
    return { in: into, out: PARITY_RATE };
  }

  limitIn(amounts: Movement, limit: StepAmount): Movement {
    const { context, quality, balances, fee } = this.#parts;
    if (context.isMultiPath) return ceilInStrict(quality, amounts, limit, false);
    return { in: limit, out: swapIn(balances, limit, fee) };
  }

  limitOut(amounts: Movement, limit: StepAmount, roundUp: boolean): Movement {
    const { context, quality, balances, fee } = this.#parts;
    if (context.isMultiPath) return ceilOutStrict(quality, amounts, limit, roundUp);
    return { in: swapOut(balances, limit, fee), out: limit };
  }

  isSound(taken: Movement): boolean {
    const { amounts, balances } = this.#parts;
    return !exceeds(taken, amounts) && keepsProduct(balances, taken, PRODUCT_TOLERANCE);
  }

  /** The pool changed already when the amounts were sent. */
  consume(_sandbox: PaymentSandbox, taken: Movement): void {
    if (exceeds(taken, this.#parts.amounts)) throw new AmountError('more was taken than the offer has');
    this.#isConsumed = true;
    this.#parts.context.setAmmUsed();
  }
}
