/**
 * The explanation of each transaction result. `test/docs/results-doc.test.ts` fails if the source uses a result without a
 * note, or a note has no result.
 */
import type { Ter } from '../../protocol/tables/ter.ts';
import { CLAIMED_NOTES } from './claimed-notes.ts';
import { FAILED_NOTES, LATER_NOTES, LOCAL_NOTES, MALFORMED_NOTES } from './refused-notes.ts';
import { type NotedResults, note, type ResultNote } from './result-note.ts';

const APPLIED: NotedResults = [
  ['tesSUCCESS', note('The transaction took effect.', 'Wait until it is in a validated ledger.')],
];

/** The classes of results, best known first. */
export const RESULT_CLASSES: readonly {
  readonly prefix: string;
  readonly title: string;
  readonly text: string;
  readonly results: NotedResults;
}[] = [
  { prefix: 'tes', title: 'tes: success', text: 'The transaction took effect.', results: APPLIED },
  {
    prefix: 'tec',
    title: 'tec: failed, and charged',
    text: 'The transaction is in the ledger. It took the fee and used its sequence number or ticket, and did nothing else.',
    results: CLAIMED_NOTES,
  },
  {
    prefix: 'ter',
    title: 'ter: not yet',
    text: 'The transaction is not in the ledger, and may get into a later one.',
    results: LATER_NOTES,
  },
  {
    prefix: 'tef',
    title: 'tef: failed',
    text: 'The transaction is not in the ledger, took no fee, and cannot succeed unchanged on this chain.',
    results: FAILED_NOTES,
  },
  {
    prefix: 'tel',
    title: 'tel: refused by this server',
    text: 'This server did not take the transaction. It took no fee; the same transaction may succeed later.',
    results: LOCAL_NOTES,
  },
  {
    prefix: 'tem',
    title: 'tem: malformed',
    text: 'The transaction can never succeed in any ledger. It took no fee.',
    results: MALFORMED_NOTES,
  },
];

const NOTES: ReadonlyMap<Ter, ResultNote> = new Map(RESULT_CLASSES.flatMap(({ results }) => results));

/** The explanation of a result; undefined for one that Weir never returns. */
export function noteOf(result: Ter): ResultNote | undefined {
  return NOTES.get(result);
}
