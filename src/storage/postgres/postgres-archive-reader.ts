/**
 * Reads the archive in PostgreSQL. Each query is one statement, whose cost depends on the size of its result, not of
 * the archive.
 */
import { accountIdToAddress } from '../../crypto/address.ts';
import type { AccountTransactionQuery, TransactionLocation } from '../../history/history-query.ts';
import { encodeHistoryRow, queryBounds } from '../../history/packed-rows.ts';
import { decodeLedgerHeader, type LedgerHeader } from '../../ledger/ledger-header.ts';
import type { Hash256 } from '../../protocol/values.ts';
import { bytesToHex } from '../../util/hex.ts';
import type { LedgerRange, StoredTransaction } from '../history-store.ts';
import type { ArchivedEntry, ArchiveReader } from '../shared/ledger-archive.ts';
import { entryParts, transactionParts } from './archive-rows.ts';
import { Connection, type ConnectionOptions, type Row, type Timeouts } from './connection.ts';
import { forgedRow, type RowKeys } from './secret-check.ts';
import { parseServers } from './servers.ts';

const ASKING: Timeouts = { answerMs: 10_000, lockMs: 2000 };
/** Number of concurrent queries. */
const QUERY_CONNECTIONS = 3;

const TRANSACTION = 'found.ledger_index, found.position, found.blob, found.metadata, found.mac';

/** The version of an entry as of the ledger that is the second value. `key`: an expression. */
function versionOf(key: string): string {
  return `SELECT version.key, version.ledger_index, version.bytes, version.mac FROM weir.archive_entries AS version
    WHERE version.key = ${key} AND version.ledger_index <= $2 ORDER BY version.ledger_index DESC LIMIT 1`;
}

/** Rows that nodes did not write are refused: headers, transactions and entries. The rest are indexes, which have no MAC. */
export class PostgresArchiveReader implements ArchiveReader {
  readonly #keys: RowKeys;
  readonly #connections: readonly Connection[];
  #next = 0;

