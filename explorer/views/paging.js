/** Shared parts of lists. */
import { html } from '../vendor/preact-htm.js';

/** Page size. */
export const PAGE_SIZE = 200;

/** Loads the pages of a `PagedSection` from a method of the server; `rowsOf` takes the rows from an answer. */
export function pagesOf(server, method, params, rowsOf) {
  return async (marker, ledger_index) => {
    const answer = await server.request(method, { limit: PAGE_SIZE, ...params, ledger_index, marker });
    return { rows: rowsOf(answer), marker: answer.marker };
  };
}

/** Results of past ledgers are final; others may change with the next ledger. */
export const isPast = (ledger) => () => ledger !== undefined;

/** A note that a list is incomplete. */
export function More({ request }) {
  return request.result?.marker === undefined
    ? null
    : html`<p class="muted">Only the first ${PAGE_SIZE} are shown.</p>`;
}
