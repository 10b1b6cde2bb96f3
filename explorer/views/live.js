/** Ledgers as they close, what was just submitted, the open ledger, and how the server is. */

import { localeNumber } from '../numbers.js';
import { Address, Amount, Facts, Hash, LedgerLink, Result, Text, Time } from '../parts.js';
import { html, useEffect, useState } from '../vendor/preact-htm.js';
import { Controls } from './controls.js';

const SHOWN_LEDGERS = 10;
const SHOWN_SUBMISSIONS = 10;
/** How often the server is asked how it is while something happens. */
const STATE_INTERVAL_MS = 1_000;

export function LiveView({ server, ledger }) {
  const [{ ledgers, submissions }, setSeen] = useState({ ledgers: [], submissions: [] });
  const [{ info, fee }, setState] = useState({});
  useEffect(() => watch(server, setSeen, setState), [server]);
  return html`
    <h1>Live</h1>
    <${Health} info=${info} fee=${fee} server=${server} />
    <section class="live-rows"><h2>Ledgers</h2><${Ledgers} rows=${ledgers} ledger=${ledger} /></section>
    <section class="live-rows"><h2>Submissions as they come</h2><${Submissions} rows=${submissions} ledger=${ledger} /></section>`;
}

/**
 * Follows the server: `onSeen` gets the last ledgers and submissions at most once a frame, `onState` how the server is
 * at most once a second, for in a second there may be a thousand messages. Gives what ends that.
 */
function watch(server, onSeen, onState) {
  let seen = { ledgers: [], submissions: [] };
  let isThere = true;
  let frame;
  let timer;
  const readState = async () => {
    timer = undefined;
    const [info, fee] = await Promise.all([server.request('server_info'), server.request('fee')]);
    if (isThere) onState({ info, fee });
  };
  const show = (change) => {
    seen = { ...seen, ...change };
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      onSeen(seen);
    });
    timer ??= setTimeout(() => void readState().catch(() => {}), STATE_INTERVAL_MS);
  };
  const begin = async () => {
    // The server may be another one now, or have gone back.
    seen = { ...seen, ledgers: [] };
    await readState();
    const rows = await lastLedgers(server);
    if (isThere) show({ ledgers: merged(seen.ledgers, rows) });
  };
  const complete = async ({ ledger_index, ledger_hash }) => {
    const [row] = await lastLedgers(server, { ledger_index, limit: 1 });
    const ledgers = seen.ledgers.map((one) => (one.hash === ledger_hash && row?.hash === ledger_hash ? row : one));
    if (isThere) show({ ledgers });
  };
  const end = server.listen((message) => {
    if (message.type === 'connection' && server.isOpen) void begin().catch(() => {});
    if (message.type === 'ledgerClosed') {
      show({ ledgers: merged(seen.ledgers, [rowOfMessage(message)]) });
      void complete(message).catch(() => {});
    }
    if (message.type === 'transaction' && message.validated === false) {
      const others = seen.submissions.filter(({ hash }) => hash !== message.hash);
      show({ submissions: [message, ...others].slice(0, SHOWN_SUBMISSIONS) });
    }
  });
  if (server.isOpen) void begin().catch(() => {});
  return () => {
    isThere = false;
    end();
    clearTimeout(timer);
    if (frame !== undefined) cancelAnimationFrame(frame);
  };
}

async function lastLedgers(server, params = {}) {
  const { ledgers } = await server.request('weir_ledgers', { limit: SHOWN_LEDGERS, ...params });
  return ledgers.map((ledger) => ({
    index: ledger.ledger_index,
    hash: ledger.ledger_hash,
    time: ledger.close_time,
    count: ledger.txn_count,
    failedCount: ledger.failed_count,
    fees: ledger.fees_burned,
    span: ledger.seconds_since_parent,
  }));
}

/** What the message does not say is asked for. */
function rowOfMessage({ ledger_index: index, ledger_hash: hash, ledger_time: time, txn_count: count }) {
  return { index, hash, time, count };
}

