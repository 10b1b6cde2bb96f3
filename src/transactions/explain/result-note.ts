/** The explanation of a transaction result, for documents and for `explain`. */
import type { Ter } from '../../protocol/tables/ter.ts';

export interface ResultNote {
  /** When a transaction gets it. */
  readonly when: string;
  /** What the sender can do. */
  readonly remedy: string;
}

/** Results of one class, by name, with their notes. */
export type NotedResults = readonly (readonly [Ter, ResultNote])[];

export const note = (when: string, remedy: string): ResultNote => ({ when, remedy });

export const BUG = 'Report it with the transaction blob: it is a bug of Weir, or the ledger is damaged.';
