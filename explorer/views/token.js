/** A token of an issuer: supply, terms, markets, and holders. */
import { Address, Amount, Asset, plainText, RequestStatus, Text } from '../components.js';
import { ErrorBoundary } from '../error-boundary.js';
import { PagedSection } from '../lists/paged-list.js';
import { useScan } from '../lists/scan.js';
import { localeNumber } from '../numbers.js';
import { Card, PageHead, Panel } from '../panel.js';
import { routeTo } from '../route.js';
import { codeOf } from '../search/interpretations.js';
import { RequestError } from '../server.js';
import { useRequest } from '../use-request.js';
import { currencyText } from '../values/assets.js';
import { html } from '../vendor/preact-htm.js';
import { isPast, pagesOf } from './paging.js';

const RATE_ONE = 1_000_000_000;
const HOLDER_COLUMNS = [
  { title: 'Holder', width: '34%' },
  { title: 'Balance', width: '26%', isNumber: true },
  { title: 'Share', width: '14%', isNumber: true },
  { title: 'State', width: '26%' },
];
const twoDigits = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });
const percent = (share) => `${twoDigits.format(share * 100)} %`;

/** The subject is `USD.r…`, as in other explorers. */
export function TokenView({ server, subject, ledger }) {
  const at = subject.lastIndexOf('.');
  const [currency, issuer] = [codeOf(subject.slice(0, at)), subject.slice(at + 1)];
  const request = useRequest(server, () => readIssuer(server, issuer, ledger), [subject, ledger], isPast(ledger));
  const name = currencyText(currency);
  if (request.result === undefined)
    return html`<${PageHead} title=${html`Token <${Text} text=${name} />`} /><${RequestStatus} request=${request} />`;
  return html`<${Token} key=${subject} server=${server} currency=${currency} issuer=${issuer} name=${name} answer=${request.result} ledger=${ledger} />`;
}

function Token({ server, currency, issuer, name, answer, ledger }) {
  const supply = useSupply(server, currency, issuer, ledger);
  const { account_data: account, account_flags: flags, ledger_index: ledgerIndex } = answer;
  const history = `${routeTo('account', issuer, ledger)}${ledger === undefined ? '?' : '&'}currency=${currency}`;
  const fee = account.TransferRate === undefined ? 0 : account.TransferRate / RATE_ONE - 1;
  return html`<${PageHead} title=${html`<${Text} text=${name} /> <span class="mono" title=${plainText(currency)}>${currency.length > 3 && `${currency.slice(0, 8)}…`}</span>`}
      facts=${[html`Issued by <${Address} address=${issuer} ledger=${ledger} />`, html`As of ledger <b>${localeNumber(ledgerIndex)}</b>`]}
      actions=${html`<a class="button" href=${history}>Transactions</a><a class="button" href=${routeTo('book', `XRP ${currency}/${issuer}`, ledger)}>Order book with XRP</a>`} />
    <div class="cards">
      <${Card} name="Supply" figure=${supply === undefined ? '…' : html`<${Amount} amount=${{ currency, value: supply }} />`} note="owed by the issuer" />
      <${Card} name="Transfer fee" figure=${percent(fee)} note=${account.TickSize === undefined ? 'prices have all digits' : `prices have ${account.TickSize} digits`} />
      <${Card} name="Authorization" figure=${flags.requireAuthorization ? 'needed' : 'not needed'} note=${flags.requireAuthorization ? 'the issuer approves holders' : 'any account can hold it'} />
      <${Card} name="Freeze" figure=${html`<span class=${flags.globalFreeze ? 'bad' : ''}>${flags.globalFreeze ? 'all frozen' : flags.noFreeze ? 'never' : 'possible'}</span>`} note=${flags.allowTrustLineClawback ? 'the issuer can claw back' : 'no clawback'} /></div>
    <${ErrorBoundary} name="Markets"><${Markets} server=${server} asset=${{ currency, issuer }} ledger=${ledger} /></${ErrorBoundary}>
    <${Holders} server=${server} currency=${currency} issuer=${issuer} supply=${supply} ledger=${ledger} at=${ledgerIndex} />`;
}

