/**
 * Lists of any length: the server's pages below each other, requested while scrolling. Only pages near the window are
 * in memory and in the document; of other pages the height and the marker are kept. All pages are of one ledger. A list
 * of one page follows the newest ledger; a longer one is updated only on request, so that rows do not move while they
 * are read.
 */

import { ErrorMessage } from '../components.js';
import { ErrorBoundary } from '../error-boundary.js';
import { useRetry } from '../use-request.js';
import { html, useEffect, useRef, useState } from '../vendor/preact-htm.js';

/** Distance from the window within which pages are kept. */
const KEPT_MARGIN = '1500px';
/** After this many empty pages in sequence the search continues only on request. */
const MAX_EMPTY_PAGES = 100;

/**
 * A section with a list. Without rows it shows `none`, or nothing if `none` is undefined.
 * - `list` identifies the list: a new value loads the list again.
 * - `ledger` is the selected past ledger, if any.
 * - `at` is the ledger to show: the selected one, or the latest.
 * - `load(marker, at)` resolves with `{ rows, marker }`.
 * - `columns` have a `title`, a `label` if the title is not a text, and optionally a `width`; those with `isNumber` are
 *   aligned at the right.
 * - `row(one, at)` returns a table row, `keyOf(one)` its key.
 * - `kind`: the class of the table, instead of cells below each other on a narrow screen.
 * - `isPinned`: a list of one page is updated on request only, too.
 */
export function PagedSection(props) {
  return html`<${ErrorBoundary} name=${props.title}><${List} ...${props} /></${ErrorBoundary}>`;
}

function List({ title, list, ledger, at, load, columns, row, keyOf, none, isPinned = false, kind, children }) {
  const [shown, setShown] = useState({});
  const runs = useRef(0);
  const wanted = useRef(undefined);
  const begin = () => {
    const run = ++runs.current;
    wanted.current = list;
    // If ledgers close faster than the server answers, each answer is outdated; the first one is better than none.
    const isUseful = (known) => runs.current === run || (wanted.current === list && known.list !== list);
    const show = (page) => setShown((known) => (isUseful(known) ? { list, at, load, ...page } : known));
    firstNonEmptyPage(load, undefined, at).then(
      ({ rows, marker, isSparse }) => show({ first: rows, ...following([undefined], marker, isSparse) }),
      // Loaded pages stay.
      (error) =>
        runs.current === run &&
        setShown((known) =>
          known.list === list && known.first !== undefined
            ? { ...known, error }
            : { list, at, load, error, markers: [] },
        ),
    );
  };
  useEffect(() => {
    const isSame = shown.list === list && shown.error === undefined && shown.at !== undefined;
    if (isSame && (isPinned || shown.markers.length > 1) && shown.at <= at) return;
    begin();
  }, [list, at]);
  useRetry(shown.error, begin);
  useEffect(
    () => () => {
      runs.current++;
      wanted.current = undefined;
    },
    [],
  );
  const { first, markers = [], error, stopped } = shown;
  const isEmpty = first?.length === 0 && markers.length === 1 && stopped === undefined;
  if (isEmpty && none === undefined) return null;
  if (first === undefined && error === undefined && none === undefined) return null;
  const hasPage = (index, marker, isSparse) =>
    setShown((known) =>
      known.list === shown.list && known.at === shown.at && known.markers.length === index + 1 && marker !== undefined
        ? { ...known, ...following(known.markers, marker, isSparse) }
        : known,
    );
  return html`<section class="paged-section" aria-busy=${shown.list !== list}><header><h2>${title}</h2>${ledger === undefined && (isPinned || markers.length > 1) && html`<span class="remark"><${ShowNewer} shown=${shown.at} newest=${at} onClick=${begin} /></span>`}</header>${children}
    ${error && html`<${ErrorMessage} error=${error} retry=${begin} />`}
    ${first === undefined && error === undefined && html`<p class="muted">Loading…</p>`}
    ${isEmpty && html`<p class="muted">${none}</p>`}
    ${first !== undefined && !isEmpty && html`<${Table} ...${{ shown, columns, row, keyOf, hasPage, kind }} />`}
    ${stopped !== undefined && html`<p><button type="button" onClick=${() => setShown({ ...shown, markers: [...markers, stopped], stopped: undefined })}>Continue searching</button></p>`}
  </section>`;
}

