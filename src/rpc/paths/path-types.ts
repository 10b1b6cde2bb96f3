/**
 * The path types to search for, by the kind of payment (rippled: Pathfinder.cpp, initPathTable). Each is used from a
 * search level on. A letter is an element: the source, an account, an order book, a book to drops (`x`), a book to the
 * currency that is delivered (`f`), the destination.
 */
import { type Currency, XRP_CURRENCY } from '../../protocol/values.ts';

export type PathPart = 's' | 'a' | 'b' | 'x' | 'f' | 'd';

export interface PathType {
  readonly level: number;
  readonly parts: string;
}

type Row = readonly [level: number, parts: string];

const DROPS_TO_TOKENS: readonly Row[] = [
  [1, 'sfd'],
  [3, 'sfad'],
  [5, 'sfaad'],
  [6, 'sbfd'],
  [8, 'sbafd'],
  [9, 'sbfad'],
  [10, 'sbafad'],
];
const TOKENS_TO_DROPS: readonly Row[] = [
  [1, 'sxd'],
  [2, 'saxd'],
  [6, 'saaxd'],
  [7, 'sbxd'],
  [8, 'sabxd'],
  [9, 'sabaxd'],
];
const SAME_CURRENCY: readonly Row[] = [
  [1, 'sad'],
  [1, 'sfd'],
  [4, 'safd'],
  [4, 'sfad'],
  [5, 'saad'],
  [5, 'sbfd'],
  [6, 'sxfad'],
  [6, 'safad'],
  [6, 'saxfd'],
  [6, 'saxfad'],
  [6, 'sabfd'],
  [7, 'saaad'],
];
const OTHER_CURRENCY: readonly Row[] = [
  [1, 'sfad'],
  [1, 'safd'],
  [3, 'safad'],
  [4, 'sxfd'],
  [5, 'saxfd'],
  [5, 'sxfad'],
  [5, 'sbfd'],
  [6, 'saxfad'],
  [6, 'sabfd'],
  [7, 'saafd'],
  [8, 'saafad'],
  [9, 'safaad'],
];

/** In the order of search. Drops for drops need none. */
export function pathTypes(from: Currency, to: Currency): readonly PathType[] {
  return rowsFor(from, to).map(([level, parts]) => ({ level, parts }));
}

function rowsFor(from: Currency, to: Currency): readonly Row[] {
  if (from === XRP_CURRENCY) return to === XRP_CURRENCY ? [] : DROPS_TO_TOKENS;
  if (to === XRP_CURRENCY) return TOKENS_TO_DROPS;
  return from === to ? SAME_CURRENCY : OTHER_CURRENCY;
}
