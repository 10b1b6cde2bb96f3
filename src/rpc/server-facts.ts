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

/** The facts, some for the operator only. */
export function serverFacts({ node, server, clock, role }: RpcContext): JsonObject {
  const range = validatedRange(node);
  const nowMs = clock.nowMs();
  return {
    build_version: API_BUILD_VERSION,
    complete_ledgers: range.min === range.max ? String(range.min) : `${range.min}-${range.max}`,
    initial_sync_duration_us: microseconds(server.readyAtMs - server.startedAtMs),
    peers: 0,
    ports: server.ports().map(({ port, protocols }) => ({ port: String(port), protocol: protocols })),
    server_state: 'full',
    server_state_duration_us: microseconds(nowMs - server.readyAtMs),
    time: wallTimeToText(nowMs),
    uptime: Math.max(0, Math.floor((nowMs - server.startedAtMs) / 1000)),
    validation_quorum: 0,
    weir: { version: server.version },
    ...(node.networkId === 0 ? {} : { network_id: node.networkId }),
    ...(role === 'admin' ? { hostid: server.hostName, pubkey_validator: 'none' } : {}),
  };
}

function microseconds(milliseconds: number): string {
  return String(Math.max(0, Math.floor(milliseconds)) * 1000);
}
