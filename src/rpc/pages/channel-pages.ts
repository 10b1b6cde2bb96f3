/**
 * Pages through the channels of an account at either end. Both ends list a channel in their directories, so the payee's
 * list costs what the payer's does: each page looks at no more entries than it may return.
 *
 * A marker is good for one account and one end. The payer's has the reference's form, `key,page`, where the page is the
 * one that the entry is on at its owner (rippled: RPCHelpers.cpp, getStartHint), which is not always the account that
 * asks; the payee's is sealed (marker.ts).
 */
import type { ReadView } from '../../ledger/read-view.ts';
import type { LedgerEntry } from '../../protocol/entries/entries.ts';
import type { AccountId, Json } from '../../protocol/values.ts';
import { bytesToHex } from '../../util/hex.ts';
import type { RpcContext } from '../method/context.ts';
import { invalidField, invalidParams } from '../method/errors.ts';
import { type MarkerStore, openMarker, sealMarker } from './marker.ts';
import { markerAfter, ownedEntries, readMarker, type StartAfter, startAfter } from './owned-entries.ts';

/** The end of a channel that pays, or the one that is paid. */
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

/** One end of an account's channels. */
export interface ChannelList {
  readonly account: AccountId;
  readonly role: ChannelRole;
}

/** What the account's directory lists, from where the marker says. `invalidParams` for a marker not ours. */
export function channelEntries(
  store: MarkerStore,
  view: ReadView,
  list: ChannelList,
  marker: string | undefined,
): Generator<Readonly<LedgerEntry>, void> {
  const readStart = list.role === 'source' ? readPayerStart : readPayeeStart;
  return ownedEntries(view, list.account, readStart(store, view, list, marker));
}

/** The marker behind an entry of the account's directory. */
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
  // Only a marker that we would give out ourselves is taken, so a wrong page never costs a walk through all of them.
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
  // The marker is ours, but in the ledger of this request the entry may be gone.
  const entry = key && view.readAny(bytesToHex(key));
  if (entry === undefined) throw invalidParams().about('marker');
  return startAfter(entry, list.account);
}

function boundList({ account, role }: ChannelList): Json {
  return ['account_channels', account, role];
}
