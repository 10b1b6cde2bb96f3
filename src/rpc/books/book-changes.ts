/**
 * Trades of a ledger in its order books: for each pair of assets the volumes, and the highest, lowest, first and last
 * rate (rippled: BookChanges.h, computeBookChanges).
 */

import { accountIdToAddress } from '../../crypto/address.ts';
import { takenOffers } from '../../ledger/affected-offers.ts';
import type { LedgerHeader } from '../../ledger/ledger-header.ts';
import {
  addAmounts,
  assetOf,
  compareAmounts,
  isZeroAmount,
  NO_ISSUE,
  negateAmount,
  signOfAmount,
  subtractAmounts,
} from '../../protocol/amounts/amount-math.ts';
import { divide } from '../../protocol/amounts/amount-product.ts';
import { decodeObject } from '../../protocol/codec/decode.ts';
import { numberText } from '../../protocol/json/amount-text.ts';
import { currencyText } from '../../protocol/json/currency-text.ts';
import { transactionIdOf } from '../../protocol/transaction/transaction.ts';
import {
  type Amount,
  type Hash256,
  type Issue,
  isNative,
  type JsonObject,
  type StObject,
} from '../../protocol/values.ts';
import type { StoredTransaction } from '../../storage/history-store.ts';
import type { Steps } from '../../util/steps.ts';

/** What an offer gave and took in one transaction, with the sides in the order of the pair's name. */
interface Exchange {
  readonly pair: string;
  readonly first: Amount;
  readonly second: Amount;
  readonly rate: Amount;
  readonly domain: Hash256 | undefined;
}

interface Tally {
  volumes: readonly [Amount, Amount];
  high: Amount;
  low: Amount;
  readonly open: Amount;
  close: Amount;
  domain: Hash256 | undefined;
}

/** The result of the method and the stream's message. Transactions may come in any order; the open ledger has none. */
export function* bookChangesJson(
  { ledgerIndex, hash, closeTimeSeconds }: Pick<LedgerHeader, 'ledgerIndex' | 'hash' | 'closeTimeSeconds'>,
  validated: boolean,
  transactions: Iterable<Pick<StoredTransaction, 'blob' | 'metadata'>>,
): Steps<JsonObject> {
  const tallies = new Map<string, Tally>();
  for (const exchange of yield* exchangesById(transactions)) {
    addToTally(tallies, exchange);
    yield;
  }
  const pairs = [...tallies].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    type: 'bookChanges',
    validated,
    ledger_index: ledgerIndex,
    ledger_hash: hash,
    ledger_time: closeTimeSeconds,
    changes: pairs.map(([, tally]) => tallyJson(tally)),
  };
}

/** In the order of the transactions' ids, as the ledger's tree has them. */
function* exchangesById(
  transactions: Iterable<Pick<StoredTransaction, 'blob' | 'metadata'>>,
): Steps<readonly Exchange[]> {
  const found: { readonly id: Hash256; readonly exchanges: readonly Exchange[] }[] = [];
  for (const { blob, metadata } of transactions) {
    const exchanges = exchangesIn(blob, metadata);
    if (exchanges.length > 0) found.push({ id: transactionIdOf(blob), exchanges });
    yield;
  }
  found.sort((a, b) => (a.id < b.id ? -1 : 1));
  return found.flatMap(({ exchanges }) => exchanges);
}

/** Consumed offers, without those that were only cancelled. */
function exchangesIn(blob: Uint8Array, metadata: Uint8Array): Exchange[] {
  const exchanges: Exchange[] = [];
  for (const { before, after, isGone } of takenOffers(metadata)) {
    if (isGone && after.Sequence === cancelledSequence(blob)) continue;
    const exchange = exchangeOf(after, before);
    if (exchange !== undefined) exchanges.push(exchange);
  }
  return exchanges;
}

function cancelledSequence(blob: Uint8Array): number | undefined {
  const { TransactionType, OfferSequence } = decodeObject(blob);
  const mayCancel = TransactionType === 'OfferCreate' || TransactionType === 'OfferCancel';
  return mayCancel ? (OfferSequence as number | undefined) : undefined;
}

function exchangeOf(after: StObject, before: StObject): Exchange | undefined {
  const gets = subtractAmounts(after.TakerGets as Amount, before.TakerGets as Amount);
  const pays = subtractAmounts(after.TakerPays as Amount, before.TakerPays as Amount);
  const [getsText, paysText] = [assetText(assetOf(gets)), assetText(assetOf(pays))];
  const isGetsFirst = isNative(gets) || (!isNative(pays) && getsText < paysText);
  const [first, second] = isGetsFirst ? [gets, pays] : [pays, gets];
  if (isZeroAmount(second)) return undefined;
  return {
    pair: isGetsFirst ? `${getsText}|${paysText}` : `${paysText}|${getsText}`,
    first: magnitude(first),
    second: magnitude(second),
    rate: divide(first, second, NO_ISSUE),
    domain: after.DomainID as Hash256 | undefined,
  };
}

function addToTally(tallies: Map<string, Tally>, { pair, first, second, rate, domain }: Exchange): void {
  const tally = tallies.get(pair);
  if (tally === undefined) {
    tallies.set(pair, { volumes: [first, second], high: rate, low: rate, open: rate, close: rate, domain });
    return;
  }
  tally.volumes = [addAmounts(tally.volumes[0], first), addAmounts(tally.volumes[1], second)];
  if (compareAmounts(tally.high, rate) < 0) tally.high = rate;
  if (compareAmounts(tally.low, rate) > 0) tally.low = rate;
  tally.close = rate;
  tally.domain = domain;
}

function tallyJson({ volumes: [first, second], high, low, open, close, domain }: Tally): JsonObject {
  return {
    ...assetJson(assetOf(first), 'a'),
    ...assetJson(assetOf(second), 'b'),
    volume_a: numberOf(first),
    volume_b: numberOf(second),
    high: numberOf(high),
    low: numberOf(low),
    open: numberOf(open),
    close: numberOf(close),
    ...(domain === undefined ? {} : { domain }),
  };
}

function assetJson(asset: Issue, side: 'a' | 'b'): JsonObject {
  if ('mptIssuanceId' in asset) return { [`mpt_issuance_id_${side}`]: asset.mptIssuanceId };
  return { [`currency_${side}`]: asset.issuer === undefined ? 'XRP_drops' : assetText(asset) };
}

/** rippled: Issue.cpp, to_string. */
function assetText(asset: Issue): string {
  if ('mptIssuanceId' in asset) return asset.mptIssuanceId;
  const currency = currencyText(asset.currency);
  return asset.issuer === undefined ? currency : `${accountIdToAddress(asset.issuer)}/${currency}`;
}

function numberOf(amount: Amount): string {
  if (typeof amount === 'bigint') return amount.toString();
  return 'value' in amount ? amount.value.toString() : numberText(amount.mantissa, amount.exponent);
}

function magnitude(amount: Amount): Amount {
  return signOfAmount(amount) < 0 ? negateAmount(amount) : amount;
}
