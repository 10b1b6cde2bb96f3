/** Bars for the last ledgers: number of transactions, and fees. */
import { dropsToXrp } from '../decimals.js';
import { localeNumber } from '../numbers.js';
import { html } from '../vendor/preact-htm.js';
import { ChartTable, useWidth } from './chart.js';

const HEIGHT = 96;
const HALF = HEIGHT / 2;
const GAP = 4;

/**
 * `rows` are `{ index, count, fees }`, newest first, with fees in drops if known. The chart always has room for `most`
 * ledgers, so that its size is constant.
 */
export function LedgerFill({ rows, most }) {
  const { place, width } = useWidth();
  const bars = rows.slice(0, most);
  const mostCount = Math.max(1, ...bars.map(({ count }) => count));
  const mostFees = Math.max(1, ...bars.map(({ fees }) => Number(fees ?? 0)));
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  const each = width / most;
  const bar = (name, slot, share, base) =>
    html`<rect class=${name} x=${width - (slot + 1) * each} width=${Math.max(1, each - 2)} y=${base - share * (HALF - GAP)} height=${Math.max(share > 0 ? 1 : 0, share * (HALF - GAP))} />`;
  return html`<figure class="picture fill"><div ref=${place} style=${{ height: `${HEIGHT}px` }}>
    <svg role="img" width=${width} height=${HEIGHT} viewBox="0 0 ${width} ${HEIGHT}"
      aria-label=${`Transactions and fees of the last ${bars.length} ledgers, newest at the right: ${localeNumber(total)} transactions, at most ${localeNumber(mostCount)} in one.`}>
      ${bars.map(
        ({ index, count, fees }, slot) =>
          html`<g key=${slot}><title>${`Ledger ${localeNumber(index)}: ${localeNumber(count)} transactions`}</title>${bar('count', slot, count / mostCount, HALF)}${bar('fees', slot, Number(fees ?? 0) / mostFees, HEIGHT)}</g>`,
      )}</svg></div>
    <figcaption class="legend"><span><span class="mark count" aria-hidden="true"></span>transactions, at most ${localeNumber(mostCount)}</span><span><span class="mark fees" aria-hidden="true"></span>${`fees, at most ${localeNumber(dropsToXrp(mostFees))} XRP`}</span></figcaption>
    <${ChartTable} title="Data as a table" headings=${['Ledger', 'Transactions', 'Fees']} rows=${bars.map(
      ({ index, count, fees }) => ({
        key: index,
        cells: [
          localeNumber(index),
          localeNumber(count),
          typeof fees !== 'string' ? '' : `${localeNumber(dropsToXrp(fees))} XRP`,
        ],
      }),
    )} /></figure>`;
}
