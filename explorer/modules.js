/**
 * Modules that are loaded after the page: each when first needed, and all of them when the page is idle, so that they
 * work after the server stops.
 */

import { ConnectionError } from './server.js';
import { useRetry } from './use-request.js';
import { useEffect, useState } from './vendor/preact-htm.js';

const MODULES = [
  './feed/transaction-words.js',
  './views/transaction.js',
  './views/account.js',
  './views/ledger.js',
  './views/find.js',
  './views/book.js',
  './views/nft.js',
  './views/issuance.js',
  './views/compare.js',
  './views/lists/ledgers.js',
  './views/lists/entries.js',
  './views/lists/tokens.js',
  './views/lists/pools.js',
  './views/lists/nfts.js',
  './views/token.js',
  './views/lookup.js',
  './views/bench.js',
  './views/names.js',
  './frame/test-bench.js',
  './frame/time-machine.js',
  './views/desk/desk.js',
  './views/send/send.js',
  './vendor/d3-chart.js',
  './vendor/d3-force.js',
];
const CHARTS = './charts/charts.css';
const FORMS = './desk/desk.css';
/** Style sheets that only some modules need. They are loaded with them. */
const STYLES = {
  './views/transaction.js': ['./views/transaction/transaction.css'],
  './views/account.js': [CHARTS, './views/account/account.css'],
  './views/book.js': [CHARTS, './views/book/book.css'],
  './views/find.js': [CHARTS],
  './views/desk/desk.js': [FORMS],
  './views/send/send.js': [FORMS, './views/transaction/transaction.css'],
};
/** The first view is loaded before them. */
const IDLE_AFTER_MS = 1_000;

/** By name. */
const loaded = new Map();
const loading = new Map();
const failures = new Map();

/** Loads the missing modules one by one while the page is idle. */
export function loadAhead() {
  const whenIdle = globalThis.requestIdleCallback ?? ((work) => work());
  const load = async () => {
    for (const name of MODULES) await loadModule(name).catch(() => {});
  };
  setTimeout(() => whenIdle(load), IDLE_AFTER_MS);
}

/** Rejects with `ConnectionError` if it cannot be loaded now. */
function loadModule(name) {
  if (!loading.has(name)) {
    const count = failures.get(name) ?? 0;
    // Browsers cache a failed load by address, so each retry uses another one.
    const styles = (STYLES[name] ?? []).map((style) => loadStyle(style, count));
    const module = Promise.all([import(count === 0 ? name : `${name}?try=${count}`), ...styles]).then(
      ([found]) => {
        loaded.set(name, found);
        return found;
      },
      () => {
        failures.set(name, count + 1);
        loading.delete(name);
        throw new ConnectionError('A module of this page could not be loaded. If this persists, reload the page.');
      },
    );
    loading.set(name, module);
  }
  return loading.get(name);
}

/** By name. */
const styles = new Map();

function loadStyle(name, count) {
  if (!styles.has(name)) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = new URL(count === 0 ? name : `${name}?try=${count}`, import.meta.url).href;
    const style = new Promise((resolve, reject) => {
      link.onload = resolve;
      link.onerror = () => {
        styles.delete(name);
        link.remove();
        reject(new Error(`${name} could not be loaded.`));
      };
    });
    styles.set(name, style);
    document.head.append(link);
  }
  return styles.get(name);
}

/** `{ module }` once it is loaded, `{ error, retry }` after a failure; it is retried. */
export function useModule(name) {
  const [state, setState] = useState({ module: loaded.get(name) });
  const retry = () =>
    loadModule(name).then(
      (module) => setState({ module }),
      (error) => setState({ error }),
    );
  useEffect(() => {
    if (state.module === undefined) void retry();
  }, []);
  useRetry(state.error, retry);
  return { ...state, retry };
}
