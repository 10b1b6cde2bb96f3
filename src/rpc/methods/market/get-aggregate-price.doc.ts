/** What the documents and the command line say of `get_aggregate_price`. */
import { type MethodDoc, shown, VALIDATED } from '../../method-doc/method-doc.ts';

export const getAggregatePriceDoc: MethodDoc = {
  summary: 'Says what price oracles think of a pair of assets, on average.',
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
    time: 'When the newest price was in force, in seconds since 1970.',
    entire_set: 'Statistics of all prices that count.',
    'entire_set.mean': 'The average price.',
    'entire_set.size': 'How many prices there are.',
    'entire_set.standard_deviation': 'Their deviation, of a sample.',
    median: 'The price in the middle.',
    trimmed_set: 'The same of what `trim` leaves.',
    'trimmed_set.mean': 'The average price.',
    'trimmed_set.size': 'How many prices there are.',
    'trimmed_set.standard_deviation': 'Their deviation, of a sample.',
  },
};
