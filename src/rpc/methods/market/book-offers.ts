/** `book_offers`: the offers of an order book (rippled: BookOffers.cpp). */

import { addressToAccountId } from '../../../crypto/address.ts';
import { type AccountId, type Hash256, isSameIssue } from '../../../protocol/values.ts';
import { bookPage } from '../../books/book-page.ts';
import { LongList } from '../../json/long-json.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidField, RpcError } from '../../method/errors.ts';
import { openLedgerSnapshot } from '../../method/open-ledger-snapshot.ts';
import type { ParamReader } from '../../method/param-row.ts';
import { orderBook } from '../../params/book-param.ts';
import { LEDGER_PARAMS } from '../../params/ledger-lookup.ts';
import { hasParam } from '../../params/params.ts';
import { parseHash } from '../../params/parse-hash.ts';
import { limit, strictUint, typedText } from '../../params/readers.ts';

const LIMITS = { min: 1, fallback: 60, max: 100 };

const taker: ParamReader<'string', AccountId | undefined> = {
  type: 'string',
  read: (context, name) => {
    const text = typedText.read(context, name);
    if (text === undefined) return undefined;
    const account = addressToAccountId(text);
    if (account === undefined) throw invalidField(name);
    return account;
  },
};

const domain: ParamReader<'string', Hash256 | undefined> = {
  type: 'string',
  read: ({ params }, name) => {
    if (!hasParam(params, name)) return undefined;
    const text = params[name];
    const id = typeof text === 'string' ? parseHash(text) : undefined;
    if (id === undefined) throw new RpcError('domainMalformed', 'Unable to parse domain.');
    return id;
  },
};

export const bookOffers = defineMethod({
  name: 'book_offers',
  role: 'user',
  needs: 'ledger',
  params: [
    { name: 'taker_pays', ...orderBook, required: true, text: 'Asset: `currency` and `issuer`.' },
    {
      name: 'taker_gets',
      type: 'object',
      readWith: 'taker_pays',
      required: true,
      text: 'Asset: `currency` and `issuer`.',
    },
    { name: 'taker', ...taker, text: 'Address of the account that would take the offers.' },
    { name: 'domain', ...domain, text: 'A permissioned domain, for the offers within it.' },
    ...LEDGER_PARAMS,
    { name: 'limit', ...limit(LIMITS), text: 'Maximum number of offers (60).' },
    { name: 'skip', ...strictUint, text: 'Number of the best offers to skip (0).' },
  ],
  *run(context, read) {
    const { view, fields } = read('ledger_index');
    const { pays, gets } = read('taker_pays');
    const takerId = read('taker');
    const book = { takerPays: pays, takerGets: gets, domain: read('domain') };
    if (isSameIssue(pays, gets)) throw new RpcError('badMarket');
    const most = read('limit');
    const skipped = read('skip') ?? 0;
    const offers = new LongList();
    let count = 0;
    for (const offer of bookPage(openLedgerSnapshot(context, view), book, takerId, skipped + most)) {
      count += 1;
      if (count > skipped) offers.push(offer);
      yield;
    }
    return { ...fields, offers: offers.toJson() };
  },
});
