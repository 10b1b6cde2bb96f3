/**
 * Inserts a ledger that no node wrote into the log of a cluster: a row with the right parent, written by a database
 * user with write access.
 */
import type pg from 'pg';

type Query = (text: string, values?: unknown[]) => Promise<pg.QueryResult>;

export interface ForgedLedger {
  readonly ledgerIndex: number;
  /** Deletes the row, as the operator does. */
  remove(): Promise<void>;
}

/** Locks first, so that the next statement sees the last ledger. */
const FORGE = `
  BEGIN;
  SELECT 1 FROM weir.lease FOR UPDATE;
  WITH log_end AS (
    UPDATE weir.lease SET last_index = last_index + 1, last_hash = sha256(last_hash)
    RETURNING last_index, last_hash)
  INSERT INTO weir.ledgers (epoch, ledger_index, ledger_hash, parent_hash, account_hash, transaction_hash, total_drops,
    close_time, transaction_count, header, body_bytes, body, mac, parts)
  SELECT epoch, log_end.last_index, log_end.last_hash, ledger_hash, account_hash, transaction_hash, total_drops + 1,
    close_time, transaction_count, header, body_bytes, body, mac, parts
  FROM log_end JOIN weir.ledgers ON ledger_index = log_end.last_index - 1
  RETURNING ledger_index;
  COMMIT`;

const REMOVE = `
  WITH removed AS (DELETE FROM weir.ledgers WHERE ledger_index = $1)
  UPDATE weir.lease SET last_index = $1::bigint - 1,
    last_hash = (SELECT ledger_hash FROM weir.ledgers WHERE ledger_index = $1::bigint - 1)
  WHERE last_index = $1`;

/** The row has the content and MAC of the last ledger. */
export async function forgeLedger(query: Query): Promise<ForgedLedger> {
  const results: unknown = await query(FORGE);
  const { rows } = (results as readonly pg.QueryResult[])[2]!;
  const ledgerIndex = Number(rows[0].ledger_index);
  return { ledgerIndex, remove: async () => void (await query(REMOVE, [ledgerIndex])) };
}
