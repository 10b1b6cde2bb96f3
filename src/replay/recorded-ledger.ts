/**
 * The transactions of a ledger of any server, with their metadata, in the order in which they were applied. In a file:
 * the root hash of the transaction tree on the first line, then one line a transaction, `BLOB,METADATA` in hex.
 */
import { decodeObject } from '../protocol/codec/decode.ts';
import {
  InvalidTransactionError,
  parseTransaction,
  type Transaction,
  transactionIdOf,
} from '../protocol/transaction/transaction.ts';
import type { Hash256, StArray, StObject } from '../protocol/values.ts';
import { transactionTreeHash } from '../shamap/transaction-tree.ts';
import { CommandError } from '../util/command-error.ts';
import { hexToBytes } from '../util/hex.ts';
import { finishSteps } from '../util/steps.ts';

export interface RecordedTransaction {
  readonly id: Hash256;
  readonly blob: Uint8Array;
  /** Undefined for one that Weir cannot read, for example of a later type; `problem` says why. */
  readonly transaction: Transaction | undefined;
  readonly problem?: string;
  /** Serialized metadata, and the same as an object. */
  readonly metadata: Uint8Array;
  readonly meta: StObject;
}

export interface HexPair {
  readonly blob: string;
  readonly metadata: string;
}

/** Reads transactions in any order, and sorts them by `TransactionIndex`. Throws a `CodecError` for metadata that is none. */
export function recordedTransactions(pairs: readonly HexPair[]): RecordedTransaction[] {
  return pairs.map(recordedTransaction).sort((one, other) => positionOf(one) - positionOf(other));
}

function recordedTransaction(pair: HexPair): RecordedTransaction {
  const blob = hexToBytes(pair.blob);
  const metadata = hexToBytes(pair.metadata);
  const recorded = { id: transactionIdOf(blob), blob, metadata, meta: decodeObject(metadata) };
  try {
    return { ...recorded, transaction: parseTransaction(blob) };
  } catch (error) {
    if (!(error instanceof InvalidTransactionError)) throw error;
    return { ...recorded, transaction: undefined, problem: error.message };
  }
}

/** Position in the ledger, from 0. */
export function positionOf({ meta }: RecordedTransaction): number {
  return meta.TransactionIndex as number;
}

/** Root hash of the tree of the transactions with their metadata. */
export function treeHashOf(recorded: readonly RecordedTransaction[]): Hash256 {
  return finishSteps(transactionTreeHash(recorded));
}

/**
 * The index of the ledger: that of an entry which the ledger changed twice. Undefined if there is none; then no metadata
 * of the ledger contains the index.
 */
export function ledgerIndexIn(recorded: readonly RecordedTransaction[]): number | undefined {
  const ids = new Set(recorded.map(({ id }) => id));
  for (const { meta } of recorded) {
    for (const wrapper of (meta.AffectedNodes ?? []) as StArray) {
      const { PreviousTxnID, PreviousTxnLgrSeq } = Object.values(wrapper)[0] as StObject;
      if (ids.has(PreviousTxnID as Hash256)) return PreviousTxnLgrSeq as number;
    }
  }
  return undefined;
}

const LINE = /^([0-9A-Fa-f]+),([0-9A-Fa-f]+)$/;
const HASH = /^[0-9A-Fa-f]{64}$/;

/**
 * Reads the text of a file; `name` is for messages.
 * @throws CommandError that names the line, also if the transactions have another hash than the first line
 */
export function readRecordedLedger(text: string, name: string): RecordedTransaction[] {
  const [hash = '', ...lines] = text.trim().split(/\r?\n/);
  if (!HASH.test(hash)) {
    throw new CommandError(`${name}, line 1, is not the root hash of a transaction tree (64 hex digits)`);
  }
  const pairs = lines.map((line, at) => {
    const [, blob, metadata] = LINE.exec(line) ?? [];
    if (blob === undefined || metadata === undefined) {
      throw new CommandError(`${name}, line ${at + 2}, is not BLOB,METADATA in hex`);
    }
    return { blob, metadata };
  });
  const recorded = recordedTransactions(pairs);
  const actual = treeHashOf(recorded);
  if (actual !== hash.toUpperCase()) {
    throw new CommandError(`${name}: the tree of its transactions has the hash ${actual}, but line 1 has ${hash}`);
  }
  return recorded;
}
