/**
 * The common part of `server_info` and `server_state`. The names are the reference's, since client libraries read them;
 * figures about peers and consensus, which Weir does not have, are zero or omitted (rippled: NetworkOPs.cpp,
 * getServerInfo, getHostId).
 */
import { encodeNodePublicKey } from '../../crypto/address.ts';
import { bytesToWord } from '../../crypto/rfc1751.ts';
import type { LedgerNode } from '../../node/ledger-node.ts';
import { validatedRange } from '../../node/validated-range.ts';
import type { JsonObject } from '../../protocol/values.ts';
import type { ForkFacts } from '../../storage/fork/fork.ts';
import { hexToBytes } from '../../util/hex.ts';
import type { ScrubProgress } from '../../verify/scrub.ts';
import type { RpcContext, ServerContext, ServerServices } from '../method/context.ts';
import type { ParamRow } from '../method/param-row.ts';
import { flag } from '../params/readers.ts';
import { wallTimeToText } from './ledger-time.ts';

/** The reference version whose API this server speaks. */
export const API_BUILD_VERSION = '3.2.0';

export const COUNTERS_PARAM = {
  name: 'counters',
  ...flag,
  text: 'Include calls and time of each method.',
} as const satisfies ParamRow;

/** A standalone server starts disconnected and becomes full when it begins to serve. */
const PASSED_OVER_STATES = ['connected', 'syncing', 'tracking'];

/** The reference's figure for each ledger that it closes in standalone mode. */
export const LAST_ROUND_MS = 100;

/** Some are for admins only. */
export async function serverFacts(context: ServerContext, withCounters: () => boolean): Promise<JsonObject> {
  const { reader, server, clock, role } = context;
  const latencyMs = await server.measureLatencyMs();
  const range = validatedRange(reader);
  const nowMs = clock.nowMs();
  const problem = server.problem?.();
  const syncDuration = microseconds(server.readyAtMs - server.startedAtMs);
  const serveDuration = microseconds(nowMs - server.readyAtMs);
  return {
    build_version: API_BUILD_VERSION,
    complete_ledgers: range.min === range.max ? String(range.min) : `${range.min}-${range.max}`,
    initial_sync_duration_us: syncDuration,
    io_latency_ms: latencyMs,
    jq_trans_overflow: '0',
    peer_disconnects: '0',
    peer_disconnects_resources: '0',
    peers: 0,
    ports: server
      .ports()
      .filter(({ isPublic }) => isPublic || role === 'admin')
      .map(({ port, protocols }) => ({ port: String(port), protocol: protocols })),
    pubkey_node: encodeNodePublicKey(reader.publicKey),
    // As in the reference when it no longer follows the ledgers.
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
    ...(reader.isNetworkIdGiven ? { network_id: reader.networkId } : {}),
    ...(role === 'admin' ? { load: server.tally.load(), pubkey_validator: 'none' } : {}),
    ...(withCounters() ? counters(server) : {}),
  };
}

/** The host name for admins; for others a word derived from the server's key. */
export function hostId({ reader, program, role }: RpcContext): string {
  return role === 'admin' ? program.hostName : bytesToWord(hexToBytes(reader.publicKey));
}

/** Fields that only Weir has. */
export function weirFacts({ server, role }: ServerContext): JsonObject {
  const { node, member } = server;
  const isAdmin = role === 'admin';
  const problem = isAdmin ? server.problem?.() : undefined;
  const scrub = isAdmin ? server.scrubProgress?.() : undefined;
  return {
    version: server.version,
    ...(problem === undefined ? {} : { problem }),
    ...(scrub === undefined ? {} : { scrub: scrubFacts(scrub) }),
    ...(server.bench !== undefined ? { test_bench: true } : {}),
    ...(Object.keys(node.altered).length > 0 ? { altered: node.altered } : {}),
    ...(node.fork === undefined ? {} : { fork: forkFacts(node.fork) }),
    ...(member === undefined ? {} : { cluster: member.facts() }),
    ...clockFacts(node),
  };
}

/** The share has four digits after the point. */
function scrubFacts({ rows, bytes, damages, passShare, lastPassMs }: ScrubProgress): JsonObject {
  return {
    rows,
    bytes,
    damages,
    pass_share: Math.round(passShare * 10_000) / 10_000,
    ...(lastPassMs === undefined ? {} : { last_pass: wallTimeToText(lastPassMs) }),
  };
}

/** Where a fork begins, where its rules differ from those of the network, and why its server does not answer. */
function forkFacts({ url, ledgerIndex, ledgerHash, rules: { lacking, early }, server }: ForkFacts): JsonObject {
  return {
    url,
    ledger_index: ledgerIndex,
    ledger_hash: ledgerHash,
    ...(lacking.length > 0 ? { lacking_amendments: lacking } : {}),
    ...(early.length > 0 ? { early_amendments: early } : {}),
    ...(server.problem === undefined ? {} : { problem: server.problem }),
  };
}

/** The clock, if it differs from the system's. */
function clockFacts({ clock }: LedgerNode): JsonObject {
  const { isMoved, isFrozen, rate, aheadSeconds } = clock.read();
  return isMoved ? { clock: { seconds_ahead: aheadSeconds, rate, frozen: isFrozen } } : {};
}

function counters({ tally }: ServerServices): JsonObject {
  return { counters: tally.counters(), current_activities: tally.current() };
}

function microseconds(milliseconds: number): string {
  return String(Math.max(0, Math.floor(milliseconds)) * 1000);
}
