/**
 * Taking what others offer before an offer is placed: a payment of its owner to itself, of what the offer gives for what
 * it asks, at its price or better. Between two tokens it may also go through the native currency (rippled:
 * OfferCreate.cpp, flowCross).
 */
import { PaymentSandbox } from '../../../ledger/payment-sandbox.ts';
import type { Sandbox } from '../../../ledger/sandbox.ts';
import { AmountError } from '../../../protocol/amounts/amount-errors.ts';
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
import { type InOut, type Quality, qualityOf, rateOfQuality } from '../../../protocol/amounts/quality.ts';
import { divideByRateRound, multiplyByRateRound, PARITY_RATE } from '../../../protocol/amounts/rate.ts';
import { offerById } from '../../../protocol/entries/keylets.ts';
import { hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { TransactionOf } from '../../../protocol/transaction/transaction.ts';
import { isIssued, type TradedAmount, XRP_CURRENCY } from '../../../protocol/values.ts';
import { AmmContext } from '../../flow/amm-context.ts';
import { type FlowFailure, type FlowOutcome, flow } from '../../flow/flow.ts';
import { asStepAmount, likeAmount } from '../../flow/step.ts';
import { buildStrands } from '../../flow/strand-builder.ts';
import { removeOfferIfThere } from '../../offers/offer-entry.ts';
import type { ApplyContext } from '../../transaction-type.ts';
import { accountFunds, transferRate } from '../../trust-lines/account-funds.ts';

type Context = ApplyContext<TransactionOf<'OfferCreate'>>;

/** What the offer's owner spends (`in`) and gets (`out`): the owner is the taker here. */
type Trade = InOut<TradedAmount>;

/** No drops exceed this (rippled: STAmount.h, kMaxNative). */
const MAX_DROPS = 9_000_000_000_000_000_000n;
const Tf = TransactionFlags.OfferCreate;

/**
 * Takes what others offer at the offer's price or better.
 * @param work where it happens
 * @param cleanup where only the offers go that are of no use to anybody
 * @param offer what its taker pays (`in`) and gets (`out`)
 * @returns what is left of it, in the same sense
 */
export function crossOffers(
  context: Context,
  work: Sandbox,
  cleanup: Sandbox,
  offer: InOut<TradedAmount>,
): InOut<TradedAmount> | Ter {
  const sandbox = new PaymentSandbox(work);
  const trade: Trade = { in: offer.out, out: offer.in };
  try {
    const rest = cross(context, sandbox, cleanup, trade);
    sandbox.applyTo(work);
    return typeof rest === 'string' ? rest : { in: rest.out, out: rest.in };
  } catch (error) {
    if (error instanceof AmountError) return 'tecINTERNAL';
    throw error;
  }
}

function cross(context: Context, sandbox: PaymentSandbox, cleanup: Sandbox, trade: Trade): Trade | Ter {
  const { tx, fees } = context;
  const funds = accountFunds(sandbox, tx.Account, trade.in, fees);
  // The fee may have taken what was there before.
  if (signOfAmount(funds) <= 0) return 'tecUNFUNDED_OFFER';
  const feeRate =
    isIssued(trade.in) && trade.in.issuer !== tx.Account ? transferRate(sandbox, trade.in.issuer) : PARITY_RATE;
  const cost = multiplyByRateRound(trade.in, feeRate, true) as TradedAmount;
  const price = qualityOf({ in: cost, out: trade.out });
  // A passive offer takes only what is better than itself.
  const limit = hasFlag(tx, Tf.tfPassive) ? price - 1n : price;
  const outcome = flowTrade(context, sandbox, trade, compareAmounts(cost, funds) > 0 ? funds : cost, limit);
  if ('failure' in outcome) {
    for (const key of outcome.staleOffers) {
      removeOfferIfThere(sandbox, offerById(key));
      removeOfferIfThere(cleanup, offerById(key));
    }
    return trade;
  }
  outcome.sandbox.applyTo(sandbox);
  const left = accountFunds(sandbox, tx.Account, trade.in, fees);
  if (signOfAmount(left) <= 0) return { in: nothing(trade.in), out: nothing(trade.out) };
  return hasFlag(tx, Tf.tfSell) ? restOfSale(trade, outcome, feeRate) : restOfPurchase(trade, outcome);
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

/** A sale takes whatever it gets. Half of the most that a token can express leaves room for a transfer fee. */
function mostOf(amount: TradedAmount): TradedAmount {
  const asset = assetOf(amount);
  if (isIntegral(asset)) return MAX_DROPS;
  return amountOf(asset, MAX_ISSUED_MANTISSA / 2n, MAX_ISSUED_EXPONENT) as TradedAmount;
}

/** What is not sold yet, at the price of the whole. What the issuer got for passing it on was not sold. */
function restOfSale(trade: Trade, { spent }: FlowOutcome, feeRate: number): Trade {
  const sold = divideByRateRound(likeAmount(trade.in, spent), feeRate, true);
  const left = subtractAmounts(trade.in, sold);
  // Rounding may have sold a little more.
  const unsold = signOfAmount(left) < 0 ? nothing(trade.in) : left;
  const out = divRoundStrict(unsold, rateOfQuality(qualityOf(trade)), assetOf(trade.out), false);
  return { in: unsold, out: out as TradedAmount };
}

/** What is not bought yet, at the price of the whole. */
function restOfPurchase(trade: Trade, { delivered }: FlowOutcome): Trade {
  const left = subtractAmounts(trade.out, likeAmount(trade.out, delivered));
  const missing = signOfAmount(left) < 0 ? nothing(trade.out) : left;
  const into = mulRound(missing, rateOfQuality(qualityOf(trade)), assetOf(trade.in), true);
  return { in: into as TradedAmount, out: missing };
}

function nothing(amount: TradedAmount): TradedAmount {
  return zeroOf(assetOf(amount)) as TradedAmount;
}
