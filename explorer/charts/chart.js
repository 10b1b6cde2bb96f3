/**
 * The frame of a chart: axes with numbers, and all figures as a table for screen readers and exact values. Numbers in
 * the picture may be rounded; those of the table are exact.
 */

import { StackedTable } from '../components.js';
import { useModule } from '../modules.js';
import { html, useEffect, useRef, useState } from '../vendor/preact-htm.js';

const FIRST_WIDTH = 600;
const MARGIN = { top: 12, right: 36, bottom: 26, left: 64 };
/** Width of a number below the axis. */
const TICK_WIDTH = 90;
/** Few digits, for labels. */
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumSignificantDigits: 4 });

export function shortNumber(value) {
  const size = Math.abs(value);
  return size !== 0 && (size >= 1e15 || size < 1e-4) ? value.toExponential(2) : short.format(value);
}

/** The current width of an element in pixels, so that text in pictures is never scaled. */
export function useWidth() {
  const place = useRef(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(200, Math.floor(entry.contentRect.width))));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return { place, width };
}

/**
 * `x` and `y` have `from`, `to` and optionally `tick`, the text of a tick. `draw` gets the scales and returns the
 * content; `label` describes the picture in a sentence.
 */
export function Chart({ label, height = 220, x, y, draw, children }) {
  const { module: d3 } = useModule('./vendor/d3-chart.js');
  const { place, width } = useWidth();
  return html`<figure class="picture"><div ref=${place} style=${{ height: `${height}px` }}>
    ${
      d3 !== undefined &&
      html`<svg role="img" aria-label=${label} width=${width} height=${height} viewBox="0 0 ${width} ${height}">
      <${Frame} d3=${d3} x=${x} y=${y} width=${width} height=${height} draw=${draw} /></svg>`
    }</div>
    ${children}</figure>`;
}

function Frame({ d3, x, y, width, height, draw }) {
  const [left, right] = [MARGIN.left, width - MARGIN.right];
  const [bottom, top] = [height - MARGIN.bottom, MARGIN.top];
  const makeX = x.isTime ? d3.scaleTime() : d3.scaleLinear();
  const scaleX = makeX.domain([x.from, x.to]).range([left, right]);
  const scaleY = d3.scaleLinear().domain([y.from, y.to]).range([bottom, top]).nice();
  const textX = x.tick ?? shortNumber;
  return html`<g class="axes" aria-hidden="true">
    ${(y.hasNoTicks ? [] : scaleY.ticks(4)).map((value) => html`<g key=${`y${value}`}><line x1=${left} x2=${right} y1=${scaleY(value)} y2=${scaleY(value)} /><text x=${left - 8} y=${scaleY(value) + 4} text-anchor="end">${shortNumber(value)}</text></g>`)}
    ${scaleX.ticks(Math.max(2, Math.floor((right - left) / TICK_WIDTH))).map((value) => html`<text key=${`x${+value}`} x=${scaleX(value)} y=${bottom + 18} text-anchor="middle">${textX(value)}</text>`)}
    </g>${draw({ d3, scaleX, scaleY, left, right, top, bottom })}`;
}

/** The figures of a picture as a table: rows of cells for the headings. */
export function ChartTable({ title, headings, rows }) {
  return html`<details><summary>${title}</summary><${StackedTable} titles=${headings} rows=${rows} label=${title} /></details>`;
}

/** The legend: `marks` are pairs of a class and a word. */
export function Legend({ marks }) {
  return html`<figcaption class="legend">${marks.map(([name, word]) => html`<span key=${name}><span class=${`mark ${name}`} aria-hidden="true"></span>${word}</span>`)}</figcaption>`;
}

const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'short' });
const day = new Intl.DateTimeFormat(undefined, { month: 'numeric', day: 'numeric', hour: 'numeric' });
const hour = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const second = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit', second: '2-digit' });
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The text of axis times, by the length of the range. */
export function momentText(spanMs) {
  const format = [
    [10 * DAY_MS, date],
    [DAY_MS, day],
    [10 * MINUTE_MS, hour],
  ].find(([least]) => spanMs > least);
  return (moment) => (format?.[1] ?? second).format(moment);
}
