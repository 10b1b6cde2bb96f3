/** One account, now or as of a past ledger: balances, reserve, flags, trust lines, channels, objects and history. */

import { nameOfAddress } from '../account-names.js';
import { EscrowTimes } from '../charts/escrow-times.js';
import { TrustGraph } from '../charts/trust-graph.js';
import { Address, Amount, Facts, RequestStatus, Text } from '../components.js';
import { ErrorBoundary } from '../error-boundary.js';
import { localeNumber } from '../numbers.js';
import { routeTo } from '../route.js';
import { RequestError } from '../server.js';
import { useRequest } from '../use-request.js';
import { html } from '../vendor/preact-htm.js';
import { Channels } from './account/channels.js';
import { Owned } from './account/owned.js';
import { Tokens } from './account/tokens.js';
import { TrustLines } from './account/trust-lines.js';
import { ChangesSince } from './changes-since.js';
import { History } from './history.js';
import { isPast } from './paging.js';
import { PendingHolders } from './pending-holders.js';

const FEE_SETTINGS = '4BC50C9B0D8515D3EAAE1E74B29A95804346C491EE1A95BF25E4AAB854A6A651';

export function AccountView({ server, subject, ledger }) {
  const ledger_index = ledger ?? 'validated';
  const here = { account: subject, ledger_index };
  const request = useRequest(
    server,
    async () => {
      const [account, fees] = await Promise.all([
        server.request('account_info', { ...here, signer_lists: true }).catch((error) => explainNotFound(error, here)),
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
  if (request.result === undefined) return html`${title}<${RequestStatus} request=${request} />`;
  const { account, fees } = request.result;
  const list = { server, account: subject, ledger, at: account.ledger_index };
  return html`${title}
    <section>${ledger !== undefined && html`<p class="muted">As of ledger ${localeNumber(ledger)}.</p>`}
      <${Facts} facts=${accountFacts(account.account_data, fees)} /><${Flags} flags=${account.account_flags} /></section>
    ${account.account_flags.requireAuthorization && ledger !== undefined && html`<section><h2>Pending authorizations</h2><p class="muted">Pending authorizations are available for the latest ledger only. <a href=${routeTo('account', subject)}>Show this account in the latest ledger</a></p></section>`}
    ${account.account_flags.requireAuthorization && ledger === undefined && html`<${ErrorBoundary} name="Pending authorizations"><${PendingHolders} server=${server} account=${subject} /></${ErrorBoundary}>`}
    ${ledger !== undefined && html`<${ErrorBoundary} name="Changes since this ledger"><${ChangesSince} server=${server} index=${account.account_data.index} account=${subject} ledger=${ledger} /></${ErrorBoundary}>`}
    <${ErrorBoundary} name="Trust lines"><${TrustLines} ...${list} /></${ErrorBoundary}>
    <${ErrorBoundary} name="Trust graph"><${TrustGraph} server=${server} account=${subject} ledger=${ledger} /></${ErrorBoundary}>
    <${ErrorBoundary} name="Outgoing channels"><${Channels} ...${list} role="source" title="Outgoing channels" /></${ErrorBoundary}>
    <${ErrorBoundary} name="Incoming channels"><${Channels} ...${list} role="destination" title="Incoming channels" /></${ErrorBoundary}>
    <${ErrorBoundary} name="Non-fungible tokens"><${Tokens} ...${list} /></${ErrorBoundary}>
    <${ErrorBoundary} name="Escrow timeline"><${EscrowTimes} server=${server} here=${here} ledger=${ledger} /></${ErrorBoundary}>
    <${ErrorBoundary} name="Owned objects"><${Owned} ...${list} /></${ErrorBoundary}>
    <${ErrorBoundary} name="History"><${History} ...${list} /></${ErrorBoundary}>`;
}

function explainNotFound(error, { account, ledger_index: place }) {
  if (error.token !== 'actNotFound') throw error;
  const name = nameOfAddress(account);
  const made = name === undefined ? '' : ` A server started with --dev has ${name}.`;
  const where = typeof place === 'number' ? `ledger ${place}` : 'the latest ledger';
  throw new RequestError({ error: error.token, error_message: `Account not found in ${where}.${made}` });
}

function accountFacts(data, fees) {
  const base = BigInt(fees.ReserveBaseDrops ?? fees.ReserveBase);
  const owned = BigInt(fees.ReserveIncrementDrops ?? fees.ReserveIncrement) * BigInt(data.OwnerCount);
  const free = BigInt(data.Balance) - base - owned;
  return [
    ['Balance', html`<${Amount} amount=${data.Balance} />`],
    ['Reserve', html`<${Amount} amount=${String(base + owned)} />`],
    [
      'Owner reserve',
      html`<${Amount} amount=${String(owned)} /> (${data.OwnerCount} ${data.OwnerCount === 1 ? 'object' : 'objects'})`,
    ],
    ['Available', html`<${Amount} amount=${String(free < 0n ? 0n : free)} />`],
    ['Sequence', localeNumber(data.Sequence)],
    ...(data.Domain === undefined ? [] : [['Domain', html`<${Text} text=${hexText(data.Domain)} />`]]),
    ...(data.RegularKey === undefined ? [] : [['Regular key', html`<${Address} address=${data.RegularKey} />`]]),
  ];
}

function hexText(hex) {
  return new TextDecoder().decode(new Uint8Array((hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))));
}

const FLAG_TEXTS = {
  defaultRipple: 'New trust lines allow rippling',
  depositAuth: 'Accepts deposits from preauthorized accounts only',
  disableMasterKey: 'The master key is disabled',
  disallowIncomingXRP: 'Asks not to receive XRP (not enforced)',
  globalFreeze: 'All tokens it issues are frozen',
  noFreeze: 'Can never freeze tokens',
  passwordSpent: 'Has used its free key reset',
  requireAuthorization: 'Holders of its tokens need authorization',
  requireDestinationTag: 'Incoming payments need a destination tag',
  disallowIncomingNFTokenOffer: 'Blocks incoming NFT offers',
  disallowIncomingCheck: 'Blocks incoming checks',
  disallowIncomingPayChan: 'Blocks incoming payment channels',
  disallowIncomingTrustline: 'Blocks incoming trust lines',
  allowTrustLineClawback: 'Can claw back its tokens',
  allowTrustLineLocking: 'Its tokens can be locked in escrows',
};

function Flags({ flags }) {
  const set = Object.entries(flags).filter(([, isSet]) => isSet);
  if (set.length === 0) return html`<p class="muted">No flags are set.</p>`;
  return html`<ul>${set.map(([name]) => html`<li>${FLAG_TEXTS[name] ?? name} <code class="muted">${name}</code></li>`)}</ul>`;
}
