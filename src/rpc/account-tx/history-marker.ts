/**
 * Markers of filtered histories: the start of the next page, signed (pages/marker.ts) for one account, filter, range
 * and direction.
 */
import type { TransactionLocation } from '../../history/history-query.ts';
import type { Json, JsonObject } from '../../protocol/values.ts';
import type { RpcContext } from '../method/context.ts';
import { openMarker, sealMarker } from '../pages/marker.ts';
import { TIME_PARAMS } from './time-params.ts';
import { FILTER_PARAMS } from './transaction-filter.ts';

const LOCATION_BYTES = 8;
/** The parameters that a marker is valid for, beside the direction. */
const BOUND_PARAMS = [
  'account',
  'ledger_index_min',
  'ledger_index_max',
  'ledger_index',
  'ledger_hash',
  ...[...FILTER_PARAMS, ...TIME_PARAMS].map(({ name }) => name),
];

type MarkerContext = Pick<RpcContext, 'params' | 'reader'>;

/** The marker of a page that begins at this location. */
export function encodeHistoryMarker(
  { params, reader }: MarkerContext,
  next: TransactionLocation,
  forward: boolean,
): string {
  const location = Buffer.alloc(LOCATION_BYTES);
  location.writeUInt32BE(next.ledgerIndex, 0);
  location.writeUInt32BE(next.position, 4);
  return sealMarker(reader.store, listOf(params, forward), location);
}

/** The start of the page of the request's marker; undefined if the marker is invalid or belongs to another request. */
export function decodeHistoryMarker(
  { params, reader }: MarkerContext,
  forward: boolean,
): TransactionLocation | undefined {
  const location = openMarker(reader.store, listOf(params, forward), params.marker);
  if (location === undefined) return undefined;
  return { ledgerIndex: location.readUInt32BE(0), position: location.readUInt32BE(4) };
}

function listOf(params: JsonObject, forward: boolean): Json {
  return [forward, ...BOUND_PARAMS.map((name) => boundValue(params, name))];
}

/** An absent member differs from every value. */
function boundValue(params: JsonObject, name: string): Json {
  return Object.hasOwn(params, name) ? [params[name]!] : 0;
}
