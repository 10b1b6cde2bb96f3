/** The AMM pool of a pair: its reserves on their curve, and a calculator for trades and their price impact. */

import { Address, Facts, plainText, Text } from '../components.js';
import { dropsToXrp, ratio } from '../decimals.js';
import { localeNumber } from '../numbers.js';
import { useRequest } from '../use-request.js';
import { currencyText } from '../values/assets.js';
import { html, useState } from '../vendor/preact-htm.js';
import { isPast } from '../views/paging.js';
import { tradeWith } from './amm-math.js';
import { Chart, ChartTable, Legend } from './chart.js';

/** Range of the curve: from a third of the reserve to three times as much. */
const REACH = 3;
const POINTS = 60;
const FEE_PERCENT = 1_000;
const MARKS = [
  ['deposited', 'reserves with the same product'],
  ['here', 'current reserves'],
  ['there', 'after the trade'],
];

/** Empty if the pair has no pool. */
export function AmmCurve({ server, assets: [asset, asset2], ledger }) {
  const request = useRequest(
    server,
    () => readPool(server, asset, asset2, ledger),
    [JSON.stringify([asset, asset2]), ledger],
    isPast(ledger),
  );
  const [paid, setPaid] = useState('');
  const pool = request.result?.pool;
  if (pool === undefined) return null;
  const [first, second] = pool.sides;
  const trade = tradeWith({ reserveIn: first.value, reserveOut: second.value, fee: pool.fee }, paid.trim());
  const facts = [
    [html`Pool of <${Text} text=${first.name} />`, localeNumber(first.value)],
    [html`Pool of <${Text} text=${second.name} />`, localeNumber(second.value)],
    [
      html`Price of 1 <${Text} text=${first.name} />`,
      html`${localeNumber(ratio(second.value, first.value) ?? '0')} <${Text} text=${second.name} />`,
    ],
    ['Trading fee', `${localeNumber(ratio(String(pool.fee), String(FEE_PERCENT)) ?? '0')} %`],
    ['LP tokens', localeNumber(pool.shares)],
    ['Account', html`<${Address} address=${pool.account} ledger=${ledger} />`],
  ];
  return html`<section><h2>Pool</h2><${Facts} facts=${facts} />
    <${Curve} first=${first} second=${second} trade=${trade} />
    <p><label>Pay <input name="paid" inputmode="decimal" autocomplete="off" size="12" value=${paid} onInput=${(event) => setPaid(event.target.value)} />${' '}<${Text} text=${first.name} /></label></p>
    <p role="status"><${Trade} trade=${trade} paid=${paid} first=${first} second=${second} /></p></section>`;
}

async function readPool(server, asset, asset2, ledger) {
  try {
    const { amm } = await server.request('amm_info', { asset, asset2, ledger_index: ledger ?? 'validated' });
    const sides = [amm.amount, amm.amount2].map(sideOf);
    return { pool: { sides, fee: amm.trading_fee, shares: amm.lp_token.value, account: amm.account } };
  } catch (error) {
    if (error.token === 'actNotFound') return { pool: undefined };
    throw error;
  }
}

function sideOf(amount) {
  if (typeof amount === 'string') return { value: dropsToXrp(amount), name: 'XRP' };
  return { value: amount.value, name: currencyText(amount.currency) };
}

function Trade({ trade, paid, first, second }) {
  if (trade === undefined)
    return html`<span class="muted">${paid.trim() === '' ? 'Enter an amount to calculate a trade. Nothing is submitted.' : 'Enter a positive amount.'}</span>`;
  return html`You receive about ${localeNumber(trade.given)} <${Text} text=${second.name} /> at ${localeNumber(trade.price)} <${Text} text=${first.name} /> each: ${localeNumber(trade.impactPercent)} % above the current price, fee included.`;
}

function Curve({ first, second, trade }) {
  const [x0, y0] = [Number(first.value), Number(second.value)];
  if (!(x0 > 0 && y0 > 0)) return null;
  const there = trade && [Number(trade.after.reserveIn), Number(trade.after.reserveOut)];
  const to = Math.max(x0 * REACH, there === undefined ? 0 : there[0] * 1.1);
  const points = Array.from({ length: POINTS + 1 }, (_, at) => {
    const x = (x0 / REACH) * (to / (x0 / REACH)) ** (at / POINTS);
    return [x, (x0 * y0) / x];
  });
  const label = `The reserves of ${plainText(first.name)} and ${plainText(second.name)} on the curve of their product`;
  const draw = ({ d3, scaleX, scaleY }) => html`<path class="curve" d=${d3
    .line()
    .x(([x]) => scaleX(x))
    .y(([, y]) => scaleY(y))(points)} />
    <circle class="here" r="5" cx=${scaleX(x0)} cy=${scaleY(y0)} />
    ${there && html`<circle class="there" r="5" cx=${scaleX(there[0])} cy=${scaleY(there[1])} />`}`;
  const row = ([x, y], key) => ({ key, cells: [localeNumber(String(x)), localeNumber(String(y))] });
  return html`<${Chart} label=${label} x=${{ from: 0, to }} y=${{ from: 0, to: y0 * REACH }} draw=${draw}><${Legend} marks=${MARKS} />
    <p class="muted">Vertical: <${Text} text=${second.name} /> in the pool. Horizontal: <${Text} text=${first.name} /> in the pool.</p></${Chart}>
    <${ChartTable} title="Points of the curve as a table" headings=${[plainText(first.name), plainText(second.name)]} rows=${points.filter((_, at) => at % 10 === 0).map(row)} />`;
}
