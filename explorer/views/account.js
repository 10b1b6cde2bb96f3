/**
 * One account, now or as of a past ledger: balances, reserve, flags, trust lines, channels, what it owns, its history.
 */
import { useAnswer } from '../asking.js';
import { localeNumber } from '../numbers.js';
import { Address, Amount, currencyName, Facts, Hash, Pending, Text, Time } from '../parts.js';
import { EscrowTimes } from '../pictures/escrow-times.js';
import { TrustGraph } from '../pictures/trust-graph.js';
import { html } from '../vendor/preact-htm.js';
import { History } from './history.js';
import { isPast, LISTED, More } from './lists.js';
import { Owned } from './owned.js';
import { PendingHolders } from './pending-holders.js';
import { Since } from './since.js';

const FEE_SETTINGS = '4BC50C9B0D8515D3EAAE1E74B29A95804346C491EE1A95BF25E4AAB854A6A651';

export function AccountView({ server, subject, ledger }) {
  const ledger_index = ledger ?? 'validated';
  const here = { account: subject, ledger_index };
  const asked = useAnswer(
    server,
    async () => {
      const [account, fees] = await Promise.all([
        server.request('account_info', { ...here, signer_lists: true }),
        server.request('ledger_entry', { index: FEE_SETTINGS, ledger_index }),
      ]);
      return { account, fees: fees.node };
    },
    [subject, ledger],
    isPast(ledger),
  );
  const title = html`<h1>Account <span class="mono"><${Text} text=${subject} /></span></h1>`;
  if (asked.result === undefined) return html`${title}<${Pending} asked=${asked} />`;
  const { account, fees } = asked.result;
  return html`${title}
    <section>${ledger !== undefined && html`<p class="muted">As of ledger ${localeNumber(ledger)}.</p>`}
      <${Facts} facts=${accountFacts(account.account_data, fees)} /><${Flags} flags=${account.account_flags} /></section>
    ${account.account_flags.requireAuthorization && ledger === undefined && html`<${PendingHolders} server=${server} account=${subject} />`}
    ${ledger !== undefined && html`<${Since} server=${server} index=${account.account_data.index} ledger=${ledger} />`}
    <${TrustLines} server=${server} here=${here} ledger=${ledger} />
    <${TrustGraph} server=${server} account=${subject} ledger=${ledger} />
    <${Channels} server=${server} here=${here} ledger=${ledger} role="source" title="Channels out" />
    <${Channels} server=${server} here=${here} ledger=${ledger} role="destination" title="Channels in" />
    <${EscrowTimes} server=${server} here=${here} ledger=${ledger} />
    <${Owned} server=${server} here=${here} ledger=${ledger} />
    <${History} server=${server} account=${subject} ledger=${ledger} />`;
}

function accountFacts(data, fees) {
  const base = BigInt(fees.ReserveBaseDrops ?? fees.ReserveBase);
  const owned = BigInt(fees.ReserveIncrementDrops ?? fees.ReserveIncrement) * BigInt(data.OwnerCount);
  const free = BigInt(data.Balance) - base - owned;
  return [
    ['Balance', html`<${Amount} amount=${data.Balance} />`],
    ['Reserve', html`<${Amount} amount=${String(base + owned)} />`],
    ['Of it for what it owns', html`<${Amount} amount=${String(owned)} /> (${data.OwnerCount})`],
    ['Free to spend', html`<${Amount} amount=${String(free < 0n ? 0n : free)} />`],
    ['Next sequence', localeNumber(data.Sequence)],
    ...(data.Domain === undefined ? [] : [['Domain', html`<${Text} text=${hexText(data.Domain)} />`]]),
    ...(data.RegularKey === undefined ? [] : [['Regular key', html`<${Address} address=${data.RegularKey} />`]]),
  ];
}

function hexText(hex) {
  return new TextDecoder().decode(new Uint8Array((hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))));
}

