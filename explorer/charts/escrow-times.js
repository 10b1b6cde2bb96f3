/** Finish and cancel times of an account's escrows. */

import { Amount, Hash, Time } from '../components.js';
import { ledgerDate } from '../numbers.js';
import { useRequest } from '../use-request.js';
import { html } from '../vendor/preact-htm.js';
import { isPast } from '../views/paging.js';
import { Chart, ChartTable, Legend, momentText } from './chart.js';

const MOST = 20;
const ROW = 22;
const ROOM = 48;
const DAY_SECONDS = 86_400;
const MARKS = [
  ['deposited', 'can be finished'],
  ['close', 'can be cancelled'],
  ['now', 'now'],
];

export function EscrowTimes({ server, here, ledger }) {
  const request = useRequest(
    server,
    async () => (await server.request('account_objects', { ...here, type: 'escrow', limit: MOST })).account_objects,
    [here.account, ledger],
    isPast(ledger),
    here.account,
  );
  const escrows = request.result ?? [];
  return escrows.length === 0 ? null : html`<${Times} ...${{ server, here, ledger, escrows }} />`;
}

function Times({ server, here: { ledger_index: place }, ledger, escrows }) {
  const request = useRequest(server, () => server.request('ledger', { ledger_index: place }), [place], isPast(ledger));
  if (request.result === undefined) return null;
  const now = request.result.ledger.close_time;
  const times = escrows
    .flatMap(({ FinishAfter, CancelAfter }) => [FinishAfter, CancelAfter])
    .filter((at) => at !== undefined);
  const [from, last] = [Math.min(now, ...times), Math.max(now + DAY_SECONDS / 24, ...times)];
  const to = last + (last - from) / 10;
  const [fromMs, toMs] = [from, to].map((seconds) => +ledgerDate(seconds));
  const x = { isTime: true, from: fromMs, to: toMs, tick: momentText(toMs - fromMs) };
  const draw = (frame) => html`<${Bars} frame=${frame} escrows=${escrows} now=${now} to=${to} />`;
  return html`<section><h2>Escrow timeline</h2>
    <${Chart} label="When each escrow can be finished and cancelled" height=${escrows.length * ROW + ROOM} x=${x} y=${{ from: 0, to: escrows.length, hasNoTicks: true }} draw=${draw}><${Legend} marks=${MARKS} /></${Chart}>
    <${ChartTable} title="Data as a table" headings=${['Escrow', 'Amount', 'Can be finished', 'Can be cancelled']} rows=${escrows.map(
      (escrow) => ({
        key: escrow.index,
        cells: [
          html`<${Hash} hash=${escrow.index} view="entry" isShort ledger=${ledger} />`,
          html`<${Amount} amount=${escrow.Amount} ledger=${ledger} />`,
          escrow.FinishAfter === undefined
            ? 'when its condition is fulfilled'
            : html`from <${Time} seconds=${escrow.FinishAfter} />`,
          escrow.CancelAfter === undefined ? 'never' : html`from <${Time} seconds=${escrow.CancelAfter} />`,
        ],
      }),
    )} /></section>`;
}

function Bars({ frame: { scaleX, left, right, top, bottom }, escrows, now, to }) {
  const at = (seconds) => Math.max(left, scaleX(ledgerDate(seconds)));
  const each = (bottom - top) / escrows.length;
  return html`${escrows.map(({ index, FinishAfter: finish, CancelAfter: cancel }, row) => {
    const y = top + row * each + each / 4;
    const begin = finish === undefined ? left : at(finish);
    const end = cancel === undefined ? right : at(cancel);
    return html`<g key=${index}><rect class="deposited" x=${begin} y=${y} width=${Math.max(0, end - begin)} height=${each / 2} />
      ${cancel !== undefined && html`<rect class="close" x=${end} y=${y} width=${Math.max(0, at(to) - end)} height=${each / 2} />`}</g>`;
  })}<line class="now" x1=${at(now)} x2=${at(now)} y1=${top} y2=${bottom} />`;
}
