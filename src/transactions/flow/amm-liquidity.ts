/**
 * AMM offers in an order book: sized so that the pool's quality after the offer equals that of the book's best offer.
 * They are not ledger entries (rippled: AMMLiquidity.cpp).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import { AmountError, AmountOverflowError, catchAmountError } from '../../protocol/amounts/amount-errors.ts';
import {
  amountToNum,
  compareAmounts,
  signOfAmount,
  subtractAmounts,
  zeroOf,
} from '../../protocol/amounts/amount-math.ts';
import { type Num, numCompare, numDivide, numMultiply, numOf } from '../../protocol/amounts/number.ts';
import { compareQuality, type Quality, qualityOf, rateOfQuality } from '../../protocol/amounts/quality.ts';
import { accountKeylet, ammKeylet, lineKeylet } from '../../protocol/entries/keylets.ts';
import type { AccountId, Issue } from '../../protocol/values.ts';
import { tradingFee } from '../amm/pool.ts';
import { type Swap, swapIn, swapOut, swapToQuality, toAmount } from '../amm/swap.ts';
import { isTokenAsset } from '../assets/asset-kind.ts';
import { isFrozen } from '../trust-lines/trust-line-freeze.ts';
import { balanceAt, sideOf } from '../trust-lines/trust-line-side.ts';
import { type AmmContext, MAX_AMM_ITERATIONS } from './amm-context.ts';
import { AmmOffer } from './amm-offer.ts';
import { asStepAmount, type StepAmount } from './step.ts';

/** With several strands, the first offer is this fraction of the pool, the next ones its Fibonacci multiples. */
const FIRST_PART = numDivide(numOf(5n), numOf(20_000n));
/** The largest offer leaves 1 % in the pool. */
const LARGEST_PART = numOf(99n, -2);
/** If the pool's quality is closer to the book's than this, no offer is made: it would take many iterations. */
const QUALITY_DISTANCE = numOf(1n, -7);
const FIBONACCI = fibonacci(MAX_AMM_ITERATIONS);

interface Book {
  readonly in: Issue;
  readonly out: Issue;
}

/** What an offer takes and gives, and its quality, which is not always that of the amounts. */
interface Terms extends Swap {
  readonly quality: Quality;
}

export class AmmLiquidity {
  readonly #context: AmmContext;
  readonly #account: AccountId;
  readonly #book: Book;
  readonly #fee: number;
  /** The balances at the start of the payment. */
  readonly #initial: Swap;
  /** The last terms, and what they were computed from. */
  #last:
    | {
        readonly balances: Swap;
        readonly bookQuality: Quality | undefined;
        readonly isMultiPath: boolean;
        readonly iterations: number;
        readonly terms: Terms | undefined;
      }
    | undefined;

  private constructor(view: ReadView, context: AmmContext, account: AccountId, book: Book, fee: number) {
    this.#context = context;
    this.#account = account;
    this.#book = book;
    this.#fee = fee;
    this.#initial = this.#balances(view);
  }

  /** The liquidity of the AMM for the two assets, if it exists and is not empty. */
  static find(view: ReadView, context: AmmContext, book: Book): AmmLiquidity | undefined {
    const amm = view.read(ammKeylet(book.in, book.out));
    if (amm === undefined || signOfAmount(amm.LPTokenBalance) === 0) return undefined;
    return new AmmLiquidity(view, context, amm.Account, book, tradingFee(view, amm, context.account));
  }

  /** True while the payment has more than one strand. */
  get isMultiPath(): boolean {
    return this.#context.isMultiPath;
  }

  /** The pool's price without its fee, to which no offer of a single strand is better; undefined if it makes none. */
  price(view: ReadView): Quality | undefined {
    const balances = this.#balances(view);
    return isEmpty(balances) ? undefined : qualityOf(balances);
  }

