/** What an account could send, and what it could receive (rippled: AccountAssets.cpp). */

import { compareIssued, negateIssued, signOfIssued } from '../../protocol/amounts/issued-amount.ts';
import { mptIssuanceKeylet } from '../../protocol/entries/keylets.ts';
import { type AccountId, BAD_CURRENCY, type Currency, type Hex, XRP_CURRENCY } from '../../protocol/values.ts';
import { availableAmount } from '../../transactions/mpt/mpt-issuance.ts';
import type { Steps } from '../../util/steps.ts';
import type { LineCache } from './line-cache.ts';

/** Currencies that the account holds or may owe, the native one among them. */
export function* sourceCurrencies(cache: LineCache, account: AccountId): Steps<Currency[]> {
  const lines = (yield* cache.linesOf(account)).filter(({ balance, limitPeer }) => {
    if (signOfIssued(balance) > 0) return true;
    return signOfIssued(limitPeer) !== 0 && compareIssued(negateIssued(balance), limitPeer) < 0;
  });
  return distinct([XRP_CURRENCY, ...lines.map(({ balance }) => balance.currency)]);
}

/** Currencies that the account has room for. */
export function* destinationCurrencies(cache: LineCache, account: AccountId, takesXrp: boolean): Steps<Currency[]> {
  const lines = (yield* cache.linesOf(account)).filter(({ balance, limit }) => compareIssued(balance, limit) < 0);
  return distinct([...(takesXrp ? [XRP_CURRENCY] : []), ...lines.map(({ balance }) => balance.currency)]);
}

/**
 * Multi-purpose tokens that the account may hold and has none of, while their issuer may bring more into circulation. As in
 * the reference, those that it has some of already are not among them.
 */
export function* destinationMpts(cache: LineCache, account: AccountId): Steps<Hex[]> {
  const ids: Hex[] = [];
  for (const { MPTAmount = 0n, MPTokenIssuanceID: id } of yield* cache.mptokensOf(account)) {
    const issuance = cache.view.read(mptIssuanceKeylet(id));
    if (MPTAmount === 0n && issuance !== undefined && availableAmount(issuance) !== 0n) ids.push(id);
  }
  return ids.sort();
}

/** Sorted, so that the native currency comes first; the reference gives them in no particular order. */
function distinct(currencies: readonly Currency[]): Currency[] {
  const found = new Set(currencies);
  found.delete(BAD_CURRENCY);
  return [...found].sort();
}
