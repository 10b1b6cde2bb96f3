/** The sets of transaction types that share a trait, from their records. */
import { TRANSACTION_TYPES, type TransactionTypeName } from './transaction-types.ts';

/** Types whose `Amount` is delivered when the metadata does not say otherwise. */
export const DELIVERING_TYPES = typesWith('delivers');
/** Types that only validators make. */
export const PSEUDO_TYPES = typesWith('isPseudo');

/** For look-ups of any value, since JSON may name no type at all. */
function typesWith(trait: 'delivers' | 'isPseudo'): ReadonlySet<unknown> {
  const names = Object.keys(TRANSACTION_TYPES) as TransactionTypeName[];
  return new Set(names.filter((name) => trait in TRANSACTION_TYPES[name]));
}
