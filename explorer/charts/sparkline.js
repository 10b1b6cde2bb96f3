/** A line without axes: how a figure has developed. The exact numbers are in the text beside it. */
import { html } from '../vendor/preact-htm.js';

const WIDTH = 100;
const HEIGHT = 28;
const EDGE = 2;

/** `values`, oldest first; undefined values are left out. `hasGround` fills the area below the line. `headroom` is the height of the picture as a multiple of the highest value. */
export function Sparkline({ values, label, hasGround = false, isStepped = false, headroom = 1 }) {
  const known = values.filter((value) => value !== undefined);
  const [low, high] = [Math.min(...known, 0), Math.max(...known, 0) * headroom];
  const span = high - low || 1;
  const points = known.map((value, at) => [
    (at * WIDTH) / Math.max(1, known.length - 1),
    HEIGHT - EDGE - ((value - low) * (HEIGHT - 2 * EDGE)) / span,
  ]);
  const line = points
    .map(
      ([x, y], at) =>
        `${at === 0 ? 'M' : isStepped ? `H${x.toFixed(1)}V` : 'L'}${at > 0 && isStepped ? '' : `${x.toFixed(1)} `}${y.toFixed(1)}`,
    )
    .join('');
  return html`<svg class="sparkline" role="img" aria-label=${label} viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">
    ${hasGround && points.length > 1 && html`<path class="ground" d=${`${line}V${HEIGHT}H0Z`} />`}${points.length > 1 && html`<path class="line" d=${line} />`}</svg>`;
}
