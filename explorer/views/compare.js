/** Compares two ledgers at any distance: their headers, and each entry that differs. */
import { AddressSelect, useAddressValues } from '../address.js';
import { fieldDifferences } from '../changes.js';
import { Amount, Hash, LedgerLink, RequestStatus, StackedTable, Text, Time } from '../components.js';
import { difference, dropsToXrp } from '../decimals.js';
import { ErrorBoundary } from '../error-boundary.js';
import { PagedSection } from '../lists/paged-list.js';
import { durationText, localeNumber } from '../numbers.js';
import { PageHead } from '../panel.js';
import { RequestError } from '../server.js';
import { useRequest } from '../use-request.js';
import { FieldDifferences } from '../values/fields.js';
import { html } from '../vendor/preact-htm.js';

const PAGE = 50;

/** `5/9` or `9/5`: the earlier one comes first. */
function ledgersOf(subject) {
  const indexes = subject.split('/').map((text) => (/^\d{1,10}$/.test(text) ? Number(text) : Number.NaN));
  return indexes.length === 2 && indexes.every((index) => index > 0) ? indexes.toSorted((a, b) => a - b) : undefined;
}

export function CompareView({ server, subject }) {
  const pair = ledgersOf(subject);
  const [from, to] = pair ?? [];
  const request = useRequest(server, () => readHeaders(server, pair), [subject]);
  const name = pair === undefined ? 'Compare ledgers' : `Ledgers ${localeNumber(from)} and ${localeNumber(to)}`;
  const title = html`<${PageHead} title=${name} />`;
  const choice = html`<section><${Choice} key=${subject} from=${from} to=${to} /></section>`;
  if (pair === undefined) return html`${title}${choice}`;
  if (request.result === undefined) return html`${title}${choice}<${RequestStatus} request=${request} />`;
  return html`${title}${choice}<${ErrorBoundary} name="Headers"><${Headers} headers=${request.result} /></${ErrorBoundary}><${ErrorBoundary} name="Changed entries"><${Changes} server=${server} from=${from} to=${to} /></${ErrorBoundary}>`;
}

async function readHeaders(server, pair) {
  return pair && Promise.all(pair.map((index) => readHeader(server, index)));
}

async function readHeader(server, ledger_index) {
  try {
    const [{ ledger, ledger_hash: hash }, { ledgers }] = await Promise.all([
      server.request('ledger', { ledger_index }),
      server.request('weir_ledgers', { ledger_index, limit: 1 }),
    ]);
    return { ...ledgers[0], ...ledger, hash };
  } catch (error) {
    if (error.token !== 'lgrNotFound') throw error;
    throw new RequestError({ error: error.token, error_message: `This server does not have ledger ${ledger_index}.` });
  }
}

function Choice({ from, to }) {
  const compare = (event) => {
    event.preventDefault();
    const { first, second } = event.currentTarget.elements;
    location.hash = `#/compare/${first.value}/${second.value}`;
  };
  return html`<form class="controls" onSubmit=${compare}>
    <label>Ledger <input type="number" name="first" min="1" max="4294967295" required defaultValue=${from} /></label>
    <label>and ledger <input type="number" name="second" min="1" max="4294967295" required defaultValue=${to} /></label>
    <button>Compare</button></form>`;
}

function Headers({ headers }) {
  const [one, other] = headers;
  const row = (name, show, change) => ({ key: name, cells: [name, show(one), show(other), change] });
  const hash = (name) => (header) => html`<code>${header[name]}</code>`;
  const isSame = (name) => (one[name] === other[name] ? 'unchanged' : '');
  const coins = difference(dropsToXrp(other.total_coins), dropsToXrp(one.total_coins));
  return html`<section><h2>Headers</h2><${StackedTable} isNamed titles=${['Field', 'Earlier', 'Later', 'Difference']} rows=${[
    row(
      'Ledger',
      (header) => html`<${LedgerLink} index=${header.ledger_index} />`,
      `${localeNumber(other.ledger_index - one.ledger_index)} ledgers`,
    ),
    row(
      'Closed',
      (header) => html`<${Time} seconds=${header.close_time} />`,
      durationText(other.close_time - one.close_time),
    ),
    row('Total XRP', (header) => html`<${Amount} amount=${header.total_coins} />`, `${localeNumber(coins)} XRP`),
    row('Transactions', ({ txn_count: number }) => (number === undefined ? '' : localeNumber(number))),
    row('Hash', hash('hash'), isSame('hash')),
    row('State tree', hash('account_hash'), isSame('account_hash')),
    row('Transaction tree', hash('transaction_hash'), isSame('transaction_hash')),
  ]} /></section>`;
}

const TYPES = [
  ['', 'all types'],
  'account',
  'state',
  'offer',
  'directory',
  'payment_channel',
  'escrow',
  'check',
  'ticket',
  'nft_page',
  'nft_offer',
  'mpt_issuance',
  'mptoken',
  'amm',
  'vault',
  'signer_list',
  'deposit_preauth',
  'credential',
  'oracle',
].map((type) => (typeof type === 'string' ? [type, type.replaceAll('_', ' ')] : type));
const COLUMNS = [{ title: 'Entries' }];

function Changes({ server, from, to }) {
  const [values, setValues] = useAddressValues(['type']);
  const load = async (marker) => {
    const question = { ledger_index_min: from, ledger_index_max: to, type: values.type, limit: PAGE, marker };
    const answer = await server.request('weir_changes', question);
    return { rows: answer.changes, marker: answer.marker };
  };
  return html`<${PagedSection} ledger=${to} title="Changed entries, most recent first" list=${`${from} ${to} ${values.type}`} at=${to} load=${load}
    columns=${COLUMNS} row=${(change) => html`<${Change} change=${change} from=${from} to=${to} />`} keyOf=${({ index }) => index} none="No changes of this type.">
    <p><${AddressSelect} name="type" label="Show" options=${TYPES} values=${values} onChange=${setValues} /></p>
    <p class="muted">LedgerHashes, which changes with every ledger, is not listed.</p></${PagedSection}>`;
}

function Change({ change: { index, LedgerEntryType: type, change, ledger_index: last, before, after }, from, to }) {
  const shown = change === 'deleted' ? from : to;
  return html`<tr><td><h3><${Text} text=${type} /> ${change} <${Hash} hash=${index} view="entry" isShort ledger=${shown} /> <small class="muted">last changed in ledger <${LedgerLink} index=${last} /></small></h3>
    <${FieldDifferences} rows=${fieldDifferences(before, after).filter(({ name }) => name !== 'LedgerEntryType')} before=${from} after=${to} titles=${['Before', 'After']} /></td></tr>`;
}
