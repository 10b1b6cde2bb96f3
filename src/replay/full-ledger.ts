/**
 * A whole ledger in rippled's own JSON: header, state and transactions, as `ledger` with `full` writes it and
 * `--ledgerfile` reads it.
 */
import { ledgersIn } from '../ledger/chain-entries.ts';
import type { FirstLedger } from '../ledger/genesis.ts';
import { createLedgerHeader, type LedgerHeader } from '../ledger/ledger-header.ts';
import { decodeObject } from '../protocol/codec/decode.ts';
import { encodeObject } from '../protocol/codec/encode.ts';
import type { LedgerHashes } from '../protocol/entries/entries.ts';
import { skipKeylet } from '../protocol/entries/keylets.ts';
import { objectFromJson } from '../protocol/json/from-json.ts';
import { JsonFieldError } from '../protocol/json/json-field-error.ts';
import type { Hash256, JsonObject } from '../protocol/values.ts';
import { StateTree } from '../shamap/state-tree.ts';
import { CommandError } from '../util/command-error.ts';
import { bytesToHex } from '../util/hex.ts';
import { finishSteps } from '../util/steps.ts';
import { type RecordedTransaction, recordedTransactions, treeHashOf } from './recorded-ledger.ts';

export interface FullLedger {
  readonly header: LedgerHeader;
  /** Serialized entries by key. */
  readonly entries: ReadonlyMap<Hash256, Buffer>;
  /** In their order. */
  readonly transactions: readonly RecordedTransaction[];
}

/**
 * Reads the JSON of a file; `name` is for messages.
 * @throws CommandError if a part is missing, or if a hash of the file is not that of its content
 */
export function readFullLedger(answer: JsonObject, name: string): FullLedger {
  const json = ledgerIn(answer);
  try {
    const header = headerOf(json);
    const entries = new Map(list(json, 'accountState').map((entry) => [entry.index as Hash256, encoded(entry)]));
    const transactions = recordedTransactions(
      list(json, 'transactions').map(({ DeliverMax, ...transaction }) => ({
        blob: bytesToHex(encoded(DeliverMax === undefined ? transaction : { Amount: DeliverMax, ...transaction })),
        metadata: bytesToHex(encoded(transaction.metaData as JsonObject)),
      })),
    );
    const hashes = {
      account_hash: stateHashOf(entries),
      transaction_hash: treeHashOf(transactions),
      ledger_hash: header.hash,
    };
    for (const [field, hash] of Object.entries(hashes)) {
      if (json[field] !== hash)
        throw new CommandError(`${name}: its ${field} is ${json[field]}, but its content has ${hash}`);
    }
    return { header, entries, transactions };
  } catch (error) {
    if (!(error instanceof JsonFieldError)) throw error;
    throw new CommandError(`${name}: ${error.message}`);
  }
}

/** The same, to begin a chain with. */
export function firstLedgerOf({ header, entries, transactions }: FullLedger): FirstLedger {
  const { key } = skipKeylet();
  const list = entries.get(key);
  const stateChanges = new Map(entries);
  stateChanges.delete(key);
  const recentLedgers = ledgersIn(list && (decodeObject(list) as unknown as LedgerHashes));
  return { header, stateChanges, transactions, recentLedgers };
}

/** An answer of `ledger` holds the ledger in `result` and `ledger`. */
function ledgerIn(json: JsonObject): JsonObject {
  const { result, ledger } = json as Readonly<Record<string, JsonObject | undefined>>;
  if (result !== undefined) return ledgerIn(result);
  return ledger ?? json;
}

function headerOf(json: JsonObject): LedgerHeader {
  return createLedgerHeader({
    ledgerIndex: Number(json.ledger_index),
    parentHash: String(json.parent_hash),
    transactionHash: String(json.transaction_hash),
    accountHash: String(json.account_hash),
    totalDrops: BigInt(String(json.total_coins)),
    parentCloseTimeSeconds: Number(json.parent_close_time),
    closeTimeSeconds: Number(json.close_time),
    closeTimeResolutionSeconds: Number(json.close_time_resolution),
    closeFlags: Number(json.close_flags),
  });
}

function list(json: JsonObject, field: string): readonly JsonObject[] {
  return (json[field] ?? []) as unknown as readonly JsonObject[];
}

/** Names of fields begin with a capital. The other members of an answer follow from the fields. */
function encoded(json: JsonObject): Buffer {
  const fields = Object.entries(json).filter(([name]) => /^[A-Z]/.test(name));
  return encodeObject(objectFromJson(Object.fromEntries(fields), 'ledger'));
}

function stateHashOf(entries: ReadonlyMap<Hash256, Uint8Array>): Hash256 {
  const tree = new StateTree(() => undefined);
  for (const [key, bytes] of entries) tree.set(key, bytes);
  finishSteps(tree.hashChanges());
  return tree.rootHash();
}
