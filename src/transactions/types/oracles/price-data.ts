/** The prices of an oracle, one per pair of assets, sorted by pair (rippled: OracleSet.cpp). */
import { ENTRY_TYPES } from '../../../protocol/tables/entry-types.ts';
import type { NotTec } from '../../../protocol/tables/ter.ts';
import type { Currency, StArray, StObject } from '../../../protocol/values.ts';

/** Both assets of a pair, joined. */
type PairKey = string;

/** Without a price, a transaction deletes the pair; in the ledger, the last update did not include it. */
interface PriceData {
  readonly BaseAsset: Currency;
  readonly QuoteAsset: Currency;
  readonly AssetPrice?: bigint;
  /** The price is divided by 10 to this power. */
  readonly Scale?: number;
}

/** The pairs of a transaction. */
export interface RequestedPairs {
  readonly priced: ReadonlySet<PairKey>;
  readonly deleted: ReadonlySet<PairKey>;
}

const MAX_SCALE = 20;

/** The oracle's share of the owner count, by its number of pairs. */
export function ownerCountOfPairs(count: number): number {
  const { usual, longerThan, long } = ENTRY_TYPES.Oracle.ownerCount;
  return count > longerThan ? long : usual;
}

/**
 * Reads the pairs of a transaction, which must be unique; a new oracle has none to delete. rippled throws if an element
 * lacks an asset.
 */
export function readRequestedPairs(series: StArray, isUpdate: boolean): RequestedPairs | NotTec {
  const priced = new Set<PairKey>();
  const deleted = new Set<PairKey>();
  for (const data of readSeries(series)) {
    if (data.BaseAsset === undefined || data.QuoteAsset === undefined) return 'tefEXCEPTION';
    const key = pairKey(data);
    if (data.BaseAsset === data.QuoteAsset || priced.has(key) || deleted.has(key)) return 'temMALFORMED';
    if ((data.Scale ?? 0) > MAX_SCALE) return 'temMALFORMED';
    if (data.AssetPrice === undefined && !isUpdate) return 'temMALFORMED';
    (data.AssetPrice === undefined ? deleted : priced).add(key);
  }
  return { priced, deleted };
}

/** The pairs after an update; undefined if a pair to delete does not exist. */
export function pairsAfterUpdate({ priced, deleted }: RequestedPairs, current: StArray): Set<PairKey> | undefined {
  const present = new Set(readSeries(current).map(pairKey));
  for (const key of deleted) if (!present.has(key)) return undefined;
  return new Set([...priced, ...[...present].filter((key) => !deleted.has(key))]);
}

/** The series after a transaction. Pairs that it does not include lose their price and scale. */
export function updatedSeries(current: StArray, requested: StArray): StArray {
  const pairs = new Map<PairKey, PriceData>();
  for (const { BaseAsset, QuoteAsset } of readSeries(current)) {
    pairs.set(pairKey({ BaseAsset, QuoteAsset }), { BaseAsset, QuoteAsset });
  }
  for (const { BaseAsset, QuoteAsset, AssetPrice, Scale } of readSeries(requested)) {
    const key = pairKey({ BaseAsset, QuoteAsset });
    if (AssetPrice === undefined) pairs.delete(key);
    else pairs.set(key, { BaseAsset, QuoteAsset, AssetPrice, ...(Scale !== undefined && { Scale }) });
  }
  const sorted = [...pairs].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([, data]) => ({ PriceData: data as unknown as StObject }));
}

/** The element's name is not checked. */
function readSeries(series: StArray): PriceData[] {
  return series.map((element) => Object.values(element)[0] as unknown as PriceData);
}

function pairKey({ BaseAsset, QuoteAsset }: PriceData): PairKey {
  return BaseAsset + QuoteAsset;
}
