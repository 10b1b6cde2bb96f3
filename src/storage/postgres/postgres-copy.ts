/** A copy of a server's ledgers in PostgreSQL, in the tables of a cluster's archive, so that the views are the same. */
import { encodeLedgerHeader, type LedgerHeader } from '../../ledger/ledger-header.ts';
import { bytesToHex } from '../../util/hex.ts';
import { StoreError } from '../ledger-store.ts';
import type { LedgerToArchive } from '../shared/ledger-archive.ts';
import type { LedgerCopy, LedgerId } from '../shared/ledger-copy.ts';
import { Connection, type Timeouts } from './connection.ts';
import { type ArchiveSizes, PostgresArchive } from './postgres-archive.ts';
import { LEDGER_EPOCH } from './postgres-log.ts';
import { NO_MACS } from './secret-check.ts';
import { parseServers } from './servers.ts';

const TIMEOUTS: Timeouts = { answerMs: 60_000, lockMs: 5_000 };

const END = `
  SELECT archive_end.ledger_index, last.ledger_hash, mark.ledger_hash AS mark_hash, lease.last_index AS log_end
  FROM weir.archive_end CROSS JOIN weir.lease
    LEFT JOIN weir.ledgers AS last ON last.ledger_index = archive_end.ledger_index
    LEFT JOIN weir.ledgers AS mark ON mark.ledger_index = $1`;

/** Headers may be written again, since the end moves later. */
const ADD_HEADERS = `
  INSERT INTO weir.ledgers (epoch, ledger_index, ledger_hash, parent_hash, account_hash, transaction_hash, total_drops, close_time,
    transaction_count, header, body_bytes, body)
  SELECT 0, one.ledger_index, one.ledger_hash, one.parent_hash, one.account_hash, one.transaction_hash, one.total_drops,
    ${LEDGER_EPOCH} + one.close_time * interval '1 second', one.transaction_count, one.header, 0, ''
  FROM unnest($1::bigint[], $2::bytea[], $3::bytea[], $4::bytea[], $5::bytea[], $6::numeric[], $7::bigint[], $8::int[], $9::bytea[])
    AS one (ledger_index, ledger_hash, parent_hash, account_hash, transaction_hash, total_drops, close_time, transaction_count, header)
  ON CONFLICT (ledger_index) DO UPDATE SET ledger_hash = excluded.ledger_hash, parent_hash = excluded.parent_hash,
    account_hash = excluded.account_hash, transaction_hash = excluded.transaction_hash, total_drops = excluded.total_drops,
    close_time = excluded.close_time, transaction_count = excluded.transaction_count, header = excluded.header`;

/** The header of the last ledger goes first, so that an interrupted removal is noticed and repeated. */
const CLEAR = [
  'TRUNCATE weir.ledgers',
  'TRUNCATE weir.archive_transactions, weir.archive_ids, weir.archive_rows, weir.archive_entries, weir.archive_keys, weir.current_entries',
  'UPDATE weir.archive_end SET ledger_index = 0',
];

/** Connects on first use and creates or upgrades the tables then. */
export class PostgresCopy implements LedgerCopy {
  readonly #archive: PostgresArchive;
  readonly #connection: Connection;

  /** `url`: as PostgreSQL's own tools take it. */
  constructor(url: string, sizes?: ArchiveSizes) {
    this.#archive = new PostgresArchive(url, NO_MACS, sizes);
    this.#connection = new Connection({ servers: parseServers(url), timeouts: TIMEOUTS });
  }

  async end(mark: LedgerId): Promise<LedgerId | undefined> {
    // Prepares the database.
    await this.#archive.range();
    const values = [mark.ledgerIndex];
    const [row] = await this.#connection.run({ text: END, values, effect: 'reads' });
    if (row === undefined) throw new StoreError('the tables in the database are not complete');
    if (row.log_end !== null) throw new StoreError("the database is that of a cluster: name one of this server's own");
    if (row.mark_hash !== null && bytesToHex(row.mark_hash as Uint8Array) !== mark.hash)
      throw new StoreError('the database has the ledgers of another chain: name an empty one');
    const ledgerIndex = Number(row.ledger_index);
    if (ledgerIndex === 0) return undefined;
    return { ledgerIndex, hash: row.ledger_hash === null ? '' : bytesToHex(row.ledger_hash as Uint8Array) };
  }

  async append(ledgers: readonly LedgerToArchive[], afterIndex: number): Promise<boolean> {
    const rows = ledgers.map(({ header, transactions }) => headerRow(header, transactions.length));
    const values = rows[0]!.map((_, column) => rows.map((row) => row[column]));
    await this.#connection.run({ text: ADD_HEADERS, values, effect: 'writes' });
    return this.#archive.append(ledgers, afterIndex);
  }

  async clear(): Promise<void> {
    for (const text of CLEAR) await this.#connection.run({ text, effect: 'writes', isLong: true });
  }

  cutOff(): void {
    this.#connection.cutOff();
    this.#archive.cutOff();
  }

  async close(): Promise<void> {
    await Promise.all([this.#connection.close(), this.#archive.close()]);
  }
}

function headerRow(header: LedgerHeader, transactionCount: number): unknown[] {
  const hashes = [header.hash, header.parentHash, header.accountHash, header.transactionHash];
  return [
    header.ledgerIndex,
    ...hashes.map((hash) => Buffer.from(hash, 'hex')),
    String(header.totalDrops),
    header.closeTimeSeconds,
    transactionCount,
    encodeLedgerHeader(header),
  ];
}
