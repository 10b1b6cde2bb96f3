/** Fields that a command fills in before it signs: fee and network. */
import { DROPS_PER_XRP } from '../../protocol/amounts/amount-math.ts';
import { demandsNetworkId } from '../../protocol/transaction/transaction.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { CommandError } from '../../util/command-error.ts';
import { type RpcCall, successOf } from './rpc-client.ts';

const MAX_FEE_DROPS = DROPS_PER_XRP;

/** `Fee` for the open ledger, and `NetworkID` if the network requires it. Rejects if the fee is above 1 XRP. */
export async function feeAndNetwork(call: RpcCall): Promise<{ readonly Fee: string; readonly NetworkID?: number }> {
  const { drops } = await successOf(call, 'fee', {});
  const { info } = await successOf(call, 'server_info', {});
  const networkId = Number((info as JsonObject).network_id ?? 0);
  const fee = String((drops as JsonObject).open_ledger_fee);
  if (BigInt(fee) > MAX_FEE_DROPS)
    throw new CommandError(`the server requires a fee of ${fee} drops, more than the limit of ${MAX_FEE_DROPS}`);
  return { Fee: fee, ...(demandsNetworkId(networkId) ? { NetworkID: networkId } : {}) };
}
