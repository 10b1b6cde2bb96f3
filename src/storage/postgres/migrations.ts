/**
 * The tables, as steps from one schema version to the next. A released step never changes, and steps only add, so that
 * an older version keeps working after a newer one has joined. Only SQL that all engines with PostgreSQL's protocol
 * support; every statement may be run twice.
 */
import { VIEWS } from './views.ts';

export interface Migration {
  readonly version: number;
  /** The oldest schema version whose code can use the tables after this step. */
  readonly readableFrom: number;
  readonly statements: readonly string[];
}

/** Prefix of statements that only PostgreSQL supports and other engines do not need. */
export const POSTGRES_ALONE = '/* PostgreSQL alone */';

/** Suffix of tables that are partitioned by ledger if the engine supports it. */
export const BY_LEDGER = '/* by ledger */';

/**
 * `lease` has one row: the holder, and the end of the log. Its `epoch` is a key, so that PostgreSQL lets a transaction
 * that only checks the epoch (FOR KEY SHARE) run beside an append, but not beside one that takes the lease.
 */
const CLUSTER: Migration = {
  version: 1,
  readableFrom: 1,
  statements: [
    `CREATE TABLE IF NOT EXISTS weir.lease (
      epoch bigint PRIMARY KEY,
      only_row int NOT NULL UNIQUE CHECK (only_row = 1),
      holder_id text,
      holder_address text,
      expires_at timestamptz NOT NULL,
      is_founded boolean NOT NULL,
      first_index bigint,
      first_hash bytea,
      last_index bigint,
      last_hash bytea)`,
    `INSERT INTO weir.lease (epoch, only_row, expires_at, is_founded)
      SELECT 0, 1, '2000-01-01', false WHERE NOT EXISTS (SELECT 1 FROM weir.lease)`,
    `CREATE TABLE IF NOT EXISTS weir.ledgers (
      ledger_index bigint PRIMARY KEY,
      ledger_hash bytea NOT NULL,
      parent_hash bytea NOT NULL,
      account_hash bytea NOT NULL,
      transaction_hash bytea NOT NULL,
      total_drops numeric NOT NULL,
      close_time timestamptz NOT NULL,
      transaction_count int NOT NULL,
      epoch bigint NOT NULL,
      header bytea NOT NULL,
      body_bytes int NOT NULL,
      body bytea NOT NULL)`,
    // Mostly hashes and signatures: trying to compress them takes longer than writing them.
    `${POSTGRES_ALONE} ALTER TABLE weir.ledgers ALTER COLUMN body SET STORAGE EXTERNAL`,
    'CREATE UNIQUE INDEX IF NOT EXISTS ledgers_by_hash ON weir.ledgers (ledger_hash)',
    'CREATE INDEX IF NOT EXISTS ledgers_by_close_time ON weir.ledgers (close_time)',
    `CREATE TABLE IF NOT EXISTS weir.submissions (
      id bytea PRIMARY KEY,
      place bigint NOT NULL,
      body bytea NOT NULL)`,
    'CREATE INDEX IF NOT EXISTS submissions_by_place ON weir.submissions (place)',
    `CREATE TABLE IF NOT EXISTS weir.chain_values (
      name text PRIMARY KEY,
      value text NOT NULL)`,
    `CREATE TABLE IF NOT EXISTS weir.snapshots (
      copy_id text PRIMARY KEY,
      ledger_index bigint NOT NULL,
      ledger_hash bytea NOT NULL,
      bytes bigint NOT NULL,
      parts int,
      touched_at timestamptz NOT NULL)`,
    `CREATE TABLE IF NOT EXISTS weir.snapshot_parts (
      copy_id text NOT NULL,
      part int NOT NULL,
      body bytea NOT NULL,
      PRIMARY KEY (copy_id, part))`,
    `CREATE TABLE IF NOT EXISTS weir.members (
      id text PRIMARY KEY,
      address text NOT NULL,
      role text NOT NULL,
      epoch bigint NOT NULL,
      ledger_index bigint NOT NULL,
      version text NOT NULL,
      reads_ledger_version int NOT NULL,
      reported_at timestamptz NOT NULL)`,
  ],
};

/**
 * The archive. `archive_entries` has a row for each version of an entry, `archive_keys` one for each range of ledgers
 * in which a key existed, so that the next key as of a ledger is found without reading versions. `current_entries`
 * serves people's queries.
 */
