/**
 * One account, now or as of a past ledger: balance and reserve, then tabs with its history, assets, NFTs, objects, trust lines
 * and channels. A deleted account keeps its history.
 */

import { nameOfAddress } from '../account-names.js';
import { useAddressValues, withValues } from '../address.js';
import { EscrowTimes } from '../charts/escrow-times.js';
import { TrustGraph } from '../charts/trust-graph.js';
import { Chip, Tag } from '../chips.js';
import { Address, Amount, ErrorMessage, RequestStatus, Text } from '../components.js';
import { Copy } from '../copy.js';
import { ErrorBoundary } from '../error-boundary.js';
import { Identicon } from '../identicon.js';
import { names } from '../names.js';
import { localeNumber } from '../numbers.js';
import { Card, PageHead, Tabs } from '../panel.js';
import { routeTo } from '../route.js';
import { RequestError } from '../server.js';
import { useRequest } from '../use-request.js';
import { textOfHex } from '../values/hex-text.js';
import { count, shortAddress } from '../values/parts.js';
import { html } from '../vendor/preact-htm.js';
import { Assets } from './account/assets.js';
import { BalanceLine } from './account/balance-line.js';
import { Channels } from './account/channels.js';
import { useCounts } from './account/counts.js';
import { Owned } from './account/owned.js';
import { FLAG_TAGS, Settings } from './account/settings.js';
import { Tokens } from './account/tokens.js';
import { TrustLines } from './account/trust-lines.js';
import { ChangesSince } from './changes-since.js';
import { History } from './history.js';
import { NameMenu } from './names.js';
import { isPast } from './paging.js';
import { PendingHolders } from './pending-holders.js';

const FEE_SETTINGS = '4BC50C9B0D8515D3EAAE1E74B29A95804346C491EE1A95BF25E4AAB854A6A651';
/** Name, title, and whether the tab has a count. */
const TABS = [
  ['history', 'History'],
  ['overview', 'Overview'],
  ['assets', 'Assets'],
  ['nfts', 'NFTs'],
  ['objects', 'Objects'],
  ['trust', 'Trust'],
  ['channels', 'Channels'],
];

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
  if (request.error?.token === 'actNotFound' && request.result === undefined)
    return html`<${Gone} server=${server} account=${subject} ledger=${ledger} request=${request} />`;
  if (request.result === undefined)
    return html`<${PageHead} title=${html`Account <span class="mono"><${Text} text=${subject} /></span>`} /><${RequestStatus} request=${request} />`;
  return html`<${Account} server=${server} here=${here} answer=${request.result} ledger=${ledger} />`;
}

function Account({ server, here, answer: { account, fees }, ledger }) {
  const { account: address } = here;
  const { account_data: data } = account;
  const [{ tab = 'history' }] = useAddressValues(['tab']);
  const counts = useCounts(server, address, ledger, data.OwnerCount);
  const tabs = TABS.map(([name, title]) => ({
    name,
    title,
    count: counts[name] === '0' ? undefined : counts[name],
    href: withValues(routeTo('account', address, ledger), { tab: name === 'history' ? '' : name }),
  }));
  const chosen = TABS.some(([name]) => name === tab) ? tab : 'history';
  return html`<${Head} address=${address} account=${account} ledger=${ledger} />
    <div class="cards account-cards"><${ErrorBoundary} name="Balance"><${Balance} data=${data} fees=${fees} /></${ErrorBoundary}>
      <${ErrorBoundary} name="Balance over time"><${BalanceLine} server=${server} account=${address} balance=${data.Balance} ledger=${ledger} /></${ErrorBoundary}></div>
    <${Tabs} label="Parts of the account" tabs=${tabs} chosen=${chosen} />
    <div class="tab-content" key=${chosen}><${Tab} tab=${chosen} server=${server} here=${here} account=${account} ledger=${ledger} /></div>`;
}

function Head({ address, account: { account_data: data, account_flags: flags }, ledger }) {
  const name = names.nameOf(address);
  const domain = data.Domain === undefined ? undefined : textOfHex(data.Domain);
  const chips = html`${ledger !== undefined && html`<${Chip} colour="pending">As of ledger ${localeNumber(ledger)}</${Chip}>`}
    ${kindOf(data) !== undefined && html`<${Chip} colour="family-pool">${kindOf(data)}</${Chip}>`}
    ${domain !== undefined && html`<${Tag} title="Domain"><${Text} text=${domain} /></${Tag}>`}
    ${Object.entries(FLAG_TAGS).map(([flag, words]) => flags[flag] === true && html`<${Tag} key=${flag} title=${flag}>${words}</${Tag}>`)}`;
  const title = name === undefined ? html`Account ${shortAddress(address)}` : html`<${Text} text=${name} />`;
  const whole = html`<span class="mono"><${Text} text=${address} /></span> <${Copy} text=${address} label="address" />`;
  const actions = html`<${NameMenu} address=${address} />${flags.requireAuthorization === true && html`<a class="button" href=${routeTo('desk', address)}>Issuer’s desk</a>`}`;
  return html`<${PageHead} picture=${html`<${Identicon} address=${address} isLarge />`} title=${title} chips=${chips} facts=${[whole]} actions=${actions} />`;
}

