/** The archive in PostgreSQL: ledgers split into tables for queries and views (`views.ts`). */
import type { LedgerArchive, LedgerToArchive } from '../shared/ledger-archive.ts';
import { archiveRows } from './archive-rows.ts';
import { Connection, type Timeouts } from './connection.ts';
import { DatabaseSetup } from './database-setup.ts';
import { Partitions } from './partitions.ts';
import { PostgresArchiveReader } from './postgres-archive-reader.ts';
import { prepareDatabase } from './roles.ts';
import type { RowKeys } from './secret-check.ts';
import { parseServers } from './servers.ts';

const WRITING: Timeouts = { answerMs: 60_000, lockMs: 5000 };

/** A ledger with more changed entries, such as the first one, is written in several statements. */
const ENTRIES_AT_ONCE = 50_000;

/**
 * All parts of a batch in one statement, which does nothing if the archive ends at another ledger. Entries of one ledger may be
 * written again.
 */
const APPEND = `
  WITH archive_end AS (
      UPDATE weir.archive_end SET ledger_index = $2::bigint WHERE ledger_index = $1::bigint RETURNING ledger_index),
    transactions AS (
      INSERT INTO weir.archive_transactions (ledger_index, position, id, close_time, blob, metadata, tx, meta, mac)
      SELECT one.ledger_index, one.position, one.id, one.close_time, one.blob, one.metadata, one.tx::jsonb, one.meta::jsonb,
        one.mac
      FROM archive_end, unnest($3::bigint[], $4::int[], $5::bytea[], $6::timestamptz[], $7::bytea[], $8::bytea[],
        $9::text[], $10::text[], $31::bytea[]) AS one (ledger_index, position, id, close_time, blob, metadata, tx, meta, mac)),
    ids AS (
      INSERT INTO weir.archive_ids (id, ledger_index, position)
      SELECT one.id, one.ledger_index, one.position
      FROM archive_end, unnest($3::bigint[], $4::int[], $5::bytea[]) AS one (ledger_index, position, id)),
    histories AS (
      INSERT INTO weir.archive_rows (account, ledger_index, position, facts)
      SELECT one.account, one.ledger_index, one.position, one.facts
      FROM archive_end, unnest($11::text[], $12::bigint[], $13::int[], $14::bytea[])
        AS one (account, ledger_index, position, facts)),
    versions AS (
      INSERT INTO weir.archive_entries (key, ledger_index, bytes, mac)
      SELECT one.key, one.ledger_index, one.bytes, one.mac
      FROM archive_end, unnest($15::bytea[], $16::bigint[], $17::bytea[], $32::bytea[]) AS one (key, ledger_index, bytes, mac)
      ON CONFLICT DO NOTHING),
    ended AS (
      UPDATE weir.archive_keys AS known SET gone_index = one.gone_index
      FROM archive_end, unnest($18::bytea[], $19::bigint[]) AS one (key, gone_index)
      WHERE known.key = one.key AND known.gone_index IS NULL),
    begun AS (
      INSERT INTO weir.archive_keys (key, first_index, gone_index)
      SELECT one.key, one.first_index, one.gone_index
      FROM archive_end, unnest($20::bytea[], $21::bigint[], $22::bigint[], $23::boolean[])
        AS one (key, first_index, gone_index, is_new)
      WHERE one.is_new OR NOT EXISTS (
        SELECT 1 FROM weir.archive_keys AS known WHERE known.key = one.key AND known.gone_index IS NULL)),
    gone AS (
      DELETE FROM weir.current_entries WHERE key = ANY($24::bytea[]) AND EXISTS (SELECT 1 FROM archive_end)),
    current AS (
      INSERT INTO weir.current_entries (key, type, account, peer, ledger_index, entry)
      SELECT one.key, one.type, one.account, one.peer, one.ledger_index, one.entry::jsonb
      FROM archive_end, unnest($25::bytea[], $26::text[], $27::text[], $28::text[], $29::bigint[], $30::text[])
        AS one (key, type, account, peer, ledger_index, entry)
      ON CONFLICT (key) DO UPDATE SET type = excluded.type, account = excluded.account, peer = excluded.peer,
        ledger_index = excluded.ledger_index, entry = excluded.entry)
  SELECT ledger_index FROM archive_end`;

/** A member that was absent for less than a day can follow the log. So can one that is this many ledgers behind the snapshot. */
const ABSENCE = "interval '1 day'";
const KEPT_LEDGERS = 1_000;
const TRIMMED_AT_ONCE = 200;

export interface ArchiveSizes {
  /** Rows of account history in one partition. */
  readonly partitionRows?: number;
  /** Entries of one ledger in one statement. */
  readonly entriesAtOnce?: number;
  /** Ledgers that the log keeps before a snapshot. */
  readonly keptLedgers?: number;
}

