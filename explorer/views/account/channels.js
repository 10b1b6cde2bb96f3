/** The payment channels of an account as payer or payee. */

import { Address, Amount, Hash, Time } from '../../components.js';
import { PagedSection } from '../../lists/paged-list.js';
import { durationText } from '../../numbers.js';
import { html } from '../../vendor/preact-htm.js';
import { pagesOf } from '../paging.js';

/** `role` of the account: `source` or `destination`. */
export function Channels({ server, account, ledger, at, role, title }) {
  const isPayer = role === 'source';
  const columns = [
    { title: 'Channel', width: '16%' },
    { title: isPayer ? 'To' : 'From', width: '24%' },
    { title: 'Paid', width: '16%', isNumber: true },
    { title: 'Amount', width: '16%', isNumber: true },
    { title: 'Expiration', width: '28%' },
  ];
  const load = pagesOf(server, 'account_channels', { account, role }, ({ channels }) => channels);
  const row = (
    channel,
  ) => html`<tr><td><${Hash} hash=${channel.channel_id} view="entry" isShort ledger=${ledger} /></td>
    <td><${Address} address=${isPayer ? channel.destination_account : channel.account} ledger=${ledger} /></td>
    <td class="number"><${Amount} amount=${channel.balance} /><${Meter} channel=${channel} /></td><td class="number"><${Amount} amount=${channel.amount} /></td><td><${ChannelEnd} channel=${channel} /></td></tr>`;
  return html`<${PagedSection} ledger=${ledger} title=${title} list=${`${account} ${role}`} at=${at} load=${load} columns=${columns} row=${row} keyOf=${({ channel_id: id }) => id} />`;
}

/** The paid part of a channel. */
function Meter({ channel: { balance, amount } }) {
  const share = amount === '0' ? 0 : Number((BigInt(balance) * 100n) / BigInt(amount));
  return html`<div class="meter thin" aria-hidden="true"><span style=${{ width: `${share}%` }}></span></div>`;
}

function ChannelEnd({ channel: { expiration, cancel_after: cancelAfter, settle_delay: delay } }) {
  if (expiration !== undefined) return html`closing, expires <${Time} seconds=${expiration} />`;
  if (cancelAfter !== undefined) return html`expires <${Time} seconds=${cancelAfter} />`;
  return html`<span class="muted">none (settle delay ${durationText(delay)})</span>`;
}
