/**
 * Cache of accounts' trust lines and tokens for one path request: each account is read once, and the request reads a
 * bounded number of directory entries, since one thread serves all clients (rippled: AssetCache.cpp, which has no
 * bound).
 */

import type { ReadView } from '../../ledger/read-view.ts';
import type { MPToken } from '../../protocol/entries/entries.ts';
import { lineKeylet } from '../../protocol/entries/keylets.ts';
import type { AccountId, Currency } from '../../protocol/values.ts';
import type { Steps } from '../../util/steps.ts';
import { ownedEntries } from '../pages/owned-entries.ts';
import { type TrustLineView, viewTrustLine } from '../pages/trust-line.ts';

/** Maximum number of directory entries to read for one account. */
const MAX_ENTRIES_OF_ACCOUNT = 5000;
/** Maximum number of entries to read for one request. */
const MAX_ENTRIES = 20_000;

interface Holdings {
  readonly lines: readonly TrustLineView[];
  /** Its MPToken entries. */
  readonly mptokens: readonly Readonly<MPToken>[];
}

export class LineCache {
  readonly view: ReadView;
  readonly #holdings = new Map<AccountId, Holdings>();
  /** Accounts whose complete lines were requested. */
  readonly #whole = new Set<AccountId>();
  #left = MAX_ENTRIES;

  constructor(view: ReadView) {
    this.view = view;
  }

  /** The account's lines from its own side; only the first ones if there are very many. */
  *linesOf(account: AccountId): Steps<readonly TrustLineView[]> {
    this.#whole.add(account);
    return (yield* this.#known(account)).lines;
  }

  /**
   * The lines over which tokens can leave that entered over a line with NoRipple: lines without NoRipple. All lines if
   * all were requested before, as in the reference.
   */
  *ripplingLinesOf(account: AccountId): Steps<readonly TrustLineView[]> {
    const { lines } = yield* this.#known(account);
    if (this.#whole.has(account)) return lines;
    return lines.filter(({ flags, mine }) => (flags & mine.noRipple) === 0);
  }

  /** Reads one line by its key, since an issuer may have too many lines to scan. */
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