/** Keeps the rows of the ledgers, whose headers the archive needs. Without a snapshot, no ledger is removed. */
const TRIM = `
  WITH bounds AS (
      SELECT least(archive_end.ledger_index, snapshot.ledger_index, member.ledger_index) - $1::bigint AS until_index
      FROM weir.archive_end,
        (SELECT min(ledger_index) AS ledger_index FROM weir.snapshots WHERE parts IS NOT NULL AND mac IS NOT NULL) AS snapshot,
        (SELECT min(ledger_index) AS ledger_index FROM weir.members
          WHERE reported_at > clock_timestamp() - ${ABSENCE}) AS member
      WHERE snapshot.ledger_index IS NOT NULL),
    trimmed AS (
      UPDATE weir.archive_end SET trimmed_index = least(bounds.until_index, trimmed_index + ${TRIMMED_AT_ONCE})
      FROM bounds WHERE bounds.until_index > trimmed_index
      RETURNING trimmed_index),
    emptied AS (
      UPDATE weir.ledgers SET body = '', mac = NULL, parts = 0
      FROM trimmed WHERE ledger_index > trimmed_index - ${TRIMMED_AT_ONCE} AND ledger_index <= trimmed_index AND mac IS NOT NULL
      RETURNING ledger_hash),
    removed AS (
      DELETE FROM weir.ledger_parts WHERE ledger_hash IN (SELECT ledger_hash FROM emptied))
  SELECT count(*) AS count FROM emptied`;

/**
 * Connects on first use and upgrades the tables then. Calls reject with an `UnreachableError`, or with a `StoreError`
 * for incompatible tables.
 */
export class PostgresArchive extends PostgresArchiveReader implements LedgerArchive {
  readonly #setup: DatabaseSetup;
  readonly #keys: RowKeys;
  readonly #writing: Connection;
  readonly #partitions: Partitions;
  readonly #keptLedgers: number;
  readonly #entriesAtOnce: number;

  constructor(url: string, keys: RowKeys, sizes: ArchiveSizes = {}) {
    const { partitionRows, keptLedgers = KEPT_LEDGERS, entriesAtOnce = ENTRIES_AT_ONCE } = sizes;
    const servers = parseServers(url);
    const setup = new DatabaseSetup({ servers, timeouts: WRITING }, prepareDatabase);
    super(url, keys, setup);
    this.#keys = keys;
    this.#setup = setup;
    this.#writing = new Connection({ servers, timeouts: WRITING, setup });
    this.#keptLedgers = keptLedgers;
    this.#entriesAtOnce = entriesAtOnce;
    this.#partitions = new Partitions(this.#writing, partitionRows);
  }

  async append(ledgers: readonly LedgerToArchive[], afterIndex: number): Promise<boolean> {
    const last = ledgers.at(-1)!.header.ledgerIndex;
    let rows = 0;
    for (const { transactions } of ledgers) for (const { histories } of transactions) rows += histories.length;
    await this.#partitions.ensure(last, ledgers.length, rows);
    if (ledgers.every(({ entries }) => entries.size <= this.#entriesAtOnce))
      return this.#write(ledgers, afterIndex, last);
    let endIndex = afterIndex;
    for (const ledger of ledgers) {
      if (!(await this.#writeLarge(ledger, endIndex))) return false;
      endIndex = ledger.header.ledgerIndex;
    }
    return true;
  }

  /** Readers see the entries only once the archive ends at this ledger. */
  async #writeLarge(ledger: LedgerToArchive, afterIndex: number): Promise<boolean> {
    const entries = [...ledger.entries];
    while (entries.length > this.#entriesAtOnce) {
      const some = new Map(entries.splice(0, this.#entriesAtOnce));
      if (!(await this.#write([{ ...ledger, transactions: [], entries: some }], afterIndex, afterIndex))) return false;
    }
    return this.#write([{ ...ledger, entries: new Map(entries) }], afterIndex, ledger.header.ledgerIndex);
  }

  async #write(ledgers: readonly LedgerToArchive[], afterIndex: number, endIndex: number): Promise<boolean> {
    const values = [afterIndex, endIndex, ...archiveRows(ledgers, this.#keys)];
    return (await this.#writing.run({ text: APPEND, values, effect: 'writes' })).length > 0;
  }

  async trimLog(): Promise<number> {
    const [row] = await this.#writing.run({ text: TRIM, values: [this.#keptLedgers], effect: 'writes' });
    return Number(row!.count);
  }

  /** Ends statements under way at once. Whether they have written is not known. */
  cutOff(): void {
    this.#setup.close();
    this.#writing.cutOff();
    void super.close();
  }

  override async close(): Promise<void> {
    this.#setup.close();
    await Promise.all([this.#writing.close(), super.close()]);
  }
}