/** Newest first. A ledger that comes again after the server went back replaces the one that was, and those after it. */
function merged(known, rows) {
  const byIndex = new Map([...known, ...rows].map((row) => [row.index, row]));
  const newest = rows.length === 1 ? rows[0].index : Math.max(...byIndex.keys());
  return [...byIndex.values()]
    .filter(({ index }) => index <= newest)
    .sort((a, b) => b.index - a.index)
    .slice(0, SHOWN_LEDGERS);
}

const LEDGER_COLUMNS = [
  ['Ledger', '12%'],
  ['Closed', '26%'],
  ['After', '10%'],
  ['Transactions', '13%'],
  ['Failed', '10%'],
  ['Fees', '16%'],
  ['Hash', '13%'],
];

function Ledgers({ rows, ledger }) {
  return html`<div class="scroll"><table class="stacked ledgers"><colgroup>${LEDGER_COLUMNS.map(([title, width]) => html`<col key=${title} style=${{ width }} />`)}</colgroup>
    <thead><tr>${LEDGER_COLUMNS.map(([title]) => html`<th key=${title} scope="col">${title}</th>`)}</tr></thead>
    <tbody>${rows.map(
      ({ index, time, count, failedCount, fees, span, hash }) => html`<tr key=${hash} data-ledger=${index}>
      <td><${LedgerLink} index=${index} ledger=${ledger} /></td><td><${Time} seconds=${time} /></td><td data-label="After">${span === undefined ? '' : `${localeNumber(span)} s`}</td>
      <td data-label="Transactions">${localeNumber(count)}</td><td data-label="Failed">${failedCount === undefined ? '' : localeNumber(failedCount)}</td><td data-label="Fees">${fees !== undefined && html`<${Amount} amount=${fees} />`}</td>
      <td class="mono">${hash.slice(0, 8)}…</td></tr>`,
    )}</tbody></table></div>`;
}

function Submissions({ rows, ledger }) {
  if (rows.length === 0) return html`<p class="muted">None since this page was opened.</p>`;
  return html`<div class="scroll"><table class="stacked"><thead><tr><th scope="col">Type</th><th scope="col">Account</th><th scope="col">Result so far</th><th scope="col">Transaction</th></tr></thead>
    <tbody>${rows.map(
      ({ hash, tx_json: tx, engine_result: code }) => html`<tr key=${hash}>
      <td><${Text} text=${tx.TransactionType} /></td><td><${Address} address=${tx.Account} ledger=${ledger} /></td>
      <td><${Result} code=${code} /></td><td><${Hash} hash=${hash} view="tx" isShort /></td></tr>`,
    )}</tbody></table></div>`;
}

function Health({ info, fee, server }) {
  if (info === undefined || fee === undefined)
    return html`<section aria-busy="true"><h2>Server</h2><p class="muted">Asking the server…</p></section>`;
  const { info: facts, weir } = info;
  const rows = [
    ['State', facts.server_state === 'full' ? 'well' : html`<span class="bad">ledgers do not close</span>`],
    ['Version', weir.version],
    ['Network', facts.network_id ?? 0],
    ['Ledgers', facts.complete_ledgers],
    ['Open ledger', localeNumber(fee.ledger_current_index)],
    ['Transactions in it', `${localeNumber(fee.current_ledger_size)} of ${localeNumber(fee.expected_ledger_size)}`],
    ['Waiting', localeNumber(fee.current_queue_size)],
    ['Fee now', `${localeNumber(fee.drops.open_ledger_fee)} drops`],
    ['Up', `${localeNumber(facts.uptime)} s`],
  ];
  // The administrator is told more than others.
  const isAdmin = facts.validator_list !== undefined;
  return html`<section><h2>Server</h2><${Facts} facts=${rows} />
    ${isAdmin && html`<${Controls} server=${server} isTestBench=${weir.test_bench === true} />`}</section>`;
}
