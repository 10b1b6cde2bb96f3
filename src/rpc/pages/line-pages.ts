/**
 * Pages of an account's trust lines in the order of its directory. As in the reference, a page reads at most `limit`
 * entries and returns the matching lines. With a peer filter the reference may return many empty pages with markers;
 * here the page begins at the next line with the peer.
 */

import type { ReadView } from '../../ledger/read-view.ts';
import type { LedgerEntry, RippleState } from '../../protocol/entries/entries.ts';
import { ownerDirKeylet, pageKeylet } from '../../protocol/entries/keylets.ts';
import type { AccountId } from '../../protocol/values.ts';
import type { Steps } from '../../util/steps.ts';
import { listedOn, markerAfter, ownedEntries, type StartAfter, startAfter } from './owned-entries.ts';
import { type TrustLineView, viewTrustLine } from './trust-line.ts';

export interface LinePageQuery {
  readonly account: AccountId;
  readonly peer: AccountId | undefined;
  /** Omits lines whose own side is in its default state. */
  readonly ignoreDefault: boolean;
  readonly limit: number;
  readonly after: StartAfter | undefined;
}

export interface LinePage {
  readonly lines: readonly TrustLineView[];
  /** Undefined on the last page. */
  readonly marker: string | undefined;
}

/** The page after `after`, which must be a place in the account's directory. */
export function* readLinePage(view: ReadView, query: LinePageQuery): Steps<LinePage> {
  const { account, peer, after } = query;
  const page = yield* readWindow(ownedEntries(view, account, after), query);
  const { last, lines } = page;
  if (last === undefined) return { lines, marker: undefined };
  if (lines.length > 0 || peer === undefined) return { lines, marker: markerAfter(last, account) };
  const between = yield* linesBetween(view, account, peer);
  const next = between.find((line) => wantedView(line, query) !== undefined && isBefore(view, account, last, line));
  if (next === undefined) return { lines, marker: undefined };
  const rest = yield* readWindow(entriesFrom(view, account, next), query);
  return { lines: rest.lines, marker: rest.last && markerAfter(rest.last, account) };
}

interface Window {
  readonly lines: TrustLineView[];
  /** The last entry read; undefined at the end of the directory. */
  readonly last: Readonly<LedgerEntry> | undefined;
}

function* readWindow(entries: Iterable<Readonly<LedgerEntry>>, query: LinePageQuery): Steps<Window> {
  const lines: TrustLineView[] = [];
  let count = 0;
  let last: Readonly<LedgerEntry> | undefined;
  for (const entry of entries) {
    yield;
    if (count === query.limit) return { lines, last };
    count += 1;
    last = entry;
    const line = wantedView(entry, query);
    if (line !== undefined) lines.push(line);
  }
  return { lines, last: undefined };
}

function wantedView(entry: Readonly<LedgerEntry>, query: LinePageQuery): TrustLineView | undefined {
  if (entry.LedgerEntryType !== 'RippleState') return undefined;
  const line = viewTrustLine(entry, query.account);
  if (query.ignoreDefault && (line.flags & line.mine.reserve) === 0) return undefined;
  return query.peer === undefined || query.peer === line.peer ? line : undefined;
}

function* entriesFrom(view: ReadView, account: AccountId, line: Readonly<RippleState>) {
  yield line;
  yield* ownedEntries(view, account, startAfter(line, account));
}

/**
 * All lines between two accounts, in the order of the first one's directory. Both directories list them, so both are
 * read in parallel until the shorter one ends: an issuer may have a million lines, its holder a few.
 */
function* linesBetween(view: ReadView, account: AccountId, peer: AccountId): Steps<Readonly<RippleState>[]> {
  const walks = [account, peer].map((side) => ({ entries: ownedEntries(view, side), found: [] as RippleState[] }));
  for (;;) {
    yield;
    for (const { entries, found } of walks) {
      const { value: entry } = entries.next();
      if (!entry) return found.sort((one, other) => (isBefore(view, account, one, other) ? -1 : 1));
      if (entry.LedgerEntryType !== 'RippleState') continue;
      const ends = [entry.LowLimit.issuer, entry.HighLimit.issuer];
      if (ends.includes(account) && ends.includes(peer)) found.push(entry);
    }
  }
}

/** Page numbers of a directory are ascending. */
function isBefore(
  view: ReadView,
  account: AccountId,
  one: Readonly<LedgerEntry>,
  other: Readonly<LedgerEntry>,
): boolean {
  const page = listedOn(one, account);
  const otherPage = listedOn(other, account);
  if (page !== otherPage) return page < otherPage;
  const keys = view.read(pageKeylet(ownerDirKeylet(account).key, page))?.Indexes ?? [];
  return keys.indexOf(one.index) < keys.indexOf(other.index);
}
