/** The documentation of `account_offers`. */
import { type MethodDoc, shown, VALIDATED } from '../../method-doc/method-doc.ts';
import { ACCOUNT_AND_LEDGER } from '../../method-doc/positional-form.ts';

export const accountOffersDoc: MethodDoc = {
  summary: "Lists an account's open offers.",
  commandLine: ACCOUNT_AND_LEDGER,
  examples: ({ buyer }) => [shown({ account: buyer.address, ...VALIDATED })],
  answer: {
    offers: "The account's offers among the entries of this page.",
    'offers[]': 'An offer.',
    'offers[].taker_pays': 'Remaining amount that a taker pays: drops as a string, or a token amount.',
    'offers[].taker_gets': 'Remaining amount that a taker gets.',
    'offers[].seq': 'Sequence number of the transaction that made it; what OfferCancel names.',
    'offers[].flags': 'Flags of the entry.',
    'offers[].quality': 'Price: `TakerPays` divided by `TakerGets`, XRP in drops.',
  },
};
