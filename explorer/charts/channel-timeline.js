/** A channel's timeline: deposits, payments, and its end. */

import { Amount, Hash, LedgerLink, Time } from '../components.js';
import { ledgerDate, localeNumber } from '../numbers.js';
import { useRequest } from '../use-request.js';
import { html, useRef } from '../vendor/preact-htm.js';
import { readChannelEvents, spanOf } from './channel-events.js';
import { Chart, ChartTable, Legend, momentText } from './chart.js';

const DROPS_A_XRP = 1_000_000;
const MARKS = [
  ['deposited', 'deposited'],
  ['paid', 'paid'],
  ['close', 'close requested or closed'],
  ['end', 'expiration'],
  ['now', 'now'],
];

/** `channel` is the entry; `ledger` is set for a past ledger. */
export function ChannelTimeline({ server, channel, ledger }) {
  const known = useRef(new Map());
  const request = useRequest(
    server,
    async () => {
      const [read, { ledger: header }] = await Promise.all([
        readChannelEvents(server, channel.index, channel.PreviousTxnID, known.current),
        server.request('ledger', { ledger_index: ledger ?? 'validated' }),
      ]);
      return { ...read, now: header.close_time };
    },
    [channel.index, channel.PreviousTxnID, ledger],
    () => true,
  );
  if (request.result === undefined) return null;
  const { events, isWhole, now } = request.result;
  return html`<section><h2>Timeline</h2><${Timeline} channel=${channel} events=${events} now=${now} />
    ${!isWhole && html`<p class="muted">Only the last ${localeNumber(events.length)} changes are shown.</p>`}
    <${ChartTable} title="Data as a table" headings=${['Time', 'Change', 'Deposited', 'Paid', 'Ledger', 'Transaction']} rows=${events.map(
      ({ hash, seconds, words, amount, balance, ledger: index }) => ({
        key: hash,
        cells: [
          html`<${Time} seconds=${seconds} />`,
          words,
          html`<${Amount} amount=${amount} />`,
          html`<${Amount} amount=${balance} />`,
          html`<${LedgerLink} index=${index} ledger=${ledger} />`,
          html`<${Hash} hash=${hash} view="tx" isShort ledger=${ledger} />`,
        ],
      }),
    )} /></section>`;
}

function Timeline({ channel, events, now }) {
  const ends = [channel.Expiration, channel.CancelAfter].filter((end) => end !== undefined);
  const span = spanOf(events, now, ends);
  const times = [span.from, span.to].map((seconds) => +ledgerDate(seconds));
  const most = Math.max(...events.map(({ amount }) => Number(amount))) / DROPS_A_XRP;
  const last = events.at(-1);
  const label = `Channel with ${localeNumber(events.length)} changes: ${localeNumber(Number(last.amount) / DROPS_A_XRP)} XRP deposited, ${localeNumber(Number(last.balance) / DROPS_A_XRP)} XRP paid.`;
  const x = { isTime: true, from: times[0], to: times[1], tick: momentText(times[1] - times[0]) };
  const draw = (frame) => html`<${Lines} frame=${frame} events=${events} now=${now} ends=${ends} span=${span} />`;
  return html`<${Chart} label=${label} x=${x} y=${{ from: 0, to: most }} draw=${draw}><${Legend} marks=${MARKS} /></${Chart}>`;
}

function Lines({ frame: { d3, scaleX, scaleY, top, bottom }, events, now, ends, span }) {
  const at = (seconds) => scaleX(ledgerDate(seconds));
  // The state after the last change continues until now.
  const last = events.at(-1);
  const steps = [...events, { ...last, seconds: Math.max(now, last.seconds) }];
  const value = (drops) => scaleY(Number(drops) / DROPS_A_XRP);
  const step = (field) =>
    d3
      .area()
      .curve(d3.curveStepAfter)
      .x(({ seconds }) => at(seconds))
      .y0(bottom)
      .y1((event) => value(event[field]))(steps);
  return html`<path class="deposited" d=${step('amount')} /><path class="paid" d=${step('balance')} />
    ${ends.filter((end) => end <= span.to).map((end) => html`<line key=${end} class="end" x1=${at(end)} x2=${at(end)} y1=${top} y2=${bottom} />`)}
    <line class="now" x1=${at(Math.max(now, last.seconds))} x2=${at(Math.max(now, last.seconds))} y1=${top} y2=${bottom} />
    ${events.map(({ hash, seconds, mark, words, amount, balance }) => html`<circle key=${hash} class=${mark} r="4" cx=${at(seconds)} cy=${value(mark === 'deposit' ? amount : balance)}><title>${words}</title></circle>`)}`;
}