const ARCHIVE: Migration = {
  version: 2,
  readableFrom: 1,
  statements: [
    `CREATE TABLE IF NOT EXISTS weir.archive_end (
      only_row int PRIMARY KEY CHECK (only_row = 1),
      ledger_index bigint NOT NULL)`,
    'INSERT INTO weir.archive_end VALUES (1, 0) ON CONFLICT DO NOTHING',
    `CREATE TABLE IF NOT EXISTS weir.archive_transactions (
      ledger_index bigint NOT NULL,
      position int NOT NULL,
      id bytea NOT NULL,
      close_time timestamptz NOT NULL,
      blob bytea NOT NULL,
      metadata bytea NOT NULL,
      tx jsonb NOT NULL,
      meta jsonb NOT NULL,
      PRIMARY KEY (ledger_index, position)) ${BY_LEDGER}`,
    `CREATE TABLE IF NOT EXISTS weir.archive_ids (
      id bytea PRIMARY KEY,
      ledger_index bigint NOT NULL,
      position int NOT NULL)`,
    `CREATE TABLE IF NOT EXISTS weir.archive_rows (
      account text COLLATE "C" NOT NULL,
      ledger_index bigint NOT NULL,
      position int NOT NULL,
      facts bytea NOT NULL,
      PRIMARY KEY (account, ledger_index, position)) ${BY_LEDGER}`,
    `CREATE TABLE IF NOT EXISTS weir.archive_entries (
      key bytea NOT NULL,
      ledger_index bigint NOT NULL,
      bytes bytea,
      PRIMARY KEY (key, ledger_index))`,
    `CREATE TABLE IF NOT EXISTS weir.archive_keys (
      key bytea NOT NULL,
      first_index bigint NOT NULL,
      gone_index bigint,
      PRIMARY KEY (key, first_index))`,
    `CREATE TABLE IF NOT EXISTS weir.current_entries (
      key bytea PRIMARY KEY,
      type text NOT NULL,
      account text COLLATE "C",
      peer text COLLATE "C",
      ledger_index bigint NOT NULL,
      entry jsonb NOT NULL)`,
    'CREATE INDEX IF NOT EXISTS current_entries_by_account ON weir.current_entries (account, type)',
    'CREATE INDEX IF NOT EXISTS current_entries_by_peer ON weir.current_entries (peer, type)',
    'CREATE INDEX IF NOT EXISTS current_entries_by_type ON weir.current_entries (type)',
    ...VIEWS,
  ],
};

/** MACs of rows (`shared/cluster-keys.ts`). Earlier versions write rows without one, so they must not write any more. */
const AUTHENTICATION: Migration = {
  version: 3,
  readableFrom: 3,
  statements: [
    `CREATE TABLE IF NOT EXISTS weir.secret_check (
      only_row int PRIMARY KEY CHECK (only_row = 1),
      salt bytea NOT NULL,
      proof bytea)`,
    ...['ledgers', 'submissions', 'snapshots', 'snapshot_parts', 'chain_values'].map(
      (table) => `ALTER TABLE weir.${table} ADD COLUMN IF NOT EXISTS mac bytea`,
    ),
  ],
};

/**
 * The rules of docs/cluster-protocol.md. The functions say which server this is: other engines that speak the protocol hide their
 * failovers, and PostgreSQL shows them by its timeline. A server whose commits may be lost in a crash is another one after each
 * start.
 */
const PROTOCOL: Migration = {
  version: 4,
  readableFrom: 4,
  statements: [
    `ALTER TABLE weir.lease
      ADD COLUMN IF NOT EXISTS holder_token text,
      ADD COLUMN IF NOT EXISTS incarnation text,
      ADD COLUMN IF NOT EXISTS is_replicated boolean NOT NULL DEFAULT false,
      ADD COLUMN IF NOT EXISTS confirmed_index bigint NOT NULL DEFAULT 0,
      ADD COLUMN IF NOT EXISTS recover_from text`,
    `ALTER TABLE weir.members
      ADD COLUMN IF NOT EXISTS token text NOT NULL DEFAULT '',
      ADD COLUMN IF NOT EXISTS ledger_hash bytea NOT NULL DEFAULT '',
      ADD COLUMN IF NOT EXISTS reached_epoch bigint NOT NULL DEFAULT 0,
      ADD COLUMN IF NOT EXISTS incarnation text`,
    "CREATE OR REPLACE FUNCTION weir.incarnation() RETURNS text LANGUAGE sql AS $$ SELECT 'one server' $$",
    `${POSTGRES_ALONE} CREATE OR REPLACE FUNCTION weir.incarnation() RETURNS text STABLE LANGUAGE plpgsql AS $$
      BEGIN
        RETURN concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
          left(pg_walfile_name(pg_current_wal_lsn()), 8),
          CASE WHEN 'off' IN (current_setting('fsync'), current_setting('synchronous_commit'))
            THEN extract(epoch FROM pg_postmaster_start_time()) END);
      EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_function THEN RETURN 'not known';
      END $$`,
    'CREATE OR REPLACE FUNCTION weir.is_replicated() RETURNS boolean LANGUAGE sql AS $$ SELECT false $$',
    `${POSTGRES_ALONE} CREATE OR REPLACE FUNCTION weir.is_replicated() RETURNS boolean STABLE LANGUAGE sql AS $$
      SELECT current_setting('synchronous_standby_names') <> ''
        AND current_setting('synchronous_commit') IN ('on', 'remote_apply', 'remote_write') $$`,
    "CREATE OR REPLACE FUNCTION weir.durability() RETURNS text LANGUAGE sql AS $$ SELECT 'that of the engine' $$",
    `${POSTGRES_ALONE} CREATE OR REPLACE FUNCTION weir.durability() RETURNS text STABLE LANGUAGE sql AS $$
      SELECT concat_ws(' ', 'synchronous_commit=' || current_setting('synchronous_commit'), 'fsync=' || current_setting('fsync'),
        'full_page_writes=' || current_setting('full_page_writes'),
        'synchronous_standby_names=' || nullif(current_setting('synchronous_standby_names'), ''),
        'standbys=' || nullif((SELECT count(*) FROM pg_stat_replication), 0)) $$`,
  ],
};

