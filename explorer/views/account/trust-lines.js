/** The trust lines of an account, with authorizations and freezes of both sides. */

import { Tag } from '../../chips.js';
import { Address, Amount } from '../../components.js';
import { PagedSection } from '../../lists/paged-list.js';
import { localeNumber } from '../../numbers.js';
import { html } from '../../vendor/preact-htm.js';
import { pagesOf } from '../paging.js';

const COLUMNS = [
  { title: 'Peer', width: '24%' },
  { title: 'Balance', width: '24%', isNumber: true },
  { title: 'Limit', width: '12%', isNumber: true },
  { title: 'Peer limit', width: '14%', isNumber: true },
  { title: 'State', width: '26%' },
];

export function TrustLines({ server, account, ledger, at }) {
  const load = pagesOf(server, 'account_lines', { account }, ({ lines }) => lines);
  const row = (line) => html`<tr><td><${Address} address=${line.account} ledger=${ledger} /></td>
    <td class="number"><${Amount} amount=${balanceOf(line, account)} ledger=${ledger} /></td><td class="number">${localeNumber(line.limit)}</td>
    <td class="number">${localeNumber(line.limit_peer)}</td><td><span class="chips">${lineState(line).map((words) => html`<${Tag} key=${words}>${words}</${Tag}>`)}</span></td></tr>`;
  return html`<${PagedSection} ledger=${ledger} title="Trust lines" list=${account} at=${at} load=${load} columns=${COLUMNS} row=${row} keyOf=${({ account: peer, currency }) => `${peer} ${currency}`} none="None." />`;
}

/** Below zero the account owes its own tokens. */
function balanceOf({ account: peer, currency, balance }, account) {
  return { currency, issuer: balance.startsWith('-') ? account : peer, value: balance };
}

const STATE_TEXTS = {
  authorized: 'authorized by this account',
  peer_authorized: 'authorized by peer',
  freeze: 'frozen by this account',
  freeze_peer: 'frozen by peer',
  no_ripple: 'no rippling on this side',
  no_ripple_peer: 'no rippling on peer’s side',
};

function lineState(line) {
  return Object.keys(STATE_TEXTS)
    .filter((name) => line[name] === true)
    .map((name) => STATE_TEXTS[name]);
}
