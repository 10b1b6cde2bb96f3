/** The explorer: selects the view for the address, and draws the frame around it. */

import { offeredProtocols } from './admin-token.js';
import { plainText } from './components.js';
import { ErrorBoundary } from './error-boundary.js';
import { Head } from './frame/head.js';
import { lazy } from './lazy.js';
import { loadAhead } from './modules.js';
import { names } from './names.js';
import { useNewestLedger } from './newest-ledger.js';
import { localeNumber } from './numbers.js';
import { PageHead } from './panel.js';
import { parseRoute, routeTo } from './route.js';
import { ScrollRestoration } from './scroll-restoration.js';
import { noteVisit } from './search/visited.js';
import { Server } from './server.js';
import { knowledge } from './values/knowledge.js';
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
  ledgers: lazy('./views/lists/ledgers.js', 'LedgersView'),
  entries: lazy('./views/lists/entries.js', 'EntriesView'),
  tokens: lazy('./views/lists/tokens.js', 'TokensView'),
  token: lazy('./views/token.js', 'TokenView'),
  pools: lazy('./views/lists/pools.js', 'PoolsView'),
  nfts: lazy('./views/lists/nfts.js', 'NftsView'),
  collection: lazy('./views/lists/nfts.js', 'CollectionView'),
  lookup: lazy('./views/lookup.js', 'LookupView'),
  bench: lazy('./views/bench.js', 'BenchView'),
  names: lazy('./views/names.js', 'NamesView'),
};

/** The document title of each view. */
const TITLES = {
  tx: 'Transaction',
  book: 'Order book',
  desk: 'Issuer’s desk',
  nft: 'Non-fungible token',
  issuance: 'Multi-purpose token',
  compare: 'Ledgers',
  nfts: 'NFTs',
  collection: 'NFT collection',
  lookup: 'Find',
  bench: 'Test bench',
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
  return html`<${PageHead} title="Not found" /><section><p>The explorer has no page at this address. Use the search above or go to the <a href="#/">live view</a>.</p></section>`;
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

/** Views of ledger data. They are reloaded when the server reverts to an earlier ledger. */
const LEDGER_VIEWS = new Set([
  ...['ledger', 'tx', 'account', 'find', 'entry', 'book', 'nft', 'issuance', 'compare'],
  ...['ledgers', 'entries', 'tokens', 'token', 'pools', 'nfts', 'collection'],
]);

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

/** Bars of the frame that only some pages have. */
const TestBench = lazy('./frame/test-bench.js', 'TestBench', true);
const TimeMachine = lazy('./frame/time-machine.js', 'TimeMachine', true);

/** Draws the page again when a name of an account changes. */
function useNames() {
  const [, draw] = useState(0);
  useEffect(() => names.listen(() => draw((count) => count + 1)), []);
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
    if (route.subject !== '') noteVisit(location.hash, `${titleOfView(route)} ${route.subject}`, 'visited');
  }, [route]);
  useHeadingFocus(route);
  const reverts = useReverts(server);
  const newest = useNewestLedger(server);
  const [isTimeOpen, setTimeOpen] = useState(false);
  const isTimeShown = isTimeOpen || route.ledger !== undefined;
  useNames();
  const View = VIEWS[nameOfView(route)];
  const [{ count: chain, gone }, hideChange] = useChainChanges(server);
  const key = `${chain} ${LEDGER_VIEWS.has(route.view) ? reverts : ''} ${route.subject}`;
  return html`
    <a class="skip" href="#main" onClick=${skip}>Skip to the content</a>
    <${Head} server=${server} route=${route} newest=${newest} isTimeOpen=${isTimeShown} onTime=${() => setTimeOpen(!isTimeOpen)}>
      ${newest.isBench && html`<${TestBench} server=${server} newest=${newest} />`}
      ${isTimeShown && html`<${TimeMachine} server=${server} route=${route} newest=${newest} />`}</${Head}>
    <main id="main" tabindex="-1">${gone && html`<${ChainChanged} gone=${gone} onHide=${hideChange} />`}<${LedgerNote} route=${route} /><${ErrorBoundary} key=${`${route.view} ${key}`} name=${titleOfView(route)} heading="h1"><${View} server=${server} newest=${newest} subject=${route.subject} ledger=${route.ledger} /></${ErrorBoundary}></main>
    <footer><a href=${routeTo('entries', '', route.ledger)}>Entries by type</a><a href="#/compare">Compare ledgers</a><a href="#/names">Name book</a></footer>`;
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
const server = new Server(`${scheme}//${location.host}/`, offeredProtocols);
knowledge.connect(server);
render(html`<${App} server=${server} />`, document.querySelector('#app'));
loadAhead();