/**
 * What keeps the tables small. `ledger_parts`: the bytes of a ledger that are too many for one row. `trimmed_index`: up to there the
 * log has no bodies any more. Partitions of the archive: the function belongs to the owner of the tables, so that nodes need no right to create tables.
 * `archive_partitions` has the ledgers of each partition: from `first_index` up to, not including, `end_index`.
 */
const GROWTH: Migration = {
  version: 5,
  readableFrom: 5,
  statements: [
    `CREATE TABLE IF NOT EXISTS weir.ledger_parts (
      ledger_hash bytea NOT NULL,
      part int NOT NULL,
      body bytea NOT NULL,
      PRIMARY KEY (ledger_hash, part))`,
    'ALTER TABLE weir.ledgers ADD COLUMN IF NOT EXISTS parts int NOT NULL DEFAULT 0',
    'ALTER TABLE weir.archive_end ADD COLUMN IF NOT EXISTS trimmed_index bigint NOT NULL DEFAULT 0',
    `CREATE TABLE IF NOT EXISTS weir.archive_partitions (
      first_index bigint PRIMARY KEY,
      end_index bigint NOT NULL)`,
    `${POSTGRES_ALONE} CREATE OR REPLACE FUNCTION weir.add_partitions(last bigint, ledgers bigint) RETURNS void
      LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
      DECLARE
        first bigint;
        parent text;
      BEGIN
        LOCK TABLE weir.archive_partitions IN SHARE ROW EXCLUSIVE MODE;
        LOOP
          SELECT coalesce(max(end_index), 0) INTO first FROM weir.archive_partitions;
          EXIT WHEN first > last;
          FOREACH parent IN ARRAY ARRAY['archive_transactions', 'archive_rows'] LOOP
            EXECUTE format('CREATE TABLE weir.%I PARTITION OF weir.%I FOR VALUES FROM (%s) TO (%s)',
              parent || '_' || first, parent, first, first + ledgers);
          END LOOP;
          INSERT INTO weir.archive_partitions VALUES (first, first + ledgers);
        END LOOP;
      END $$`,
    `${POSTGRES_ALONE} REVOKE ALL ON FUNCTION weir.add_partitions FROM PUBLIC`,
  ],
};

/** MACs of what nodes read in the archive. Rows without one are refused. */
const ARCHIVE_AUTHENTICATION: Migration = {
  version: 6,
  readableFrom: 6,
  statements: [
    'ALTER TABLE weir.ledgers ADD COLUMN IF NOT EXISTS header_mac bytea',
    'ALTER TABLE weir.archive_transactions ADD COLUMN IF NOT EXISTS mac bytea',
    'ALTER TABLE weir.archive_entries ADD COLUMN IF NOT EXISTS mac bytea',
  ],
};

/** Copies of the data that are not in the database: the directory, and the SHA-256 of the file. */
const SNAPSHOT_PLACES: Migration = {
  version: 7,
  readableFrom: 6,
  statements: [
    `ALTER TABLE weir.snapshots
      ADD COLUMN IF NOT EXISTS directory text,
      ADD COLUMN IF NOT EXISTS digest text`,
  ],
};

export const MIGRATIONS: readonly Migration[] = [
  CLUSTER,
  ARCHIVE,
  AUTHENTICATION,
  PROTOCOL,
  GROWTH,
  ARCHIVE_AUTHENTICATION,
  SNAPSHOT_PLACES,
];
