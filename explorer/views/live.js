/** New ledgers, recent submissions, the open ledger, and the server's state. */

import { LedgerFill } from '../charts/ledger-fill.js';
import { Address, Facts, LedgerLink, Result, Text } from '../components.js';
import { useConnection } from '../connection.js';
import { dropsToXrp } from '../decimals.js';
import { ErrorBoundary } from '../error-boundary.js';
import { lazy } from '../lazy.js';
import { followLedgers, KEPT_LEDGERS, SHOWN_SUBMISSIONS } from '../ledger-feed.js';
import { durationText, ledgerDate, localeClock, localeNumber, localeTime } from '../numbers.js';
import { routeTo } from '../route.js';
import { html, useEffect, useRef, useState } from '../vendor/preact-htm.js';
import { AdminControls } from './admin-controls.js';

const SHOWN_LEDGERS = 10;
/** Minimum interval of screen reader announcements of closed ledgers. */
const ANNOUNCEMENT_INTERVAL_MS = 10_000;

export function LiveView({ server, ledger }) {
  const [seen, setSeen] = useState({ ledgers: [], submissions: [] });
  const [held, setHeld] = useState(undefined);
  const [{ info, fee }, setState] = useState({});
  useEffect(() => followLedgers(server, setSeen, setState), [server]);
  const { ledgers, submissions } = held ?? seen;
  const hold = () => setHeld(held === undefined ? seen : undefined);
  return html`
    <h1>Live</h1>
    <${ErrorBoundary} name="Server"><${ServerStatus} info=${info} fee=${fee} server=${server} /></${ErrorBoundary}>
    <section><h2>Ledgers</h2>
      <p><button type="button" aria-pressed=${held === undefined ? 'false' : 'true'} onClick=${hold}>Pause</button></p>
      <${ErrorBoundary} name="Transactions and fees"><${LedgerFill} rows=${ledgers} most=${KEPT_LEDGERS} /></${ErrorBoundary}><${ErrorBoundary} name="The last ledgers"><${Ledgers} rows=${ledgers} ledger=${ledger} /></${ErrorBoundary}>
      <${LedgerAnnouncer} newest=${seen.ledgers[0]} /></section>
    <section><h2>Submissions</h2><${ErrorBoundary} name="What was submitted"><${Submissions} rows=${submissions} ledger=${ledger} /></${ErrorBoundary}></section>`;
}

