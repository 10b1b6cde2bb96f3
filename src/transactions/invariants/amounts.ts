/** No entry shows more drops than exist (the reference's ValidAmounts). Amounts in currencies are legal by their type. */
import type { StObject } from '../../protocol/values.ts';
import { hasInvalidAmount } from '../engine/invalid-amount.ts';
import type { Invariant } from './invariant.ts';

export const amountsAreLegal: Invariant = ({ changes }) =>
  changes.every(({ isErased, after }) => isErased || !hasInvalidAmount(after as unknown as StObject));
