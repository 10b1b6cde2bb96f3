/** The sticky head: navigation, search, the newest ledger with its age, and the theme. */
import { routeTo } from '../route.js';
import { html } from '../vendor/preact-htm.js';
import { LedgerClock } from './ledger-clock.js';
import { Search } from './search.js';
import { ThemeSwitch } from './theme.js';

/** View, title, and the other views that belong to it. */
const PLACES = [
  ['live', 'Live', []],
  ['ledgers', 'Ledgers', ['ledger', 'compare', 'entries', 'tx']],
  ['tokens', 'Tokens', ['token', 'issuance']],
  ['pools', 'Pools', ['book']],
  ['nfts', 'NFTs', ['nft', 'collection']],
];

export function Head({ server, route, newest, isTimeOpen, onTime, children }) {
  const { view, ledger } = route;
  return html`<header class="frame"><div class="bar">
    <a class="logo" href=${routeTo('', '', ledger)} aria-label="Weir, live view"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M2 8c3 0 3 2.5 6 2.5S11 8 14 8s3 2.5 8 2.5" /><path d="M2 15c3 0 3 2.5 6 2.5S11 15 14 15s3 2.5 8 2.5" opacity="0.55" /></svg>Weir</a>
    <nav class="places" aria-label="Views">${PLACES.map(
      ([name, title, others]) =>
        html`<a key=${name} href=${routeTo(name === 'live' ? '' : name, '', ledger)} aria-current=${name === view || others.includes(view) ? 'page' : undefined}>${title}</a>`,
    )}</nav>
    <${Search} ledger=${ledger} />
    <${LedgerClock} server=${server} newest=${newest} isOpen=${isTimeOpen} onClick=${onTime} />
    <${ThemeSwitch} />
  </div>${children}</header>`;
}
