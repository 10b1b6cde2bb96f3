/** `server_info`: the state of the server for people and client libraries (rippled: NetworkOPs.cpp, getServerInfo). */
import { DROPS_PER_XRP } from '../../../protocol/amounts/amount-math.ts';
import type { JsonObject } from '../../../protocol/values.ts';
import { loadMultiples } from '../../json/fee-levels.ts';
import { COUNTERS_PARAM, hostId, LAST_ROUND_MS, serverFacts, weirFacts } from '../../json/server-facts.ts';
import type { ServerContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';

/** A larger age means that ledger time is not real time; the reference then reports 0. */
const MAX_AGE_SECONDS = 1_000_000;

export const serverInfo = defineMethod({
  name: 'server_info',
  role: 'user',
  needs: 'this server',
  params: [COUNTERS_PARAM],
  run: async (context, read) => ({
    info: {
      ...(await serverFacts(context, () => read('counters'))),
      hostid: hostId(context),
      ...(context.role === 'admin' ? { validator_list: NO_VALIDATORS } : {}),
      ...load(context),
      last_close: { converge_time_s: LAST_ROUND_MS / 1000, proposers: 0 },
      ...ledger(context),
    },
    weir: weirFacts(context),
  }),
});

const NO_VALIDATORS = { count: 0, expiration: 'unknown', status: 'unknown' };

function load({ server: { node }, role }: ServerContext): JsonObject {
  return loadMultiples(node.metrics(), role === 'admin');
}

function ledger({ reader, server: { node } }: ServerContext): JsonObject {
  const { validated, fees } = reader;
  const ageSeconds = node.clock.read().seconds - validated.closeTimeSeconds;
  return {
    validated_ledger: {
      age: ageSeconds < MAX_AGE_SECONDS ? ageSeconds : 0,
      base_fee_xrp: toXrp(fees.baseDrops),
      hash: validated.hash,
      reserve_base_xrp: toXrp(fees.reserveDrops),
      reserve_inc_xrp: toXrp(fees.reserveIncrementDrops),
      seq: validated.ledgerIndex,
    },
  };
}

/** A JSON number, for display: fees and reserves are exact in a double. */
function toXrp(drops: bigint): number {
  return Number(drops) / Number(DROPS_PER_XRP);
}
