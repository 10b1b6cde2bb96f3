/** The documentation of `book_offers`. */

import type { JsonObject } from '../../../protocol/values.ts';
import { assetParam } from '../../method-doc/asset-word.ts';
import { type MethodDoc, shown, VALIDATED, XRP } from '../../method-doc/method-doc.ts';
import { LEDGER_WORD } from '../../method-doc/positional-form.ts';
import { optionalLedger, wholeNumber } from '../../method-doc/positional-words.ts';

export const bookOffersDoc: MethodDoc = {
  summary: 'Lists the offers of an order book, best first.',
  commandLine: {
    usage: '<taker_pays> <taker_gets> [<taker>|"" [<ledger> [<limit>]]]',
    min: 2,
    max: 5,
    words: [
      { name: 'taker_pays', text: 'Asset: XRP, or a currency and its issuer, USD/r….' },
      { name: 'taker_gets', text: 'The same.' },
      { name: 'taker' },
      LEDGER_WORD,
      { name: 'limit' },
    ],
    note: 'weir book shows both sides as a table.',
    parse: bookOffers,
  },
  examples: ({ issuer }) => [
    shown({ taker_gets: XRP, taker_pays: { currency: 'USD', issuer: issuer.address }, ...VALIDATED }),
  ],
  answer: {
    offers: 'The offers, the best first.',
    'offers[]': 'An offer: all fields of its entry, and the following.',
    'offers[].TakerPays': 'As `taker_pays` of `account_offers`.',
    'offers[].TakerGets': 'As `taker_gets` of `account_offers`.',
    'offers[].BookDirectory': 'Key of the first page of offers of this quality; its last 16 digits are the quality.',
    'offers[].BookNode': 'Number of the page that lists it there.',
    'offers[].OwnerNode': "Number of the page that lists it in its owner's directory.",
    'offers[].PreviousTxnID': 'Hash of the transaction that changed it last.',
    'offers[].PreviousTxnLgrSeq': "Index of that transaction's ledger.",
    'offers[].LedgerEntryType': '`Offer`.',
    'offers[].index': 'Key of the entry.',
    'offers[].quality': 'Price: `TakerPays` divided by `TakerGets`, XRP in drops.',
    'offers[].owner_funds':
      "Funds of the owner in `TakerGets`, with the owner's first offer: drops, or the number of tokens.",
  },
  paramDifferences: {
    marker: 'ignored, as in the reference',
    proof: 'ignored, as in the reference',
    skip: 'Weir only: the offers behind so many others',
  },
};

function bookOffers([pays, gets, taker = '', ledgerWord, limit]: readonly string[]): JsonObject {
  return {
    taker_pays: assetParam(pays!),
    taker_gets: assetParam(gets!),
    ...(taker === '' ? {} : { taker }),
    ...optionalLedger(ledgerWord),
    ...(limit === undefined ? {} : { limit: wholeNumber(limit, 'limit') }),
  };
}
