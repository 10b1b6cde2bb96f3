/** All pools of the ledger: their reserves, price and fee. */
import { Amount, Asset } from '../../components.js';
import { dropsToXrp, ratio } from '../../decimals.js';
import { LongTable } from '../../lists/long-table.js';
import { ScanState, useScan } from '../../lists/scan.js';
import { localeNumber } from '../../numbers.js';
import { PageHead, Panel } from '../../panel.js';
import { routeTo } from '../../route.js';
import { html, useEffect, useState } from '../../vendor/preact-htm.js';

const COLUMNS = [
  { title: 'Pool' },
  { title: 'Reserve', isNumber: true },
  { title: 'Second reserve', isNumber: true },
  { title: 'Price', isNumber: true },
  { title: 'Fee', isNumber: true },
];
/** Reserves are requested for so many pools at a time. */
const BATCH = 40;
const FEE_PLACES = 3;

export function PoolsView({ server, ledger }) {
  const scan = useScan(server, 'amm', ledger);
  const reserves = useReserves(server, ledger, scan.entries);
  return html`<${PageHead} title="Pools" />
    <${Panel} title="All pools" remark=${html`<${ScanState} scans=${[scan]} count=${scan.entries.length} word=${scan.entries.length === 1 ? 'pool' : 'pools'} />`}>
    <${LongTable} columns=${COLUMNS} rows=${scan.entries} label="Pools" keyOf=${({ index }) => index} none=${scan.isDone ? 'This ledger has no pools.' : 'Loading…'} cells=${(
      pool,
    ) => {
      const { amount, amount2 } = reserves.get(pool.index) ?? {};
      return [
        html`<a class="ledger-link" href=${routeTo('entry', pool.index, ledger)}><${AssetName} asset=${pool.Asset} /> / <${AssetName} asset=${pool.Asset2} /></a>`,
        amount === undefined ? '…' : html`<${Amount} amount=${amount} ledger=${ledger} isRounded />`,
        amount2 === undefined ? '…' : html`<${Amount} amount=${amount2} ledger=${ledger} isRounded />`,
        amount === undefined ? '…' : priceText(amount, amount2),
        `${localeNumber(String((pool.TradingFee ?? 0) / 10 ** FEE_PLACES))} %`,
      ];
    }} /></${Panel}>`;
}

/** The asset without a link of its own, since the pair is the link. */
function AssetName({ asset: { currency, mpt_issuance_id: issuance } }) {
  return html`<${Asset} asset=${{ currency: currency ?? `MPT ${issuance.slice(0, 8)}` }} isAlone />`;
}

function plainValue(amount) {
  return typeof amount === 'string' ? dropsToXrp(amount) : amount.value;
}

/** Of the first asset in the second one. */
function priceText(amount, amount2) {
  const price = ratio(plainValue(amount2), plainValue(amount));
  return price === undefined ? '' : localeNumber(price);
}

/** By the index of the pool's entry. */
function useReserves(server, ledger, pools) {
  const [known, setKnown] = useState(new Map());
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const missing = pools.filter(({ index }) => !known.has(index)).slice(0, BATCH);
      if (missing.length === 0) return;
      const found = await Promise.all(
        missing.map(async ({ index, Account: amm_account }) => {
          const answer = await server
            .request('amm_info', { amm_account, ledger_index: ledger ?? 'validated' })
            .catch(() => ({ amm: {} }));
          return [index, answer.amm];
        }),
      );
      if (isCurrent) setKnown(new Map([...known, ...found]));
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [pools, known, ledger]);
  return known;
}
