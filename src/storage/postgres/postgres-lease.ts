/**
 * The lease: one row, changed by single statements that check their condition. PostgreSQL decides by its own clock, at
 * the moment at which the statement holds the row.
 */
import type { ClusterMember, LeaseState, LeaseTable } from '../shared/cluster-store.ts';
import { FencedError } from '../shared/cluster-store.ts';
import type { Connection } from './connection.ts';

const UNTIL = "clock_timestamp() + $2 * interval '1 millisecond'";

/**
 * An append or a renewal holds the row until its transaction is durable, which may take longer than the lease. A member
 * that wants the lease does not wait for the row, so that the leader's waiting renewal gets it next.
 */
const TAKE = `
  WITH free AS (
    SELECT epoch FROM weir.lease
    WHERE holder_id IS NULL OR holder_id = $1 OR expires_at <= clock_timestamp()
    FOR UPDATE SKIP LOCKED)
  UPDATE weir.lease
  SET epoch = lease.epoch + 1, holder_id = $1, holder_address = $3, expires_at = ${UNTIL}
  FROM free WHERE lease.epoch = free.epoch
  RETURNING lease.epoch`;

export class PostgresLease implements LeaseTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async read(): Promise<LeaseState> {
    const [row] = await this.#connection.run({
      text: `SELECT epoch, holder_id, holder_address,
          extract(epoch FROM (expires_at - clock_timestamp()))::float8 * 1000 AS remaining_ms
        FROM weir.lease`,
      effect: 'reads',
    });
    const { epoch, holder_id: id, holder_address: address, remaining_ms: remainingMs } = row!;
    const holder = typeof id === 'string' ? { id, address: String(address) } : undefined;
    return {
      epoch: Number(epoch),
      holder,
      remainingMs: holder === undefined ? 0 : Math.max(0, Number(remainingMs)),
    };
  }

  async take({ id, address }: ClusterMember, durationMs: number): Promise<number | undefined> {
    const [row] = await this.#connection.run({
      text: TAKE,
      values: [id, durationMs, address],
      effect: 'writes',
    });
    return row === undefined ? undefined : Number(row.epoch);
  }

  async renew(epoch: number, durationMs: number): Promise<boolean> {
    const rows = await this.#connection.run({
      text: `UPDATE weir.lease SET expires_at = ${UNTIL} WHERE epoch = $1 AND holder_id IS NOT NULL RETURNING epoch`,
      values: [epoch, durationMs],
      effect: 'writes',
    });
    return rows.length > 0;
  }

  async release(epoch: number): Promise<void> {
    await this.#connection.run({
      text: 'UPDATE weir.lease SET holder_id = NULL, holder_address = NULL, expires_at = clock_timestamp() WHERE epoch = $1',
      values: [epoch],
      effect: 'writes',
    });
  }
}

/** Rejects if the epoch is not the last one. */
export async function refuseFenced(connection: Connection, epoch: number): Promise<void> {
  const [row] = await connection.run({ text: 'SELECT epoch FROM weir.lease', effect: 'reads' });
  if (Number(row?.epoch) !== epoch || epoch === 0) throw fencedBy(epoch, Number(row?.epoch));
}

export function fencedBy(epoch: number, last: number): FencedError {
  return new FencedError(`a writer of epoch ${epoch} is refused: the lease is at epoch ${last}`);
}