function readIssuer(server, account, ledger) {
  const where = { account, ledger_index: ledger ?? 'validated' };
  return server.request('account_info', where).catch(explainNotFound);
}

/** What the issuer owes; undefined until it is known. The server adds up all trust lines, which takes seconds if there are many. */
function useSupply(server, currency, issuer, ledger) {
  const where = { account: issuer, ledger_index: ledger ?? 'validated' };
  const request = useRequest(
    server,
    () => server.request('gateway_balances', where),
    [issuer, ledger],
    isPast(ledger),
    issuer,
  );
  return request.result && (request.result.obligations?.[currency] ?? '0');
}

function explainNotFound(error) {
  if (!['actNotFound', 'actMalformed', 'invalidParams'].includes(error.token)) throw error;
  throw new RequestError({
    error: error.token,
    error_message: 'This ledger has no account with the issuer’s address.',
  });
}

/** Pools with the token. */
function Markets({ server, asset, ledger }) {
  const scan = useScan(server, 'amm', ledger);
  const isThis = ({ currency, issuer }) => currency === asset.currency && issuer === asset.issuer;
  const pools = scan.entries.filter(({ Asset: one, Asset2: other }) => isThis(one) || isThis(other));
  if (pools.length === 0) return null;
  return html`<${Panel} title="Markets" remark=${`${localeNumber(pools.length)} ${pools.length === 1 ? 'pool' : 'pools'}`}><table><tbody>${pools.map(
    (pool) => {
      const other = isThis(pool.Asset) ? pool.Asset2 : pool.Asset;
      return html`<tr key=${pool.index}><td><${Asset} asset=${{ currency: 'XRP', ...other }} ledger=${ledger} isAlone /></td><td><a href=${routeTo('entry', pool.index, ledger)}>Pool</a></td><td>${pairOf(asset, other) && html`<a href=${routeTo('book', pairOf(asset, other), ledger)}>Order book</a>`}</td></tr>`;
    },
  )}</tbody></table></${Panel}>`;
}

/** The subject of the order book; undefined for multi-purpose tokens. */
function pairOf(asset, other) {
  if (other.mpt_issuance_id !== undefined) return undefined;
  const second = other.issuer === undefined ? 'XRP' : `${other.currency}/${other.issuer}`;
  return `${asset.currency}/${asset.issuer} ${second}`;
}

function Holders({ server, currency, issuer, supply, ledger, at }) {
  // A line with a positive balance is a token of the peer, not of the issuer.
  const isHolder = (line) => line.currency === currency && !/^[1-9]|^0\.\d*[1-9]/.test(line.balance);
  const load = pagesOf(server, 'account_lines', { account: issuer }, ({ lines }) => lines.filter(isHolder));
  const row = (line) => {
    const value = line.balance.replace('-', '');
    const share = supply === undefined ? '…' : percent(Number(supply) === 0 ? 0 : Number(value) / Number(supply));
    return html`<tr><td><${Address} address=${line.account} ledger=${ledger} /></td><td><span class="figure-text">${localeNumber(value)}</span></td><td class="muted">${share}</td><td class="muted">${stateOf(line)}</td></tr>`;
  };
  return html`<${PagedSection} title="Holders" list=${`${currency} ${issuer}`} ledger=${ledger} at=${at} isPinned=${ledger === undefined} load=${load} columns=${HOLDER_COLUMNS} row=${row} keyOf=${({ account }) => account} none="No account has a trust line for it." />`;
}

function stateOf({ authorized, freeze, freeze_peer: frozenByHolder }) {
  return [authorized && 'authorized', freeze && 'frozen', frozenByHolder && 'frozen by the holder']
    .filter((one) => one)
    .join(', ');
}
