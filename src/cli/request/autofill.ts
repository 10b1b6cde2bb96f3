/** What a command puts into a transaction that it signs itself: the fee and the network. */
import { DROPS_PER_XRP } from '../../protocol/amounts/amount-math.ts';
import { demandsNetworkId } from '../../protocol/transaction/transaction.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { CommandError } from '../../util/command-error.ts';
import { type RpcCall, successOf } from './rpc-client.ts';

const MAX_FEE_DROPS = DROPS_PER_XRP;

/** `Fee`, as the open ledger asks for it, and `NetworkID` where the network demands it. Rejects a fee above 1 XRP. */
export async function feeAndNetwork(call: RpcCall): Promise<{ readonly Fee: string; readonly NetworkID?: number }> {
  const { drops } = await successOf(call, 'fee', {});
  const { info } = await successOf(call, 'server_info', {});
  const networkId = Number((info as JsonObject).network_id ?? 0);
  const fee = String((drops as JsonObject).open_ledger_fee);
  if (BigInt(fee) > MAX_FEE_DROPS) throw new CommandError(`the server wants a fee of ${fee} drops; that is too much`);
  return { Fee: fee, ...(demandsNetworkId(networkId) ? { NetworkID: networkId } : {}) };
}
