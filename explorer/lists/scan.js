/**
 * Reads all entries of a type, page by page, for lists that no method offers. A scan is bounded: it stops after some
 * pages, and continues on request. Results of a ledger are kept, so that a return to the list costs nothing.
 */

import { localeNumber } from '../numbers.js';
import { isTemporary } from '../server.js';
import { requestWithRetry } from '../use-request.js';
import { html, useEffect, useState } from '../vendor/preact-htm.js';

/** Entries that the server looks at for a page; it takes fewer from clients that are not admins. */
const LOOKED_AT = 2_048;
/** Pages of a scan before it stops. */
const PAGES = 24;
/** Scans that are kept. */
const KEPT = 12;

/**
 * `{ entries, isDone, pages, proceed, error }` of the entries of `type` that `select` returns something for. They are those
 * of the first page's ledger. `ledger` is the selected past one.
 */
export function useScan(server, type, ledger, select = (entry) => entry) {
  const name = `scan ${type} ${ledger ?? 'newest'} ${select.name}`;
  const [state, setState] = useState(() => server.cache.get(name) ?? empty());
  const [round, setRound] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    const known = server.cache.get(name);
    if (known !== undefined && round === 0 && (ledger !== undefined || performance.now() - known.atMs < KEPT_MS)) {
      setState(known);
      return () => abort.abort();
    }
    const start = round === 0 ? empty() : state;
    readPages(server, type, ledger, select, start, abort.signal, setState).then(
      (result) => !abort.signal.aborted && keep(server.cache, name, result),
      (error) => !abort.signal.aborted && setState({ ...start, isDone: !isTemporary(error), error }),
    );
    return () => abort.abort();
  }, [server, type, ledger, round]);
  return { ...state, proceed: () => setRound(round + 1) };
}

/** A scan of the newest ledger is repeated after this time. */
const KEPT_MS = 30_000;

function empty() {
  return { entries: [], isDone: false, isStopped: false, pages: 0 };
}

function keep(cache, name, result) {
  const scans = [...cache.keys()].filter((key) => typeof key === 'string' && key.startsWith('scan '));
  if (scans.length >= KEPT) cache.delete(scans[0]);
  cache.set(name, { ...result, atMs: performance.now() });
}

async function readPages(server, type, ledger, select, start, signal, show) {
  let { entries, pages, marker, at = ledger ?? 'validated' } = start;
  for (let count = 0; count < PAGES && !signal.aborted; count += 1) {
    const params = { type, ledger_index: at, limit: LOOKED_AT, marker };
    const answer = await requestWithRetry(() => server.request('ledger_data', params), signal);
    if (answer === undefined) break;
    const found = answer.state.map(select).filter((one) => one !== undefined);
    entries = found.length === 0 ? entries : [...entries, ...found.flat()];
    at = answer.ledger_index ?? at;
    marker = answer.marker;
    pages += 1;
    if (marker === undefined) break;
    if (!signal.aborted && count % 4 === 0) show({ entries, pages, marker, at, isDone: false, isStopped: false });
  }
  const result = { entries, pages, marker, at, isDone: marker === undefined, isStopped: marker !== undefined };
  if (!signal.aborted) show(result);
  return result;
}

/** Says how complete a list is, and continues a scan that has stopped. */
export function ScanState({ scans, count, word }) {
  const stopped = scans.filter(({ isStopped }) => isStopped);
  const proceed = () => {
    for (const scan of stopped) scan.proceed();
  };
  if (stopped.length > 0)
    return html`${localeNumber(count)} ${word} so far <button type="button" onClick=${proceed}>Continue</button>`;
  return scans.every(({ isDone }) => isDone)
    ? `${localeNumber(count)} ${word}`
    : `${localeNumber(count)} ${word}, reading…`;
}
