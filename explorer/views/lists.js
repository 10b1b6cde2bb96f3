/** What the lists of an account have in common. */
import { html } from '../vendor/preact-htm.js';

/** How many rows are asked for. */
export const LISTED = 200;

/** What was so in a past ledger stays; what is so now may change with the next. */
export const isPast = (ledger) => () => ledger !== undefined;

/** Says that a list is not the whole. */
export function More({ asked }) {
  return asked.result?.marker === undefined
    ? null
    : html`<p class="muted">These are of the first ${LISTED}; there are more.</p>`;
}
