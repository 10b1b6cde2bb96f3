/** No entry shows more drops than exist (the reference's ValidAmounts). Token amounts are legal by their type. */
import { isLegalAmountSigned } from '../../protocol/amounts/fees.ts';
import { type Amount, isNative } from '../../protocol/values.ts';
import type { Invariant } from './invariant.ts';

export const amountsAreLegal: Invariant = ({ accounts, channels, offers }) =>
  accounts.every(({ isErased, after }) => isErased || isLegal(after.Balance)) &&
  channels.every(({ isErased, after }) => isErased || (isLegal(after.Amount) && isLegal(after.Balance))) &&
  offers.every(({ isErased, after }) => isErased || (isLegal(after.TakerPays) && isLegal(after.TakerGets)));

function isLegal(amount: Amount): boolean {
  return !isNative(amount) || isLegalAmountSigned(amount);
}
