/**
 * The log of ledgers: one row each. `body` is the complete ledger (`closed-ledger-codec.ts`); the other columns are for
 * people.
 */
import type { ClosedLedger } from '../../ledger/closed-ledger.ts';
import { encodeClosedLedger } from '../../ledger/closed-ledger-codec.ts';
import { encodeLedgerHeader, type LedgerHeader } from '../../ledger/ledger-header.ts';
import { bytesToHex } from '../../util/hex.ts';
import { StoreError } from '../ledger-store.ts';
import type { LogRange, SharedLog, Term } from '../shared/cluster-store.ts';
import type { Connection, Row } from './connection.ts';
import { HELD, refuseFenced } from './postgres-lease.ts';
import { forgedRow, type RowKeys } from './secret-check.ts';

/** Upper limit of ledgers in one result. */
const MOST_AT_ONCE = 1000;

/** A larger body is written in parts, each within the limit of time for an answer: the first ledger may have many accounts. */
const PART_BYTES = 8 << 20;

/** Start of ledger time. */
export const LEDGER_EPOCH = "timestamptz '2000-01-01 00:00:00+00'";

/** Checks the lease and the end of the log, advances the end and adds the row, in one atomic statement. */
const APPEND = `
  WITH log_end AS (
    UPDATE weir.lease
    SET last_index = $3::bigint, last_hash = $4::bytea,
      first_index = coalesce(first_index, $3::bigint), first_hash = coalesce(first_hash, $4::bytea)
    WHERE ${HELD} AND (last_index IS NULL OR (last_index = $3::bigint - 1 AND last_hash = $5::bytea))
    RETURNING epoch)
  INSERT INTO weir.ledgers (epoch, ledger_index, ledger_hash, parent_hash, account_hash, transaction_hash, total_drops,
    close_time, transaction_count, header, body_bytes, body, mac, parts, header_mac)
  SELECT epoch, $3::bigint, $4::bytea, $5::bytea, $6::bytea, $7::bytea, $8::numeric,
    ${LEDGER_EPOCH} + $9::bigint * interval '1 second', $10::int, $11::bytea, $12::int, $13::bytea, $14::bytea, $15::int, $16::bytea
  FROM log_end
  RETURNING ledger_index`;

const READ = `
  SELECT ledger_index, ledger_hash, body, mac, parts FROM (
    SELECT ledger_index, ledger_hash, body, mac, parts, sum(body_bytes) OVER (ORDER BY ledger_index) AS bytes_so_far,
      row_number() OVER (ORDER BY ledger_index) AS place
    FROM (
      SELECT ledger_index, ledger_hash, body, mac, parts, body_bytes FROM weir.ledgers WHERE ledger_index > $1
      ORDER BY ledger_index LIMIT ${MOST_AT_ONCE}) AS behind) AS counted
  WHERE bytes_so_far <= $2 OR place = 1
  ORDER BY ledger_index`;

export class PostgresLog implements SharedLog {
  readonly #writing: Connection;
  readonly #reading: Connection;
  readonly #keys: RowKeys;
  readonly #announce: () => void;

  /** `announce` is called after an append. */
  constructor(writing: Connection, reading: Connection, keys: RowKeys, announce: () => void) {
    this.#writing = writing;
    this.#reading = reading;
    this.#keys = keys;
    this.#announce = announce;
  }

