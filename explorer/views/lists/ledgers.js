/** All ledgers, newest first: transactions, failures, fees and sizes. */
import { LedgerLink, Time } from '../../components.js';
import { dropsToXrp } from '../../decimals.js';
import { PagedSection } from '../../lists/paged-list.js';
import { localeNumber, sizeText } from '../../numbers.js';
import { PageHead } from '../../panel.js';
import { routeTo } from '../../route.js';
import { html } from '../../vendor/preact-htm.js';
import { pagesOf } from '../paging.js';

const PAGE = 100;
const COLUMNS = [
  { title: 'Ledger', width: '10%' },
  { title: 'Closed', width: '22%' },
  { title: 'Interval', width: '9%', isNumber: true },
  { title: 'Transactions', width: '11%', isNumber: true },
  { title: 'Failed', width: '9%', isNumber: true },
  { title: 'Fees (XRP)', width: '12%', isNumber: true },
  { title: 'Size', width: '9%', isNumber: true },
  { title: 'Hash', width: '18%' },
];

/** The first ledger of a chain has no parent; that of a fork has no counts either. */
const optional = (value, show) => (value === undefined ? '' : show(value));

export function LedgersView({ server, newest, ledger }) {
  const load = pagesOf(server, 'weir_ledgers', { limit: PAGE }, ({ ledgers }) => ledgers);
  const row = (
    one,
  ) => html`<tr><td><${LedgerLink} index=${one.ledger_index} ledger=${ledger} /></td><td><${Time} seconds=${one.close_time} /></td>
    <td>${optional(one.seconds_since_parent, (seconds) => `${localeNumber(seconds)} s`)}</td><td>${optional(one.txn_count, localeNumber)}</td><td class=${one.failed_count > 0 ? 'bad' : 'faint'}>${optional(one.failed_count, localeNumber)}</td>
    <td>${optional(one.fees_burned, (drops) => localeNumber(dropsToXrp(drops)))}</td><td>${optional(one.size_bytes, sizeText)}</td>
    <td><a class="hash" href=${routeTo('ledger', String(one.ledger_index), ledger)} title=${one.ledger_hash}>${one.ledger_hash.slice(0, 8)}…${one.ledger_hash.slice(-6)}</a></td></tr>`;
  const at = ledger ?? newest.index;
  return html`<${PageHead} title="Ledgers" facts=${[html`<a href="#/compare">Compare two ledgers</a>`, html`<a href=${routeTo('entries', '', ledger)}>Entries by type</a>`]} />
    ${at === undefined ? html`<section aria-busy="true"><p class="muted">Loading…</p></section>` : html`<${PagedSection} title="All ledgers" list="ledgers" ledger=${ledger} at=${at} isPinned load=${load} columns=${COLUMNS} row=${row} keyOf=${({ ledger_index: index }) => index} none="None." />`}`;
}
