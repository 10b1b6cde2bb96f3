/** One ledger: its header, and its transactions in their order. */

import { Address, Amount, Facts, Hash, LedgerLink, RequestStatus, Result, Text, Time } from '../components.js';
import { PagedSection } from '../lists/paged-list.js';
import { localeNumber } from '../numbers.js';
import { RequestError } from '../server.js';
import { useRequest } from '../use-request.js';
import { html } from '../vendor/preact-htm.js';
import { PAGE_SIZE } from './paging.js';

export function LedgerView({ server, subject, ledger }) {
  const request = useRequest(
    server,
    async () => {
      const answer = await server.request('ledger', { ...namedBy(subject), transactions: true, expand: true });
      const { transactions, ...header } = answer.ledger;
      return { ...answer, ledger: header, rows: answer.ledger_hash === undefined ? [] : rowsOf(transactions) };
    },
    [subject],
    ({ ledger_hash: hash }) => hash !== undefined,
  );
  if (request.result === undefined)
    return html`<h1>Ledger <${Text} text=${subject} /></h1><${RequestStatus} request=${request} />`;
  const { ledger: header, ledger_hash: hash, validated, rows } = request.result;
  if (hash === undefined)
    return html`<h1>Ledger <${Text} text=${subject} /></h1><section><p class="muted">This ledger is not closed yet. Its content is shown when it closes.</p></section>`;
  const index = Number(request.result.ledger_index);
  const facts = [
    ['Closed', html`<${Time} seconds=${header.close_time} />`],
    ['Transactions', localeNumber(rows.length)],
    ['Total XRP', html`<${Amount} amount=${header.total_coins} />`],
    ['Validated', validated ? 'yes' : 'no'],
    ['Previous', index > 1 ? html`<${LedgerLink} index=${index - 1} ledger=${ledger} />` : 'none'],
    ['Next', html`<${LedgerLink} index=${index + 1} ledger=${ledger} />`],
  ];
  const comparison =
    index > 1 && html`<p><a href=${`#/compare/${index - 1}/${index}`}>Compare with the previous ledger</a></p>`;
  const roots = [
    ['Hash', hash],
    ['Parent', header.parent_hash],
    ['State tree', header.account_hash],
    ['Transactions', header.transaction_hash],
  ];
  return html`<h1>Ledger ${localeNumber(index)}</h1>
    <section><${Facts} facts=${facts} />${comparison}
      <div class="scroll"><table><tbody>${roots.map(([name, root]) => html`<tr key=${name}><th scope="row">${name}</th><td class="mono">${root}</td></tr>`)}</tbody></table></div></section>
    <${Transactions} hash=${hash} rows=${rows} index=${index} ledger=${ledger} />`;
}

/** The shown parts of each transaction, in order; a ledger may have thousands, with long metadata. */
function rowsOf(transactions) {
  return transactions
    .map(({ hash, tx_json: tx, meta }) => ({
      hash,
      type: tx.TransactionType,
      account: tx.Account,
      fee: tx.Fee,
      result: meta.TransactionResult,
      position: meta.TransactionIndex,
    }))
    .sort((a, b) => a.position - b.position);
}

const COLUMNS = [
  { title: '#', width: '7%' },
  { title: 'Type', width: '20%' },
  { title: 'Account', width: '29%' },
  { title: 'Result', width: '16%' },
  { title: 'Fee', width: '12%' },
  { title: 'Transaction', width: '16%' },
];

function Transactions({ hash, rows, index, ledger }) {
  const load = async (start = 0) => {
    const end = start + PAGE_SIZE;
    return { rows: rows.slice(start, end), marker: end < rows.length ? end : undefined };
  };
  const row = (
    tx,
  ) => html`<tr><td>${tx.position}</td><td><${Text} text=${tx.type} /></td><td><${Address} address=${tx.account} ledger=${ledger} /></td>
    <td><${Result} code=${tx.result} /></td><td><${Amount} amount=${tx.fee} /></td><td><${Hash} hash=${tx.hash} view="tx" isShort ledger=${ledger} /></td></tr>`;
  return html`<${PagedSection} title="Transactions" list=${hash} ledger=${index} at=${index} load=${load} columns=${COLUMNS} row=${row} keyOf=${(tx) => tx.hash} none="None." />`;
}

function namedBy(subject) {
  if (/^\d{1,10}$/.test(subject)) return { ledger_index: Number(subject) };
  if (/^[0-9a-f]{64}$/i.test(subject)) return { ledger_hash: subject };
  throw new RequestError({
    error: 'invalidParams',
    error_message: 'This is not a ledger index or a ledger hash.',
  });
}
