/** The depth of an order book and of its pool up to each price. The tables of both sides have the figures. */

import { Text } from '../components.js';
import { localeNumber } from '../numbers.js';
import { html } from '../vendor/preact-htm.js';
import { Chart, Legend } from './chart.js';
import { poolDepth } from './pool-depth.js';

/** Margin beyond the outermost prices, so that their steps are visible. */
const EDGE = 0.05;
/** The picture shows prices up to so many times the middle; a few offers far away would flatten the rest. */
const REACH = 2.5;
const POOL_POINTS = 80;
/** About so many prices are below the picture. */
const TICKS = 8;

/** Rows are `{ price, depth }`, best first; `names` are those of the base and the quote; `pool` has reserves and fee. */
export function DepthChart({ asks, bids, names, pool, middle }) {
  const points = [...bids, ...asks].map(({ price, depth }) => [Number(price), Number(depth)]);
  if (points.length === 0 && pool === undefined) return html`<p class="muted">No offers.</p>`;
  const near = points.filter(([price]) => middle === undefined || (price <= middle * REACH && price >= middle / REACH));
  const shown = near.length > 0 ? near : points;
  const prices = [
    ...shown.map(([price]) => price),
    ...(pool === undefined ? [] : [(pool.quote / pool.base) * 0.8, (pool.quote / pool.base) * 1.25]),
  ];
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const edge = (high - low || high) * EDGE;
  const x = { from: Math.max(0, low - edge), to: high + edge, tick: priceText(high + edge - Math.max(0, low - edge)) };
  const poolPoints = pool === undefined ? [] : poolPointsOf(pool, x);
  const y = {
    from: 0,
    to: Math.max(...shown.map(([, depth]) => depth), ...poolPoints.map(([, depth]) => depth), Number.MIN_VALUE),
  };
  const label = `Cumulative buy and sell offers by price, from ${localeNumber(String(low))} to ${localeNumber(String(high))}`;
  const marks = [
    ['paid', 'buy offers'],
    ['close', 'sell offers'],
    ...(pool === undefined ? [] : [['pool-line', 'pool']]),
  ];
  const draw = ({ scaleX, scaleY, left, right, bottom }) => html`<g class="depth">
    <path class="paid" d=${stepsOf(inRange(bids, x), scaleX, scaleY, bottom, left)} /><path class="asks" d=${stepsOf(inRange(asks, x), scaleX, scaleY, bottom, right)} />
    ${poolPoints.length > 0 && html`<path class="pool-line" d=${`M${poolPoints.map(([price, depth]) => `${scaleX(price)} ${scaleY(depth)}`).join('L')}`} />`}
    ${middle !== undefined && html`<line class="now" x1=${scaleX(middle)} x2=${scaleX(middle)} y1=${bottom} y2="12" />`}</g>`;
  return html`<${Chart} label=${label} x=${x} y=${y} draw=${draw}><${Legend} marks=${marks} />
    <p class="muted">Vertical: amount in <${Text} text=${names.base} />. Horizontal: price in <${Text} text=${names.quote} />.</p></${Chart}>`;
}

/** Prices with as many digits as ticks need to differ. */
function priceText(span) {
  const digits = Math.min(20, Math.max(0, Math.ceil(1 - Math.log10(span / TICKS || 1))));
  const format = new Intl.NumberFormat(undefined, { maximumFractionDigits: digits });
  return (price) => format.format(price);
}

function inRange(rows, { from, to }) {
  return rows.filter(({ price }) => Number(price) >= from && Number(price) <= to);
}

function poolPointsOf(pool, { from, to }) {
  return Array.from({ length: POOL_POINTS + 1 }, (_, at) => {
    const price = from + ((to - from) * at) / POOL_POINTS;
    return [price, price > 0 ? poolDepth(pool, price) : 0];
  }).filter(([price]) => price > 0);
}

/** Cumulative depth from the best price to the edge of the picture. */
function stepsOf(rows, scaleX, scaleY, bottom, side) {
  if (rows.length === 0) return '';
  const steps = rows.map(({ price, depth }) => `H${scaleX(Number(price))}V${scaleY(Number(depth))}`);
  return `M${scaleX(Number(rows[0].price))} ${bottom}${steps.join('')}H${side}V${bottom}Z`;
}
