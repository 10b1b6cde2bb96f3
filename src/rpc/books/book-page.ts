/**
 * The offers of an order book, best first, with the funded part of each (rippled: NetworkOPs.cpp, getBookPage). As
 * there, the liquidity of automated market makers is not listed.
 */

import { ledgerFees } from '../../ledger/chain-entries.ts';
import { directoryKeys } from '../../ledger/directory.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import {
  assetOf,
  compareAmounts,
  type Fees,
  lesserAmount,
  signOfAmount,
  subtractAmounts,
  zeroOf,
} from '../../protocol/amounts/amount-math.ts';
import { multiply } from '../../protocol/amounts/amount-product.ts';
import { type Quality, rateOfQuality } from '../../protocol/amounts/quality.ts';
import { divideByRate, multiplyByRate, PARITY_RATE } from '../../protocol/amounts/rate.ts';
import type { Offer } from '../../protocol/entries/entries.ts';
import { type Book, bookRange, qualityOfIndex } from '../../protocol/entries/keylets.ts';
import { amountText } from '../../protocol/json/amount-text.ts';
import { amountToJson, objectToJson } from '../../protocol/json/to-json.ts';
import {
  type AccountId,
  type Amount,
  type Issue,
  issuerOf,
  type JsonObject,
  type StObject,
} from '../../protocol/values.ts';
import { spendableDrops, spendableTokens, transferRate } from '../../transactions/trust-lines/account-funds.ts';
import { isGloballyFrozen } from '../../transactions/trust-lines/trust-line-freeze.ts';

/** At most `limit` offers. `taker` matters for the transfer fee, which an issuer does not pay for its own tokens. */
export function* bookPage(
  view: ReadView,
  book: Book,
  taker: AccountId | undefined,
  limit: number,
): Generator<JsonObject, void> {
  const funds = new RunningFunds(view, book, taker);
  let left = limit;
  for (const { offer, quality } of ratedOffers(view, book)) {
    if (left === 0) return;
    left -= 1;
    yield funds.describe(offer, quality);
  }
}

interface RatedOffer {
  readonly offer: Readonly<Offer>;
  readonly quality: Quality;
}

function* ratedOffers(view: ReadView, book: Book): Generator<RatedOffer, void> {
  const { base, end } = bookRange(book);
  for (let tip = view.nextKey(base, end); tip !== undefined; tip = view.nextKey(tip, end)) {
    for (const key of directoryKeys(view, { type: 'DirectoryNode', key: tip })) {
      const offer = view.read({ type: 'Offer', key });
      if (offer !== undefined) yield { offer, quality: qualityOfIndex(tip) };
    }
  }
}

/** The remaining funds of the owners when a book's offers are consumed in order. */
class RunningFunds {
  readonly #view: ReadView;
  readonly #gets: Issue;
  readonly #issuer: AccountId;
  readonly #fees: Fees;
  readonly #isFrozen: boolean;
  /** The transfer rate for owners other than the issuer. */
  readonly #rate: number;
  readonly #left = new Map<AccountId, Amount>();

  constructor(view: ReadView, { takerPays, takerGets }: Book, taker: AccountId | undefined) {
    this.#view = view;
    this.#gets = takerGets;
    this.#issuer = issuerOf(takerGets);
    this.#fees = ledgerFees(view);
    this.#isFrozen = isGloballyFrozen(view, this.#issuer) || isGloballyFrozen(view, issuerOf(takerPays));
    this.#rate = taker === this.#issuer ? PARITY_RATE : transferRate(view, this.#issuer);
  }

  describe(offer: Readonly<Offer>, quality: Quality): JsonObject {
    const { Account: owner, TakerGets: gets, TakerPays: pays } = offer;
    const isFirst = owner === this.#issuer || this.#isFrozen || !this.#left.has(owner);
    const funds = this.#fundsOf(owner, gets);
    const rate = owner === this.#issuer ? PARITY_RATE : this.#rate;
    const most = divideByRate(funds, rate);
    const isFunded = compareAmounts(most, gets) >= 0;
    const funded = isFunded ? gets : most;
    const spent = multiplyByRate(funded, rate);
    this.#left.set(owner, subtractAmounts(funds, compareAmounts(spent, funds) > 0 ? funds : spent));
    const price = rateOfQuality(quality);
    return {
      ...objectToJson(offer as unknown as StObject),
      ...(isFunded ? {} : fundedJson(funded, lesserAmount(pays, multiply(funded, price, assetOf(pays))))),
      quality: amountText(price),
      ...(isFirst ? { owner_funds: amountText(funds) } : {}),
    };
  }

  #fundsOf(owner: AccountId, gets: Amount): Amount {
    if (owner === this.#issuer) return gets;
    if (this.#isFrozen) return zeroOf(this.#gets);
    const funds = this.#left.get(owner) ?? this.#held(owner);
    return signOfAmount(funds) < 0 ? zeroOf(this.#gets) : funds;
  }

  #held(owner: AccountId): Amount {
    const asset = this.#gets;
    if ('mptIssuanceId' in asset) return zeroOf(asset);
    if (asset.issuer === undefined) return spendableDrops(this.#view, owner, this.#fees);
    return spendableTokens(this.#view, owner, { currency: asset.currency, issuer: asset.issuer });
  }
}

function fundedJson(gets: Amount, pays: Amount): JsonObject {
  return { taker_gets_funded: amountToJson(gets), taker_pays_funded: amountToJson(pays) };
}
