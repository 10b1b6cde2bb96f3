/** What the sender of a transaction can do. That depends on its result, and on where the transaction is. */
import { isTec, isTesSuccess, type Ter } from '../../protocol/tables/ter.ts';
import { BUG } from './result-note.ts';
import { noteOf } from './result-notes.ts';

/** `on its way`: queued, held, or kept for the next ledger. `not submitted`: applied as a trial only. */
export type TransactionPlace = 'validated' | 'open ledger' | 'on its way' | 'not submitted';

const OF_SUCCESS: Readonly<Record<TransactionPlace, string>> = {
  validated: 'Nothing: the result is final.',
  'open ledger': 'Wait until it is in a validated ledger.',
  'on its way': 'Wait: it was submitted, and would succeed now.',
  'not submitted': 'Submit it: it would succeed now.',
};

/** Sentences after the advice for a `tec` result. */
const OF_CLAIM: Partial<Readonly<Record<TransactionPlace, string>>> = {
  validated: 'The result is final: another try needs a new transaction.',
  'open ledger': 'The result can still change until the transaction is in a validated ledger.',
};

/** May contain Markdown. */
export function adviceFor(result: Ter, place: TransactionPlace): string {
  if (isTesSuccess(result)) return OF_SUCCESS[place];
  if (result === 'terQUEUED' && place === 'not submitted') return 'Submit it and wait, or pay a higher fee.';
  const remedy = noteOf(result)?.remedy ?? '';
  const more = isTec(result) && remedy !== BUG ? OF_CLAIM[place] : undefined;
  return more === undefined ? remedy : `${remedy} ${more}`;
}
