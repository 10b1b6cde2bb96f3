/** Assets that an account can send or receive (rippled: AccountAssets.cpp). */

import { compareIssued, negateIssued, signOfIssued } from '../../protocol/amounts/issued-amount.ts';
import { mptIssuanceKeylet } from '../../protocol/entries/keylets.ts';
import { type AccountId, BAD_CURRENCY, type Currency, type Hex, XRP_CURRENCY } from '../../protocol/values.ts';
import { availableAmount } from '../../transactions/mpt/mpt-issuance.ts';
import type { Steps } from '../../util/steps.ts';
import type { LineCache } from './line-cache.ts';

/** Currencies that the account holds or may issue, including the native one. */
export function* sourceCurrencies(cache: LineCache, account: AccountId): Steps<Currency[]> {
  const lines = (yield* cache.linesOf(account)).filter(({ balance, limitPeer }) => {
    if (signOfIssued(balance) > 0) return true;
    return signOfIssued(limitPeer) !== 0 && compareIssued(negateIssued(balance), limitPeer) < 0;
  });
  return distinct([XRP_CURRENCY, ...lines.map(({ balance }) => balance.currency)]);
}

/** Currencies that the account can receive. */
export function* destinationCurrencies(cache: LineCache, account: AccountId, takesXrp: boolean): Steps<Currency[]> {
  const lines = (yield* cache.linesOf(account)).filter(({ balance, limit }) => compareIssued(balance, limit) < 0);
  return distinct([...(takesXrp ? [XRP_CURRENCY] : []), ...lines.map(({ balance }) => balance.currency)]);
}

/**
 * Multi-purpose tokens that the account may hold but has none of, if their issuer may issue more. As in the reference,
 * tokens with a balance are not included.
 */
export function* destinationMpts(cache: LineCache, account: AccountId): Steps<Hex[]> {
  const ids: Hex[] = [];
  for (const { MPTAmount = 0n, MPTokenIssuanceID: id } of yield* cache.mptokensOf(account)) {
    const issuance = cache.view.read(mptIssuanceKeylet(id));
    if (MPTAmount === 0n && issuance !== undefined && availableAmount(issuance) !== 0n) ids.push(id);
  }
  return ids.sort();
}

/** Sorted, with the native currency first; the reference has no defined order. */
function distinct(currencies: readonly Currency[]): Currency[] {
  const found = new Set(currencies);
  found.delete(BAD_CURRENCY);
  return [...found].sort();
}
