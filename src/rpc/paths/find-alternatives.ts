/**
 * The payment alternatives in the result of a path request (rippled: PathRequest.cpp, isValid, findPaths, doUpdate).
 */

import { accountIdToAddress } from '../../crypto/address.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { assetOf, type Fees } from '../../protocol/amounts/amount-math.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { currencyText } from '../../protocol/json/currency-text.ts';
import { amountToJson, objectToJson } from '../../protocol/json/to-json.ts';
import {
  type Amount,
  type Currency,
  type Hex,
  type Issue,
  isIssued,
  isMpt,
  isNative,
  issuerOf,
  type JsonObject,
  type PathSet,
  XRP_CURRENCY,
} from '../../protocol/values.ts';
import type { Steps } from '../../util/steps.ts';
import { RpcError } from '../method/errors.ts';
import { destinationCurrencies, destinationMpts, sourceCurrencies } from './account-assets.ts';
import { bestPaths } from './best-paths.ts';
import { couldSend, priceOfMpt } from './direct-mpt.ts';
import { LineCache } from './line-cache.ts';
import type { OrderBooks } from './order-books.ts';
import type { CandidatePath } from './path-element.ts';
import { largestAmount, RippleCalc, type TrialOutcome, type TrialPayment } from './path-flow.ts';
import { pathGoal } from './path-goal.ts';
import { type PathQuestion, sortedAssets } from './path-question.ts';
import { PathSearch } from './path-search.ts';

/**
 * Search levels (`path-types.ts`). By default the reference stops at the first one; Weir continues if the paths of one
 * level cannot deliver the amount.
 */
const LEVELS = [2, 3, 5, 7];
/** Maximum number of the source's currencies to try when the request names none. */
const MAX_OWN_CURRENCIES = 88;

export interface PathAnswer {
  /** Currencies that the destination accepts, and ids of multi-purpose tokens. */
  readonly destinationCurrencies: readonly string[];
  readonly alternatives: readonly JsonObject[];
}

/** Refuses payments that are impossible in this ledger. */
export function requirePayable(view: ReadView, fees: Fees, question: PathQuestion): void {
  if (view.read(accountKeylet(question.source)) === undefined) throw new RpcError('srcActNotFound');
  if (view.read(accountKeylet(question.destination)) !== undefined) return;
  if (!isNative(question.amount)) throw new RpcError('actNotFound');
  if (!question.isConvertAll && question.amount < fees.reserveDrops) throw new RpcError('dstAmtMalformed');
}

/** The first members of both methods' results. */
export function questionJson({ source, destination, amount, id }: PathQuestion): JsonObject {
  return {
    source_account: accountIdToAddress(source),
    destination_account: accountIdToAddress(destination),
    destination_amount: amountToJson(amount),
    ...(id === undefined ? {} : { id }),
  };
}

/** Every asset of the source with which the amount can be paid, with the paths and the price. */
export function* findAlternatives(
  view: ReadView,
  fees: Fees,
  books: OrderBooks,
  question: PathQuestion,
): Steps<PathAnswer> {
  const finder = new PathFinder(view, fees, books, question);
  const currencies = yield* destinationCurrencies(finder.cache, question.destination, true);
  const mpts = yield* destinationMpts(finder.cache, question.destination);
  const alternatives: JsonObject[] = [];
  for (const asset of yield* finder.assets()) {
    const found = yield* finder.alternative(asset);
    if (found !== undefined) alternatives.push(found);
  }
  return { destinationCurrencies: [...currencies.map(currencyText), ...mpts], alternatives };
}

class PathFinder {
  readonly cache: LineCache;
  readonly #fees: Fees;
  readonly #books: OrderBooks;
  readonly #question: PathQuestion;
  readonly #deliver: Amount;
  /** One search for each currency, shared by all its issuers. */
  readonly #searches = new Map<Currency, PathSearch>();

  constructor(view: ReadView, fees: Fees, books: OrderBooks, question: PathQuestion) {
    this.cache = new LineCache(view);
    this.#fees = fees;
    this.#books = books;
    this.#question = question;
    this.#deliver = question.isConvertAll ? largestAmount(assetOf(question.amount)) : question.amount;
  }

