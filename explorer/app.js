/** The explorer: selects the view for the address, and draws the frame around it. */

import { withValues } from './address.js';
import { plainText } from './components.js';
import { Connection } from './connection.js';
import { ErrorBoundary } from './error-boundary.js';
import { lazy } from './lazy.js';
import { loadAhead } from './modules.js';
import { localeNumber } from './numbers.js';
import { parseRoute, routeOfSearch, routeTo } from './route.js';
import { ScrollRestoration } from './scroll-restoration.js';
import { Server } from './server.js';
import { html, render, useEffect, useLayoutEffect, useRef, useState } from './vendor/preact-htm.js';
import { LiveView } from './views/live.js';

/** The most used views are loaded with the page, the others after it. */
const VIEWS = {
  live: LiveView,
  nowhere: NotFound,
  ledger: lazy('./views/ledger.js', 'LedgerView'),
  tx: lazy('./views/transaction.js', 'TransactionView'),
  account: lazy('./views/account.js', 'AccountView'),
  find: lazy('./views/find.js', 'FindView'),
  entry: lazy('./views/find.js', 'EntryView'),
  book: lazy('./views/book.js', 'BookView'),
  desk: lazy('./views/desk/desk.js', 'DeskView'),
  send: lazy('./views/send/send.js', 'SendView'),
  nft: lazy('./views/nft.js', 'NftView'),
  issuance: lazy('./views/issuance.js', 'IssuanceView'),
  compare: lazy('./views/compare.js', 'CompareView'),
};

/** The document title of each view. */
const TITLES = {
  tx: 'Transaction',
  book: 'Order book',
  desk: 'Issuer’s desk',
  nft: 'Non-fungible token',
  issuance: 'Multi-purpose token',
  compare: 'Ledgers',
  nowhere: 'Not found',
};

function nameOfView({ view }) {
  return Object.hasOwn(VIEWS, view) ? view : 'nowhere';
}

function titleOfView(route) {
  const view = nameOfView(route);
  return TITLES[view] ?? `${view[0].toUpperCase()}${view.slice(1)}`;
}

function titleOf(route) {
  if (nameOfView(route) === 'live') return 'Weir explorer';
  return plainText(`${titleOfView(route)} ${route.subject} · Weir explorer`.replace(/ +/g, ' '));
}

/** Shown for an unknown address. */
function NotFound() {
  return html`<h1>Not found</h1><section><p>The explorer has no page at this address. Use the search above or go to the <a href="#/">live view</a>.</p></section>`;
}

function useRoute() {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  // A layout effect runs before the address can change again; an effect would run a frame later and miss such a change.
  useLayoutEffect(() => {
    const scrolling = new ScrollRestoration(document.querySelector('main'));
    let seen = parseRoute(location.hash);
    const follow = () => {
      const next = parseRoute(location.hash);
      setRoute(next);
      const isSame = next.view === seen.view && next.subject === seen.subject;
      seen = next;
      // While the ledger slider moves, it keeps the focus.
      scrolling.onNavigation(isSame);
    };
    addEventListener('hashchange', follow);
    return () => {
      removeEventListener('hashchange', follow);
      scrolling.end();
    };
  }, []);
  return route;
}

function Search({ ledger }) {
  const [fault, setFault] = useState('');
  const search = (event) => {
    event.preventDefault();
    const target = routeOfSearch(event.target.elements.q.value, ledger);
    setFault(
      target === undefined
        ? 'Not recognized. Enter an address, hash, ID, ledger index, CTID, asset pair (XRP USD/r…) or development account (dev 3).'
        : '',
    );
    if (target !== undefined) location.hash = target;
  };
  return html`<form role="search" onSubmit=${search}>
    <input name="q" type="search" onInput=${() => setFault('')} autocomplete="off" spellcheck="false" aria-label="Search" placeholder="Address, hash, ledger, CTID, XRP USD/r…  ( / )" />
    <button>Search</button>
    <span role="status" class="bad">${fault}</span>
  </form>`;
}

/** Switches every view to a past ledger and back. */
function LedgerSelector({ server, route }) {
  const [range, setRange] = useState({ min: 1, max: 1 });
  useEffect(() => {
    const read = async () => {
      const { info } = await server.request('server_info');
      const [min, max = min] = info.complete_ledgers.split('-').map(Number);
      setRange({ min, max });
    };
    read().catch(() => {});
    return server.listen((message) => {
      if (message.type === 'connection' && server.isOpen) read().catch(() => {});
      if (message.type === 'ledgerClosed' || message.type === 'ledgerReverted')
        setRange(({ min }) => ({ min: Math.min(min, message.ledger_index), max: message.ledger_index }));
    });
  }, [server]);
  const go = (ledger) => {
    location.hash = withValues(location.hash, { ledger });
  };
  const choose = (event) => {
    const chosen = Number(event.target.value);
    if (Number.isInteger(chosen) && chosen > 0) go(chosen);
  };
  const { ledger } = route;
  return html`<span class=${`ledgers${ledger === undefined ? '' : ' as-of'}`}>
    <label>As of ledger <input type="range" min=${range.min} max=${range.max} value=${ledger ?? range.max} onChange=${choose} /></label>${' '}
    <input type="number" aria-label="As of ledger, as a number" min=${range.min} max=${range.max} value=${ledger ?? range.max} onChange=${choose} />${' '}
    <button type="button" disabled=${ledger === undefined} onClick=${() => go(undefined)}>Latest</button>
    ${ledger !== undefined && html` <a href=${`#/compare/${ledger}/${range.max}`}>Compare with latest</a>`}
  </span>`;
}

