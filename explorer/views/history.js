/**
 * The transactions of an account, newest first, loaded while scrolling, with filters and an export to a file. New
 * ledgers are shown on demand.
 */
import { useAddressValues } from '../address.js';
import { Address, Amount, Hash, LedgerLink, Result, Text, Time } from '../components.js';
import { counterpartyOf, deliveredOf } from '../history/counterparty.js';
import { Export } from '../history/export.js';
import { directionOf } from '../history/export-text.js';
import { FILTER_NAMES, Filters, filterParams } from '../history/filters.js';
import { PagedSection } from '../lists/paged-list.js';
import { html } from '../vendor/preact-htm.js';

const PAGE = 50;
const COLUMNS = [
  { title: 'Ledger', width: '7%' },
  { title: 'Time', width: '12%' },
  { title: 'Type', width: '12%' },
  { title: 'Counterparty', width: '29%' },
  { title: 'Delivered', width: '13%' },
  { title: 'Result', width: '11%' },
  { title: 'Transaction', width: '16%' },
];

/** `at` is the newest known ledger, or the chosen past one. */
export function History({ server, account, ledger, at }) {
  const [values, setValues] = useAddressValues(FILTER_NAMES);
  const params = filterParams(values);
  const load = async (marker, newest) => {
    const paging = marker === undefined ? {} : { marker };
    const question = { account, ...params, ledger_index_max: newest, limit: PAGE, ...paging };
    const answer = await server.request('account_tx', question);
    return { rows: answer.transactions, marker: answer.marker };
  };
  const isFiltered = Object.keys(values).length > 0;
  const row = (item) => html`<tr>
    <td><${LedgerLink} index=${item.ledger_index} ledger=${ledger} /></td><td><${Time} seconds=${item.tx_json.date} /></td>
    <td><${Text} text=${item.tx_json.TransactionType} /></td><td><${With} item=${item} account=${account} ledger=${ledger} /></td>
    <td><${Delivered} amount=${deliveredOf(item)} ledger=${ledger} /></td>
    <td><${Result} code=${item.meta.TransactionResult} /></td><td><${Hash} hash=${item.hash} view="tx" isShort ledger=${ledger} /></td></tr>`;
  return html`<div class="history"><${PagedSection} ledger=${ledger} title="History" list=${`${account} ${JSON.stringify(values)}`} at=${at} isPinned=${ledger === undefined}
    load=${load} columns=${COLUMNS} row=${row} keyOf=${({ hash }) => hash} none=${isFiltered ? 'No matching transactions.' : 'None.'}>
    <${Filters} server=${server} values=${values} onChange=${setValues} />
    <${Export} key=${JSON.stringify(values)} server=${server} account=${account} params=${params} at=${at} /></${PagedSection}></div>`;
}

function With({ item, account, ledger }) {
  const direction = directionOf(item, account);
  const other = counterpartyOf(item, account);
  const joint = { out: 'to', in: 'from' }[direction] ?? (item.tx_json.Account === account ? 'with' : 'by');
  return html`<span class="muted">${direction} ${other !== '' && joint} </span>${other !== '' && html`<${Address} address=${other} ledger=${ledger} />`}`;
}

function Delivered({ amount, ledger }) {
  return amount === undefined ? null : html`<${Amount} amount=${amount} ledger=${ledger} isShort />`;
}
