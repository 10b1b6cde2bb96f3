/** A table of many rows in memory: it draws more rows when its end comes near the window. */
import { html, useEffect, useRef, useState } from '../vendor/preact-htm.js';

const STEP = 100;

/** `columns` have a `title` and optionally `isNumber`; `cells(row)` returns the cells; `keyOf` the key of a row. */
export function LongTable({ columns, rows, cells, keyOf, label, none }) {
  const [count, setCount] = useState(STEP);
  const end = useRef(null);
  useEffect(() => {
    if (end.current === null || count >= rows.length) return undefined;
    const observer = new IntersectionObserver((changes) => changes.at(-1).isIntersecting && setCount(count + STEP), {
      rootMargin: '1000px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [count, rows.length]);
  if (rows.length === 0) return html`<p class="muted">${none}</p>`;
  return html`<div class="scroll"><table class="stacked" aria-label=${label}><thead><tr>${columns.map(({ title, isNumber }) => html`<th key=${title} scope="col" class=${isNumber ? 'number' : ''}>${title}</th>`)}</tr></thead>
    <tbody>${rows.slice(0, count).map((row) => html`<tr key=${keyOf(row)}>${cells(row).map((cell, at) => html`<td key=${at} data-label=${columns[at].title} class=${columns[at].isNumber ? 'number' : ''}>${cell}</td>`)}</tr>`)}</tbody></table>
    ${count < rows.length && html`<div ref=${end} class="list-end"></div>`}</div>`;
}
