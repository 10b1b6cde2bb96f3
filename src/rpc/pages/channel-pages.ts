/**
 * Pages through the channels of an account at either end. Both ends list a channel in their directories, so the payee's
 * list costs what the payer's does: each page looks at no more entries than it may return.
 *
 * A marker is good for one account and one end. The payer's has the reference's form, `key,page`, where the page is the
 * one that the entry is on at its owner (RPCHelpers.cpp, getStartHint), which is not always the account that asks; the
 * payee's begins with the end and the account that it is for, and has the page in that account's own directory.
 */
import { accountIdToAddress } from '../../crypto/address.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import type { LedgerEntry } from '../../protocol/entries/entries.ts';
import type { AccountId, JsonObject } from '../../protocol/values.ts';
import { expectedField, invalidField, invalidParams } from '../method/errors.ts';
import { hasParam } from '../params/params.ts';
import { listedOn, markerAfter, ownedEntries, readMarker, type StartAfter, startAfter } from './owned-entries.ts';

/** The end of a channel that pays, or the one that is paid. */
export type ChannelRole = 'source' | 'destination';

/** The `role` of a request: `source` when it has none; Invalid field 'role'. for anything else. */
export function readChannelRole({ role }: JsonObject): ChannelRole {
  if (role === undefined || role === 'source') return 'source';
  if (role === 'destination') return 'destination';
  throw invalidField('role');
}

/** What the account's directory lists, from where the request's marker says. `invalidParams` for a marker not ours. */
export function channelEntries(
  view: ReadView,
  account: AccountId,
  role: ChannelRole,
  params: JsonObject,
): Generator<Readonly<LedgerEntry>, void> {
  return ownedEntries(view, account, readStart(view, account, role, params));
}

/** The marker behind an entry of the account's directory. */
export function channelMarkerAfter(entry: Readonly<LedgerEntry>, account: AccountId, role: ChannelRole): string {
  if (role === 'source') return markerAfter(entry, account);
  return `${prefixFor(account, role)}${entry.index},${listedOn(entry, account)}`;
}

function readStart(view: ReadView, account: AccountId, role: ChannelRole, params: JsonObject): StartAfter | undefined {
  if (!hasParam(params, 'marker')) return undefined;
  const { marker } = params;
  if (typeof marker !== 'string') throw expectedField('marker', 'string');
  const prefix = prefixFor(account, role);
  if (!marker.startsWith(prefix)) throw invalidParams();
  const start = readMarker(view, account, { marker: marker.slice(prefix.length) });
  const entry = start === undefined ? undefined : view.readAny(start.key);
  // Only a marker that we would give out ourselves is taken, so a wrong page never costs a walk through all of them.
  if (entry === undefined || channelMarkerAfter(entry, account, role).toUpperCase() !== marker.toUpperCase()) {
    throw invalidParams();
  }
  return startAfter(entry, account);
}

function prefixFor(account: AccountId, role: ChannelRole): string {
  return role === 'source' ? '' : `destination,${accountIdToAddress(account)},`;
}
