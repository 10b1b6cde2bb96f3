/**
 * `server_state`: the content of `server_info` in drops and levels, for programs (rippled: NetworkOPs.cpp,
 * getServerInfo).
 */
import type { JsonObject } from '../../../protocol/values.ts';
import { loadFigures } from '../../json/fee-levels.ts';
import { COUNTERS_PARAM, LAST_ROUND_MS, serverFacts, weirFacts } from '../../json/server-facts.ts';
import type { RpcContext, ServerContext } from '../../method/context.ts';
import { defineMethod } from '../../method/define-method.ts';

export const serverState = defineMethod({
  name: 'server_state',
  role: 'user',
  needs: 'this server',
  params: [COUNTERS_PARAM],
  run: async (context, read) => ({
    state: {
      ...(await serverFacts(context, () => read('counters'))),
      ...(context.role === 'admin' ? { validator_list_expires: 0 } : {}),
      ...load(context),
      ...ledger(context),
    },
    weir: weirFacts(context),
  }),
});

function load({ server: { node } }: ServerContext): JsonObject {
  return loadFigures(node.metrics());
}

function ledger({ reader: { validated, fees } }: RpcContext): JsonObject {
  return {
    last_close: { converge_time: LAST_ROUND_MS, proposers: 0 },
    validated_ledger: {
      base_fee: Number(fees.baseDrops),
      close_time: validated.closeTimeSeconds,
      hash: validated.hash,
      reserve_base: Number(fees.reserveDrops),
      reserve_inc: Number(fees.reserveIncrementDrops),
      seq: validated.ledgerIndex,
    },
  };
}
