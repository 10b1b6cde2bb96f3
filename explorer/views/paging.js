/** Shared parts of an account's lists. */
import { html } from '../vendor/preact-htm.js';

/** Page size. */
export const PAGE_SIZE = 200;

/** Results of past ledgers are final; others may change with the next ledger. */
export const isPast = (ledger) => () => ledger !== undefined;

/** A note that a list is incomplete. */
export function More({ request }) {
  return request.result?.marker === undefined
    ? null
    : html`<p class="muted">Only the first ${PAGE_SIZE} are shown.</p>`;
}