/** Announces closed ledgers to screen readers from time to time. */
function LedgerAnnouncer({ newest }) {
  const [announcement, setAnnouncement] = useState('');
  const isFirst = useRef(true);
  const announcedAtMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (newest === undefined) return undefined;
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    const announce = () => {
      announcedAtMs.current = performance.now();
      setAnnouncement(`Ledger ${localeNumber(newest.index)} closed with ${localeNumber(newest.count)} transactions.`);
    };
    const timer = setTimeout(
      announce,
      Math.max(0, announcedAtMs.current + ANNOUNCEMENT_INTERVAL_MS - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [newest?.index]);
  return html`<span class="visually-hidden" role="status">${announcement}</span>`;
}

/** Rows have fixed places; their content changes. */
function Ledgers({ rows, ledger }) {
  const slots = Array.from({ length: SHOWN_LEDGERS }, (_, slot) => rows[slot]);
  return html`<table class="slots ledger-rows"><thead><tr><th scope="col">Ledger</th><th scope="col">Closed</th><th scope="col" class="wide">Interval</th><th scope="col">Transactions</th><th scope="col" class="wide">Failed</th><th scope="col">Fees (XRP)</th><th scope="col" class="wide">Hash</th></tr></thead>
    <tbody>${slots.map((row, slot) => (row === undefined ? html`<${EmptyRow} key=${slot} cells=${4} />` : html`<${LedgerRow} key=${slot} row=${row} ledger=${ledger} />`))}</tbody></table>`;
}

function LedgerRow({ row: { index, seconds, span, count, failed, fees, hash }, ledger }) {
  return html`<tr data-ledger=${index}><td><${LedgerLink} index=${index} ledger=${ledger} /></td>
    <td><time datetime=${ledgerDate(seconds).toISOString()} title=${localeTime(seconds)}>${localeClock(seconds)}</time></td>
    <td class="wide">${span === undefined ? '' : `${localeNumber(span)} s`}</td><td>${localeNumber(count)}</td><td class="wide">${failed === undefined ? '' : localeNumber(failed)}</td><td>${typeof fees !== 'string' ? '' : localeNumber(dropsToXrp(fees))}</td><td class="mono wide">${hash.slice(0, 16)}…</td></tr>`;
}

function EmptyRow({ cells }) {
  return html`<tr aria-hidden="true"><td colspan=${cells}> </td></tr>`;
}

function Submissions({ rows, ledger }) {
  if (rows.length === 0)
    return html`<div class="slots-room"><p class="muted">None since this page was opened. Submitted transactions appear here at once, before they are in a ledger.</p></div>`;
  const slots = Array.from({ length: SHOWN_SUBMISSIONS }, (_, slot) => rows[slot]);
  return html`<div class="slots-room"><table class="slots"><thead><tr><th scope="col">Type</th><th scope="col" class="broad">Account</th><th scope="col">Preliminary result</th><th scope="col" class="wide">Transaction</th></tr></thead>
    <tbody>${slots.map((row, slot) => (row === undefined ? html`<${EmptyRow} key=${slot} cells=${3} />` : html`<${SubmissionRow} key=${slot} row=${row} ledger=${ledger} />`))}</tbody></table></div>`;
}

function SubmissionRow({ row: { hash, tx_json: tx, engine_result: code }, ledger }) {
  return html`<tr><td><a href=${routeTo('tx', hash)}><${Text} text=${tx.TransactionType} /></a></td><td><${Address} address=${tx.Account} ledger=${ledger} /></td>
    <td><${Result} code=${code} /></td><td class="mono wide">${hash.slice(0, 16)}…</td></tr>`;
}

/** Suggestions for new users. */
const DevelopmentAccounts = lazy('./views/development-accounts.js', 'DevelopmentAccounts');

function DevelopmentAccountsDetails({ server }) {
  const [isOpen, setOpen] = useState(false);
  return html`<details onToggle=${(event) => setOpen(event.target.open)}><summary>Development accounts</summary>${isOpen && html`<${DevelopmentAccounts} server=${server} />`}</details>`;
}

function stateOf({ server_state: state }) {
  return state === 'full' ? 'healthy' : html`<span class="bad">not closing ledgers</span>`;
}

function ServerStatus({ info, fee, server }) {
  const { word, isAlive, age } = useConnection(server);
  const { info: facts, weir } = info ?? {};
  const isThere = facts !== undefined && fee !== undefined;
  const shown = (text) => (isThere ? text() : '…');
  const rows = [
    ['State', isAlive ? shown(() => stateOf(facts)) : html`<span class="bad">${word} ${age}</span>`],
    ['Version', shown(() => weir.version)],
    ['Network ID', shown(() => facts.network_id ?? 0)],
    ['Complete ledgers', shown(() => facts.complete_ledgers)],
    ['Open ledger', shown(() => localeNumber(fee.ledger_current_index))],
    [
      'Open ledger size',
      shown(() => `${localeNumber(fee.current_ledger_size)} of ${localeNumber(fee.expected_ledger_size)}`),
    ],
    ['Queued', shown(() => localeNumber(fee.current_queue_size))],
    ['Open ledger fee', shown(() => `${localeNumber(fee.drops.open_ledger_fee)} drops`)],
    ['Uptime', shown(() => durationText(facts.uptime))],
  ];
  // Only admins get this field.
  const isAdmin = isThere && facts.validator_list !== undefined;
  return html`<section class="health" aria-busy=${isThere ? 'false' : 'true'}><h2>Server</h2><${Facts} facts=${rows} />
    ${isAdmin && html`<${AdminControls} server=${server} isTestBench=${weir.test_bench === true} />`}
    ${isAdmin && weir.test_bench === true && html`<${DevelopmentAccountsDetails} server=${server} />`}</section>`;
}
