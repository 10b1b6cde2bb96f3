/**
 * The amendments that a new chain enables, from words: `+Name` adds one to the usual ones, `-Name` leaves one out. A
 * word may have an id before the name, or instead, as lines of the reference's `[amendments]`.
 */
import {
  AMENDMENTS,
  type Amendment,
  amendmentById,
  amendmentByName,
  GENESIS_AMENDMENTS,
} from '../protocol/tables/amendments.ts';
import { CHOICES } from '../protocol/tables/rules.ts';
import type { Hash256 } from '../protocol/values.ts';

/** The ids in ascending order. Throws an `Error` for a word that names no amendment, or one that is always in force. */
export function chooseAmendments(words: readonly string[]): readonly Hash256[] {
  const chosen = new Set(GENESIS_AMENDMENTS);
  for (const word of words) {
    const [, sign, text] = /^([+-]?)(.*)$/s.exec(word.trim())!;
    const amendment = amendmentOf(text!);
    if (sign !== '-') {
      if (amendment.status !== 'retired') chosen.add(amendment.id);
    } else if (amendment.status === 'optional') chosen.delete(amendment.id);
    else throw new Error(`${amendment.name} is always in force; a chain can be without ${CHOICES.join(', ')}`);
  }
  return [...chosen].sort();
}

/** The amendment with a name, an id, or both. Throws an `Error` that lists all if there is none. */
export function amendmentOf(text: string): Amendment {
  const [first = '', second = first] = text.trim().split(/\s+/);
  const amendment = amendmentByName(second) ?? amendmentById(second.toUpperCase());
  const isSame = first === second || amendment?.id === first.toUpperCase();
  if (amendment !== undefined && amendment.status !== 'unsupported' && isSame) return amendment;
  const names = AMENDMENTS.filter(({ status }) => status === 'active' || status === 'optional').map(({ name }) => name);
  throw new Error(`Weir has no amendment '${text}'; it has ${names.sort().join(', ')}`);
}
