/**
 * Pages of an account's channels as payer or payee. Both accounts list a channel in their directories, so both lists
 * cost the same: a page reads no more entries than it may return.
 *
 * A marker is valid for one account and one role. The payer's has the reference's form, `key,page`, with the page in
 * the owner's directory (rippled: RPCHelpers.cpp, getStartHint), which is not always the requested account's; the
 * payee's is signed (marker.ts).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { LedgerEntry } from '../../protocol/entries/entries.ts';
import type { AccountId, Json } from '../../protocol/values.ts';
import { bytesToHex } from '../../util/hex.ts';
import type { RpcContext } from '../method/context.ts';
import { invalidField, invalidParams } from '../method/errors.ts';
import { type MarkerStore, openMarker, sealMarker } from './marker.ts';
import { markerAfter, ownedEntries, readMarker, type StartAfter, startAfter } from './owned-entries.ts';

/** Payer (source) or payee (destination) of a channel. */
export type ChannelRole = 'source' | 'destination';

/** `source` when it is absent; Invalid field 'role'. for anything else. */
export const channelRole = {
  type: 'string',
  values: ['source', 'destination'],
  read: ({ params: { role } }: RpcContext): ChannelRole => {
    if (role === undefined || role === 'source') return 'source';
    if (role === 'destination') return 'destination';
    throw invalidField('role');
  },
} as const;

/** An account's channels in one role. */
export interface ChannelList {
  readonly account: AccountId;
  readonly role: ChannelRole;
}

/** The entries of the account's directory, after the marker. `invalidParams` for an invalid marker. */
export function channelEntries(
  store: MarkerStore,
  view: ReadView,
  list: ChannelList,
  marker: string | undefined,
): Generator<Readonly<LedgerEntry>, void> {
  const readStart = list.role === 'source' ? readPayerStart : readPayeeStart;
  return ownedEntries(view, list.account, readStart(store, view, list, marker));
}

/** The marker after an entry of the account's directory. */
export function channelMarkerAfter(store: MarkerStore, entry: Readonly<LedgerEntry>, list: ChannelList): string {
  if (list.role === 'source') return markerAfter(entry, list.account);
  return sealMarker(store, boundList(list), Buffer.from(entry.index, 'hex'));
}

function readPayerStart(
  _store: MarkerStore,
  view: ReadView,
  { account }: ChannelList,
  marker: string | undefined,
): StartAfter | undefined {
  const start = readMarker(view, account, marker);
  const entry = start && view.readAny(start.key);
  if (entry === undefined) return undefined;
  // Accepts only markers that the server itself returns, so a wrong page number cannot cause a scan of all pages.
  if (markerAfter(entry, account) !== marker?.toUpperCase()) throw invalidParams().about('marker');
  return startAfter(entry, account);
}

function readPayeeStart(
  store: MarkerStore,
  view: ReadView,
  list: ChannelList,
  marker: string | undefined,
): StartAfter | undefined {
  if (marker === undefined) return undefined;
  const key = openMarker(store, boundList(list), marker);
  // The marker is valid, but the entry may not exist in this request's ledger.
  const entry = key && view.readAny(bytesToHex(key));
  if (entry === undefined) throw invalidParams().about('marker');
  return startAfter(entry, list.account);
}

function boundList({ account, role }: ChannelList): Json {
  return ['account_channels', account, role];
}
