/** What an account holds, and what it has issued: balances of trust lines and multi-purpose tokens, obligations, holders. */

import { Tag } from '../../chips.js';
import { Address, Amount, Asset } from '../../components.js';
import { PagedSection } from '../../lists/paged-list.js';
import { Panel } from '../../panel.js';
import { useRequest } from '../../use-request.js';
import { html } from '../../vendor/preact-htm.js';
import { isPast, pagesOf } from '../paging.js';

const HOLDINGS = [
  { title: 'Asset', width: '30%' },
  { title: 'Issuer', width: '38%' },
  { title: 'Balance', width: '32%', isNumber: true },
];
const HOLDERS = [
  { title: 'Holder', width: '55%' },
  { title: 'Balance', width: '45%', isNumber: true },
];
const ISSUED = [
  { title: 'Asset', width: '40%' },
  { title: 'Outstanding', width: '60%', isNumber: true },
];

/** Pages of trust lines of which some are wanted. */
function linesWith(server, account, isWanted) {
  return pagesOf(server, 'account_lines', { account }, ({ lines }) => lines.filter(isWanted));
}

function objectsOf(server, account, type) {
  return pagesOf(server, 'account_objects', { account, type }, ({ account_objects: objects }) => objects);
}

export function Assets({ server, account, ledger, at }) {
  const list = { ledger, at };
  const held = (
    line,
  ) => html`<tr><td><${Asset} asset=${{ currency: line.currency, issuer: line.account }} ledger=${ledger} isAlone /></td>
    <td><${Address} address=${line.account} ledger=${ledger} />${line.freeze_peer === true && html` <${Tag}>frozen</${Tag}>`}</td>
    <td class="number"><${Amount} amount=${{ currency: line.currency, issuer: line.account, value: line.balance }} ledger=${ledger} /></td></tr>`;
  const holder = (
    line,
  ) => html`<tr><td><${Address} address=${line.account} ledger=${ledger} />${line.freeze === true && html` <${Tag}>frozen</${Tag}>`}</td>
    <td class="number"><${Amount} amount=${{ currency: line.currency, issuer: account, value: line.balance.replace('-', '') }} ledger=${ledger} /></td></tr>`;
  const mpt = ({
    MPTokenIssuanceID: id,
    MPTAmount: value = '0',
    LockedAmount: locked,
  }) => html`<tr><td><${Asset} asset=${{ mpt_issuance_id: id }} ledger=${ledger} isAlone /></td>
    <td class="number"><${Amount} amount=${{ mpt_issuance_id: id, value }} ledger=${ledger} />${locked !== undefined && html` <span class="muted">and <${Amount} amount=${{ mpt_issuance_id: id, value: locked }} ledger=${ledger} /> locked</span>`}</td></tr>`;
  const issuance = ({
    mpt_issuance_id: id,
    OutstandingAmount: value = '0',
    MaximumAmount: most,
  }) => html`<tr><td><${Asset} asset=${{ mpt_issuance_id: id }} ledger=${ledger} isAlone /></td>
    <td class="number"><${Amount} amount=${{ mpt_issuance_id: id, value }} ledger=${ledger} />${most !== undefined && html` <span class="muted">of at most <${Amount} amount=${{ mpt_issuance_id: id, value: most }} ledger=${ledger} /></span>`}</td></tr>`;
  const line = ({ account: peer, currency }) => `${peer} ${currency}`;
  return html`<${Obligations} server=${server} account=${account} ledger=${ledger} />
    <${PagedSection} ...${list} title="Tokens" list=${`${account} tokens`} load=${linesWith(server, account, ({ balance }) => !/^-|^0$/.test(balance))} columns=${HOLDINGS} row=${held} keyOf=${line} none="None." />
    <${PagedSection} ...${list} title="Multi-purpose tokens" list=${`${account} mptoken`} load=${objectsOf(server, account, 'mptoken')} columns=${ISSUED.map((column, index) => (index === 0 ? column : { ...column, title: 'Balance' }))} row=${mpt} keyOf=${({ index }) => index} />
    <${PagedSection} ...${list} title="Issued multi-purpose tokens" list=${`${account} mpt_issuance`} load=${objectsOf(server, account, 'mpt_issuance')} columns=${ISSUED} row=${issuance} keyOf=${({ index }) => index} />
    <${PagedSection} ...${list} title="Holders" list=${`${account} holders`} load=${linesWith(server, account, ({ balance }) => balance.startsWith('-'))} columns=${HOLDERS} row=${holder} keyOf=${line} />`;
}

/** The sum of each currency that others hold. */
function Obligations({ server, account, ledger }) {
  const request = useRequest(
    server,
    () => server.request('gateway_balances', { account, ledger_index: ledger ?? 'validated' }),
    [account, ledger],
    isPast(ledger),
    account,
  );
  const rows = Object.entries(request.result?.obligations ?? {});
  if (rows.length === 0) return null;
  return html`<${Panel} title="Obligations" remark="tokens of this account that others hold"><table><tbody>${rows.map(
    ([
      currency,
      value,
    ]) => html`<tr key=${currency}><td><${Asset} asset=${{ currency, issuer: account }} ledger=${ledger} isAlone /></td>
      <td class="number"><${Amount} amount=${{ currency, issuer: account, value }} ledger=${ledger} /></td></tr>`,
  )}</tbody></table></${Panel}>`;
}
