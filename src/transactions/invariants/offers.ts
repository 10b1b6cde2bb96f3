/** Amounts of offers are not negative, and not both XRP (rippled: NoBadOffers). */
import { signOfAmount } from '../../protocol/amounts/amount-math.ts';
import type { Offer } from '../../protocol/entries/entries.ts';
import { isNative } from '../../protocol/values.ts';
import type { Invariant } from './invariant.ts';

export const offersAreValid: Invariant = ({ changesOf }) =>
  changesOf('Offer').every(({ before, after }) => isValid(after) && (before === undefined || isValid(before)));

function isValid({ TakerPays: pays, TakerGets: gets }: Readonly<Offer>): boolean {
  return signOfAmount(pays) >= 0 && signOfAmount(gets) >= 0 && !(isNative(pays) && isNative(gets));
}
