/**
 * What a page of account_tx costs that the archive answers: the rows of an account's history, and the transactions that they
 * name, in two questions to PostgreSQL. However many rows there are, it should cost the same.
 */

import { accountIdToAddress } from '../../src/crypto/address.ts';
import { HISTORY_FACTS_BYTES } from '../../src/history/history-facts.ts';
import { HISTORY_ROW_BYTES, historyRowLocation } from '../../src/history/packed-rows.ts';
import { createLedgerHeader } from '../../src/ledger/ledger-header.ts';
import { type AccountId, ZERO_HASH } from '../../src/protocol/values.ts';
import { PostgresArchive } from '../../src/storage/postgres/postgres-archive.ts';
import type { LedgerArchive } from '../../src/storage/shared/ledger-archive.ts';
import { party } from '../../test/support/env.ts';
import { startPostgres, type TestPostgres } from '../../test/support/postgres.ts';
import { type Benchmark, type Measurement, percentile } from '../benchmark.ts';
import { openBudgets } from './processor-budget.ts';

const SIZES = [100_000, 1_000_000];
const FULL_SIZE = 10_000_000;
const QUICK_SIZES = [100_000];
const ROWS_A_LEDGER = 1_000;
const ACCOUNTS = 1_000;
const PAGES = 200;
const PAGE_LENGTHS = [20, 200];
const MOST_INDEX = 0xffff_ffff;
/** About those of a payment. */
const BLOB_BYTES = 190;
const METADATA_BYTES = 520;

export const clusterArchive: Benchmark = {
  name: 'cluster-archive',
  question:
    `A page of an account's transactions from the archive in PostgreSQL, from random places of its history. The ` +
    `archive has the given number of rows of ${ACCOUNTS} accounts. ${PAGES} pages, one after another.`,
  async measure({ isQuick, isFull }) {
    const budgets = openBudgets();
    budgets?.comeFirst();
    try {
      const sizes = isQuick ? QUICK_SIZES : isFull ? [...SIZES, FULL_SIZE] : SIZES;
      const measured: Measurement[] = [];
      for (const rows of sizes) measured.push(...(await measureSize(rows)));
      return measured;
    } finally {
      budgets?.close();
    }
  },
};

async function measureSize(rows: number): Promise<Measurement[]> {
  const postgres = await startPostgres({ settings: ['max_wal_size=4GB'] });
  try {
    const url = await postgres.createDatabase();
    const archive = new PostgresArchive(url);
    try {
      await fill(archive, postgres, url, rows);
      const measured: Measurement[] = [];
      for (const length of PAGE_LENGTHS) measured.push(await measurePages(archive, rows, length));
      return measured;
    } finally {
      await archive.close();
    }
  } finally {
    await postgres.stop();
  }
}

/** Accounts take turns; each has a row in each ledger. Transactions are there for the one that is asked for. */
async function fill(archive: LedgerArchive, postgres: TestPostgres, url: string, rows: number): Promise<void> {
  const first = createLedgerHeader({
    ...{ ledgerIndex: 1, parentHash: ZERO_HASH, transactionHash: ZERO_HASH, accountHash: ZERO_HASH, totalDrops: 1n },
    ...{ parentCloseTimeSeconds: 0, closeTimeSeconds: 10, closeTimeResolutionSeconds: 10, closeFlags: 0 },
  });
  // Makes the range of ledgers that the rows are in.
  await archive.append([{ header: first, transactions: [], entries: new Map() }], 0);
  const addresses = Array.from({ length: ACCOUNTS }, (_, at) => accountIdToAddress(accountAt(at)));
  const lastLedger = 1 + rows / ROWS_A_LEDGER;
  const facts = Buffer.alloc(HISTORY_FACTS_BYTES);
  await postgres.query(
    url,
    `INSERT INTO weir.archive_rows (account, ledger_index, position, facts)
      SELECT ($1::text[])[1 + position % ${ACCOUNTS}], ledger, position, $2
      FROM generate_series(2, $3::bigint) AS ledger, generate_series(0, ${ROWS_A_LEDGER - 1}) AS position`,
    [addresses, facts, lastLedger],
  );
  await postgres.query(
    url,
    `INSERT INTO weir.archive_transactions (ledger_index, position, id, close_time, blob, metadata, tx, meta)
      SELECT ledger, 0, decode(lpad(to_hex(ledger), 64, '0'), 'hex'), now(), $1, $2, $3, $4
      FROM generate_series(2, $5::bigint) AS ledger`,
    [
      Buffer.alloc(BLOB_BYTES, 1),
      Buffer.alloc(METADATA_BYTES, 2),
      '{"Fee":"10"}',
      '{"TransactionIndex":0}',
      lastLedger,
    ],
  );
  await postgres.query(url, 'ANALYZE');
}

function accountAt(at: number): AccountId {
  return at === 0 ? party('asked for').id : at.toString(16).toUpperCase().padStart(40, '0');
}

async function measurePages(archive: LedgerArchive, rows: number, length: number): Promise<Measurement> {
  const ledgers = rows / ROWS_A_LEDGER;
  const account = accountAt(0);
  const tookMs: number[] = [];
  for (let page = 0; page < PAGES; page++) {
    // All over the history, from the newest to the oldest.
    const from = { ledgerIndex: 1 + length + Math.floor(((ledgers - length) * page) / PAGES), position: 0 };
    const query = { account, minLedgerIndex: 0, maxLedgerIndex: MOST_INDEX, forward: false, from };
    const startMs = performance.now();
    const packed = await archive.accountRows(query, length);
    const places = Array.from({ length: packed.length / HISTORY_ROW_BYTES }, (_, at) => historyRowLocation(packed, at));
    const found = await archive.transactions(places);
    tookMs.push(performance.now() - startMs);
    if (found.length !== Math.min(length, ledgers)) throw new Error(`a page of ${found.length} transactions`);
  }
  return {
    what: `${length} a page, ${rows.toLocaleString('en')} rows`,
    unit: 'ms',
    runs: [0.1, 0.5, 0.9].map((share) => percentile(tookMs, share)),
    note: `runs: 10th, 50th and 90th percentile; 99th ${percentile(tookMs, 0.99).toFixed(1)}`,
  };
}