function following(markers, marker, isSparse) {
  if (marker === undefined) return { markers, stopped: undefined };
  return isSparse ? { markers, stopped: marker } : { markers: [...markers, marker], stopped: undefined };
}

/** The next page with rows; an empty page only at the end or after many empty pages. */
async function firstNonEmptyPage(load, marker, at) {
  let next = marker;
  for (let count = 1; ; count++) {
    const page = await load(next, at);
    const isSparse = page.rows.length === 0 && page.marker !== undefined;
    if (!isSparse || count === MAX_EMPTY_PAGES) return { ...page, isSparse };
    next = page.marker;
  }
}

function ShowNewer({ shown, newest, onClick }) {
  return html`<button type="button" class="newer" disabled=${shown === undefined || newest === undefined || shown >= newest} onClick=${onClick}>Show newer</button>`;
}

function Table({ shown, columns, row, keyOf, hasPage, kind }) {
  const { at, load, first, markers } = shown;
  return html`<div class="scroll"><table class=${`paged ${kind ?? (columns.length === 1 ? '' : 'stacked')}`}>
    <colgroup>${columns.map(({ width = 'auto' }, index) => html`<col key=${index} style=${{ width }} />`)}</colgroup>
    <thead><tr>${columns.map(({ title, isNumber }, index) => html`<th key=${index} scope="col" class=${isNumber ? 'number' : undefined}>${title}</th>`)}</tr></thead>
    ${markers.map(
      (marker, index) =>
        html`<${Page} key=${index === 0 ? 'first' : `${at} ${index}`} initial=${index === 0 ? first : undefined}
          ask=${() => firstNonEmptyPage(load, marker, at)} onPage=${(page) => hasPage(index, page.marker, page.isSparse)}
          columns=${columns} row=${(one) => row(one, at)} keyOf=${keyOf} />`,
    )}</table></div>`;
}

function Page({ initial, ask, onPage, columns, row, keyOf }) {
  const place = useRef(null);
  const height = useRef(1);
  const [isNear, setNear] = useState(initial !== undefined);
  const [rows, setRows] = useState(initial);
  const [error, setFault] = useState(undefined);
  const [tries, setTries] = useState(0);
  const retry = () => setTries((count) => count + 1);
  useRetry(error, retry);
  useEffect(() => {
    // Under load browsers report several changes at once; the last one is current.
    const follow = (changes) => setNear(changes.at(-1).isIntersecting);
    const observer = new IntersectionObserver(follow, { rootMargin: KEPT_MARGIN });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!isNear) {
      height.current = Math.max(place.current.offsetHeight, 1);
      setRows(undefined);
      setFault(undefined);
      return undefined;
    }
    if (initial !== undefined) {
      setRows(initial);
      return undefined;
    }
    let isCurrent = true;
    ask().then(
      (page) => {
        if (!isCurrent) return;
        setRows(page.rows);
        setFault(undefined);
        onPage(page);
      },
      (error) => isCurrent && setFault(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [isNear, initial, tries]);
  return html`<tbody ref=${place} class="page">
    ${error !== undefined && html`<tr><td colspan=${columns.length}><${ErrorMessage} error=${error} retry=${retry} /></td></tr>`}
    ${
      rows === undefined
        ? html`<tr class="room" aria-hidden="true"><td colspan=${columns.length} style=${{ height: `${height.current}px`, padding: 0 }}></td></tr>`
        : rows.map((one) => html`<${Row} key=${keyOf(one)} one=${one} row=${row} columns=${columns} />`)
    }
  </tbody>`;
}

/** On a narrow screen the cells are below each other, so each has a label. */
function Row({ one, row, columns }) {
  const line = row(one);
  const cells = line.type === 'tr' ? [line.props.children].flat() : [];
  for (const [at, cell] of cells.entries()) {
    const { title, label = title, isNumber } = columns[at];
    cell.props['data-label'] = label;
    if (isNumber) cell.props.class = `${cell.props.class ?? ''} number`;
  }
  return line;
}
