/** All tokens of the ledger: holders and supply, from its trust lines and multi-purpose tokens. */
import { Address, Asset } from '../../components.js';
import { sum } from '../../decimals.js';
import { LongTable } from '../../lists/long-table.js';
import { ScanState, useScan } from '../../lists/scan.js';
import { localeNumber } from '../../numbers.js';
import { PageHead, Panel } from '../../panel.js';
import { html, useMemo } from '../../vendor/preact-htm.js';

const COLUMNS = [
  { title: 'Token' },
  { title: 'Issuer' },
  { title: 'Holders', isNumber: true },
  { title: 'Supply', isNumber: true },
  { title: 'Kind' },
];

export function TokensView({ server, ledger }) {
  const lines = useScan(server, 'state', ledger, holdingOfLine);
  const issuances = useScan(server, 'mpt_issuance', ledger, issuanceOfEntry);
  const holdings = useScan(server, 'mptoken', ledger, holdingOfMpt);
  const rows = useMemo(
    () => tokensOf(lines.entries, issuances.entries, holdings.entries),
    [lines.entries, issuances.entries, holdings.entries],
  );
  const scans = [lines, issuances, holdings];
  return html`<${PageHead} title="Tokens" />
    <${Panel} title="All tokens" remark=${html`<${ScanState} scans=${scans} count=${rows.length} word=${rows.length === 1 ? 'token' : 'tokens'} />`}>
    <${LongTable} columns=${COLUMNS} rows=${rows} label="Tokens" keyOf=${({ key }) => key} none=${scans.every(({ isDone }) => isDone) ? 'This ledger has no tokens.' : 'Loading…'} cells=${({
      asset,
      issuer,
      holders,
      supply,
      kind,
    }) => [
      html`<${Asset} asset=${asset} ledger=${ledger} isAlone />`,
      html`<${Address} address=${issuer} ledger=${ledger} />`,
      localeNumber(holders),
      localeNumber(supply),
      html`<span class="muted">${kind}</span>`,
    ]} /></${Panel}>`;
}

/** The side whose balance is below zero owes the token. A line without a balance counts for neither. */
function holdingOfLine({ Balance: balance, LowLimit: low, HighLimit: high }) {
  if (balance.value === '0') return undefined;
  const isLowDebtor = balance.value.startsWith('-');
  return {
    currency: balance.currency,
    issuer: isLowDebtor ? low.issuer : high.issuer,
    value: balance.value.replace('-', ''),
  };
}

function issuanceOfEntry({
  mpt_issuance_id: id,
  Issuer: issuer,
  OutstandingAmount: supply = '0',
  AssetScale: scale = 0,
}) {
  return { id, issuer, supply, scale };
}

function holdingOfMpt({ MPTokenIssuanceID: id, MPTAmount: value = '0' }) {
  return value === '0' ? undefined : { id };
}

function tokensOf(lines, issuances, holdings) {
  const tokens = new Map();
  for (const { currency, issuer, value } of lines) {
    const key = `${currency}.${issuer}`;
    const known = tokens.get(key) ?? {
      key,
      asset: { currency, issuer },
      issuer,
      holders: 0,
      supply: '0',
      kind: 'trust lines',
    };
    tokens.set(key, { ...known, holders: known.holders + 1, supply: sum(known.supply, value) });
  }
  const holders = new Map();
  for (const { id } of holdings) holders.set(id, (holders.get(id) ?? 0) + 1);
  for (const { id, issuer, supply, scale } of issuances)
    tokens.set(id, {
      ...{ key: id, asset: { mpt_issuance_id: id }, issuer, holders: holders.get(id) ?? 0 },
      ...{ supply: `${supply}e-${scale}`, kind: 'multi-purpose' },
    });
  return [...tokens.values()].sort((a, b) => b.holders - a.holders);
}
