/** The members: one row each, with the time of the last report. */
import { bytesToHex } from '../../util/hex.ts';
import type { ListedMember, MemberProcess, MemberReport, MemberRole, MemberTable } from '../shared/cluster-store.ts';
import type { Connection } from './connection.ts';

/** Another process may use a name after so long without a report. */
const NAME = "interval '3 seconds'";
/** A member that reported within this time before the end of the last lease is known. */
const KNOWN = "interval '1 minute'";

const COLUMNS =
  'id, address, token, role, epoch, ledger_index, ledger_hash, reached_epoch, version, reads_ledger_version';

/** On a server where no member has led, a process with fewer ledgers than the name had is not the one that is waited for. */
const REPORT = `
  INSERT INTO weir.members AS member (${COLUMNS}, incarnation, reported_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce($11::text, weir.incarnation()), clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET address = excluded.address, token = excluded.token, role = excluded.role,
    epoch = excluded.epoch, ledger_index = excluded.ledger_index, ledger_hash = excluded.ledger_hash,
    reached_epoch = excluded.reached_epoch, version = excluded.version,
    reads_ledger_version = excluded.reads_ledger_version, incarnation = excluded.incarnation,
    reported_at = excluded.reported_at
  WHERE (member.token IN (excluded.token, '')
      OR member.reported_at NOT BETWEEN clock_timestamp() - ${NAME} AND clock_timestamp() + ${NAME})
    AND (member.ledger_index <= excluded.ledger_index
      OR coalesce((SELECT incarnation FROM weir.lease) = weir.incarnation(), true))
  RETURNING id`;

const LIST = `
  SELECT ${COLUMNS}, coalesce(incarnation = weir.incarnation(), false) AS is_here,
    reported_at >= (SELECT expires_at FROM weir.lease) - ${KNOWN} AS is_known,
    extract(epoch FROM (clock_timestamp() - reported_at))::float8 * 1000 AS age_ms
  FROM weir.members ORDER BY id`;

export class PostgresMembers implements MemberTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async report(report: MemberReport): Promise<boolean> {
    const { id, address, token, role, epoch, ledgerIndex, hash, reachedEpoch, version } = report;
    const { readsLedgerVersion, incarnation } = report;
    const end = [ledgerIndex, Buffer.from(hash, 'hex')];
    const values = [id, address, token, role, epoch, ...end, reachedEpoch, version, readsLedgerVersion, incarnation];
    const rows = await this.#connection.run({ text: REPORT, values, effect: 'writes' });
    return rows.length > 0;
  }

  async list(): Promise<readonly ListedMember[]> {
    const rows = await this.#connection.run({ text: LIST, effect: 'reads' });
    return rows.map((row) => ({
      id: String(row.id),
      address: String(row.address),
      role: row.role as MemberRole,
      epoch: Number(row.epoch),
      ledgerIndex: Number(row.ledger_index),
      hash: bytesToHex(row.ledger_hash as Uint8Array),
      reachedEpoch: Number(row.reached_epoch),
      version: String(row.version),
      readsLedgerVersion: Number(row.reads_ledger_version),
      ageMs: Math.max(0, Number(row.age_ms)),
      isKnown: row.is_known === true,
      isHere: row.is_here === true,
    }));
  }

  async leave({ id, token }: Pick<MemberProcess, 'id' | 'token'>): Promise<void> {
    await this.#connection.run({
      text: "UPDATE weir.members SET role = 'left', token = '', reached_epoch = 0 WHERE id = $1 AND token = $2",
      values: [id, token],
      effect: 'writes',
    });
  }
}
