/** A ledger in the log of a cluster that no node wrote: a row with the right parent, by a user who can write to the database. */
import type pg from 'pg';
import type { SoakDatabase } from './soak-database.ts';

export interface ForgedLedger {
  /** Removes it, as the operator does. */
  remove(): Promise<void>;
}

/** The lock comes first, so that the last ledger is the one that the next statement sees. */
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

export async function forgeLedger(database: SoakDatabase): Promise<ForgedLedger> {
  const results: unknown = await database.query(FORGE);
  const { rows } = (results as readonly pg.QueryResult[])[2]!;
  const { ledger_index: index } = rows[0];
  return { remove: async () => void (await database.query(REMOVE, [index])) };
}
