/**
 * The trust lines of accounts, as one path request sees them: each account is read once, and the request as a whole
 * reads a bounded number of directory entries, for a server answers everybody from one thread (rippled: AssetCache.cpp,
 * which has no bound).
 */

import type { ReadView } from '../../ledger/read-view.ts';
import type { AccountId } from '../../protocol/values.ts';
import type { Steps } from '../../util/steps.ts';
import { ownedEntries } from '../pages/owned-entries.ts';
import { type TrustLineView, viewTrustLine } from '../pages/trust-line.ts';

/** Entries of one account's directory that are looked at. */
const MAX_ENTRIES_OF_ACCOUNT = 5000;
/** Entries that one request looks at. */
const MAX_ENTRIES = 20_000;

export class LineCache {
  readonly view: ReadView;
  readonly #lines = new Map<AccountId, readonly TrustLineView[]>();
  #left = MAX_ENTRIES;

  constructor(view: ReadView) {
    this.view = view;
  }

  /** The account's lines from its own side; of an account with very many, the first ones. */
  *linesOf(account: AccountId): Steps<readonly TrustLineView[]> {
    const known = this.#lines.get(account);
    if (known !== undefined) return known;
    const lines = yield* this.#read(account);
    this.#lines.set(account, lines);
    return lines;
  }

  *#read(account: AccountId): Steps<TrustLineView[]> {
    const lines: TrustLineView[] = [];
    const most = Math.min(MAX_ENTRIES_OF_ACCOUNT, this.#left);
    let looked = 0;
    if (most === 0) return lines;
    for (const entry of ownedEntries(this.view, account)) {
      yield;
      looked++;
      if (entry.LedgerEntryType === 'RippleState') lines.push(viewTrustLine(entry, account));
      if (looked === most) break;
    }
    this.#left -= looked;
    return lines;
  }
}
