/** Upgrades the tables of a database to this version's schema. Several members may try at once. */
import { StoreError } from '../ledger-store.ts';
import type { Connection } from './connection.ts';
import { BY_LEDGER, MIGRATIONS, type Migration, POSTGRES_ALONE } from './migrations.ts';

const MOST_ATTEMPTS = 20;
const PAUSE_MS = 50;

/** Errors when two members start at once and a table is created between the check and the statement. */
const ALREADY_THERE: ReadonlySet<string> = new Set(['23505', '42P06', '42P07', '42710', 'XX000']);

const NO_CLUSTER =
  'there is no cluster in this database yet: the first node that starts with it creates one (weir start --cluster)';
/** Other statements wait behind one that waits for a lock on a table. */
const LOCK_MS = 2_000;
const NEW_INDEX = /^CREATE (?:UNIQUE )?INDEX IF NOT EXISTS (\w+)/;

const BEFORE_ANY = [
  'CREATE SCHEMA IF NOT EXISTS weir',
  `CREATE TABLE IF NOT EXISTS weir.schema_version (
    only_row int PRIMARY KEY CHECK (only_row = 1),
    version int NOT NULL,
    readable_from int NOT NULL)`,
  'INSERT INTO weir.schema_version VALUES (1, 0, 0) ON CONFLICT DO NOTHING',
];

/**
 * The connection has no limits of time for statements afterwards, so it is not for other uses. Members of other versions may run
 * meanwhile. With `mayBegin` false the tables must exist.
 * @throws StoreError for tables of a newer, incompatible version, and if required tables are missing.
 */
export async function migrate(connection: Connection, mayBegin = true, migrations = MIGRATIONS): Promise<void> {
  let found = await versionOf(connection);
  if (found === undefined && !mayBegin) throw new StoreError(NO_CLUSTER);
  if (found === undefined) {
    for (const text of BEFORE_ANY) await settle(connection, text);
    found = await versionOf(connection);
  }
  const { version = 0, readableFrom = 0 } = found ?? {};
  const newest = migrations.at(-1)!.version;
  if (readableFrom > newest) {
    throw new StoreError(
      `the tables in the database are of version ${version}, and this Weir knows those up to ${newest}: it is too old`,
    );
  }
  const behind = migrations.filter((migration) => migration.version > version);
  if (behind.length === 0) return;
  const isPostgres = await isPostgreSql(connection);
  await connection.run({
    text: "SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN ('statement_timeout', 'transaction_timeout')",
    effect: 'reads',
  });
  const engine = { isPostgres, areTablesInUse: isPostgres && version > 0 };
  for (const migration of behind) await apply(connection, migration, engine);
}

interface Version {
  readonly version: number;
  readonly readableFrom: number;
}

async function versionOf(connection: Connection): Promise<Version | undefined> {
  const known = await connection.run({
    text: "SELECT 1 FROM information_schema.tables WHERE table_schema = 'weir' AND table_name = 'schema_version'",
    effect: 'reads',
  });
  if (known.length === 0) return undefined;
  const [row] = await connection.run({
    text: 'SELECT version, readable_from FROM weir.schema_version',
    effect: 'reads',
  });
  return row === undefined ? undefined : { version: Number(row.version), readableFrom: Number(row.readable_from) };
}

/** The statements may be run twice, so concurrent members need not wait for each other; the version is set last. */
async function apply(
  connection: Connection,
  { version, readableFrom, statements }: Migration,
  { isPostgres, areTablesInUse }: { readonly isPostgres: boolean; readonly areTablesInUse: boolean },
): Promise<void> {
  for (const text of statements) {
    if (!isPostgres && text.startsWith(POSTGRES_ALONE)) continue;
    if (areTablesInUse && NEW_INDEX.test(text)) await buildIndex(connection, text);
    else await settle(connection, text.replace(BY_LEDGER, isPostgres ? 'PARTITION BY RANGE (ledger_index)' : ''));
  }
  await connection.run({
    text: 'UPDATE weir.schema_version SET version = $1, readable_from = $2 WHERE version < $1',
    values: [version, readableFrom],
    effect: 'writes',
  });
}

/** Builds an index without a lock on writes, however long it takes. What an interrupted attempt has left is removed before. */
async function buildIndex(connection: Connection, text: string): Promise<void> {
  const [, name] = NEW_INDEX.exec(text)!;
  const left = await connection.run({
    text: "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass('weir.' || $1) AND NOT indisvalid",
    values: [name],
    effect: 'reads',
  });
  await connection.run({ text: 'SET lock_timeout = 0', effect: 'reads' });
  if (left.length > 0) await settle(connection, `DROP INDEX CONCURRENTLY IF EXISTS weir.${name}`);
  await settle(connection, text.replace('INDEX', 'INDEX CONCURRENTLY'));
  await connection.run({ text: `SET lock_timeout = ${LOCK_MS}`, effect: 'reads' });
}

/** Runs a statement; an error because another member did the same at the same time counts as success. */
export async function settle(connection: Connection, text: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await connection.run({ text, effect: 'writes', isLong: true });
      return;
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { readonly code?: string };
      if (attempt === MOST_ATTEMPTS || !ALREADY_THERE.has(code ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/** False for other engines that speak the protocol: they partition and compress tables differently. */
async function isPostgreSql(connection: Connection): Promise<boolean> {
  const [row] = await connection.run({ text: 'SELECT version() AS version', effect: 'reads' });
  return /^PostgreSQL (?!.*-YB-)/.test(String(row?.version));
}