/** Views of ledger data. They are reloaded when the server reverts to an earlier ledger. */
const LEDGER_VIEWS = new Set(['ledger', 'tx', 'account', 'find', 'entry', 'book', 'nft', 'issuance', 'compare']);

/** Number of reverts since the page was opened. */
function useReverts(server) {
  const [count, setCount] = useState(0);
  useEffect(() => server.listen(({ type }) => type === 'ledgerReverted' && setCount((known) => known + 1)), [server]);
  return count;
}

/**
 * Moves the focus to the heading of each new view except the first, so that screen readers read it and tabs continue
 * there.
 */
function useHeadingFocus({ view, subject }) {
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    focusHeading();
    const main = document.querySelector('main');
    if (document.activeElement !== main) return undefined;
    // The view is not loaded yet.
    const observer = new MutationObserver(() => {
      if (document.activeElement === main) focusHeading();
      if (document.activeElement !== main) observer.disconnect();
    });
    observer.observe(main, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [view, subject]);
}

function focusHeading() {
  const heading = document.querySelector('main h1') ?? document.querySelector('main');
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Why some views do not depend on the chosen ledger. */
const LEDGER_NOTES = {
  live: 'This page shows the latest ledger. Accounts, order books and entries opened from here are shown as of the selected ledger.',
  ledger: 'A closed ledger never changes. Pages opened from here are shown as of the selected ledger.',
  tx: 'A validated transaction never changes. Pages opened from here are shown as of the selected ledger.',
  desk: 'This page uses the latest ledger: pending authorizations are not available for past ledgers.',
  send: 'This page uses the latest ledger: a transaction can only go into the next one.',
  compare: 'This page compares the two ledgers in its address. The selected ledger does not affect it.',
};

function LedgerNote({ route }) {
  const reason = route.ledger === undefined ? undefined : LEDGER_NOTES[route.view];
  return reason && html`<p class="muted ledger-note">${reason}</p>`;
}

/** Number of changes to another chain, and the last shown ledger of the previous chain. */
function useChainChanges(server) {
  const [changes, setChanges] = useState({ count: 0 });
  useEffect(
    () =>
      server.listen(({ type, ledger_index: index, ledger_hash: hash }) => {
        if (type === 'chainChanged') setChanges(({ count }) => ({ count: count + 1, gone: { index, hash } }));
      }),
    [server],
  );
  return [changes, () => setChanges(({ count }) => ({ count }))];
}

function ChainChanged({ gone: { index, hash }, onHide }) {
  return html`<section class="other-chain" role="alert"><h2>The server has a different chain</h2>
    <p>Ledger ${localeNumber(index)} (<span class="mono">${hash.slice(0, 16)}…</span>), which this page showed before, is not on this server any more. The server was started with another chain or an earlier state. This page now shows the server’s current data.</p>
    <p><button type="button" onClick=${onHide}>Dismiss</button></p></section>`;
}

function App({ server }) {
  const route = useRoute();
  useEffect(() => {
    const focusSearch = (event) => {
      if (event.key === 'Escape' && event.target.matches?.('input[type=search]')) leaveSearch(event.target);
      if (event.key !== '/' || event.ctrlKey || event.metaKey || /^(INPUT|TEXTAREA)$/.test(event.target.tagName))
        return;
      event.preventDefault();
      const input = document.querySelector('input[type=search]');
      input.focus();
      input.select();
    };
    addEventListener('keydown', focusSearch);
    return () => removeEventListener('keydown', focusSearch);
  }, []);
  useEffect(() => {
    document.title = titleOf(route);
  }, [route]);
  useHeadingFocus(route);
  const reverts = useReverts(server);
  const View = VIEWS[nameOfView(route)];
  const [{ count: chain, gone }, hideChange] = useChainChanges(server);
  const key = `${chain} ${LEDGER_VIEWS.has(route.view) ? reverts : ''} ${route.subject}`;
  return html`
    <a class="skip" href="#main" onClick=${skip}>Skip to the content</a>
    <header>
      <strong><a href=${routeTo('', '', route.ledger)}>Weir</a></strong>
      <${Search} ledger=${route.ledger} />
      <${LedgerSelector} server=${server} route=${route} />
      <${Connection} server=${server} />
    </header>
    <main id="main" tabindex="-1">${gone && html`<${ChainChanged} gone=${gone} onHide=${hideChange} />`}<${LedgerNote} route=${route} /><${ErrorBoundary} key=${`${route.view} ${key}`} name=${titleOfView(route)} heading="h1"><${View} server=${server} subject=${route.subject} ledger=${route.ledger} /></${ErrorBoundary}></main>`;
}

/** Clears the search, and returns to the view. */
function leaveSearch(input) {
  input.value = '';
  focusHeading();
}

/** The address after `#` names the view, so the skip link only moves the focus. */
function skip(event) {
  event.preventDefault();
  document.querySelector('main').focus();
}

const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
render(html`<${App} server=${new Server(`${scheme}//${location.host}/`)} />`, document.querySelector('#app'));
loadAhead();
