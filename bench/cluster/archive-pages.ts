/**
 * What a page of `account_tx` costs where only the archive has the ledgers: the questions that a member asks for it, on a real
 * PostgreSQL. 10,000,000 rows, which are full, take several minutes and 2 GB.
 */
import { addressToAccountId } from '../../src/crypto/address.ts';
import type { TransactionLocation } from '../../src/history/history-query.ts';
import { openPostgresArchive } from '../../src/storage/postgres/postgres-archive.ts';
import type { LedgerArchive } from '../../src/storage/shared/ledger-archive.ts';
import { startPostgres, type TestPostgres } from '../../test/support/postgres.ts';
import { type Benchmark, type Measurement, median } from '../benchmark.ts';

const QUICK_ROWS = 100_000;
const USUAL_ROWS = 1_000_000;
const FULL_ROWS = 10_000_000;
const ROWS_A_STATEMENT = 250_000;
const LEDGER_TRANSACTIONS = 4;
const PARTITION_LEDGERS = 1_000_000;
const PAGE_ROWS = 200;
/** What a member asks for at first (`storage/shared/archived-store.ts`). */
const FIRST_ROWS = 256;
const LONG_ROWS = 16_384;
const SAMPLES = 40;
const ADDRESS = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const ACCOUNT = addressToAccountId(ADDRESS)!;
/** As long as those of a payment. */
const BLOB_BYTES = 190;
const METADATA_BYTES = 480;

export const archivePages: Benchmark = {
  name: 'archive pages',
  question:
    'What a member asks of the archive in PostgreSQL for a page of account_tx, of an account with half of all rows: ' +
    `${FIRST_ROWS} rows and ${PAGE_ROWS} transactions. Median of ${SAMPLES}, one after another.`,
  measure: async ({ isQuick, isFull }) => measure(isFull ? FULL_ROWS : isQuick ? QUICK_ROWS : USUAL_ROWS),
};

async function measure(rows: number): Promise<Measurement[]> {
  const server = await startPostgres({ isDurable: true, settings: ['shared_buffers=256MB'] });
  try {
    const url = await server.createDatabase();
    const archive = await openPostgresArchive(url);
    // Each transaction has two rows.
    const count = rows / 2;
    await fill(server, url, count);
    const last = Math.ceil(count / LEDGER_TRANSACTIONS);
    const measurements: Measurement[] = [];
    for (const [what, ledgerIndex] of [
      [`the newest page of ${rows.toLocaleString('en')} rows`, last],
      ['in the middle', Math.floor(last / 2)],
      ['the oldest page', Math.ceil(PAGE_ROWS / LEDGER_TRANSACTIONS) + 1],
    ] as const) {
      await addTransactions(server, url, ledgerIndex);
      measurements.push({ what, unit: 'ms', runs: [await pageMs(archive, ledgerIndex)] });
    }
    const runs = [await rowsMs(archive, last)];
    measurements.push({ what: `${LONG_ROWS.toLocaleString('en')} rows for a filter`, unit: 'ms', runs });
    measurements.push({ what: 'table and index, a row', unit: 'bytes', runs: [(await sizeOf(server, url)) / rows] });
    await archive.close();
    return measurements;
  } finally {
    await server.stop();
  }
}

/** Every second row is another account's, of many. */
async function fill(server: TestPostgres, url: string, count: number): Promise<void> {
  const ranges = Math.floor(count / LEDGER_TRANSACTIONS / PARTITION_LEDGERS) + 1;
  for (let range = 0; range < ranges; range++) {
    const bounds = `FROM (${range * PARTITION_LEDGERS}) TO (${(range + 1) * PARTITION_LEDGERS})`;
    for (const table of ['archive_rows', 'archive_transactions'])
      await server.query(url, `CREATE TABLE weir.${table}_${range} PARTITION OF weir.${table} FOR VALUES ${bounds}`);
  }
  for (let first = 0; first < count; first += ROWS_A_STATEMENT) {
    const end = Math.min(first + ROWS_A_STATEMENT, count) - 1;
    await server.query(
      url,
      `INSERT INTO weir.archive_rows (account, ledger_index, position, facts)
        SELECT CASE WHEN side = 0 THEN '${ADDRESS}' ELSE 'r' || md5((row % 100003)::text) END,
          row / ${LEDGER_TRANSACTIONS} + 1, row % ${LEDGER_TRANSACTIONS}, decode(repeat('00', 16), 'hex')
        FROM generate_series(${first}, ${end}) AS row, generate_series(0, 1) AS side`,
    );
  }
  await server.query(url, 'VACUUM ANALYZE weir.archive_rows');
}

/** Those that the page before this ledger shows. */
async function addTransactions(server: TestPostgres, url: string, ledgerIndex: number): Promise<void> {
  const first = ledgerIndex - PAGE_ROWS / LEDGER_TRANSACTIONS;
  await server.query(
    url,
    `INSERT INTO weir.archive_transactions (ledger_index, position, id, close_time, blob, metadata, tx, meta)
      SELECT ledger, position, decode(md5(ledger::text || '/' || position), 'hex'), now(),
        decode(repeat('AB', ${BLOB_BYTES}), 'hex'), decode(repeat('CD', ${METADATA_BYTES}), 'hex'), '{}', '{}'
      FROM generate_series(${first}, ${ledgerIndex}) AS ledger, generate_series(0, ${LEDGER_TRANSACTIONS - 1}) AS position
      ON CONFLICT DO NOTHING`,
  );
}

async function pageMs(archive: LedgerArchive, ledgerIndex: number): Promise<number> {
  const from = { ledgerIndex, position: LEDGER_TRANSACTIONS - 1 };
  const query = { account: ACCOUNT, minLedgerIndex: 1, maxLedgerIndex: 0xffff_fffe, forward: false, from };
  const places: TransactionLocation[] = Array.from({ length: PAGE_ROWS }, (_, at) => ({
    ledgerIndex: ledgerIndex - Math.floor(at / LEDGER_TRANSACTIONS),
    position: LEDGER_TRANSACTIONS - 1 - (at % LEDGER_TRANSACTIONS),
  }));
  const samples: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const startMs = performance.now();
    await archive.accountRows(query, FIRST_ROWS);
    await archive.transactions(places);
    samples.push(performance.now() - startMs);
  }
  return median(samples);
}

async function rowsMs(archive: LedgerArchive, last: number): Promise<number> {
  const startMs = performance.now();
  await archive.accountRows({ account: ACCOUNT, minLedgerIndex: 1, maxLedgerIndex: last, forward: false }, LONG_ROWS);
  return performance.now() - startMs;
}

async function sizeOf(server: TestPostgres, url: string): Promise<number> {
  const { rows } = await server.query(
    url,
    `SELECT sum(pg_total_relation_size(inhrelid)) / 2 AS bytes FROM pg_inherits WHERE inhparent = 'weir.archive_rows'::regclass`,
  );
  return Number(rows[0]!.bytes);
}
