/**
 * Failing transactions, each with the ledger entries that it reads. `scripts/failing-transactions.ts` extracts them
 * from recordings of the reference, one for each result.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OpenView } from '../../src/ledger/open-view.ts';
import { decodeObject } from '../../src/protocol/codec/decode.ts';
import type { LedgerEntry } from '../../src/protocol/entries/entries.ts';
import type { Ter } from '../../src/protocol/tables/ter.ts';
import { parseTransaction } from '../../src/protocol/transaction/transaction.ts';
import type { Subject } from '../../src/transactions/explain/findings.ts';
import { hexToBytes } from '../../src/util/hex.ts';
import { MapView } from './map-view.ts';

/** Their file: one JSON object a line. */
export const FAILING_TRANSACTIONS = path.join(import.meta.dirname, '../fixtures/failing-transactions.jsonl');

export interface FailingTransaction {
  readonly result: Ter;
  readonly type: string;
  /** The explanation that Weir must give. */
  readonly reason: string;
  readonly tx_blob: string;
  readonly is_open: boolean;
  readonly ledger_index: number;
  readonly parent_close_time: number;
  readonly close_time: number;
  readonly parent_hash: string;
  readonly network_id: number;
  /** True if it is not signed. */
  readonly dry_run?: boolean;
  /** True if a later pass may try it again. */
  readonly retry?: boolean;
  /** Base fee, account reserve and owner reserve, in drops. */
  readonly fees: readonly [string, string, string];
  /** Key → bytes of each ledger entry that it reads. */
  readonly entries: Readonly<Record<string, string>>;
}

/** All failing transactions. */
export function failingTransactions(): FailingTransaction[] {
  const lines = readFileSync(FAILING_TRANSACTIONS, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as FailingTransaction);
}

/** The transaction with a view of its ledger entries. */
export function subjectOf(failing: FailingTransaction): Subject {
  const { entries, fees, network_id: networkId, parent_hash: hash, ledger_index: ledgerIndex } = failing;
  const decoded = Object.entries(entries).map(([index, hex]) => {
    return { ...decodeObject(hexToBytes(hex)), index } as LedgerEntry;
  });
  const parent = { ledgerIndex: ledgerIndex - 1, closeTimeSeconds: failing.parent_close_time, hash };
  const [baseDrops, reserveDrops, reserveIncrementDrops] = fees.map(BigInt) as [bigint, bigint, bigint];
  const view = new OpenView(new MapView(decoded), parent, failing.is_open, failing.close_time);
  return {
    transaction: parseTransaction(hexToBytes(failing.tx_blob)),
    view,
    context: { fees: { baseDrops, reserveDrops, reserveIncrementDrops }, networkId, rules: view.rules },
    flags: { dryRun: failing.dry_run === true, retry: failing.retry === true },
  };
}
