/** Shared parts of an account's lists. */
import { html } from '../vendor/preact-htm.js';

/** Page size. */
export const LISTED = 200;

/** Results of past ledgers are final; others may change with the next ledger. */
export const isPast = (ledger) => () => ledger !== undefined;

/** A note that a list is incomplete. */
export function More({ asked }) {
  return asked.result?.marker === undefined
    ? null
    : html`<p class="muted">These are of the first ${LISTED}; there are more.</p>`;
}