/** Accounts without keys belong to a pool, a vault or a loan broker. */
function kindOf({ AMMID: pool, VaultID: vault, LoanBrokerID: broker }) {
  if (pool !== undefined) return 'Pool';
  if (vault !== undefined) return 'Vault';
  return broker === undefined ? undefined : 'Loan broker';
}

function Balance({ data, fees }) {
  const base = BigInt(fees.ReserveBaseDrops ?? fees.ReserveBase);
  const owned = BigInt(fees.ReserveIncrementDrops ?? fees.ReserveIncrement) * BigInt(data.OwnerCount);
  const balance = BigInt(data.Balance);
  const reserved = base + owned;
  const free = balance > reserved ? balance - reserved : 0n;
  const share = (part) => `${balance === 0n ? 0 : Number((part * 1000n) / balance) / 10}%`;
  const note = html`<${Amount} amount=${String(free)} /> spendable · reserve <${Amount} amount=${String(reserved)} /> with ${count(data.OwnerCount, 'object')}`;
  return html`<${Card} name="Balance" figure=${html`<${Amount} amount=${data.Balance} />`} note=${note}>
    <div class="meter" aria-hidden="true"><span style=${{ width: share(free) }}></span><span style=${{ width: share(balance - free) }}></span></div></${Card}>`;
}

function Tab({ tab, server, here, account, ledger }) {
  const list = { server, account: here.account, ledger, at: account.ledger_index };
  const guarded = (name, view) => html`<${ErrorBoundary} name=${name}>${view}</${ErrorBoundary}>`;
  if (tab === 'overview')
    return html`${guarded('Settings', html`<${Settings} account=${account} ledger=${ledger} />`)}
      ${ledger !== undefined && guarded('Changes since this ledger', html`<${ChangesSince} server=${server} index=${account.account_data.index} account=${here.account} ledger=${ledger} />`)}
      ${guarded('Escrow timeline', html`<${EscrowTimes} server=${server} here=${here} ledger=${ledger} />`)}`;
  if (tab === 'assets') return guarded('Assets', html`<${Assets} ...${list} />`);
  if (tab === 'nfts') return guarded('NFTs', html`<${Tokens} ...${list} />`);
  if (tab === 'objects') return guarded('Owned objects', html`<${Owned} ...${list} />`);
  if (tab === 'channels')
    return html`${guarded('Outgoing channels', html`<${Channels} ...${list} role="source" title="Outgoing channels" />`)}
      ${guarded('Incoming channels', html`<${Channels} ...${list} role="destination" title="Incoming channels" />`)}`;
  if (tab === 'trust')
    return html`${account.account_flags.requireAuthorization && guarded('Pending authorizations', html`<${Pending} server=${server} account=${here.account} ledger=${ledger} />`)}
      ${guarded('Trust lines', html`<${TrustLines} ...${list} />`)}
      ${guarded('Trust graph', html`<${TrustGraph} server=${server} account=${here.account} ledger=${ledger} />`)}`;
  return guarded('History', html`<${History} ...${list} />`);
}

function Pending({ server, account, ledger }) {
  if (ledger === undefined) return html`<${PendingHolders} server=${server} account=${account} />`;
  return html`<section><h2>Pending authorizations</h2><p class="muted">Pending authorizations are available for the latest ledger only. <a href=${routeTo('account', account)}>Show this account in the latest ledger</a></p></section>`;
}

/** An account that is in no ledger, or not in this one. If it was deleted, its history is left. */
function Gone({ server, account, ledger, request }) {
  const past = useRequest(server, async () => {
    const { transactions, ledger_index_max: at } = await server.request('account_tx', {
      account,
      ledger_index_max: ledger ?? -1,
      limit: 1,
    });
    return { last: transactions[0], at };
  }, [account, ledger]);
  const { last, at } = past.result ?? {};
  const title = html`Account <span class="mono"><${Text} text=${account} /></span>`;
  if (last === undefined)
    return html`<${PageHead} title=${title} /><section aria-busy=${past.result === undefined && past.error === undefined}><${ErrorMessage} error=${request.error} retry=${request.retry} /></section>`;
  const isDeleted = last.tx_json.TransactionType === 'AccountDelete' && last.meta.TransactionResult === 'tesSUCCESS';
  const chips = html`<${Chip} colour="failed">${isDeleted ? 'Deleted' : 'Not in this ledger'}</${Chip}>`;
  const facts = [
    html`<span class="mono"><${Text} text=${account} /></span> <${Copy} text=${account} label="address" />`,
    isDeleted && html`its XRP went to <${Address} address=${last.tx_json.Destination} ledger=${ledger} />`,
  ];
  return html`<${PageHead} picture=${html`<${Identicon} address=${account} isLarge />`} title=${html`Account ${shortAddress(account)}`} chips=${chips} facts=${facts} />
    <${ErrorBoundary} name="History"><${History} server=${server} account=${account} ledger=${ledger} at=${at} /></${ErrorBoundary}>`;
}

function explainNotFound(error, { account, ledger_index: place }) {
  if (error.token !== 'actNotFound') throw error;
  const name = nameOfAddress(account);
  const made = name === undefined ? '' : ` A server started with --dev has ${name}.`;
  const where = typeof place === 'number' ? `ledger ${place}` : 'the latest ledger';
  throw new RequestError({ error: error.token, error_message: `Account not found in ${where}.${made}` });
}
