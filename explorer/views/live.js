/** The state of the network at a glance: figures, the last ledgers, the newest transactions, and what is most active. */

import { ErrorBoundary } from '../error-boundary.js';
import { followLedgers } from '../ledger-feed.js';
import { names } from '../names.js';
import { localeNumber } from '../numbers.js';
import { html, useEffect, useMemo, useRef, useState } from '../vendor/preact-htm.js';
import { LedgerTiles } from './live/ledger-tiles.js';
import { MostActive } from './live/most-active.js';
import { NetworkFigures } from './live/network-figures.js';
import { NewestTransactions } from './live/newest-transactions.js';

/** Minimum interval of screen reader announcements of closed ledgers. */
const ANNOUNCEMENT_INTERVAL_MS = 10_000;

export function LiveView({ server, newest, ledger }) {
  const [seen, setSeen] = useState({ ledgers: [], transactions: [], pending: [] });
  const [held, setHeld] = useState(undefined);
  const [state, setState] = useState({});
  useEffect(() => followLedgers(server, setSeen, setState), [server]);
  const shown = held ?? seen;
  const hold = () => setHeld(held === undefined ? seen : undefined);
  // The same elements as before are not drawn again, so news of the server's state alone costs little.
  const what = useMemo(
    () => html`<${ErrorBoundary} name="The last ledgers"><${LedgerTiles} ledgers=${shown.ledgers} ledger=${ledger} newest=${newest} /></${ErrorBoundary}>
    <${ErrorBoundary} name="Transactions"><${NewestTransactions} transactions=${shown.transactions} pending=${shown.pending} newest=${newest} isHeld=${held !== undefined} onHold=${hold} ledger=${ledger} isLoading=${state.info === undefined} /></${ErrorBoundary}>
    <${ErrorBoundary} name="Most active"><${MostActive} transactions=${shown.transactions} ledger=${ledger} /></${ErrorBoundary}>`,
    [shown, held, newest, ledger, state.info === undefined, names.changes],
  );
  return html`<h1 class="visually-hidden">Live</h1>
    <${ErrorBoundary} name="Figures"><${NetworkFigures} state=${state} ledgers=${shown.ledgers} server=${server} newest=${newest} /></${ErrorBoundary}>
    ${what}
    <${LedgerAnnouncer} newest=${seen.ledgers[0]} />`;
}

/** Announces closed ledgers to screen readers from time to time. */
function LedgerAnnouncer({ newest }) {
  const [announcement, setAnnouncement] = useState('');
  const isFirst = useRef(true);
  const announcedAtMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (newest === undefined) return undefined;
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    const announce = () => {
      announcedAtMs.current = performance.now();
      setAnnouncement(`Ledger ${localeNumber(newest.index)} closed with ${localeNumber(newest.count)} transactions.`);
    };
    const timer = setTimeout(
      announce,
      Math.max(0, announcedAtMs.current + ANNOUNCEMENT_INTERVAL_MS - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [newest?.index]);
  return html`<span class="visually-hidden announcer" role="status">${announcement}</span>`;
}