const FLAG_WORDS = {
  defaultRipple: 'Balances may ripple through its trust lines by default',
  depositAuth: 'Takes deposits only from those it chose',
  disableMasterKey: 'The master key cannot sign',
  disallowIncomingXRP: 'Asks not to be sent XRP',
  globalFreeze: 'All its tokens are frozen',
  noFreeze: 'Gave up freezing tokens for ever',
  passwordSpent: 'Used its free key change',
  requireAuthorization: 'Holders of its tokens need its approval',
  requireDestinationTag: 'Payments to it need a destination tag',
  disallowIncomingNFTokenOffer: 'Takes no offers of NFTs',
  disallowIncomingCheck: 'Takes no checks',
  disallowIncomingPayChan: 'Takes no payment channels',
  disallowIncomingTrustline: 'Takes no trust lines',
  allowTrustLineClawback: 'May take its tokens back',
  allowTrustLineLocking: 'Lets its tokens be locked in escrows',
};

function Flags({ flags }) {
  const set = Object.entries(flags).filter(([, isSet]) => isSet);
  if (set.length === 0) return html`<p class="muted">No flags are set.</p>`;
  return html`<ul>${set.map(([name]) => html`<li>${FLAG_WORDS[name] ?? name} <code class="muted">${name}</code></li>`)}</ul>`;
}

function TrustLines({ server, here, ledger }) {
  const asked = useAnswer(
    server,
    () => server.request('account_lines', { ...here, limit: LISTED }),
    [here.account, ledger],
    isPast(ledger),
  );
  const lines = asked.result?.lines ?? [];
  if (lines.length === 0) return null;
  return html`<section><h2>Trust lines</h2><div class="scroll"><table class="stacked"><thead><tr><th scope="col">With</th><th scope="col">Balance</th><th scope="col">Limit</th><th scope="col">Limit of the other</th><th scope="col">State</th></tr></thead>
    <tbody>${lines.map(
      (line) => html`<tr><td><${Address} address=${line.account} ledger=${ledger} /></td>
      <td>${localeNumber(line.balance)} <${Text} text=${currencyName(line.currency)} /></td><td>${localeNumber(line.limit)}</td><td>${localeNumber(line.limit_peer)}</td><td>${lineState(line).join(', ')}</td></tr>`,
    )}</tbody></table></div><${More} asked=${asked} /></section>`;
}

function lineState(line) {
  const words = {
    authorized: 'authorized by this account',
    peer_authorized: 'authorized by the other',
    freeze: 'frozen by this account',
    freeze_peer: 'frozen by the other',
    no_ripple: 'no rippling here',
    no_ripple_peer: 'no rippling there',
  };
  return Object.keys(words)
    .filter((name) => line[name] === true)
    .map((name) => words[name]);
}

function Channels({ server, here, ledger, role, title }) {
  const asked = useAnswer(
    server,
    () => server.request('account_channels', { ...here, role, limit: LISTED }),
    [here.account, ledger],
    isPast(ledger),
  );
  const channels = asked.result?.channels ?? [];
  if (channels.length === 0) return null;
  return html`<section><h2>${title}</h2><div class="scroll"><table class="stacked"><thead><tr><th scope="col">Channel</th><th scope="col">${role === 'source' ? 'To' : 'From'}</th><th scope="col">Paid out</th><th scope="col">Of</th><th scope="col">Ends</th></tr></thead>
    <tbody>${channels.map(
      (channel) => html`<tr><td><${Hash} hash=${channel.channel_id} view="entry" isShort ledger=${ledger} /></td>
      <td><${Address} address=${role === 'source' ? channel.destination_account : channel.account} ledger=${ledger} /></td>
      <td><${Amount} amount=${channel.balance} /></td><td><${Amount} amount=${channel.amount} /></td><td><${ChannelEnd} channel=${channel} /></td></tr>`,
    )}</tbody></table></div><${More} asked=${asked} /></section>`;
}

function ChannelEnd({ channel: { expiration, cancel_after: cancelAfter, settle_delay: delay } }) {
  if (expiration !== undefined) return html`asked to close, from <${Time} seconds=${expiration} />`;
  if (cancelAfter !== undefined) return html`at the latest <${Time} seconds=${cancelAfter} />`;
  return html`<span class="muted">${localeNumber(delay)} s after a request to close</span>`;
}
