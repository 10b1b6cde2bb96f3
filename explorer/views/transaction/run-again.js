/** The same transaction as of now, on a copy of the open ledger: its result and what it would change. */

import { ErrorMessage, Result } from '../../components.js';
import { freshTransaction } from '../../copy-as/copy-as.js';
import { Panel } from '../../panel.js';
import { Sentence } from '../../sentences/sentence-view.js';
import { useRequest } from '../../use-request.js';
import { html } from '../../vendor/preact-htm.js';
import { BalanceChanges } from './balance-changes.js';
import { EntriesChanged } from './entries-changed.js';
import { Reasons } from './why.js';

export function RunAgain({ server, tx, onEnd }) {
  const request = useRequest(
    server,
    () => server.request('simulate', { tx_json: freshTransaction(tx), explain: true }),
    [],
  );
  const { result, error } = request;
  // A failure changes only what the fee changes.
  const changes = result?.engine_result === 'tesSUCCESS' ? result.meta : undefined;
  const end = html`<button type="button" class="plain" onClick=${onEnd}>Close</button>`;
  return html`<div class="stack again" role="status"><${Panel} title="Run again as of now" remark=${end}>
    ${error !== undefined && html`<${ErrorMessage} error=${error} retry=${request.retry} />`}
    ${error === undefined && result === undefined && html`<p class="muted">Simulating…</p>`}
    ${result !== undefined && html`<${Outcome} result=${result} />`}</${Panel}>
    ${result !== undefined && result.engine_result !== 'tesSUCCESS' && result.explanation && html`<${Reasons} explanation=${result.explanation} />`}
    ${changes !== undefined && html`<${BalanceChanges} title="Balance changes as of now" tx=${result.tx_json} meta=${changes} /><${EntriesChanged} title="Entries changed as of now" meta=${changes} />`}</div>`;
}

function Outcome({
  result: { engine_result: code, engine_result_message: message, tx_json: tx, meta, ledger_index: index },
}) {
  return html`<p><${Result} code=${code} /> <span class="muted">in ledger ${index}; nothing was sent</span></p>
    <p class="summary">${meta === undefined ? message : html`<${Sentence} tx=${tx} meta=${meta} />`}.</p>`;
}
