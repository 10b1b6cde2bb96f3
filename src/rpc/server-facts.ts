/**
 * What `server_info` and `server_state` have in common. The names are the reference's, for client libraries read them;
 * figures about peers and consensus, which Weir has none of, are zero or left out.
 */
import type { JsonObject } from '../protocol/values.ts';
import type { RpcContext } from './context.ts';
import { wallTimeToText } from './ledger-time.ts';
import { validatedRange } from './validated-range.ts';

/** The reference version whose API this server speaks. */
export const API_BUILD_VERSION = '3.2.0';

/** A server on its own begins disconnected and is full when it begins to serve. */
const PASSED_OVER_STATES = ['connected', 'syncing', 'tracking'];

/** The facts, some for the operator only. */
export function serverFacts({ node, server, clock, role }: RpcContext): JsonObject {
  const range = validatedRange(node);
  const nowMs = clock.nowMs();
  const problem = server.problem?.();
  const syncDuration = microseconds(server.readyAtMs - server.startedAtMs);
  const serveDuration = microseconds(nowMs - server.readyAtMs);
  return {
    build_version: API_BUILD_VERSION,
    complete_ledgers: range.min === range.max ? String(range.min) : `${range.min}-${range.max}`,
    initial_sync_duration_us: syncDuration,
    jq_trans_overflow: '0',
    peer_disconnects: '0',
    peer_disconnects_resources: '0',
    peers: 0,
    ports: server.ports().map(({ port, protocols }) => ({ port: String(port), protocol: protocols })),
    // As the reference's is that does not follow the ledgers any more.
    server_state: problem === undefined ? 'full' : 'connected',
    server_state_duration_us: serveDuration,
    state_accounting: {
      ...Object.fromEntries(PASSED_OVER_STATES.map((state) => [state, { duration_us: '0', transitions: '0' }])),
      disconnected: { duration_us: syncDuration, transitions: '1' },
      full: { duration_us: serveDuration, transitions: '1' },
    },
    time: wallTimeToText(nowMs),
    uptime: Math.max(0, Math.floor((nowMs - server.startedAtMs) / 1000)),
    validation_quorum: 0,
    weir: { version: server.version, ...(problem === undefined || role !== 'admin' ? {} : { problem }) },
    ...(node.networkId === 0 ? {} : { network_id: node.networkId }),
    ...(role === 'admin' ? { pubkey_validator: 'none' } : {}),
  };
}

function microseconds(milliseconds: number): string {
  return String(Math.max(0, Math.floor(milliseconds)) * 1000);
}
