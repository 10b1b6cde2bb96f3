/** A multi-purpose token by its id: its terms, outstanding amount, and holders. */
import { AddressSelect, useAddressValues } from '../address.js';
import { Tag } from '../chips.js';
import { Address, Amount, Hash, Json, RequestStatus, Text } from '../components.js';
import { Copy } from '../copy.js';
import { ErrorBoundary } from '../error-boundary.js';
import { PagedSection } from '../lists/paged-list.js';
import { localeNumber } from '../numbers.js';
import { Details, PageHead, Panel } from '../panel.js';
import { routeTo } from '../route.js';
import { RequestError } from '../server.js';
import { useRequest } from '../use-request.js';
import { Value } from '../values/fields.js';
import { html } from '../vendor/preact-htm.js';
import { ChangesSince } from './changes-since.js';
import { isPast, pagesOf } from './paging.js';

const LOCKED = 1;
const FLAG_TEXTS = [
  [LOCKED, 'Locked for all holders'],
  [2, 'The issuer can lock it'],
  [4, 'Holders need authorization by the issuer'],
  [8, 'Can be locked in escrows'],
  [16, 'Can be traded on the DEX'],
  [32, 'Holders can transfer it to other holders'],
  [64, 'The issuer can claw it back'],
];
const NEEDS_APPROVAL = 4;
const HOLDING = { locked: 1, authorized: 2 };
const FEE_PLACES = 3;

export function IssuanceView({ server, subject, ledger }) {
  const id = subject.toUpperCase();
  const request = useRequest(
    server,
    () =>
      server.request('ledger_entry', { mpt_issuance: id, ledger_index: ledger ?? 'validated' }).catch(explainNotFound),
    [id, ledger],
    isPast(ledger),
  );
  const whole = html`<span class="mono"><${Text} text=${id} /></span> <${Copy} text=${id} label="id" />`;
  if (request.result === undefined)
    return html`<${PageHead} title="Multi-purpose token" facts=${[whole]} /><${RequestStatus} request=${request} />`;
  const { node, ledger_index: at } = request.result;
  const words = FLAG_TEXTS.filter(([bit]) => (node.Flags & bit) !== 0);
  const history = `${routeTo('account', node.Issuer, ledger)}${ledger === undefined ? '?' : '&'}currency=${id}`;
  const chips = words.map(([bit, text]) => html`<${Tag} key=${bit}>${text}</${Tag}>`);
  const needsApproval = (node.Flags & NEEDS_APPROVAL) !== 0;
  const actions = html`<a class="button" href=${history}>Transactions</a><a class="button" href=${routeTo('entry', node.index, ledger)}>Entry</a>
    ${ledger === undefined && needsApproval && html`<a class="button" href=${routeTo('desk', node.Issuer)}>Authorize holders</a>`}`;
  return html`<${PageHead} title="Multi-purpose token" chips=${chips} facts=${[whole]} actions=${actions} />
    <${Panel} title="Details" remark=${`As of ledger ${localeNumber(at)}`}><${Details} facts=${issuanceFacts(node, ledger)} /></${Panel}>
    ${ledger !== undefined && html`<${ErrorBoundary} name="Changes since this ledger"><${ChangesSince} server=${server} index=${node.index} ledger=${ledger} /></${ErrorBoundary}>`}
    <${Holders} server=${server} id=${id} at=${at} ledger=${ledger} needsApproval=${needsApproval} />
    <section><details><summary>JSON</summary><${Json} value=${node} /></details></section>`;
}

function explainNotFound(error) {
  if (error.token !== 'entryNotFound' && error.token !== 'malformedRequest') throw error;
  throw new RequestError({ error: error.token, error_message: 'This ledger has no multi-purpose token with this ID.' });
}

function issuanceFacts(node, ledger) {
  const amount = (value) =>
    html`<${Amount} amount=${{ mpt_issuance_id: node.mpt_issuance_id, value }} ledger=${ledger} />`;
  const percent = `${(node.TransferFee ?? 0) / 10 ** FEE_PLACES}`;
  return [
    ['Issuer', html`<${Address} address=${node.Issuer} ledger=${ledger} />`],
    ['Outstanding amount', amount(node.OutstandingAmount ?? '0')],
    ['Maximum amount', node.MaximumAmount === undefined ? 'none' : amount(node.MaximumAmount)],
    ...(node.LockedAmount === undefined ? [] : [['Locked in escrows', amount(node.LockedAmount)]]),
    ['Asset scale', node.AssetScale ?? 0],
    ['Transfer fee', `${localeNumber(percent)} %`],
    ...(node.DomainID === undefined
      ? []
      : [['Domain', html`<${Hash} hash=${node.DomainID} view="entry" isShort ledger=${ledger} />`]]),
    ...(node.MPTokenMetadata === undefined
      ? []
      : [['Metadata', html`<${Value} name="URI" value=${node.MPTokenMetadata} />`]]),
  ];
}

/** Entries to read at a time; the server reads fewer for non-admins. */
const LOOKED_AT = 1_000;
const COLUMNS = [
  { title: 'Holder', width: '34%' },
  { title: 'Balance', width: '28%', isNumber: true },
  { title: 'State', width: '20%' },
  { title: 'Entry', width: '18%' },
];
const CHOICES = [
  ['', 'all'],
  ['pending', 'pending authorization'],
  ['locked', 'locked'],
];

/** There is no index of holders, so all MPTokens of the ledger are searched. */
function Holders({ server, id, at, ledger, needsApproval }) {
  const [values, setValues] = useAddressValues(['holders']);
  const isPending = ({ Flags: flags }) => needsApproval && (flags & HOLDING.authorized) === 0;
  const isLocked = ({ Flags: flags }) => (flags & HOLDING.locked) !== 0;
  const isChosen = { pending: isPending, locked: isLocked }[values.holders] ?? (() => true);
  const isHolding = (entry) => entry.MPTokenIssuanceID === id && isChosen(entry);
  const question = { type: 'mptoken', limit: LOOKED_AT };
  const load = pagesOf(server, 'ledger_data', question, ({ state }) => state.filter(isHolding));
  const stateOf = (entry) =>
    [isPending(entry) && 'pending authorization', isLocked(entry) && 'locked'].filter((word) => word).join(', ');
  const row = (entry) => html`<tr><td><${Address} address=${entry.Account} ledger=${ledger} /></td>
    <td class="number"><${Amount} amount=${{ mpt_issuance_id: id, value: entry.MPTAmount ?? '0' }} ledger=${ledger} />${entry.LockedAmount !== undefined && html` and <${Amount} amount=${{ mpt_issuance_id: id, value: entry.LockedAmount }} ledger=${ledger} /> locked in escrows`}</td>
    <td>${stateOf(entry)}</td><td><${Hash} hash=${entry.index} view="entry" isShort ledger=${ledger} /></td></tr>`;
  return html`<${PagedSection} ledger=${ledger} title="Holders" list=${`${id} ${values.holders}`} at=${at} isPinned=${ledger === undefined} load=${load} columns=${COLUMNS} row=${row} keyOf=${({ index }) => index} none="No holders.">
    <p><${AddressSelect} name="holders" label="Show" options=${CHOICES} values=${values} onChange=${setValues} /></p></${PagedSection}>`;
}