  /** The assets that may be sent. An account can pay itself only in another currency. */
  *assets(): Steps<Issue[]> {
    const { source, destination, sourceAssets, sendMax, amount } = this.#question;
    if (sourceAssets.length > 0) return [...sourceAssets];
    if (sendMax !== undefined) return [assetOf(sendMax)];
    const own = (yield* sourceCurrencies(this.cache, source))
      .filter((currency) => source !== destination || currency !== currencyOf(assetOf(amount)))
      .slice(0, MAX_OWN_CURRENCIES);
    const tokens: Issue[] = own.map((currency) =>
      currency === XRP_CURRENCY ? { currency } : { currency, issuer: source },
    );
    // A multi-purpose token can only pay for itself.
    if (isMpt(amount) && source !== destination && couldSend(this.cache.view, source, amount.mptIssuanceId)) {
      tokens.push(assetOf(amount));
    }
    return sortedAssets(tokens);
  }

  /** Undefined if the amount cannot be paid with that asset. */
  *alternative(asset: Issue): Steps<JsonObject | undefined> {
    if ('mptIssuanceId' in asset) return this.#payMpt(asset.mptIssuanceId);
    const search = this.#searchFor(asset.currency);
    if (search === undefined) return undefined;
    let tried = -1;
    for (const level of LEVELS) {
      const candidates = yield* search.upTo(level);
      if (candidates.length === tried) continue;
      tried = candidates.length;
      const found = yield* this.#pay(asset, candidates);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #searchFor(currency: Currency): PathSearch | undefined {
    const known = this.#searches.get(currency);
    if (known !== undefined) return known;
    const { source, destination } = this.#question;
    const ends = { source, currency, issuer: undefined, destination };
    const goal = pathGoal(this.cache.view, this.#fees, ends, this.#deliver);
    if (goal === undefined) return undefined;
    const search = new PathSearch(this.cache, this.#books, goal);
    this.#searches.set(currency, search);
    return search;
  }

  *#pay(
    asset: Extract<Issue, { currency: Currency }>,
    candidates: readonly CandidatePath[],
  ): Steps<JsonObject | undefined> {
    const { source, isConvertAll, sendMax } = this.#question;
    const { currency } = asset;
    const own = currency === XRP_CURRENCY ? { currency } : { currency, issuer: source };
    const issuer = currency === XRP_CURRENCY || issuerOf(asset) === source ? undefined : issuerOf(asset);
    const payment = this.#payment(own, undefined, []);
    const open = () => new RippleCalc(this.cache.view, this.#fees);
    const best = yield* bestPaths({ payment, candidates, issuer, isConvertAll, open });
    const spending = this.#payment(asset, sendMax, best.paths);
    let paths = best.paths;
    yield;
    let outcome = open().pay(spending);
    if (!isConvertAll && best.covering !== undefined && (outcome === 'terNO_LINE' || outcome === 'tecPATH_PARTIAL')) {
      yield;
      paths = [...paths, best.covering];
      outcome = open().pay({ ...spending, paths });
    }
    return typeof outcome === 'object' ? this.#describe(asset, paths, outcome) : undefined;
  }

  /** The alternative of paying a multi-purpose token with itself. */
  #payMpt(mptIssuanceId: Hex): JsonObject | undefined {
    const { source, destination, sendMax, isConvertAll: isPartial } = this.#question;
    const deliver = this.#deliver;
    if (!isMpt(deliver) || deliver.mptIssuanceId !== mptIssuanceId) return undefined;
    const limit = sendMax !== undefined && isMpt(sendMax) && sendMax.value > 0n ? sendMax.value : undefined;
    const found = priceOfMpt(this.cache.view, { source, destination, deliver, sendMax: limit, isPartial });
    if (found === undefined) return undefined;
    const [spent, delivered] = [found.spent, found.delivered].map((value): Amount => ({ mptIssuanceId, value }));
    return this.#describe({ mptIssuanceId }, [], { spent: spent!, delivered: delivered! });
  }

  #payment(spend: Issue, sendMax: Amount | undefined, paths: PathSet): TrialPayment {
    const { source, destination, domain, isConvertAll: isPartial } = this.#question;
    const ends = { source, destination, spend, sendMax, deliver: this.#deliver, domain };
    return { ...ends, paths, usesDefaultPath: true, isPartial };
  }

  #describe(asset: Issue, paths: PathSet, { spent, delivered }: TrialOutcome): JsonObject {
    const amount = isIssued(spent) ? { ...spent, issuer: issuerOf(asset) } : spent;
    return {
      source_amount: amountToJson(amount),
      paths_computed: objectToJson({ Paths: paths }).Paths,
      ...(this.#question.isConvertAll ? { destination_amount: amountToJson(delivered) } : {}),
    };
  }
}

function currencyOf(asset: Issue): string {
  return 'currency' in asset ? asset.currency : asset.mptIssuanceId;
}