  /** An offer of better quality than the book's best one, if possible; the largest offer if the book is empty. */
  offer(view: ReadView, bookQuality: Quality | undefined): AmmOffer | undefined {
    if (this.#context.isExhausted) return undefined;
    const balances = this.#balances(view);
    if (isEmpty(balances)) return undefined;
    if (bookQuality !== undefined && !isClearlyBetter(qualityOf(balances), bookQuality)) return undefined;
    const terms = this.#terms(balances, bookQuality);
    if (terms === undefined || signOfAmount(terms.in) <= 0 || signOfAmount(terms.out) <= 0) return undefined;
    const { quality } = terms;
    return new AmmOffer({
      context: this.#context,
      owner: this.#account,
      fee: this.#fee,
      amounts: terms,
      balances,
      quality,
    });
  }

  /** The terms of the offer. Kept, because a flow looks at the same pool several times before it changes. */
  #terms(balances: Swap, bookQuality: Quality | undefined): Terms | undefined {
    const { isMultiPath, iterations } = this.#context;
    const last = this.#last;
    if (
      last !== undefined &&
      last.bookQuality === bookQuality &&
      last.isMultiPath === isMultiPath &&
      last.iterations === iterations &&
      compareAmounts(last.balances.in, balances.in) === 0 &&
      compareAmounts(last.balances.out, balances.out) === 0
    ) {
      return last.terms;
    }
    const terms = catchAmountError(undefined, () => this.#computeTerms(balances, bookQuality));
    this.#last = { balances, bookQuality, isMultiPath, iterations, terms };
    return terms;
  }

  #computeTerms(balances: Swap, bookQuality: Quality | undefined): Terms | undefined {
    if (this.#context.isMultiPath) return this.#fibonacciTerms(balances, bookQuality);
    if (bookQuality === undefined) return this.#largestTerms(balances);
    const swap = swapToQuality(balances, bookQuality, this.#fee);
    if (swap !== undefined) return { ...swap, quality: qualityOf(swap) };
    const largest = this.#largestTerms(balances);
    const isBetter = largest !== undefined && compareQuality(qualityOf(largest), bookQuality) > 0;
    return isBetter ? largest : undefined;
  }

  #fibonacciTerms(balances: Swap, bookQuality: Quality | undefined): Terms | undefined {
    const amounts = this.#fibonacciAmounts(balances);
    const quality = qualityOf(amounts);
    return bookQuality !== undefined && compareQuality(quality, bookQuality) < 0 ? undefined : { ...amounts, quality };
  }

  /** The size grows with each iteration that consumed AMM offers (generateFibSeqOffer). */
  #fibonacciAmounts(balances: Swap): Swap {
    const first = toAmount(balances.in, numMultiply(FIRST_PART, amountToNum(this.#initial.in)), 'upward');
    const firstOut = swapIn(this.#initial, first, this.#fee);
    const { iterations } = this.#context;
    if (iterations === 0) return { in: first, out: firstOut };
    const out = toAmount(balances.out, numMultiply(amountToNum(firstOut), FIBONACCI[iterations - 1]!), 'downward');
    if (compareAmounts(out, balances.out) >= 0) throw new AmountOverflowError('the offer exceeds the pool');
    return { in: swapOut(balances, out, this.#fee), out };
  }

  /** The consumer limits the amount taken (maxOffer). */
  #largestTerms(balances: Swap): Terms | undefined {
    const out = toAmount(balances.out, numMultiply(amountToNum(balances.out), LARGEST_PART), 'downward');
    if (signOfAmount(out) <= 0 || compareAmounts(out, balances.out) >= 0) return undefined;
    return { in: swapOut(balances, out, this.#fee), out, quality: qualityOf(balances) };
  }

  /** @throws AmountError if the AMM account's balance is negative */
  #balances(view: ReadView): Swap {
    const [into, out] = [this.#balanceOf(view, this.#book.in), this.#balanceOf(view, this.#book.out)];
    if (signOfAmount(into) < 0 || signOfAmount(out) < 0)
      throw new AmountError('the balance of an AMM pool is negative');
    return { in: into, out };
  }

  /** The current balance, including what it received during the payment (ammAccountHolds). */
  #balanceOf(view: ReadView, asset: Issue): StepAmount {
    if (!isTokenAsset(asset)) return view.read(accountKeylet(this.#account))?.Balance ?? 0n;
    const { issuer, currency } = asset;
    const line = view.read(lineKeylet(this.#account, issuer, currency));
    if (line === undefined || isFrozen(view, this.#account, asset)) return asStepAmount(zeroOf(asset) as StepAmount);
    return asStepAmount(balanceAt(line, sideOf(this.#account, issuer)));
  }
}

/** A frozen asset counts as zero. */
function isEmpty(balances: Swap): boolean {
  return signOfAmount(balances.in) === 0 || signOfAmount(balances.out) === 0;
}

function isClearlyBetter(quality: Quality, bookQuality: Quality): boolean {
  return compareQuality(quality, bookQuality) > 0 && !isQualityWithin(quality, bookQuality, QUALITY_DISTANCE);
}

/** True if the qualities differ by less than this fraction of the better one (withinRelativeDistance). */
export function isQualityWithin(one: Quality, other: Quality, distance: Num): boolean {
  if (one === other) return true;
  const [worse, better] = compareQuality(one, other) < 0 ? [one, other] : [other, one];
  const rate = rateOfQuality(worse);
  const difference = subtractAmounts(rate, rateOfQuality(better));
  return numCompare(numDivide(amountToNum(difference), amountToNum(rate)), distance) < 0;
}

/** 1, 2, 3, 5, 8 and so on. */
function fibonacci(count: number): readonly Num[] {
  const numbers = [1n, 2n];
  while (numbers.length < count) numbers.push(numbers.at(-1)! + numbers.at(-2)!);
  return numbers.map((number) => numOf(number));
}
