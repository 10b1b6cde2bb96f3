/**
 * `owner_info`: an account's trust lines and offers in two ledgers (rippled: OwnerInfo.cpp; NetworkOPs.cpp,
 * getOwnerInfo).
 */

import type { ReadView } from '../../../ledger/read-view.ts';
import { objectToJson } from '../../../protocol/json/to-json.ts';
import type { AccountId, JsonObject, StObject } from '../../../protocol/values.ts';
import { assert } from '../../../util/assert.ts';
import type { Steps } from '../../../util/steps.ts';
import { LongList } from '../../json/long-json.ts';
import { defineMethod } from '../../method/define-method.ts';
import { RpcError } from '../../method/errors.ts';
import { openLedgerSnapshot } from '../../method/open-ledger-snapshot.ts';
import { ownedEntries } from '../../pages/owned-entries.ts';
import { accountOrIdent } from '../../params/readers.ts';

/** Maximum number of lines and offers for each ledger; `account_lines` and `account_offers` list all, in pages. */
const MAX_ENTRIES = 1000;

/** Names of the lists by entry type. */
const LIST_NAMES: Readonly<Record<string, string>> = { Offer: 'offers', RippleState: 'ripple_lines' };

export const ownerInfo = defineMethod({
  name: 'owner_info',
  role: 'user',
  needs: 'engine',
  params: [
    { name: 'account', ...accountOrIdent, required: true, text: 'Address of the account.' },
    { name: 'ident', type: 'string', readWith: 'account', text: 'Older name of `account`.' },
  ],
  *run(context, read) {
    const { reader, openLedger } = context;
    const account = read('account');
    const closed = reader.view(reader.validated.ledgerIndex);
    assert(closed !== undefined, 'the newest ledger is there');
    // A malformed account is reported for both ledgers, in a result that counts as a success.
    const open = openLedgerSnapshot(context, openLedger.view);
    return { accepted: yield* describe(closed, account), current: yield* describe(open, account) };
  },
});

function* describe(view: ReadView, account: AccountId | undefined): Steps<JsonObject> {
  if (account === undefined) return new RpcError('actMalformed').toResult();
  const lists = new Map<string, LongList>();
  let count = 0;
  for (const entry of ownedEntries(view, account)) {
    yield;
    const name = LIST_NAMES[entry.LedgerEntryType];
    if (name === undefined) continue;
    const list = lists.get(name) ?? new LongList();
    lists.set(name, list);
    list.push(objectToJson(entry as unknown as StObject));
    count += 1;
    if (count === MAX_ENTRIES) break;
  }
  return Object.fromEntries(Array.from(lists, ([name, list]) => [name, list.toJson()]));
}