  async range(): Promise<LogRange | undefined> {
    return rangeOf(await this.#ends(this.#reading));
  }

  async append(ledger: ClosedLedger, term: Term, body: Uint8Array = encodeClosedLedger(ledger)): Promise<void> {
    const { header, transactions } = ledger;
    const values = [term.epoch, term.token, ...headerValues(header), transactions.length];
    const parts = body.length > PART_BYTES ? await this.#writeParts(header, body) : 0;
    const ownBody = parts === 0 ? body : Buffer.alloc(0);
    const mac = this.#keys.mac('ledger', String(header.ledgerIndex), body);
    const headerBytes = encodeLedgerHeader(header);
    const headerMac = this.#keys.mac('header', String(header.ledgerIndex), headerBytes);
    values.push(headerBytes, body.length, ownBody, mac, parts, headerMac);
    const rows = await this.#writing.run({ text: APPEND, values, effect: 'writes' });
    if (rows.length === 0) await this.#refuse(header, term);
    this.#announce();
  }

  async read(afterIndex: number, maximumBytes: number): Promise<readonly Uint8Array[]> {
    const values = [afterIndex, maximumBytes];
    const rows = await this.#reading.run({ text: READ, values, effect: 'reads' });
    const bodies: Uint8Array[] = [];
    for (const row of rows) {
      const body = await this.#bodyOf(row);
      // A copy of another row has the MAC of that one.
      const isWhole = this.#keys.isMac(row.mac, 'ledger', String(row.ledger_index), body);
      if (!isWhole && bodies.length > 0) break;
      if (row.mac === null && body.length === 0) throw trimmed(Number(row.ledger_index));
      if (!isWhole) throw forgedRow(`ledger ${row.ledger_index}`, 'weir.ledgers');
      bodies.push(body);
    }
    return bodies;
  }

  /** Parts without a ledger, after a refused append, are harmless. */
  async #writeParts({ hash }: LedgerHeader, body: Uint8Array): Promise<number> {
    let part = 0;
    for (let from = 0; from < body.length; from += PART_BYTES, part++) {
      await this.#writing.run({
        text: 'INSERT INTO weir.ledger_parts (ledger_hash, part, body) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        values: [Buffer.from(hash, 'hex'), part, body.subarray(from, from + PART_BYTES)],
        effect: 'writes',
      });
    }
    return part;
  }

  async #bodyOf({ ledger_hash: hash, body, parts }: Row): Promise<Uint8Array> {
    if (parts === 0) return body as Uint8Array;
    const found: Uint8Array[] = [];
    for (let part = 0; part < Number(parts); part++) {
      const [row] = await this.#reading.run({
        text: 'SELECT body FROM weir.ledger_parts WHERE ledger_hash = $1 AND part = $2',
        values: [hash, part],
        effect: 'reads',
      });
      if (row !== undefined) found.push(row.body as Uint8Array);
    }
    return Buffer.concat(found);
  }

  async #refuse({ ledgerIndex, parentHash }: LedgerHeader, term: Term): Promise<never> {
    await refuseFenced(this.#writing, term);
    const last = rangeOf(await this.#ends(this.#writing))?.last;
    throw new StoreError(
      last?.ledgerIndex === ledgerIndex - 1
        ? `ledger ${ledgerIndex} does not follow ledger ${last.ledgerIndex}: its parent is ${parentHash}, not ${last.hash}`
        : `ledger ${ledgerIndex} cannot follow ledger ${last?.ledgerIndex}`,
    );
  }

  async #ends(connection: Connection): Promise<Row> {
    const rows = await connection.run({
      text: 'SELECT first_index, first_hash, last_index, last_hash, confirmed_index FROM weir.lease',
      effect: 'reads',
    });
    return rows[0]!;
  }
}

function trimmed(ledgerIndex: number): StoreError {
  return new StoreError(
    `the log has ledger ${ledgerIndex} no longer, since the archive and a snapshot have it: ` +
      'start this node with an empty --data, so that it begins with the snapshot',
  );
}

function headerValues(header: LedgerHeader): unknown[] {
  const hashes = [header.hash, header.parentHash, header.accountHash, header.transactionHash];
  return [
    header.ledgerIndex,
    ...hashes.map((hash) => Buffer.from(hash, 'hex')),
    String(header.totalDrops),
    header.closeTimeSeconds,
  ];
}

function rangeOf(row: Row): LogRange | undefined {
  if (row.last_index === null) return undefined;
  return {
    confirmedIndex: Math.max(Number(row.confirmed_index), Number(row.last_index) - 1),
    first: { ledgerIndex: Number(row.first_index), hash: bytesToHex(row.first_hash as Uint8Array) },
    last: { ledgerIndex: Number(row.last_index), hash: bytesToHex(row.last_hash as Uint8Array) },
  };
}
