/** The newest transactions, pending ones first, each with a sentence. Rows have fixed places; their content changes. */
import { Age, TransactionCells } from '../../feed/transaction-row.js';
import { FAMILIES } from '../../transaction-types.js';
import { html, useState } from '../../vendor/preact-htm.js';

const ROWS = 20;

export function NewestTransactions({ transactions, pending, newest, isHeld, onHold, isLoading, ledger }) {
  const [family, setFamily] = useState(undefined);
  const isShown = (row) => family === undefined || (family === 'failed' ? row.hasFailed : row.family === family);
  const waiting = pending.filter(isShown);
  const rows = [...waiting, ...transactions.filter(isShown)].slice(0, ROWS);
  const present = new Set(transactions.map((row) => row.family));
  const choices = FAMILIES.filter(([name]) => present.has(name) || name === family);
  const choose = (name) => setFamily(name === family ? undefined : name);
  return html`<section class="newest"><header><h2>Transactions</h2>
      <div class="chips choices" role="group" aria-label="Show">${choices.map(([name, title]) => html`<button key=${name} type="button" class=${`chip family-${name}`} aria-pressed=${name === family ? 'true' : 'false'} onClick=${() => choose(name)}>${title}</button>`)}
        ${transactions.some((row) => row.hasFailed) && html`<button type="button" class="chip failed" aria-pressed=${family === 'failed' ? 'true' : 'false'} onClick=${() => choose('failed')}>Failed</button>`}</div>
      <span class="remark"><button type="button" aria-pressed=${isHeld ? 'true' : 'false'} onClick=${onHold}>Pause</button></span></header>
    ${rows.length === 0 && html`<p class="muted empty">${isLoading ? 'Loading…' : 'No transactions yet. Each one appears here at once, before it is in a ledger.'}</p>`}
    <table class="feed fixed" aria-label="The newest transactions"><colgroup><col class="kind" /><col /><col class="figure" /><col class="age" /></colgroup><tbody>${rows.map(
      (row, place) =>
        html`<tr key=${place} data-hash=${row.hash} class=${row.meta === undefined ? 'waiting' : ''}><${TransactionCells} key=${row.hash} row=${row} ledger=${ledger} when=${
          row.meta === undefined
            ? html`<span class="chip result pending">pending</span>`
            : html`<${Age} newest=${newest} seconds=${row.seconds} />`
        } /></tr>`,
    )}</tbody></table></section>`;
}
