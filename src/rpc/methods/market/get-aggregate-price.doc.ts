/** The documentation of `get_aggregate_price`. */
import { type MethodDoc, shown, VALIDATED } from '../../method-doc/method-doc.ts';

export const getAggregatePriceDoc: MethodDoc = {
  summary: 'Returns the average price of a pair of assets from price oracles.',
  examples: ({ issuer, holder }) => [
    shown({
      base_asset: 'XRP',
      quote_asset: 'USD',
      trim: 10,
      ...VALIDATED,
      oracles: [issuer, holder].map(({ address }) => ({ account: address, oracle_document_id: 1 })),
    }),
  ],
  answer: {
    time: 'Time of the newest price, in seconds since 1970.',
    entire_set: 'Statistics of all prices that count.',
    'entire_set.mean': 'The average price.',
    'entire_set.size': 'Number of prices.',
    'entire_set.standard_deviation': 'Their sample standard deviation.',
    median: 'The price in the middle.',
    trimmed_set: 'The same without the outliers that `trim` removes.',
    'trimmed_set.mean': 'The average price.',
    'trimmed_set.size': 'Number of prices.',
    'trimmed_set.standard_deviation': 'Their sample standard deviation.',
  },
};
