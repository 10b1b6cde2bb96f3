/**
 * What a successful transaction did not do. `tesSUCCESS` is also the result of a payment that delivered less, of a claim that only
 * closed an expired channel, and of a setting that had its value already. This follows from the transaction and its metadata alone,
 * so that the server's answers, webhooks and the explorer say the same. Pure: each is a list of parts (`values/parts.js`).
 */

import { factsOf } from '../sentences/facts.js';
import { AMOUNTS } from './amounts.js';
import { CHANNELS } from './channels.js';
import { OFFERS } from './offers.js';
import { SETTINGS } from './settings.js';

/**
 * One row a case: its `code`, `when` it happens (for documents), the types of transactions, and `parts(facts)`: a clause that says it,
 * undefined if it did not happen. `isPossible(tx)` rules out most transactions without a look at the metadata; it reads only flags and
 * which fields are present.
 */
export const SHORTFALLS = [...CHANNELS, ...AMOUNTS, ...OFFERS, ...SETTINGS];

const ROWS = new Map();
for (const row of SHORTFALLS) for (const type of row.types) ROWS.set(type, [...(ROWS.get(type) ?? []), row]);
const NONE = [];

function rowsFor(tx) {
  const rows = ROWS.get(tx.TransactionType) ?? NONE;
  return rows.filter(({ isPossible }) => isPossible === undefined || isPossible(tx));
}

/** False for a transaction that does all it asks for if it succeeds. The transaction may have any form. */
export function mayFallShort(tx) {
  const rows = ROWS.get(tx.TransactionType) ?? NONE;
  return rows.some(({ isPossible }) => isPossible === undefined || isPossible(tx));
}

/** Code and parts of each case, in the order of the rows; none for a failed transaction. */
export function shortfallsOf(tx, meta) {
  const mayBe = meta?.TransactionResult === 'tesSUCCESS' && mayFallShort(tx);
  return mayBe ? shortfallsIn(factsOf(tx, meta)) : [];
}

/** The same of a success, from its facts (`sentences/facts.js`). */
export function shortfallsIn(facts) {
  return rowsFor(facts.tx).flatMap(({ code, parts }) => {
    const found = parts(facts);
    return found === undefined ? [] : [{ code, parts: found }];
  });
}
