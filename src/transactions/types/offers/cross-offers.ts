/**
 * Offer crossing: consumes existing offers before a new one is placed. It is a payment of the owner to itself, of
 * TakerGets for TakerPays, at the offer's quality or better. Between two tokens it may also go through XRP
 * (auto-bridging) (rippled: OfferCreate.cpp, flowCross).
 */
import { PaymentSandbox } from '../../../ledger/payment-sandbox.ts';
import type { ReadView } from '../../../ledger/read-view.ts';
import type { Sandbox } from '../../../ledger/sandbox.ts';
import { catchAmountError } from '../../../protocol/amounts/amount-errors.ts';
import {
  amountOf,
  assetOf,
  compareAmounts,
  isIntegral,
  signOfAmount,
  subtractAmounts,
  zeroOf,
} from '../../../protocol/amounts/amount-math.ts';
import { divRoundStrict, mulRound } from '../../../protocol/amounts/amount-product.ts';
import { MAX_ISSUED_EXPONENT, MAX_ISSUED_MANTISSA } from '../../../protocol/amounts/issued-amount.ts';
import {
  compareQuality,
  type InOut,
  type Quality,
  qualityOf,
  rateOfQuality,
} from '../../../protocol/amounts/quality.ts';
import { divideByRateRound, multiplyByRateRound, PARITY_RATE } from '../../../protocol/amounts/rate.ts';
import { bookRange, offerById } from '../../../protocol/entries/keylets.ts';
import { hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { isIssued, type TradedAmount, XRP_CURRENCY } from '../../../protocol/values.ts';
import { AmmContext } from '../../flow/amm-context.ts';
import { AmmLiquidity } from '../../flow/amm-liquidity.ts';
import { bestBookQuality } from '../../flow/book-tip.ts';
import { type FlowFailure, type FlowOutcome, flow } from '../../flow/flow.ts';
import { asStepAmount, likeAmount } from '../../flow/step.ts';
import { buildStrands } from '../../flow/strand-builder.ts';
import { removeOfferIfPresent } from '../../offers/offer-entry.ts';
import type { ApplyContext } from '../../transaction-type.ts';
import { accountFunds, transferRate } from '../../trust-lines/account-funds.ts';

type Context = ApplyContext<TransactionOf<'OfferCreate'>>;

/** What the offer's owner spends (`in`) and gets (`out`): here the owner is the taker. */
type Trade = InOut<TradedAmount>;

/** The largest amount of XRP in drops (rippled: STAmount.h, kMaxNative). */
const MAX_DROPS = 9_000_000_000_000_000_000n;
const Tf = TransactionFlags.OfferCreate;

/**
 * Consumes offers at the given offer's quality or better.
 * @param work the sandbox for all changes
 * @param cleanup the sandbox for removals of stale offers only
 * @param offer what its taker pays (`in`) and gets (`out`)
 * @returns the rest of the offer, in the same form
 */
export function crossOffers(
  context: Context,
  work: Sandbox,
  cleanup: Sandbox,
  offer: InOut<TradedAmount>,
): InOut<TradedAmount> | Ter {
  const sandbox = new PaymentSandbox(work);
  const trade: Trade = { in: offer.out, out: offer.in };
  return catchAmountError('tecINTERNAL', () => {
    const rest = cross(context, sandbox, cleanup, trade);
    sandbox.applyTo(work);
    return typeof rest === 'string' ? rest : { in: rest.out, out: rest.in };
  });
}

function cross(context: Context, sandbox: PaymentSandbox, cleanup: Sandbox, trade: Trade): Trade | Ter {
  const { tx, fees } = context;
  const funds = accountFunds(sandbox, tx.Account, trade.in, fees);
  // The fee may have used up the funds.
  if (signOfAmount(funds) <= 0) return 'tecUNFUNDED_OFFER';
  const feeRate =
    isIssued(trade.in) && trade.in.issuer !== tx.Account ? transferRate(sandbox, trade.in.issuer) : PARITY_RATE;
  const cost = multiplyByRateRound(trade.in, feeRate, true) as TradedAmount;
  const price = qualityOf({ in: cost, out: trade.out });
  // A passive offer consumes only better offers.
  const limit = hasFlag(tx, Tf.tfPassive) ? price - 1n : price;
  // An explanation shows the strands even then.
  if (sandbox.trace === undefined && !mayCross(context, sandbox, trade, limit)) return trade;
  const outcome = flowTrade(context, sandbox, trade, compareAmounts(cost, funds) > 0 ? funds : cost, limit);
  if ('failure' in outcome) {
    for (const key of outcome.staleOffers) {
      removeOfferIfPresent(sandbox, offerById(key));
      removeOfferIfPresent(cleanup, offerById(key));
    }
    return trade;
  }
  outcome.sandbox.applyTo(sandbox);
  const left = accountFunds(sandbox, tx.Account, trade.in, fees);
  if (signOfAmount(left) <= 0) return { in: nothing(trade.in), out: nothing(trade.out) };
  return hasFlag(tx, Tf.tfSell) ? restOfSale(trade, outcome, feeRate) : restOfPurchase(trade, outcome);
}

/**
 * False if the book's best offer and the pool's price are both worse than the limit. Then the only strand, which
 * other steps and fees make no better, is not used.
 */
function mayCross({ tx }: Context, view: ReadView, { in: spend, out: get }: Trade, limit: Quality): boolean {
  if (isIssued(spend) && isIssued(get)) return true;
  const [takerPays, takerGets] = [assetOf(spend), assetOf(get)];
  const best = bestBookQuality(view, bookRange({ takerPays, takerGets, domain: tx.DomainID }));
  if (best !== undefined && compareQuality(best, limit) >= 0) return true;
  const pool = AmmLiquidity.find(view, new AmmContext(tx.Account), { in: takerPays, out: takerGets });
  const price = pool?.price(view);
  return price !== undefined && compareQuality(price, limit) >= 0;
}

function flowTrade(
  { tx, fees }: Context,
  sandbox: PaymentSandbox,
  { in: spend, out: get }: Trade,
  sendMax: TradedAmount,
  limitQuality: Quality,
): FlowOutcome | FlowFailure {
  const isSell = hasFlag(tx, Tf.tfSell);
  const isBridged = isIssued(spend) && isIssued(get);
  const amms = new AmmContext(tx.Account);
  const strands = buildStrands({
    amms,
    view: sandbox,
    fees,
    source: tx.Account,
    destination: tx.Account,
    spend: assetOf(spend),
    deliver: assetOf(get),
    paths: isBridged ? [[{ currency: XRP_CURRENCY }]] : [],
    usesDefaultPath: true,
    ownerPaysTransferFee: true,
    crossingLimit: limitQuality,
    domain: tx.DomainID,
  });
  if (typeof strands === 'string') return { failure: strands, staleOffers: [] };
  return flow(sandbox, {
    strands,
    amms,
    deliver: asStepAmount(isSell ? mostOf(get) : get),
    sendMax: asStepAmount(sendMax),
    isPartial: !hasFlag(tx, Tf.tfFillOrKill),
    limitQuality,
    crossing: isSell ? 'sell' : 'buy',
  });
}

/** tfSell accepts any output. Half of the largest token amount leaves room for a transfer fee. */
function mostOf(amount: TradedAmount): TradedAmount {
  const asset = assetOf(amount);
  if (isIntegral(asset)) return MAX_DROPS;
  return amountOf(asset, MAX_ISSUED_MANTISSA / 2n, MAX_ISSUED_EXPONENT) as TradedAmount;
}

/** The unsold rest, at the original quality. The transfer fee does not count as sold. */
function restOfSale(trade: Trade, { spent }: FlowOutcome, feeRate: number): Trade {
  const sold = divideByRateRound(likeAmount(trade.in, spent), feeRate, true);
  const left = subtractAmounts(trade.in, sold);
  // Rounding may have sold slightly more.
  const unsold = signOfAmount(left) < 0 ? nothing(trade.in) : left;
  const out = divRoundStrict(unsold, rateOfQuality(qualityOf(trade)), assetOf(trade.out), false);
  return { in: unsold, out: out as TradedAmount };
}

/** The rest to buy, at the original quality. */
function restOfPurchase(trade: Trade, { delivered }: FlowOutcome): Trade {
  const left = subtractAmounts(trade.out, likeAmount(trade.out, delivered));
  const missing = signOfAmount(left) < 0 ? nothing(trade.out) : left;
  const into = mulRound(missing, rateOfQuality(qualityOf(trade)), assetOf(trade.in), true);
  return { in: into as TradedAmount, out: missing };
}

function nothing(amount: TradedAmount): TradedAmount {
  return zeroOf(assetOf(amount)) as TradedAmount;
}
