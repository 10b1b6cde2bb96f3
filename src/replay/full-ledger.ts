/**
 * A whole ledger in rippled's own JSON: header, state and transactions, as `ledger` with `full` writes it and
 * `--ledgerfile` reads it.
 */
import { createLedgerHeader, type LedgerHeader } from '../ledger/ledger-header.ts';
import { encodeObject } from '../protocol/codec/encode.ts';
import { objectFromJson } from '../protocol/json/from-json.ts';
import { JsonFieldError } from '../protocol/json/json-field-error.ts';
import type { Hash256, JsonObject } from '../protocol/values.ts';
import { StateTree } from '../shamap/state-tree.ts';
import { CommandError } from '../util/command-error.ts';
import { bytesToHex } from '../util/hex.ts';
import { finishSteps } from '../util/steps.ts';
import { recordedTransactions, treeHashOf } from './recorded-ledger.ts';

export interface FullLedger {
  readonly header: LedgerHeader;
  /** Serialized entries by key. */
  readonly entries: ReadonlyMap<Hash256, Buffer>;
  readonly transactionCount: number;
}

/**
 * Reads the JSON of a file; `name` is for messages.
 * @throws CommandError if a part is missing, or if a hash of the file is not that of its content
 */
export function readFullLedger(json: JsonObject, name: string): FullLedger {
  try {
    const header = headerOf(json);
    const entries = new Map(
      list(json, 'accountState').map(({ index, ...fields }) => [index as Hash256, encoded(fields)]),
    );
    const transactions = recordedTransactions(
      list(json, 'transactions').map(({ metaData, hash: _, ...fields }) => ({
        blob: bytesToHex(encoded(fields)),
        metadata: bytesToHex(encoded(metaData as JsonObject)),
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
    return { header, entries, transactionCount: transactions.length };
  } catch (error) {
    if (!(error instanceof JsonFieldError)) throw error;
    throw new CommandError(`${name}: ${error.message}`);
  }
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

function encoded(fields: JsonObject): Buffer {
  return encodeObject(objectFromJson(fields, 'ledger'));
}

function stateHashOf(entries: ReadonlyMap<Hash256, Uint8Array>): Hash256 {
  const tree = new StateTree(() => undefined);
  for (const [key, bytes] of entries) tree.set(key, bytes);
  finishSteps(tree.hashChanges());
  return tree.rootHash();
}
