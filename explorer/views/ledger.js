/** One ledger: its header, and its transactions in their order. */
import { useAnswer } from '../asking.js';
import { localeNumber } from '../numbers.js';
import { Address, Amount, Facts, Hash, LedgerLink, Pending, Result, Text, Time } from '../parts.js';
import { html, useState } from '../vendor/preact-htm.js';

const PAGE = 200;

export function LedgerView({ server, subject, ledger }) {
  const asked = useAnswer(
    server,
    () => server.request('ledger', { ...namedBy(subject), transactions: true, expand: true }),
    [subject],
    ({ ledger_hash: hash }) => hash !== undefined,
  );
  const [shown, setShown] = useState(PAGE);
  if (asked.result === undefined) return html`<h1>Ledger <${Text} text=${subject} /></h1><${Pending} asked=${asked} />`;
  const { ledger: header, ledger_hash: hash, validated } = asked.result;
  if (hash === undefined)
    return html`<h1>Ledger <${Text} text=${subject} /></h1><section><p class="muted">It is still open. What it has is shown here when it is closed.</p></section>`;
  const index = Number(asked.result.ledger_index);
  const rows = header.transactions.toSorted((a, b) => a.meta.TransactionIndex - b.meta.TransactionIndex);
  const facts = [
    ['Closed', html`<${Time} seconds=${header.close_time} />`],
    ['Transactions', localeNumber(rows.length)],
    ['XRP in existence', html`<${Amount} amount=${header.total_coins} />`],
    ['Validated', validated ? 'yes' : 'no'],
    ['Before it', index > 1 ? html`<${LedgerLink} index=${index - 1} ledger=${ledger} />` : 'none'],
    ['After it', html`<${LedgerLink} index=${index + 1} ledger=${ledger} />`],
  ];
  const comparison =
    index > 1 && html`<p><a href=${`#/compare/${index - 1}/${index}`}>Compare it with the one before</a></p>`;
  const roots = [
    ['Hash', hash],
    ['Parent', header.parent_hash],
    ['State tree', header.account_hash],
    ['Transactions', header.transaction_hash],
  ];
  return html`<h1>Ledger ${localeNumber(index)}</h1>
    <section><${Facts} facts=${facts} />${comparison}
      <div class="scroll"><table><tbody>${roots.map(([name, root]) => html`<tr key=${name}><th scope="row">${name}</th><td class="mono">${root}</td></tr>`)}</tbody></table></div></section>
    <section><h2>Transactions</h2>
      <div class="scroll"><table class="stacked"><thead><tr><th scope="col">#</th><th scope="col">Type</th><th scope="col">Account</th><th scope="col">Result</th><th scope="col">Fee</th><th scope="col">Transaction</th></tr></thead>
      <tbody>${rows.slice(0, shown).map(
        ({ hash: id, tx_json: tx, meta }) => html`<tr key=${id}>
        <td>${meta.TransactionIndex}</td><td><${Text} text=${tx.TransactionType} /></td><td><${Address} address=${tx.Account} ledger=${ledger} /></td>
        <td><${Result} code=${meta.TransactionResult} /></td><td><${Amount} amount=${tx.Fee} /></td><td><${Hash} hash=${id} view="tx" isShort ledger=${ledger} /></td></tr>`,
      )}</tbody></table></div>
      ${shown < rows.length && html`<button type="button" onClick=${() => setShown(shown + PAGE)}>Show more of ${localeNumber(rows.length)}</button>`}
    </section>`;
}

function namedBy(subject) {
  return /^\d+$/.test(subject) ? { ledger_index: Number(subject) } : { ledger_hash: subject };
}
