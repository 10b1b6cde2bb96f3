/** One account, now or as of a past ledger: balances, reserve, flags, trust lines, channels, objects and history. */
import { useAnswer } from '../asking.js';
import { nameOfAddress } from '../names.js';
import { localeNumber } from '../numbers.js';
import { Part } from '../part.js';
import { Address, Amount, Facts, Pending, Text } from '../parts.js';
import { EscrowTimes } from '../pictures/escrow-times.js';
import { TrustGraph } from '../pictures/trust-graph.js';
import { routeTo } from '../route.js';
import { RequestError } from '../server.js';
import { html } from '../vendor/preact-htm.js';
import { Channels } from './account/channels.js';
import { Owned } from './account/owned.js';
import { Tokens } from './account/tokens.js';
import { TrustLines } from './account/trust-lines.js';
import { History } from './history.js';
import { isPast } from './lists.js';
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
        server.request('account_info', { ...here, signer_lists: true }).catch((error) => tellNothing(error, here)),
        server.request('ledger_entry', { index: FEE_SETTINGS, ledger_index }),
      ]);
      return { account, fees: fees.node };
    },
    [subject, ledger],
    isPast(ledger),
    subject,
  );
  const name = nameOfAddress(subject);
  const title = html`<h1>Account <span class="mono"><${Text} text=${subject} /></span>${name && html` <small class="muted">${name}</small>`}</h1>`;
  if (asked.result === undefined) return html`${title}<${Pending} asked=${asked} />`;
  const { account, fees } = asked.result;
  const list = { server, account: subject, ledger, at: account.ledger_index };
  return html`${title}
    <section>${ledger !== undefined && html`<p class="muted">As of ledger ${localeNumber(ledger)}.</p>`}
      <${Facts} facts=${accountFacts(account.account_data, fees)} /><${Flags} flags=${account.account_flags} /></section>
    ${account.account_flags.requireAuthorization && ledger !== undefined && html`<section><h2>Holders waiting for approval</h2><p class="muted">Who waits is known of the newest ledger only: <a href=${routeTo('account', subject)}>this account now</a>.</p></section>`}
    ${account.account_flags.requireAuthorization && ledger === undefined && html`<${Part} name="Holders waiting for approval"><${PendingHolders} server=${server} account=${subject} /></${Part}>`}
    ${ledger !== undefined && html`<${Part} name="Since then"><${Since} server=${server} index=${account.account_data.index} account=${subject} ledger=${ledger} /></${Part}>`}
    <${Part} name="Trust lines"><${TrustLines} ...${list} /></${Part}>
    <${Part} name="Who trusts whom"><${TrustGraph} server=${server} account=${subject} ledger=${ledger} /></${Part}>
    <${Part} name="Channels out"><${Channels} ...${list} role="source" title="Channels out" /></${Part}>
    <${Part} name="Channels in"><${Channels} ...${list} role="destination" title="Channels in" /></${Part}>
    <${Part} name="Non-fungible tokens"><${Tokens} ...${list} /></${Part}>
    <${Part} name="Escrows in time"><${EscrowTimes} server=${server} here=${here} ledger=${ledger} /></${Part}>
    <${Part} name="Owned objects"><${Owned} ...${list} /></${Part}>
    <${Part} name="History"><${History} ...${list} /></${Part}>`;
}

function tellNothing(error, { account, ledger_index: place }) {
  if (error.token !== 'actNotFound') throw error;
  const name = nameOfAddress(account);
  const made = name === undefined ? '' : ` Servers that are started with --dev have ${name}.`;
  const where = typeof place === 'number' ? `ledger ${place}` : 'the newest ledger';
  throw new RequestError({ error: error.token, error_message: `Account not found in ${where}.${made}` });
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
