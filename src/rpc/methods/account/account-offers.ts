/** `account_offers`: an account's open offers (rippled: AccountOffers.cpp). */

import { accountIdToAddress } from '../../../crypto/address.ts';
import { rateOfQuality } from '../../../protocol/amounts/quality.ts';
import type { Offer } from '../../../protocol/entries/entries.ts';
import { qualityOfIndex } from '../../../protocol/entries/keylets.ts';
import { issuedText } from '../../../protocol/json/amount-text.ts';
import { amountToJson } from '../../../protocol/json/to-json.ts';
import type { JsonObject } from '../../../protocol/values.ts';
import { LongList } from '../../json/long-json.ts';
import { defineMethod } from '../../method/define-method.ts';
import { invalidField } from '../../method/errors.ts';
import { openLedgerSnapshot } from '../../method/open-ledger-snapshot.ts';
import { findOnPage, markerAfter, ownedEntries, readMarker } from '../../pages/owned-entries.ts';
import { LEDGER_PARAMS } from '../../params/ledger-lookup.ts';
import { accountInLedger, limit, typedText } from '../../params/readers.ts';

const LIMITS = { min: 10, fallback: 200, max: 400 };

export const accountOffers = defineMethod({
  name: 'account_offers',
  role: 'user',
  needs: 'ledger',
  params: [
    { name: 'account', ...accountInLedger(), required: true, text: 'Address of the account.' },
    ...LEDGER_PARAMS,
    { name: 'limit', ...limit(LIMITS), text: 'Maximum number of entries to read (200).' },
    { name: 'marker', ...typedText, text: 'The `marker` of the page before, with the same parameters otherwise.' },
  ],
  *run(context, read) {
    const { account, ledger } = read('account');
    const most = read('limit');
    const marked = readMarker(ledger.view, account, read('marker'), invalidField('marker'));
    const view = openLedgerSnapshot(context, ledger.view);
    const after = marked && (yield* findOnPage(view, account, marked));
    const offers = new LongList();
    const result = () => ({ ...ledger.fields, account: accountIdToAddress(account), offers: offers.toJson() });
    let count = 0;
    let marker = '';
    for (const entry of ownedEntries(view, account, after)) {
      yield;
      count += 1;
      if (count > most) return { ...result(), limit: most, marker };
      if (count === most) marker = markerAfter(entry, account);
      if (entry.LedgerEntryType === 'Offer') offers.push(describe(entry));
    }
    return result();
  },
});

function describe(offer: Readonly<Offer>): JsonObject {
  const { mantissa, exponent } = rateOfQuality(qualityOfIndex(offer.BookDirectory));
  return {
    taker_pays: amountToJson(offer.TakerPays),
    taker_gets: amountToJson(offer.TakerGets),
    seq: offer.Sequence,
    flags: offer.Flags,
    quality: issuedText(mantissa, exponent),
    ...(offer.Expiration === undefined ? {} : { expiration: offer.Expiration }),
  };
}
