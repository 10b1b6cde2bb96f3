/** The fields of an entry that have changed since a past ledger. */
import { useAnswer } from '../asking.js';
import { fieldDifferences } from '../changes.js';
import { FieldDifferences } from '../parts.js';
import { html } from '../vendor/preact-htm.js';

/** With `account`, the entry is that account's root. */
export function Since({ server, index, account, ledger }) {
  const asked = useAnswer(
    server,
    () => changesSince(server, index, ledger),
    [index, ledger],
    () => false,
    account,
  );
  if (asked.result === undefined) return null;
  const { isThere, rows } = asked.result;
  if (!isThere) return html`<section><h2>Since then</h2><p>It was deleted.</p></section>`;
  if (rows.length === 0) return html`<section><h2>Since then</h2><p class="muted">Nothing changed.</p></section>`;
  return html`<section><h2>Since then</h2><${FieldDifferences} rows=${rows} before=${ledger} titles=${['Then', 'Now']} /></section>`;
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