  /** Connects on first use. `url`: as PostgreSQL's own tools take it. `setup`: see `Connection`. */
  constructor(url: string, keys: RowKeys, setup?: ConnectionOptions['setup']) {
    this.#keys = keys;
    const servers = parseServers(url);
    this.#connections = Array.from(
      { length: QUERY_CONNECTIONS },
      () => new Connection({ servers, timeouts: ASKING, setup }),
    );
  }

  async range(): Promise<LedgerRange | undefined> {
    const [row] = await this.#ask(
      `SELECT lease.first_index, archive_end.ledger_index
        FROM weir.lease, weir.archive_end WHERE archive_end.ledger_index > 0`,
    );
    return row === undefined ? undefined : { first: Number(row.first_index), last: Number(row.ledger_index) };
  }

  async headers({ first, last }: LedgerRange): Promise<readonly LedgerHeader[]> {
    const rows = await this.#ask(
      'SELECT ledger_index, header, header_mac FROM weir.ledgers WHERE ledger_index BETWEEN $1 AND $2 ORDER BY ledger_index',
      [first, last],
    );
    return rows.map(({ ledger_index: index, header, header_mac: mac }) => {
      if (!this.#keys.isMac(mac, 'header', String(index), header as Uint8Array))
        throw forgedRow(`the header of ledger ${index}`, 'weir.ledgers');
      return decodeLedgerHeader(header as Uint8Array);
    });
  }

  async ledgerIndexByHash(hash: Hash256): Promise<number | undefined> {
    const [row] = await this.#ask('SELECT ledger_index FROM weir.ledgers WHERE ledger_hash = $1', [bytesOf(hash)]);
    return row === undefined ? undefined : Number(row.ledger_index);
  }

  async location(id: Hash256): Promise<TransactionLocation | undefined> {
    const [row] = await this.#ask('SELECT ledger_index, position FROM weir.archive_ids WHERE id = $1', [bytesOf(id)]);
    return row === undefined ? undefined : { ledgerIndex: Number(row.ledger_index), position: Number(row.position) };
  }

  async transactions(places: readonly TransactionLocation[]): Promise<readonly StoredTransaction[]> {
    const rows = await this.#ask(
      `SELECT ${TRANSACTION} FROM unnest($1::bigint[], $2::int[]) AS place (ledger_index, position)
        JOIN weir.archive_transactions AS found
          ON found.ledger_index = place.ledger_index AND found.position = place.position
        ORDER BY found.ledger_index, found.position`,
      [places.map(({ ledgerIndex }) => ledgerIndex), places.map(({ position }) => position)],
    );
    return rows.map((row) => this.#transactionOf(row));
  }

  async ledgerTransactions(ledgerIndex: number): Promise<readonly StoredTransaction[]> {
    const rows = await this.#ask(
      `SELECT ${TRANSACTION} FROM weir.archive_transactions AS found WHERE ledger_index = $1 ORDER BY position`,
      [ledgerIndex],
    );
    return rows.map((row) => this.#transactionOf(row));
  }

  async accountRows(query: AccountTransactionQuery, limit: number): Promise<Buffer> {
    const bounds = queryBounds(query);
    if (bounds === undefined) return Buffer.alloc(0);
    const { low, high } = bounds;
    const order = query.forward ? 'ASC' : 'DESC';
    // The bounds on the ledger index alone select the partitions to read.
    const rows = await this.#ask(
      `SELECT ledger_index, position, facts FROM weir.archive_rows
        WHERE account = $1 AND ledger_index BETWEEN $2 AND $4
          AND (ledger_index, position) >= ($2, $3) AND (ledger_index, position) <= ($4, $5)
        ORDER BY ledger_index ${order}, position ${order} LIMIT $6`,
      [accountIdToAddress(query.account), low.ledgerIndex, low.position, high.ledgerIndex, positionOf(high), limit],
    );
    const packed = rows.map((row) =>
      encodeHistoryRow(
        { ledgerIndex: Number(row.ledger_index), position: Number(row.position) },
        row.facts as Uint8Array,
      ),
    );
    return Buffer.concat(query.forward ? packed : packed.toReversed());
  }

  async entries(keys: readonly Hash256[], ledgerIndex: number): Promise<readonly ArchivedEntry[]> {
    const rows = await this.#ask(
      `SELECT found.* FROM unnest($1::bytea[]) AS wanted (key), LATERAL (${versionOf('wanted.key')}) AS found`,
      [keys.map(bytesOf), ledgerIndex],
    );
    return rows.flatMap((row) => this.#entryOf(row) ?? []);
  }

  async entryLedger(key: Hash256, ledgerIndex: number): Promise<number | undefined> {
    const [row] = await this.#ask(versionOf('$1'), [bytesOf(key), ledgerIndex]);
    if (row === undefined) return undefined;
    this.#entryOf(row);
    return Number(row.ledger_index);
  }

  async entriesAfter(key: Hash256, ledgerIndex: number, limit: number): Promise<readonly ArchivedEntry[]> {
    const rows = await this.#ask(
      `SELECT found.*
        FROM (
            SELECT key FROM weir.archive_keys
            WHERE key > $1 AND first_index <= $2 AND (gone_index IS NULL OR gone_index > $2)
            ORDER BY key LIMIT $3) AS present,
          LATERAL (${versionOf('present.key')}) AS found
        ORDER BY present.key`,
      [bytesOf(key), ledgerIndex, limit],
    );
    return rows.flatMap((row) => this.#entryOf(row) ?? []);
  }

  /** Cuts off pending queries, since their results are no longer needed. */
  async close(): Promise<void> {
    for (const connection of this.#connections) connection.cutOff();
  }

  #transactionOf(row: Row): StoredTransaction {
    const transaction = {
      ledgerIndex: Number(row.ledger_index),
      position: Number(row.position),
      blob: row.blob as Uint8Array,
      metadata: row.metadata as Uint8Array,
    };
    if (this.#keys.isMac(row.mac, 'archived transaction', ...transactionParts(transaction))) return transaction;
    const { ledgerIndex, position } = transaction;
    throw forgedRow(`transaction ${position} of ledger ${ledgerIndex}`, 'weir.archive_transactions');
  }

  /** Undefined if that version is a deletion. */
  #entryOf(row: Row): ArchivedEntry | undefined {
    const [key, ledgerIndex] = [row.key as Uint8Array, Number(row.ledger_index)];
    const bytes = (row.bytes ?? undefined) as Uint8Array | undefined;
    if (!this.#keys.isMac(row.mac, 'archived entry', ...entryParts(key, ledgerIndex, bytes)))
      throw forgedRow(`entry ${bytesToHex(key)} as of ledger ${ledgerIndex}`, 'weir.archive_entries');
    return bytes && { key: bytesToHex(key), bytes };
  }

  /** Round-robin over the connections, so that a long query delays few others. */
  #ask(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    this.#next = (this.#next + 1) % this.#connections.length;
    return this.#connections[this.#next]!.run({ text, values, effect: 'reads' });
  }
}

/** The largest position exceeds PostgreSQL's column type. */
function positionOf({ position }: TransactionLocation): number {
  return Math.min(position, 0x7fff_ffff);
}

function bytesOf(hash: Hash256): Buffer {
  return Buffer.from(hash, 'hex');
}
