/**
 * Markers of filtered histories: where the next page begins, as a text that is good for one account, filter, range
 * and direction only. It is signed with a key of the store's, so one that was made up, cut off or taken from another
 * request is refused rather than followed to wrong rows, and it outlives restarts.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TransactionLocation } from '../../history/history-query.ts';
import type { JsonObject } from '../../protocol/values.ts';
import type { LedgerStore } from '../../storage/ledger-store.ts';
import type { RpcContext } from '../method/context.ts';
import { TIME_PARAMS } from './history-times.ts';
import { FILTER_PARAMS } from './transaction-filter.ts';

const KEY_META = 'history_marker_key';
const KEY_BYTES = 32;
const LOCATION_BYTES = 8;
const SIGNATURE_BYTES = 16;
/** What a marker is bound to, beside the direction. */
const BOUND_PARAMS = [
  'account',
  'ledger_index_min',
  'ledger_index_max',
  'ledger_index',
  'ledger_hash',
  ...FILTER_PARAMS,
  ...TIME_PARAMS,
] as const;

type MarkerContext = Pick<RpcContext, 'params' | 'node' | 'randomBytes'>;

/** The marker for a page that begins there. */
export function encodeHistoryMarker(context: MarkerContext, next: TransactionLocation, forward: boolean): string {
  const location = Buffer.alloc(LOCATION_BYTES);
  location.writeUInt32BE(next.ledgerIndex, 0);
  location.writeUInt32BE(next.position, 4);
  return Buffer.concat([location, signatureOf(context, location, forward)]).toString('base64url');
}

/** Where the page of a marker begins; undefined for one that is none, or another request's. */
export function decodeHistoryMarker(
  context: MarkerContext,
  marker: unknown,
  forward: boolean,
): TransactionLocation | undefined {
  if (typeof marker !== 'string') return undefined;
  const bytes = Buffer.from(marker, 'base64url');
  if (bytes.length !== LOCATION_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== marker) return undefined;
  const location = bytes.subarray(0, LOCATION_BYTES);
  if (!timingSafeEqual(bytes.subarray(LOCATION_BYTES), signatureOf(context, location, forward))) return undefined;
  return { ledgerIndex: location.readUInt32BE(0), position: location.readUInt32BE(4) };
}

function signatureOf({ params, node, randomBytes }: MarkerContext, location: Buffer, forward: boolean): Buffer {
  const bound = JSON.stringify([forward, ...BOUND_PARAMS.map((name) => boundValue(params, name))]);
  const hmac = createHmac('sha256', markerKey(node.store, randomBytes));
  return hmac.update(location).update(bound).digest().subarray(0, SIGNATURE_BYTES);
}

/** An absent member differs from every value. */
function boundValue(params: JsonObject, name: string): unknown {
  return Object.hasOwn(params, name) ? [params[name]] : 0;
}

function markerKey(store: LedgerStore, randomBytes: RpcContext['randomBytes']): Buffer {
  let key = store.metaValue(KEY_META);
  if (key === undefined) {
    key = randomBytes(KEY_BYTES).toString('hex');
    store.setMetaValue(KEY_META, key);
  }
  return Buffer.from(key, 'hex');
}
