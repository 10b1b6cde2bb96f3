/** The depth of an order book up to each price. The tables of both sides have the figures. */

import { Text } from '../components.js';
import { localeNumber } from '../numbers.js';
import { html } from '../vendor/preact-htm.js';
import { Chart, Legend } from './chart.js';

/** Margin beyond the outermost prices, so that their steps are visible. */
const EDGE = 0.05;
const MARKS = [
  ['paid', 'buy offers'],
  ['close', 'sell offers'],
];

/** Rows are `{ price, depth }`, best first; `names` are those of the base and the quote. */
export function DepthChart({ asks, bids, names }) {
  const points = [...bids, ...asks].map(({ price, depth }) => [Number(price), Number(depth)]);
  if (points.length === 0) return html`<p class="muted">No offers.</p>`;
  const prices = points.map(([price]) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const edge = (high - low || high) * EDGE;
  const x = { from: Math.max(0, low - edge), to: high + edge };
  const y = { from: 0, to: Math.max(...points.map(([, depth]) => depth)) };
  const label = `Cumulative buy and sell offers by price, from ${localeNumber(String(low))} to ${localeNumber(String(high))}`;
  const draw = ({ scaleX, scaleY, left, right, bottom }) => html`
    <path class="paid" d=${stepsOf(bids, scaleX, scaleY, bottom, left)} /><path class="asks" d=${stepsOf(asks, scaleX, scaleY, bottom, right)} />`;
  return html`<${Chart} label=${label} x=${x} y=${y} draw=${draw}><${Legend} marks=${MARKS} />
    <p class="muted">Vertical: amount in <${Text} text=${names.base} />. Horizontal: price in <${Text} text=${names.quote} />.</p></${Chart}>`;
}

/** Cumulative depth from the best price to the edge of the picture. */
function stepsOf(rows, scaleX, scaleY, bottom, side) {
  if (rows.length === 0) return '';
  const steps = rows.map(({ price, depth }) => `H${scaleX(Number(price))}V${scaleY(Number(depth))}`);
  return `M${scaleX(Number(rows[0].price))} ${bottom}${steps.join('')}H${side}V${bottom}Z`;
}
