/**
 * Submissions that are not in a ledger yet. Records that arrive during a commit are sent together with the next one, so
 * each waits for at most two commits, and their order is kept.
 */
import type { Hash256 } from '../../protocol/values.ts';
import { bytesToHex } from '../../util/hex.ts';
import type { SubmissionRecord, SubmissionTable, Term } from '../shared/cluster-store.ts';
import type { Connection, Statement } from './connection.ts';
import { HELD, refuseFenced } from './postgres-lease.ts';
import { forgedRow, type RowKeys } from './secret-check.ts';

/** Records in one statement. */
const MOST_RECORDS = 5000;

/** Checks the term, and blocks takers of the lease until this statement is committed. */
const WRITER = `writer AS (SELECT epoch FROM weir.lease WHERE ${HELD} FOR KEY SHARE)`;

const ADD = `
  WITH ${WRITER},
    added AS (
      INSERT INTO weir.submissions (id, body, mac, place)
      SELECT record.id, record.body, record.mac, last.place + record.ordinal
      FROM writer, (SELECT coalesce(max(place), 0) AS place FROM weir.submissions) AS last,
        unnest($3::bytea[], $4::bytea[], $5::bytea[]) WITH ORDINALITY AS record (id, body, mac, ordinal)
      ON CONFLICT (id) DO NOTHING
      RETURNING place)
  SELECT epoch, (SELECT count(*) FROM added) AS added FROM writer`;

const REMOVE = `
  WITH ${WRITER},
    removed AS (
      DELETE FROM weir.submissions WHERE id = ANY($3::bytea[]) AND EXISTS (SELECT 1 FROM writer) RETURNING place)
  SELECT epoch, (SELECT count(*) FROM removed) AS removed FROM writer`;

interface Waiting {
  readonly records: readonly SubmissionRecord[];
  readonly term: Term;
  readonly settle: PromiseWithResolvers<void>;
}

export class PostgresSubmissions implements SubmissionTable {
  readonly #connection: Connection;
  readonly #keys: RowKeys;
  #waiting: Waiting[] = [];
  #isWriting = false;

  constructor(connection: Connection, keys: RowKeys) {
    this.#connection = connection;
    this.#keys = keys;
  }

  async all(): Promise<readonly SubmissionRecord[]> {
    const rows = await this.#connection.run({
      text: 'SELECT id, body, mac FROM weir.submissions ORDER BY place, id',
      effect: 'reads',
    });
    return rows.map((row) => {
      const [id, body] = [row.id as Uint8Array, row.body as Uint8Array];
      if (!this.#keys.isMac(row.mac, 'submission', id, body))
        throw forgedRow(`submission ${bytesToHex(id)}`, 'weir.submissions');
      return { id: bytesToHex(id), body };
    });
  }

  async add(records: readonly SubmissionRecord[], term: Term): Promise<void> {
    const settle = Promise.withResolvers<void>();
    this.#waiting.push({ records, term, settle });
    if (!this.#isWriting) void this.#writeAll();
    await settle.promise;
  }

  async remove(ids: readonly Hash256[], term: Term): Promise<void> {
    const values = [term.epoch, term.token, ids.map((id) => Buffer.from(id, 'hex'))];
    await this.#write({ text: REMOVE, values, effect: 'writes' }, term);
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    while (this.#waiting.length > 0) await this.#writeSome();
    this.#isWriting = false;
  }

  /** Writes the records of one term at the head of the queue. */
  async #writeSome(): Promise<void> {
    const { term } = this.#waiting[0]!;
    let count = 0;
    let records = 0;
    for (const waiting of this.#waiting) {
      if (waiting.term.epoch !== term.epoch || (count > 0 && records + waiting.records.length > MOST_RECORDS)) break;
      records += waiting.records.length;
      count++;
    }
    const batch = this.#waiting.splice(0, count);
    try {
      await this.#add(
        batch.flatMap(({ records: own }) => own),
        term,
      );
      for (const { settle } of batch) settle.resolve();
    } catch (error) {
      for (const { settle } of batch) settle.reject(error);
    }
  }

  async #add(records: readonly SubmissionRecord[], term: Term): Promise<void> {
    const ids = records.map(({ id }) => Buffer.from(id, 'hex'));
    const bodies = records.map(({ body }) => Buffer.from(body.buffer, body.byteOffset, body.byteLength));
    const macs = ids.map((id, at) => this.#keys.mac('submission', id, bodies[at]!));
    await this.#write({ text: ADD, values: [term.epoch, term.token, ids, bodies, macs], effect: 'writes' }, term);
  }

  async #write(statement: Statement, term: Term): Promise<void> {
    const rows = await this.#connection.run(statement);
    if (rows.length === 0) await refuseFenced(this.#connection, term);
  }
}
