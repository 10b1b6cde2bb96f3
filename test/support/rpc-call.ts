/** Calls API methods on an `Env` (env.ts) without a socket. */

import assert from 'node:assert/strict';
import type { LedgerEngine, LedgerNode, LedgerReader } from '../../src/node/ledger-node.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { execute } from '../../src/rpc/execute.ts';
import type { ApiVersion, MainServices, Role, RpcServices, ServerInfoSource } from '../../src/rpc/method/context.ts';
import { RequestTally } from '../../src/rpc/method/request-tally.ts';
import { systemClock } from '../../src/util/clock.ts';
import type { Env } from './env.ts';

export interface CallOptions {
  readonly apiVersion?: ApiVersion;
  readonly role?: Role;
}

/** A result whose members a test looks at without asking for their types. */
// biome-ignore lint/suspicious/noExplicitAny: assertions check the answer
export type Answer = any;

export type Call = (method: string, params?: JsonObject, options?: CallOptions) => Promise<Answer>;

const TEST_SERVER: ServerInfoSource = {
  version: '1.2.3',
  hostName: 'testhost',
  startedAtMs: 0,
  readyAtMs: 0,
  ports: () => [
    { port: 5005, protocols: ['http'], isPublic: false },
    { port: 80, protocols: ['ws'], isPublic: true },
  ],
  measureLatencyMs: async () => 3,
};

/** The services of the methods in a test. An unexpected error fails the test. */
export function servicesOf({ weir: { services } }: Pick<Env, 'weir'>): MainServices {
  const { observe: _, ...unobserved } = services;
  const startedAtMs = services.clock.nowMs();
  return {
    ...unobserved,
    server: { ...services.server, ...TEST_SERVER, startedAtMs, readyAtMs: startedAtMs },
    randomBytes: (count) => Buffer.alloc(count, 7),
  };
}

/** Services without a ledger, for methods that need none. */
export function bareServices(more: Partial<RpcServices> = {}): RpcServices {
  const { clock = systemClock } = more;
  const tally = new RequestTally(clock);
  return {
    reader: {} as LedgerReader,
    program: TEST_SERVER,
    server: { ...TEST_SERVER, node: {} as LedgerNode, tally },
    engine: {} as LedgerEngine,
    relay: undefined,
    clock,
    tally,
    log: { error: () => assert.fail('no unexpected error is logged') },
    randomBytes: (count) => Buffer.alloc(count, 0xab),
    ...more,
  };
}

/** Calls methods as admin with API version 1 by default. */
export function rpcOf(env: Env): Call {
  const services = servicesOf(env);
  return async (method, params = {}, { apiVersion = 1, role = 'admin' } = {}) => {
    const result = await execute(services, { method, params, apiVersion, role });
    // As a client parses it: parts of a result may be text already.
    return JSON.parse(JSON.stringify(result));
  };
}
