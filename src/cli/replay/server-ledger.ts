/** A ledger of a running server, as `Replay` needs it: its transactions, and the state of the ledger before. */
import { feesOf } from '../../ledger/chain-entries.ts';
import { decodeLedgerHeader, type LedgerHeader } from '../../ledger/ledger-header.ts';
import { expectedCloseTimeSeconds } from '../../node/close/close-ledger.ts';
import { decodeObject } from '../../protocol/codec/decode.ts';
import type { Amendments, FeeSettings, LedgerEntry } from '../../protocol/entries/entries.ts';
import { amendmentsKeylet, feesKeylet } from '../../protocol/entries/keylets.ts';
import { rulesOf } from '../../protocol/tables/rules.ts';
import type { Hash256, JsonObject } from '../../protocol/values.ts';
import {
  type HexPair,
  type RecordedTransaction,
  recordedTransactions,
  treeHashOf,
} from '../../replay/recorded-ledger.ts';
import type { PriorSource, RecordedLedger } from '../../replay/replay-recorded.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import { CommandError } from '../../util/command-error.ts';
import { hexToBytes } from '../../util/hex.ts';
import { type RpcCall, resultOf, successOf } from '../request/rpc-client.ts';

/** A ledger by index or hash. */
export type LedgerName = { readonly ledger_index: number } | { readonly ledger_hash: Hash256 };

const NO_ENTRY = 'entryNotFound';

/** Header and transactions of a validated ledger, checked against the header's hashes. */
export async function fetchLedger(
  call: RpcCall,
  name: LedgerName,
): Promise<{ readonly header: LedgerHeader; readonly transactions: readonly RecordedTransaction[] }> {
  const result = await successOf(call, 'ledger', { ...name, transactions: true, expand: true, binary: true });
  const ledger = result.ledger as JsonObject;
  const header = decodeLedgerHeader(hexToBytes(String(ledger.ledger_data)));
  if (header.hash !== result.ledger_hash)
    throw new CommandError(`the header of ledger ${header.ledgerIndex} has another hash`);
  const transactions = recordedTransactions((ledger.transactions as JsonObject[]).map(hexPair));
  if (transactions.length > 0 && treeHashOf(transactions) !== header.transactionHash) {
    throw new CommandError(`the transactions of ledger ${header.ledgerIndex} do not have the hash of its header`);
  }
  return { header, transactions };
}

function hexPair({ tx_blob, meta, meta_blob = meta }: JsonObject): HexPair {
  return { blob: String(tx_blob), metadata: String(meta_blob) };
}

/** The header of a ledger. */
async function fetchHeader(call: RpcCall, ledger_hash: Hash256): Promise<LedgerHeader> {
  const { ledger } = await successOf(call, 'ledger', { ledger_hash, binary: true });
  const header = decodeLedgerHeader(hexToBytes(String((ledger as JsonObject).ledger_data)));
  if (header.hash !== ledger_hash) throw new CommandError(`the server answered ledger ${ledger_hash} with another one`);
  return header;
}

/** The entries of a ledger. Each answer must name its hash. */
function priorSource(call: RpcCall, ledger_hash: Hash256): PriorSource {
  const requireSame = (result: JsonObject) => {
    if (result.ledger_hash === ledger_hash) return;
    throw new CommandError(`the server answered for ledger ${String(result.ledger_hash)}, not for ${ledger_hash}`);
  };
  return {
    async entry(index) {
      const result = await successOf(call, 'ledger_entry', { index, ledger_hash, binary: true }, NO_ENTRY);
      if (result.error === NO_ENTRY) return null;
      requireSame(result);
      return { ...decodeObject(hexToBytes(String(result.node_binary))), index } as LedgerEntry;
    },
    async successor(marker) {
      const result = await successOf(call, 'ledger_data', { marker, ledger_hash, binary: true, limit: 1 });
      requireSame(result);
      const [first] = result.state as JsonObject[];
      return first === undefined ? undefined : (first.index as Hash256);
    },
  };
}

/** A ledger to replay, with the rules and fees of the ledger before. */
export interface ServerLedger {
  readonly ledger: RecordedLedger;
  readonly source: PriorSource;
  /** Ids of the amendments in force. */
  readonly amendments: readonly Hash256[];
}

export async function serverLedger(
  call: RpcCall,
  header: Pick<LedgerHeader, 'parentHash' | 'closeTimeSeconds'>,
  transactions: readonly RecordedTransaction[],
): Promise<ServerLedger> {
  const parent = await fetchHeader(call, header.parentHash);
  const source = priorSource(call, parent.hash);
  const settings = (await source.entry(feesKeylet().key)) as FeeSettings | null;
  const amendments = ((await source.entry(amendmentsKeylet().key)) as Amendments | null)?.Amendments ?? [];
  const { info } = await resultOf(call, 'server_info', {});
  const networkId = isJsonObject(info) && typeof info.network_id === 'number' ? info.network_id : 0;
  const ledger: RecordedLedger = {
    transactions,
    parent,
    closeTimeSeconds: expectedCloseTimeSeconds({ parent, closeTimeSeconds: header.closeTimeSeconds }),
    rules: rulesOf(amendments),
    fees: feesOf(settings ?? undefined),
    networkId,
  };
  return { ledger, source, amendments };
}
