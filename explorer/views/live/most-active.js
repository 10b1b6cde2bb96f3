/** The accounts, tokens and pools of most of the transactions that the live view has seen. */
import { Address, Asset } from '../../components.js';
import { localeNumber } from '../../numbers.js';
import { Panel } from '../../panel.js';
import { routeTo } from '../../route.js';
import { html } from '../../vendor/preact-htm.js';

const ROWS = 5;
/** The placeholder issuer of trust line balances. */
const NO_ISSUER = 'rrrrrrrrrrrrrrrrrrrrBZbvji';

export function MostActive({ transactions, ledger }) {
  const { accounts, tokens, pools } = countsOf(transactions);
  const remark = `in ${localeNumber(transactions.length)} transactions`;
  return html`<div class="columns thirds">
    <${Panel} title="Accounts" remark=${remark}><${Rows} counts=${accounts} show=${({ account }) => html`<${Address} address=${account} ledger=${ledger} />`} none="No account has sent a transaction yet." /></${Panel}>
    <${Panel} title="Tokens" remark=${html`<a href="#/tokens">all tokens</a>`}><${Rows} counts=${tokens} show=${({ asset }) => html`<${Asset} asset=${asset} ledger=${ledger} isAlone />`} none="No token has moved." /></${Panel}>
    <${Panel} title="Pools" remark=${html`<a href="#/pools">all pools</a>`}><${Rows} counts=${pools} show=${({ index, pair }) => html`<a class="ledger-link" href=${routeTo('entry', index, ledger)}>${pair.map((asset, at) => html`${at > 0 && ' / '}<${PlainAsset} asset=${asset} />`)}</a>`} none="No pool has traded." /></${Panel}></div>`;
}

function PlainAsset({ asset }) {
  return html`<${Asset} asset=${{ currency: asset.currency ?? asset.mpt_issuance_id.slice(0, 8) }} isAlone />`;
}

function Rows({ counts, show, none }) {
  if (counts.length === 0) return html`<p class="muted">${none}</p>`;
  const [{ count: most }] = counts;
  return html`<table class="ranks"><tbody>${counts.map((row) => html`<tr key=${row.key}><td>${show(row)}</td><td class="number"><span class="bar-of" style=${{ width: `${Math.round((60 * row.count) / most)}px` }}></span>${localeNumber(row.count)}</td></tr>`)}</tbody></table>`;
}

function countsOf(transactions) {
  const accounts = new Map();
  const tokens = new Map();
  const pools = new Map();
  for (const { tx, meta } of transactions) {
    add(accounts, tx.Account, { account: tx.Account });
    const moved = new Map();
    for (const node of meta.AffectedNodes) {
      const { LedgerEntryType: type, LedgerIndex: index, NewFields, FinalFields } = Object.values(node)[0];
      const fields = NewFields ?? FinalFields ?? {};
      if (type === 'AMM' && fields.Asset !== undefined)
        add(pools, index, { index, pair: [fields.Asset, fields.Asset2] });
      const asset = assetOfEntry(type, fields);
      if (asset !== undefined) moved.set(asset.mpt_issuance_id ?? `${asset.currency}.${asset.issuer}`, asset);
    }
    for (const [key, asset] of moved) add(tokens, key, { asset });
  }
  return { accounts: top(accounts), tokens: top(tokens), pools: top(pools) };
}

/** The token of a trust line or a holding. The issuer of a line is the side whose balance is below zero. */
function assetOfEntry(type, { Balance: balance, LowLimit: low, HighLimit: high, MPTokenIssuanceID: issuance }) {
  if (type === 'MPToken' && issuance !== undefined) return { mpt_issuance_id: issuance };
  if (type !== 'RippleState' || balance === undefined || balance.value === '0') return undefined;
  const issuer = balance.value.startsWith('-') ? low.issuer : high.issuer;
  return issuer === NO_ISSUER ? undefined : { currency: balance.currency, issuer };
}

function add(counts, key, row) {
  const known = counts.get(key);
  if (known === undefined) counts.set(key, { key, ...row, count: 1 });
  else known.count += 1;
}

function top(counts) {
  return [...counts.values()].sort((a, b) => b.count - a.count).slice(0, ROWS);
}
