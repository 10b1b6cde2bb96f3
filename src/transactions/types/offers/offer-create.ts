/**
 * OfferCreate: consumes existing offers at that price or better, and places the rest in an order book. Preflight is in
 * `offer-preflight.ts`, preclaim in `offer-preclaim.ts` (rippled: OfferCreate.cpp).
 */
import { hasExpired } from '../../../ledger/has-expired.ts';
import type { ReadView } from '../../../ledger/read-view.ts';
import { Sandbox } from '../../../ledger/sandbox.ts';
import { catchAmountError } from '../../../protocol/amounts/amount-errors.ts';
import { assetOf, compareAmounts, isZeroAmount } from '../../../protocol/amounts/amount-math.ts';
import { divide, multiply } from '../../../protocol/amounts/amount-product.ts';
import { type InOut, qualityOf, rateOfQuality, roundQuality } from '../../../protocol/amounts/quality.ts';
import { accountKeylet, offerKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, hasFlag, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { sequenceProxy } from '../../../protocol/transaction/transaction.ts';
import { type Amount, isIssued, type TradedAmount } from '../../../protocol/values.ts';
import { coversReserve } from '../../accounts/owner-directory.ts';
import { placeOffer, removeOfferIfPresent } from '../../offers/offer-entry.ts';
import { type ApplyContext, defineTransaction } from '../../transaction-type.ts';
import { crossOffers } from './cross-offers.ts';
import { preclaimOffer } from './offer-preclaim.ts';
import { isMptOffer, type OfferCreate, preflightOffer } from './offer-preflight.ts';

const Tf = TransactionFlags.OfferCreate;
const Lsf = EntryFlags.Offer;
/** The full precision of amounts: no rounding. */
const MAX_TICK_SIZE = 16;

export const offerCreate = defineTransaction({
  name: 'OfferCreate',

  isDisabled: isMptOffer,

  consequences({ TakerGets }) {
    return { potentialSpendDrops: typeof TakerGets === 'bigint' ? TakerGets : 0n };
  },

  preflight({ tx }) {
    return preflightOffer(tx);
  },

  preclaim(context) {
    return preclaimOffer(context);
  },

  apply(context) {
    const work = new Sandbox(context.sandbox);
    // If the offer is killed, only its removals of stale offers are kept.
    const cleanup = new Sandbox(context.sandbox);
    const result = catchAmountError('tefEXCEPTION', () => createOffer(context, work, cleanup));
    (result === 'tecKILLED' ? cleanup : work).applyTo(context.sandbox);
    return result;
  },
});

function createOffer(context: ApplyContext<OfferCreate>, work: Sandbox, cleanup: Sandbox): Ter {
  const { tx } = context;
  const cancelled = cancelOther(work, tx);
  if (hasExpired(work, tx.Expiration)) return 'tecEXPIRED';
  if (cancelled !== 'tesSUCCESS') return cancelled;
  const asked = { in: tx.TakerPays as TradedAmount, out: tx.TakerGets as TradedAmount };
  const offer = roundToTickSize(work, asked, hasFlag(tx, Tf.tfSell));
  if (isZeroAmount(offer.in) || isZeroAmount(offer.out)) return 'tesSUCCESS';
  const crossing = crossOffers(context, work, cleanup, offer);
  if (typeof crossing === 'string') return crossing;
  if (isZeroAmount(crossing.in) || isZeroAmount(crossing.out)) return 'tesSUCCESS';
  const isCrossed = compareAmounts(offer.in, crossing.in) !== 0 || compareAmounts(offer.out, crossing.out) !== 0;
  return placeRest(context, work, offer, crossing, isCrossed);
}

/** The offer to cancel may not exist any more. */
function cancelOther(work: Sandbox, { Account, OfferSequence: sequence }: Readonly<OfferCreate>): Ter {
  return sequence === undefined ? 'tesSUCCESS' : removeOfferIfPresent(work, offerKeylet(Account, sequence));
}

/**
 * Rounds the offer's quality to the significant digits that the issuers allow (`TickSize`), in the taker's favour: with
 * tfSell it adjusts TakerPays, else TakerGets.
 * @param offer what its taker pays (`in`) and gets (`out`)
 */
function roundToTickSize<T extends Amount>(view: ReadView, offer: InOut<T>, isSell: boolean): InOut<T> {
  const tickSize = Math.min(tickSizeOf(view, offer.in), tickSizeOf(view, offer.out));
  if (tickSize === MAX_TICK_SIZE) return offer;
  const rate = rateOfQuality(roundQuality(qualityOf(offer), tickSize));
  if (isSell) return { in: multiply(offer.out, rate, assetOf(offer.in)) as T, out: offer.out };
  return { in: offer.in, out: divide(offer.in, rate, assetOf(offer.out)) as T };
}

function tickSizeOf(view: ReadView, amount: Amount): number {
  if (!isIssued(amount)) return MAX_TICK_SIZE;
  return view.read(accountKeylet(amount.issuer))?.TickSize ?? MAX_TICK_SIZE;
}

/** Places the rest at the original quality. */
function placeRest(
  { tx, fees, balanceBeforeFeeDrops }: ApplyContext<OfferCreate>,
  work: Sandbox,
  offer: InOut<TradedAmount>,
  rest: InOut<TradedAmount>,
  isCrossed: boolean,
): Ter {
  if (hasFlag(tx, Tf.tfFillOrKill)) return 'tecKILLED';
  if (hasFlag(tx, Tf.tfImmediateOrCancel)) return isCrossed ? 'tesSUCCESS' : 'tecKILLED';
  const owner = work.read(accountKeylet(tx.Account));
  if (owner === undefined) return 'tefINTERNAL';
  // Without the reserve for another entry, the account may still cross.
  if (!coversReserve(fees, owner, balanceBeforeFeeDrops, 1)) return isCrossed ? 'tesSUCCESS' : 'tecINSUF_RESERVE_OFFER';
  return placeOffer(work, tx.Account, {
    sequence: sequenceProxy(tx).value,
    takerPays: rest.in,
    takerGets: rest.out,
    quality: qualityOf(offer),
    flags: entryFlags(tx),
    expiration: tx.Expiration,
    domain: tx.DomainID,
  });
}

function entryFlags(tx: Readonly<OfferCreate>): number {
  let flags = hasFlag(tx, Tf.tfPassive) ? Lsf.lsfPassive : 0;
  if (hasFlag(tx, Tf.tfSell)) flags |= Lsf.lsfSell;
  return hasFlag(tx, Tf.tfHybrid) ? flags | Lsf.lsfHybrid : flags;
}
