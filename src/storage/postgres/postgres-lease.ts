/**
 * The lease: one row, changed by single statements that check their condition. PostgreSQL decides by its own clock, at
 * the moment at which the statement holds the row.
 */
import type { LeaseState, LeaseTable, MemberProcess, Term } from '../shared/cluster-store.ts';
import { FencedError } from '../shared/cluster-store.ts';
import type { Connection } from './connection.ts';

/** The condition under which a writer of epoch $1 with the token $2 still has the lease, on the server that gave it. */
export const HELD = 'epoch = $1::bigint AND epoch > 0 AND holder_token = $2 AND incarnation = weir.incarnation()';

function after(milliseconds: string): string {
  return `clock_timestamp() + ${milliseconds} * interval '1 millisecond'`;
}

/**
 * An append or a renewal holds the row until its transaction is durable, which may take longer than the lease. A member
 * that wants the lease does not wait for the row, so that the leader's waiting renewal gets it next. A lease that ends later
 * than it can last was given before the server's clock was set back: it counts as expired. The last report with the member's name
 * must be of this process.
 */
const TAKE = `
  WITH free AS (
    SELECT epoch FROM weir.lease
    WHERE (holder_id IS NULL OR holder_token = $4 OR expires_at <= clock_timestamp() OR expires_at > ${after('$2::float8')}
        OR incarnation <> weir.incarnation())
      AND (recover_from IS NULL OR recover_from = $1) AND ($6::text IS NULL OR weir.incarnation() = $6)
      AND EXISTS (SELECT FROM weir.members WHERE id = $1 AND token = $4)
    FOR UPDATE SKIP LOCKED)
  UPDATE weir.lease
  SET epoch = greatest(lease.epoch, $5::bigint) + 1, holder_id = $1, holder_address = $3, holder_token = $4,
    expires_at = ${after('$2::float8')}, incarnation = weir.incarnation(), is_replicated = weir.is_replicated(), recover_from = NULL
  FROM free WHERE lease.epoch = free.epoch
  RETURNING lease.epoch`;

const READ = `
  SELECT epoch, holder_id, holder_address, is_replicated, recover_from, weir.durability() AS durability,
    weir.incarnation() AS server,
    coalesce(incarnation <> weir.incarnation(), false) AS is_void,
    extract(epoch FROM (expires_at - clock_timestamp()))::float8 * 1000 AS remaining_ms
  FROM weir.lease`;

const RENEW = `
  UPDATE weir.lease SET expires_at = ${after('$3::float8')}, confirmed_index = $4::bigint, is_replicated = weir.is_replicated()
  WHERE ${HELD} AND coalesce(last_index, 0) >= $5::bigint RETURNING epoch`;

const FREE = 'holder_id = NULL, holder_address = NULL, holder_token = NULL, expires_at = clock_timestamp()';

export class PostgresLease implements LeaseTable {
  readonly #connection: Connection;
  /** The server's settings for commits, as of the last read; undefined before. */
  durability: string | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async read(durationMs = Number.POSITIVE_INFINITY): Promise<LeaseState> {
    const [row] = await this.#connection.run({ text: READ, effect: 'reads' });
    const { holder_id: id, is_void: isVoid, recover_from: recoverFrom } = row!;
    this.durability = String(row!.durability);
    const holder = typeof id === 'string' ? { id, address: String(row!.holder_address) } : undefined;
    const leftMs = Number(row!.remaining_ms);
    const runs = holder !== undefined && isVoid !== true && leftMs > 0 && leftMs <= durationMs;
    return {
      epoch: Number(row!.epoch),
      holder,
      remainingMs: runs ? leftMs : 0,
      isVoid: isVoid === true,
      isReplicated: row!.is_replicated === true,
      incarnation: String(row!.server),
      recoverFrom: typeof recoverFrom === 'string' ? recoverFrom : undefined,
    };
  }

  async take(
    { id, address, token }: MemberProcess,
    durationMs: number,
    above = 0,
    incarnation?: string,
  ): Promise<number | undefined> {
    const [row] = await this.#connection.run({
      text: TAKE,
      values: [id, durationMs, address, token, above, incarnation],
      effect: 'writes',
    });
    return row === undefined ? undefined : Number(row.epoch);
  }

  async renew(
    { epoch, token }: Term,
    durationMs: number,
    confirmedIndex: number,
    appendedIndex = confirmedIndex,
  ): Promise<boolean> {
    const values = [epoch, token, durationMs, confirmedIndex, appendedIndex];
    const rows = await this.#connection.run({ text: RENEW, values, effect: 'writes' });
    return rows.length > 0;
  }

  async release({ epoch, token }: Term): Promise<void> {
    await this.#connection.run({
      text: `UPDATE weir.lease SET ${FREE} WHERE ${HELD}`,
      values: [epoch, token],
      effect: 'writes',
    });
  }

  async recover(memberId: string): Promise<void> {
    const text = `WITH decided AS (UPDATE weir.lease SET ${FREE}, recover_from = $1)
      DELETE FROM weir.members WHERE incarnation IS DISTINCT FROM weir.incarnation()`;
    await this.#connection.run({ text, values: [memberId], effect: 'writes' });
  }
}

/** Rejects unless the writer has the lease. */
export async function refuseFenced(connection: Connection, { epoch, token }: Term): Promise<void> {
  const [row] = await connection.run({
    text: `SELECT epoch, ${HELD} AS is_held FROM weir.lease`,
    values: [epoch, token],
    effect: 'reads',
  });
  if (row?.is_held !== true) throw fencedBy(epoch, Number(row?.epoch));
}

function fencedBy(epoch: number, last: number): FencedError {
  return new FencedError(
    epoch === last
      ? `a writer of epoch ${epoch} is refused: the lease was given on another server, or to another process`
      : `a writer of epoch ${epoch} is refused: the lease is at epoch ${last}`,
  );
}
