/** Figures of the network, each with its development over the last ledgers. */
import { Sparkline } from '../../charts/sparkline.js';
import { useConnection } from '../../connection.js';
import { secondsSince, useTickingText } from '../../newest-ledger.js';
import { durationText, localeNumber } from '../../numbers.js';
import { html } from '../../vendor/preact-htm.js';

/** Averages are of the ledgers of this time before the newest one. */
const WINDOW_SECONDS = 60;
const oneDigit = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

export function NetworkFigures({ state: { info, fee }, ledgers, server, newest }) {
  const { word, isAlive, age } = useConnection(server);
  const isThere = info !== undefined && fee !== undefined && ledgers.length > 0;
  const shown = (text) => (isThere ? text() : '…');
  const oldestFirst = ledgers.toReversed();
  const { perSecond, seconds } = rateOf(ledgers);
  const spans = ledgers.map(({ span }) => span).filter((span) => span !== undefined);
  const state = !isAlive ? word : shown(() => (info.info.server_state === 'full' ? 'healthy' : 'not closing ledgers'));
  return html`<div class="cards figures" aria-busy=${isThere ? 'false' : 'true'}>
    <${Figure} name="Ledger" figure=${shown(() => localeNumber(ledgers[0].index))} note=${shown(() => html`<${ClosedAgo} newest=${newest} />`)}>
      <${Sparkline} label="Transactions of the last ledgers" isStepped values=${oldestFirst.map(({ count }) => count)} /></${Figure}>
    <${Figure} name="Transactions / s" figure=${shown(() => oneDigit.format(perSecond))} note=${shown(() => `average of ${durationText(seconds)}`)}>
      <${Sparkline} label="Transactions per second of the last ledgers" hasGround values=${oldestFirst.map(({ count, span }) => count / (span || 1))} /></${Figure}>
    <${Figure} name="Close time" figure=${shown(() => `${oneDigit.format(average(spans))} s`)} note=${shown(() => `longest ${localeNumber(Math.max(...spans, 0))} s`)}>
      <${Sparkline} label="Seconds between the last ledgers" headroom=${1.5} values=${spans.toReversed()} /></${Figure}>
    <${Figure} name="Fee now" figure=${shown(() => html`${localeNumber(fee.drops.open_ledger_fee)} <small class="muted">drops</small>`)} note=${shown(() => queueText(fee))}>
      <${Sparkline} label="Fees of the last ledgers" isStepped values=${oldestFirst.map(({ fees, count }) => (count === 0 ? 0 : Number(fees ?? 0) / count))} /></${Figure}>
    <${Figure} name="Server" figure=${html`<span class=${state === 'healthy' || state === '…' ? '' : 'bad'}>${state}</span>`} note=${isAlive ? shown(() => `${info.weir.version}, up ${durationText(info.info.uptime)}`) : age}>
      <dl class="mini">${serverFacts(info, shown).map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></${Figure}></div>`;
}

function Figure({ name, figure, note, children }) {
  return html`<div class="card"><div class="name">${name}</div><div class="figure">${figure}</div><div class="note">${note}</div>${children}</div>`;
}

function ClosedAgo({ newest }) {
  return useTickingText(() => `closed ${durationText(secondsSince(newest))} ago`);
}

function serverFacts(info, shown) {
  return [
    ['Network', shown(() => localeNumber(info.info.network_id ?? 0))],
    ['Ledgers', shown(() => info.info.complete_ledgers.replace('-', '–'))],
  ];
}

function queueText({ current_ledger_size: size, expected_ledger_size: expected, current_queue_size: queued }) {
  if (Number(queued) > 0) return `${localeNumber(queued)} queued`;
  return `${localeNumber(size)} of ${localeNumber(expected)} in the open ledger`;
}

/** Transactions per second of the newest ledgers, and of how many seconds that is the average. */
function rateOf(ledgers) {
  let [count, seconds] = [0, 0];
  for (const row of ledgers) {
    if (seconds >= WINDOW_SECONDS) break;
    count += row.count;
    seconds += row.span ?? 0;
  }
  return { perSecond: count / (seconds || 1), seconds };
}

function average(values) {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}
