/**
 * The last prices of an asset pair from price oracles. An update removes the prices of pairs that it does not contain,
 * so the metadata of the last three transactions is searched, as in the reference (rippled: GetAggregatePrice.cpp,
 * iteratePriceData).
 */
import { type AffectedEntry, affectedEntries } from '../../ledger/affected-entries.ts';
import { amountOf, NO_ISSUE } from '../../protocol/amounts/amount-math.ts';
import type { Oracle } from '../../protocol/entries/entries.ts';
import { currencyText } from '../../protocol/json/currency-text.ts';
import type { Currency, IssuedAmount, StObject } from '../../protocol/values.ts';
import type { HistoryStore } from '../../storage/history-store.ts';

/** A price as a quantity without an asset, and its time. */
export interface OraclePrice {
  readonly price: IssuedAmount;
  /** In seconds since 1970, as in the oracle. */
  readonly timeSeconds: number;
}

/** Two currencies as spelled in the request; another spelling of the same currency does not match. */
export interface AssetPair {
  readonly base: string;
  readonly quote: string;
}

type OracleState = Pick<Oracle, 'PriceDataSeries' | 'LastUpdateTime'>;
type Chain = Pick<Oracle, 'PreviousTxnID' | 'PreviousTxnLgrSeq'>;

const MAX_TRANSACTIONS = 3;

/** The oracle's last price of the pair, if a recent state of it has one. */
export function lastPrice(store: HistoryStore, oracle: Readonly<Oracle>, pair: AssetPair): OraclePrice | undefined {
  for (const { PriceDataSeries, LastUpdateTime: timeSeconds } of recentStates(store, oracle)) {
    const data = PriceDataSeries.map((element) => Object.values(element)[0] as StObject).find(
      ({ BaseAsset, QuoteAsset, AssetPrice }) =>
        AssetPrice !== undefined &&
        currencyText(BaseAsset as Currency) === pair.base &&
        currencyText(QuoteAsset as Currency) === pair.quote,
    );
    if (data === undefined) continue;
    const scale = (data.Scale ?? 0) as number;
    return { price: amountOf(NO_ISSUE, data.AssetPrice as bigint, -scale) as IssuedAmount, timeSeconds };
  }
  return undefined;
}

/** The current state of the oracle, then earlier ones. */
function* recentStates(store: HistoryStore, oracle: Readonly<Oracle>): Generator<OracleState> {
  yield oracle;
  let chain: Chain = oracle;
  for (let count = 1; count <= MAX_TRANSACTIONS; count++) {
    const entry = changedOracle(store, chain);
    if (entry === undefined) return;
    const { NewFields, FinalFields } = entry.fields;
    // If the only transaction created the oracle, its metadata repeats the current state.
    if (NewFields !== undefined && count === 1) return;
    yield (NewFields ?? FinalFields) as unknown as OracleState;
    if (NewFields !== undefined) return;
    chain = entry.fields as unknown as Chain;
  }
}

/** The oracle in the metadata of the transaction that produced a state. */
function changedOracle(store: HistoryStore, chain: Chain): AffectedEntry | undefined {
  const location = store.transactionLocation(chain.PreviousTxnID);
  if (location?.ledgerIndex !== chain.PreviousTxnLgrSeq) return undefined;
  const stored = store.transaction(location);
  if (stored === undefined) return undefined;
  return affectedEntries(stored.metadata).find(({ fields }) => fields.LedgerEntryType === 'Oracle');
}
