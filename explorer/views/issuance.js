/** A multi-purpose token by its id: its terms, outstanding amount, and holders. */
import { AddressSelect, useAddressValues } from '../address.js';
import { useAnswer } from '../asking.js';
import { PagedSection } from '../lists/paged-list.js';
import { localeNumber } from '../numbers.js';
import { Part } from '../part.js';
import { Address, Facts, Hash, Json, Pending, Text, Value } from '../parts.js';
import { routeTo } from '../route.js';
import { RequestError } from '../server.js';
import { html } from '../vendor/preact-htm.js';
import { isPast } from './lists.js';
import { Since } from './since.js';

const LOCKED = 1;
const FLAG_WORDS = [
  [LOCKED, 'It is locked for everybody'],
  [2, 'Its issuer may lock it'],
  [4, 'Holders need the issuer’s approval'],
  [8, 'Can be put into escrows'],
  [16, 'Can be traded'],
  [32, 'Holders can pass it on to others'],
  [64, 'Its issuer may take it back'],
];
const NEEDS_APPROVAL = 4;
const HOLDING = { locked: 1, authorized: 2 };
const FEE_PLACES = 3;

export function IssuanceView({ server, subject, ledger }) {
  const id = subject.toUpperCase();
  const asked = useAnswer(
    server,
    () => server.request('ledger_entry', { mpt_issuance: id, ledger_index: ledger ?? 'validated' }).catch(tellNothing),
    [id, ledger],
    isPast(ledger),
  );
  const title = html`<h1>Multi-purpose token <span class="mono"><${Text} text=${id} /></span></h1>`;
  if (asked.result === undefined) return html`${title}<${Pending} asked=${asked} />`;
  const { node, ledger_index: at } = asked.result;
  const words = FLAG_WORDS.filter(([bit]) => (node.Flags & bit) !== 0);
  const history = `${routeTo('account', node.Issuer, ledger)}${ledger === undefined ? '?' : '&'}currency=${id}`;
  return html`${title}
    <section><p class="muted">As of ledger ${localeNumber(at)}.</p><${Facts} facts=${issuanceFacts(node, ledger)} />
      <h2>Flags</h2>${words.length === 0 ? html`<p class="muted">No flags are set.</p>` : html`<ul>${words.map(([bit, text]) => html`<li key=${bit}>${text}</li>`)}</ul>`}
      ${node.MPTokenMetadata !== undefined && html`<h2>Metadata</h2><p><${Value} name="URI" value=${node.MPTokenMetadata} /></p>`}
      ${ledger === undefined && (node.Flags & NEEDS_APPROVAL) !== 0 && html`<p><a href=${routeTo('desk', node.Issuer)}>Approve holders at the issuer’s desk</a></p>`}
      <p><a href=${history}>Transactions of the issuer about it</a>, <${Hash} hash=${node.index} view="entry" isShort ledger=${ledger} /></p></section>
    ${ledger !== undefined && html`<${Part} name="Since then"><${Since} server=${server} index=${node.index} ledger=${ledger} /></${Part}>`}
    <${Holders} server=${server} id=${id} at=${at} ledger=${ledger} needsApproval=${(node.Flags & NEEDS_APPROVAL) !== 0} />
    <section><details><summary>JSON</summary><${Json} value=${node} /></details></section>`;
}

function tellNothing(error) {
  if (error.token !== 'entryNotFound' && error.token !== 'malformedRequest') throw error;
  throw new RequestError({ error: error.token, error_message: 'This ledger has no multi-purpose token with this id.' });
}

function issuanceFacts(node, ledger) {
  const percent = `${(node.TransferFee ?? 0) / 10 ** FEE_PLACES}`;
  return [
    ['Issuer', html`<${Address} address=${node.Issuer} ledger=${ledger} />`],
    ['In circulation', localeNumber(node.OutstandingAmount ?? '0')],
    ['At most', node.MaximumAmount === undefined ? 'no limit of its own' : localeNumber(node.MaximumAmount)],
    ...(node.LockedAmount === undefined ? [] : [['Of it in escrows', localeNumber(node.LockedAmount)]]),
    ['Digits behind the point', node.AssetScale ?? 0],
    ['Of each payment between holders the issuer gets', `${localeNumber(percent)} %`],
    ...(node.DomainID === undefined
      ? []
      : [['Domain', html`<${Hash} hash=${node.DomainID} view="entry" isShort ledger=${ledger} />`]]),
  ];
}

/** Entries to read at a time; the server reads fewer for non-admins. */
const LOOKED_AT = 1_000;
const COLUMNS = [
  { title: 'Holder', width: '40%' },
  { title: 'Holds', width: '22%' },
  { title: 'State', width: '20%' },
  { title: 'Entry', width: '18%' },
];
const CHOICES = [
  ['', 'all'],
  ['pending', 'those who wait for approval'],
  ['locked', 'those whose tokens are locked'],
];

/** There is no index of holders, so all MPTokens of the ledger are searched. */
function Holders({ server, id, at, ledger, needsApproval }) {
  const [values, setValues] = useAddressValues(['holders']);
  const isPending = ({ Flags: flags }) => needsApproval && (flags & HOLDING.authorized) === 0;
  const isLocked = ({ Flags: flags }) => (flags & HOLDING.locked) !== 0;
  const isChosen = { pending: isPending, locked: isLocked }[values.holders] ?? (() => true);
  const load = async (marker, ledger_index) => {
    const paging = marker === undefined ? {} : { marker };
    const question = { type: 'mptoken', ledger_index, limit: LOOKED_AT, ...paging };
    const answer = await server.request('ledger_data', question);
    const rows = answer.state.filter((entry) => entry.MPTokenIssuanceID === id && isChosen(entry));
    return { rows, marker: answer.marker };
  };
  const stateOf = (entry) =>
    [isPending(entry) && 'waits for approval', isLocked(entry) && 'locked'].filter((word) => word).join(', ');
  const row = (entry) => html`<tr><td><${Address} address=${entry.Account} ledger=${ledger} /></td>
    <td>${localeNumber(entry.MPTAmount ?? '0')}${entry.LockedAmount !== undefined && html` and ${localeNumber(entry.LockedAmount)} in escrows`}</td>
    <td>${stateOf(entry)}</td><td><${Hash} hash=${entry.index} view="entry" isShort ledger=${ledger} /></td></tr>`;
  return html`<${PagedSection} ledger=${ledger} title="Holders" list=${`${id} ${values.holders}`} at=${at} isPinned=${ledger === undefined} load=${load} columns=${COLUMNS} row=${row} keyOf=${({ index }) => index} none="Nobody.">
    <p><${AddressSelect} name="holders" label="Show" options=${CHOICES} values=${values} onChange=${setValues} /></p></${PagedSection}>`;
}
