/**
 * The transactions of an account, newest first, with sentences from its side and what it gained or lost. They are loaded
 * while scrolling; filters are in the address, and an export writes a file. New ledgers are shown on demand.
 */
import { useAddressValues } from '../address.js';
import { TypeChip } from '../chips.js';
import { Amount, Result } from '../components.js';
import { Export } from '../history/export.js';
import { FILTER_NAMES, Filters, filterParams } from '../history/filters.js';
import { PagedSection } from '../lists/paged-list.js';
import { ledgerDate, localeTime } from '../numbers.js';
import { routeTo } from '../route.js';
import { Sentence } from '../sentences/sentence-view.js';
import { localeShortTime } from '../values/relative-time.js';
import { html } from '../vendor/preact-htm.js';
import { balancesByAccount, Change } from './transaction/balance-changes.js';

const PAGE = 50;
const COLUMNS = [
  { title: 'Type', width: '164px' },
  { title: 'What happened' },
  { title: 'Change', width: '24%', isNumber: true },
  { title: 'Time', width: '150px', isNumber: true },
];

/** `at` is the newest known ledger, or the chosen past one. */
export function History({ server, account, ledger, at }) {
  const [values, setValues] = useAddressValues(FILTER_NAMES);
  const params = filterParams(values);
  const load = async (marker, newest) => {
    const question = { account, ...params, ledger_index_max: newest, limit: PAGE, marker };
    const answer = await server.request('account_tx', question);
    return { rows: answer.transactions, marker: answer.marker };
  };
  const isFiltered = Object.keys(values).length > 0;
  const row = ({ hash, tx_json: tx, meta }) => {
    const hasFailed = meta.TransactionResult !== 'tesSUCCESS';
    return html`<tr>
    <td><${TypeChip} type=${tx.TransactionType} hasFailed=${hasFailed} /></td>
    <td class="sentence"><${Sentence} tx=${tx} meta=${meta} viewer=${account} ledger=${ledger} /></td>
    <td class="number"><div class="amounts">${hasFailed && html`<${Result} code=${meta.TransactionResult} />`}<${OwnChanges} tx=${tx} meta=${meta} account=${account} ledger=${ledger} /></div></td>
    <td class="when"><a href=${routeTo('tx', hash, ledger)} title=${`${localeTime(tx.date)} · ${hash}`}>${localeShortTime(ledgerDate(tx.date))}</a></td></tr>`;
  };
  return html`<div class="history"><${PagedSection} ledger=${ledger} kind="feed" title="History" list=${`${account} ${JSON.stringify(values)}`} at=${at} isPinned=${ledger === undefined}
    load=${load} columns=${COLUMNS} row=${row} keyOf=${({ hash }) => hash} none=${isFiltered ? 'No matching transactions.' : 'None.'}>
    <${Filters} server=${server} values=${values} onChange=${setValues} />
    <${Export} key=${JSON.stringify(values)} server=${server} account=${account} params=${params} at=${at} /></${PagedSection}></div>`;
}

/** What the account gained and lost; if that is only the fee, the fee. */
function OwnChanges({ tx, meta, account, ledger }) {
  const own = balancesByAccount(tx, meta).find((one) => one.account === account);
  if (own === undefined) return null;
  if (own.rows.length === 0)
    return own.fee === '0' ? null : html`<span class="fee"><${Amount} sign="−" amount=${own.fee} /></span>`;
  return own.rows.map((row, at) => html`<${Change} key=${at} row=${row} ledger=${ledger} isRounded />`);
}
