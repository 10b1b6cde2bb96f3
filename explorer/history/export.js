/**
 * Exports an account's history, filtered, as a file. Each page becomes a part of a Blob, which the browser may store on
 * disk. Shows progress and can be cancelled.
 */

import { Text } from '../components.js';
import { download } from '../download.js';
import { localeNumber } from '../numbers.js';
import { requestWithRetry } from '../use-request.js';
import { html, useEffect, useRef, useState } from '../vendor/preact-htm.js';
import { EXPORT_FORMATS, exportRows } from './export-text.js';

const PAGE = 400;

export function Export({ server, account, params, at }) {
  const [state, setState] = useState({});
  const run = useRef(undefined);
  useEffect(() => () => run.current?.abort(), []);
  const start = async (format) => {
    const control = new AbortController();
    run.current = control;
    setState({ format, rows: 0, share: 0 });
    try {
      const question = { account, ...params, ledger_index_max: at, forward: true, limit: PAGE };
      const onProgress = (progress) => !control.signal.aborted && setState({ format, ...progress });
      const { blob, rows } = await collect(server, question, EXPORT_FORMATS[format], control.signal, onProgress);
      if (control.signal.aborted) return;
      download(blob, `${account}.${format}`);
      setState({ text: `${localeNumber(rows)} rows exported.` });
    } catch (error) {
      if (!control.signal.aborted) setState({ fault: error.message });
    }
  };
  const stop = () => {
    run.current?.abort();
    setState({ text: 'Export cancelled.' });
  };
  const isBusy = state.format !== undefined;
  return html`<p class="controls">
    ${Object.entries(EXPORT_FORMATS).map(([format, { name }]) => html`<button key=${format} type="button" disabled=${isBusy || at === undefined} onClick=${() => start(format)}>Export as ${name}</button>`)}
    ${isBusy && html`<progress max="1" value=${state.share} aria-label="Progress of the export"></progress> <button type="button" onClick=${stop}>Cancel</button>`}
    <span role="status" class=${state.fault === undefined ? 'muted' : 'bad'}>${isBusy ? `${localeNumber(state.rows)} rows` : html`<${Text} text=${state.fault ?? state.text ?? ''} />`}</span></p>`;
}

/** All pages as one file, and its number of rows. */
export async function collect(server, question, { type, start, end, row }, signal, onProgress) {
  const pieces = [start];
  let rows = 0;
  let marker;
  do {
    const next = marker === undefined ? question : { ...question, marker };
    const page = await requestWithRetry(() => server.request('account_tx', next), signal);
    if (signal.aborted) break;
    const found = page.transactions.flatMap((item) => exportRows(item, question.account));
    pieces.push(new Blob(found.map((one, at) => row(one, rows + at === 0))));
    rows += found.length;
    marker = page.marker;
    onProgress({ rows, share: shareOf(page) });
  } while (marker !== undefined);
  return { blob: new Blob([...pieces, end], { type }), rows };
}

/** The searched share of the ledgers, as far as known. */
function shareOf({ ledger_index_min: first, ledger_index_max: last, transactions, search }) {
  const reached = search?.stopped_at?.ledger ?? transactions.at(-1)?.ledger_index ?? first;
  return last > first ? (reached - first) / (last - first) : 0;
}
