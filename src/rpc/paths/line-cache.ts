/**
 * The trust lines and other tokens of accounts, as one path request sees them: each account is read once, and the request as a whole
 * reads a bounded number of directory entries, for a server answers everybody from one thread (rippled: AssetCache.cpp,
 * which has no bound).
 */

import type { ReadView } from '../../ledger/read-view.ts';
import type { MPToken } from '../../protocol/entries/entries.ts';
import { lineKeylet } from '../../protocol/entries/keylets.ts';
import type { AccountId, Currency } from '../../protocol/values.ts';
import type { Steps } from '../../util/steps.ts';
import { ownedEntries } from '../pages/owned-entries.ts';
import { type TrustLineView, viewTrustLine } from '../pages/trust-line.ts';

/** Entries of one account's directory that are looked at. */
const MAX_ENTRIES_OF_ACCOUNT = 5000;
/** Entries that one request looks at. */
const MAX_ENTRIES = 20_000;

interface Holdings {
  readonly lines: readonly TrustLineView[];
  /** What it may hold of multi-purpose tokens. */
  readonly mptokens: readonly Readonly<MPToken>[];
}

export class LineCache {
  readonly view: ReadView;
  readonly #holdings = new Map<AccountId, Holdings>();
  /** Accounts of which all lines were asked for. */
  readonly #whole = new Set<AccountId>();
  #left = MAX_ENTRIES;

  constructor(view: ReadView) {
    this.view = view;
  }

  /** The account's lines from its own side; of an account with very many, the first ones. */
  *linesOf(account: AccountId): Steps<readonly TrustLineView[]> {
    this.#whole.add(account);
    return (yield* this.#known(account)).lines;
  }

  /**
   * Those that tokens can go on by which came in over a line with no-rippling: the others have it too. But all of them if
   * all were asked for before, as in the reference.
   */
  *ripplingLinesOf(account: AccountId): Steps<readonly TrustLineView[]> {
    const { lines } = yield* this.#known(account);
    if (this.#whole.has(account)) return lines;
    return lines.filter(({ flags, mine }) => (flags & mine.noRipple) === 0);
  }

  /** Read by its key: an issuer may have more lines than anybody wants to look through. */
  line(account: AccountId, peer: AccountId, currency: Currency): TrustLineView | undefined {
    const line = this.view.read(lineKeylet(account, peer, currency));
    return line === undefined ? undefined : viewTrustLine(line, account);
  }

  /** The account's own entries for multi-purpose tokens. */
  *mptokensOf(account: AccountId): Steps<readonly Readonly<MPToken>[]> {
    return (yield* this.#known(account)).mptokens;
  }

  *#known(account: AccountId): Steps<Holdings> {
    const known = this.#holdings.get(account);
    if (known !== undefined) return known;
    const holdings = yield* this.#read(account);
    this.#holdings.set(account, holdings);
    return holdings;
  }

  *#read(account: AccountId): Steps<Holdings> {
    const lines: TrustLineView[] = [];
    const mptokens: Readonly<MPToken>[] = [];
    const most = Math.min(MAX_ENTRIES_OF_ACCOUNT, this.#left);
    let looked = 0;
    if (most === 0) return { lines, mptokens };
    for (const entry of ownedEntries(this.view, account)) {
      yield;
      looked++;
      if (entry.LedgerEntryType === 'RippleState') lines.push(viewTrustLine(entry, account));
      if (entry.LedgerEntryType === 'MPToken') mptokens.push(entry);
      if (looked === most) break;
    }
    this.#left -= looked;
    return { lines, mptokens };
  }
}
