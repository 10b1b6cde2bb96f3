/** The members: one row each, with the time of the last report. */
import type { MemberReport, MemberRole, MemberTable } from '../shared/cluster-store.ts';
import type { Connection } from './connection.ts';

const REPORT = `
  INSERT INTO weir.members (id, address, role, epoch, ledger_index, version, reads_ledger_version, reported_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET address = excluded.address, role = excluded.role, epoch = excluded.epoch,
    ledger_index = excluded.ledger_index, version = excluded.version,
    reads_ledger_version = excluded.reads_ledger_version, reported_at = excluded.reported_at`;

const LIST = `
  SELECT * FROM (
    SELECT id, address, role, epoch, ledger_index, version, reads_ledger_version,
      extract(epoch FROM (clock_timestamp() - reported_at))::float8 * 1000 AS age_ms
    FROM weir.members) AS aged
  WHERE age_ms <= $1::float8
  ORDER BY id`;

export class PostgresMembers implements MemberTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async report({ id, address, role, epoch, ledgerIndex, version, readsLedgerVersion }: MemberReport): Promise<void> {
    const values = [id, address, role, epoch, ledgerIndex, version, readsLedgerVersion];
    await this.#connection.run({ text: REPORT, values, effect: 'writes' });
  }

  async list(withinMs: number): Promise<readonly (MemberReport & { readonly ageMs: number })[]> {
    const rows = await this.#connection.run({ text: LIST, values: [withinMs], effect: 'reads' });
    return rows.map((row) => ({
      id: String(row.id),
      address: String(row.address),
      role: row.role as MemberRole,
      epoch: Number(row.epoch),
      ledgerIndex: Number(row.ledger_index),
      version: String(row.version),
      readsLedgerVersion: Number(row.reads_ledger_version),
      ageMs: Math.max(0, Number(row.age_ms)),
    }));
  }

  async leave(id: string): Promise<void> {
    await this.#connection.run({ text: 'DELETE FROM weir.members WHERE id = $1', values: [id], effect: 'writes' });
  }
}
