/** Brings the tables of a database to what this Weir knows, once, whoever comes first. */
import { StoreError } from '../ledger-store.ts';
import type { Lane } from './lane.ts';
import { BY_LEDGER, MIGRATIONS, type Migration, POSTGRES_ALONE } from './migrations.ts';

const MOST_ATTEMPTS = 20;
const PAUSE_MS = 50;

/** What two that start at the same time may meet, where a table comes into being between the look and the act. */
const ALREADY_THERE: ReadonlySet<string> = new Set(['23505', '42P06', '42P07', '42710', 'XX000']);

const BEFORE_ANY = [
  'CREATE SCHEMA IF NOT EXISTS weir',
  `CREATE TABLE IF NOT EXISTS weir.schema_version (
    only_row int PRIMARY KEY CHECK (only_row = 1),
    version int NOT NULL,
    readable_from int NOT NULL)`,
  'INSERT INTO weir.schema_version VALUES (1, 0, 0) ON CONFLICT DO NOTHING',
];

/**
 * Members of other versions may be at work meanwhile. With `mayBegin` false there must be tables already.
 * @throws StoreError for tables of a newer Weir that this one cannot go on with, and where there are none and must be.
 */
export async function migrate(lane: Lane, mayBegin = true): Promise<void> {
  let found = await versionOf(lane);
  if (found === undefined && !mayBegin) throw new StoreError('there is no cluster in this database');
  if (found === undefined) {
    for (const text of BEFORE_ANY) await settle(lane, text);
    found = await versionOf(lane);
  }
  const { version = 0, readableFrom = 0 } = found ?? {};
  const newest = MIGRATIONS.at(-1)!.version;
  if (readableFrom > newest) {
    throw new StoreError(
      `the tables in the database are of version ${version}, and this Weir knows those up to ${newest}: it is too old`,
    );
  }
  const behind = MIGRATIONS.filter((migration) => migration.version > version);
  if (behind.length === 0) return;
  const isPostgres = await isPostgreSql(lane);
  for (const migration of behind) await apply(lane, migration, isPostgres);
}

interface Version {
  readonly version: number;
  readonly readableFrom: number;
}

async function versionOf(lane: Lane): Promise<Version | undefined> {
  const known = await lane.run({
    text: "SELECT 1 FROM information_schema.tables WHERE table_schema = 'weir' AND table_name = 'schema_version'",
    effect: 'reads',
  });
  if (known.length === 0) return undefined;
  const [row] = await lane.run({ text: 'SELECT version, readable_from FROM weir.schema_version', effect: 'reads' });
  return row === undefined ? undefined : { version: Number(row.version), readableFrom: Number(row.readable_from) };
}

/** The statements may be run twice, so those who come at the same time need not wait for each other; the version is set last. */
async function apply(lane: Lane, { version, readableFrom, statements }: Migration, isPostgres: boolean): Promise<void> {
  for (const text of statements) {
    if (!isPostgres && text.startsWith(POSTGRES_ALONE)) continue;
    await settle(lane, text.replace(BY_LEDGER, isPostgres ? 'PARTITION BY RANGE (ledger_index)' : ''));
  }
  await lane.run({
    text: 'UPDATE weir.schema_version SET version = $1, readable_from = $2 WHERE version < $1',
    values: [version, readableFrom],
    effect: 'writes',
  });
}

/** Runs a statement until it comes through: whoever made the same at the same moment has it done. */
export async function settle(lane: Lane, text: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await lane.run({ text, effect: 'writes' });
      return;
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { readonly code?: string };
      if (attempt === MOST_ATTEMPTS || !ALREADY_THERE.has(code ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/** Not one of the other engines that speak its protocol: they spread and compress tables in ways of their own. */
async function isPostgreSql(lane: Lane): Promise<boolean> {
  const [row] = await lane.run({ text: 'SELECT version() AS version', effect: 'reads' });
  return /^PostgreSQL (?!.*-YB-)/.test(String(row?.version));
}
