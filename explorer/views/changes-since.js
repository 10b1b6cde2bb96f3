/** The fields of an entry that have changed since a past ledger. */

import { fieldDifferences } from '../changes.js';
import { useRequest } from '../use-request.js';
import { FieldDifferences } from '../values/fields.js';
import { html } from '../vendor/preact-htm.js';

/** With `account`, the entry is that account's root. */
export function ChangesSince({ server, index, account, ledger }) {
  const request = useRequest(
    server,
    () => changesSince(server, index, ledger),
    [index, ledger],
    () => false,
    account,
  );
  if (request.result === undefined) return null;
  const { isThere, rows } = request.result;
  if (!isThere) return html`<section><h2>Changes since this ledger</h2><p>The entry was deleted.</p></section>`;
  if (rows.length === 0)
    return html`<section><h2>Changes since this ledger</h2><p class="muted">No changes.</p></section>`;
  return html`<section><h2>Changes since this ledger</h2><${FieldDifferences} rows=${rows} before=${ledger} titles=${['Then', 'Latest']} /></section>`;
}

async function changesSince(server, index, ledger) {
  const read = (ledger_index) => server.request('ledger_entry', { index, ledger_index });
  const { node: before } = await read(ledger);
  const now = await read('validated').then(
    ({ node }) => node,
    (error) => {
      if (error.token === 'entryNotFound') return undefined;
      throw error;
    },
  );
  if (now === undefined) return { isThere: false, rows: [] };
  return { isThere: true, rows: fieldDifferences(before, now) };
}
