/** One ledger: its header, a picture of its transactions, and the transactions in their order. */

import { Amount, LedgerLink, RequestStatus, Text, Time } from '../components.js';
import { Copy } from '../copy.js';
import { TransactionCells } from '../feed/transaction-row.js';
import { Icon } from '../icons.js';
import { PagedSection } from '../lists/paged-list.js';
import { localeNumber, sizeText } from '../numbers.js';
import { Card, Details, PageHead, Panel } from '../panel.js';
import { routeTo } from '../route.js';
import { RequestError } from '../server.js';
import { FAMILIES, familyOf } from '../transaction-types.js';
import { useRequest } from '../use-request.js';
import { html } from '../vendor/preact-htm.js';

/** Up to so many transactions are read at once. Those of larger ledgers are read one by one, page by page. */
const MOST_AT_ONCE = 400;
const PAGE = 50;
/** A ledger with no more transactions needs no picture of them. */
const FEW = 8;

export function LedgerView({ server, subject, ledger }) {
  const request = useRequest(
    server,
    () => readLedger(server, subject),
    [subject],
    ({ hash }) => hash !== undefined,
  );
  if (request.result === undefined)
    return html`<${PageHead} title=${html`Ledger <${Text} text=${subject} />`} /><${RequestStatus} request=${request} />`;
  const { index, hash, header, count, size, rows } = request.result;
  if (hash === undefined)
    return html`<${PageHead} title=${html`Ledger <${Text} text=${subject} />`} /><section><p class="muted">This ledger is not closed yet. Its content is shown when it closes.</p></section>`;
  return html`<${PageHead} title=${`Ledger ${localeNumber(index)}`} facts=${[html`Closed <b><${Time} seconds=${header.close_time} /></b>`, html`<span class="mono">${hash.slice(0, 12)}…${hash.slice(-8)}</span> <${Copy} text=${hash} label="hash" />`]}
      actions=${html`${index > 1 && html`<a class="button" href=${routeTo('ledger', String(index - 1), ledger)} aria-label=${`${localeNumber(index - 1)}, the previous ledger`}><${Icon} name="left" />${localeNumber(index - 1)}</a>`}<a class="button" href=${routeTo('ledger', String(index + 1), ledger)} aria-label=${`${localeNumber(index + 1)}, the next ledger`}>${localeNumber(index + 1)}<${Icon} name="right" /></a>${index > 1 && html`<a class="button" href=${`#/compare/${index - 1}/${index}`}>Changes</a>`}`} />
    <div class="cards">
      <${Card} name="Transactions" figure=${localeNumber(count)} note=${rows && `${localeNumber(rows.filter(({ hasFailed }) => hasFailed).length)} failed`} />
      <${Card} name="Fees destroyed" figure=${rows ? html`<${Amount} amount=${feesOf(rows)} />` : '…'} note=${rows && rows.length > 0 ? 'paid by the senders' : 'no transactions'} />
      <${Card} name="Interval" figure=${header.parent_close_time === 0 ? 'none' : `${localeNumber(header.close_time - header.parent_close_time)} s`} note="since the previous ledger" />
      ${size !== undefined && html`<${Card} name="Size" figure=${sizeText(size)} note="transactions and metadata" />`}</div>
    ${rows !== undefined && rows.length > FEW && html`<${Picture} rows=${rows} />`}
    <${Transactions} server=${server} hash=${hash} rows=${rows} count=${count} index=${index} ledger=${ledger} />
    <${Panel} title="Header"><${Details} facts=${[
      ['Hash', html`<span class="mono">${hash}</span>`],
      ['Parent', html`<span class="mono">${header.parent_hash}</span>`],
      ['State tree', html`<span class="mono">${header.account_hash}</span>`],
      ['Transaction tree', html`<span class="mono">${header.transaction_hash}</span>`],
      ['Total XRP', html`<${Amount} amount=${header.total_coins} />`],
      index > 1 && ['Previous', html`<${LedgerLink} index=${index - 1} ledger=${ledger} />`],
    ]} /></${Panel}>`;
}

/** `rows` is undefined for a ledger with many transactions. */
async function readLedger(server, subject) {
  const named = namedBy(subject);
  const { ledger: header, ledger_hash: hash, ledger_index } = await server.request('ledger', named);
  const index = Number(ledger_index);
  if (hash === undefined) return { index, header };
  const facts = { index, hash, header, ...(await countsOf(server, index)) };
  if (facts.count > MOST_AT_ONCE) return facts;
  const answer = await server.request('ledger', { ledger_hash: hash, transactions: true, expand: true });
  const rows = answer.ledger.transactions.map(rowOf).sort((a, b) => a.position - b.position);
  return { ...facts, count: rows.length, rows };
}

/** Only Weir has these, and not of the ledger that a fork begins from, or of earlier ones. */
async function countsOf(server, ledger_index) {
  try {
    const { ledgers } = await server.request('weir_ledgers', { ledger_index, limit: 1 });
    const { txn_count: count, size_bytes: size } = ledgers[0];
    return { count, size };
  } catch (error) {
    if (error.token !== 'lgrNotFound') throw error;
    return {};
  }
}

function rowOf({ hash, tx_json: tx, meta }) {
  const { TransactionResult: code, TransactionIndex: position } = meta;
  const { family } = familyOf(tx.TransactionType);
  return { hash, tx, meta, code, position, family, hasFailed: code !== 'tesSUCCESS' };
}

function feesOf(rows) {
  return String(rows.reduce((sum, { tx }) => sum + BigInt(tx.Fee), 0n));
}

/** A square for each transaction, and how many there are of each family. */
function Picture({ rows }) {
  const present = FAMILIES.map(([family, title]) => ({
    ...{ family, title, count: rows.filter((row) => row.family === family).length },
  })).filter(({ count }) => count > 0);
  return html`<section class="ledger-picture"><div class="squares" role="img" aria-label=${`${localeNumber(rows.length)} transactions in their order`}>${rows.map(({ hash, family, hasFailed }) => html`<i key=${hash} class=${`family-${family}${hasFailed ? ' hollow' : ''}`}></i>`)}</div>
    <div class="chips">${present.map(({ family, title, count }) => html`<span key=${family} class=${`chip family-${family}`}>${title} ${localeNumber(count)}</span>`)}</div></section>`;
}

const COLUMNS = [
  { title: '#', width: '56px', isNumber: true },
  { title: 'Type', width: '150px' },
  { title: 'What happened', width: 'auto' },
  { title: 'Amount', width: '220px', isNumber: true },
  { title: 'Fee', width: '140px', isNumber: true },
];

function Transactions({ server, hash, rows, count, index, ledger }) {
  const load = async (start = 0) => {
    const end = Math.min(start + PAGE, count);
    const page = rows === undefined ? await readByPosition(server, hash, index, start, end) : rows.slice(start, end);
    return { rows: page, marker: end < count ? end : undefined };
  };
  const row = (one) =>
    html`<tr data-hash=${one.hash}><td class="faint">${localeNumber(one.position)}</td><${TransactionCells} row=${one} ledger=${ledger} when=${html`<${Amount} amount=${one.tx.Fee} />`} /></tr>`;
  return html`<${PagedSection} title="Transactions" kind="feed" list=${hash} ledger=${index} at=${index} load=${load} columns=${COLUMNS} row=${row} keyOf=${(one) => one.hash} none="None." />`;
}

/** By their CTIDs, which consist of ledger, position and network. */
async function readByPosition(server, hash, index, start, end) {
  const { info } = await server.request('server_info');
  const digits = (value, length) => value.toString(16).padStart(length, '0');
  const network = digits(info.network_id ?? 0, 4);
  const positions = Array.from({ length: end - start }, (_, at) => start + at);
  const answers = await Promise.all(
    positions.map((at) =>
      server.request('tx', { ctid: `C${digits(index, 7)}${digits(at, 4)}${network}`.toUpperCase() }),
    ),
  );
  return answers.filter(({ ledger_hash: found }) => found === undefined || found === hash).map(rowOf);
}

function namedBy(subject) {
  if (/^\d{1,10}$/.test(subject)) return { ledger_index: Number(subject) };
  if (/^[0-9a-f]{64}$/i.test(subject)) return { ledger_hash: subject };
  throw new RequestError({
    error: 'invalidParams',
    error_message: 'This is not a ledger index or a ledger hash.',
  });
}
