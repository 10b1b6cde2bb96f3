/** Where the steps of a strand are, for who watches a payment. */
import type { StepPlace } from '../../ledger/trace.ts';
import { ZERO_ACCOUNT } from '../../protocol/values.ts';
import type { Step, Strand } from './step.ts';

/** The place of a step. */
export function placeOf({ accounts, lineSource, currency, book }: Step): StepPlace {
  if (book !== undefined) return { kind: 'book', ...book };
  const [source, destination] = accounts;
  if (lineSource !== undefined && currency !== undefined) return { kind: 'line', source, destination, currency };
  const isLast = source === ZERO_ACCOUNT;
  return { kind: 'drops', account: isLast ? destination : source, isLast };
}

/** The places of a strand's steps. */
export function placesOf(strand: Strand): StepPlace[] {
  return strand.map(placeOf);
}
