/**
 * One row that shows whether a member has the cluster's secret: the salt of the cluster's keys, and a MAC that only they give. It
 * is written when the cluster is founded.
 */
import { StoreError } from '../ledger-store.ts';
import type { ClusterKeys, RowKey } from '../shared/cluster-keys.ts';
import { ForgedRowError } from '../shared/cluster-store.ts';
import { Connection, type Statement, type Timeouts } from './connection.ts';
import { migrate } from './migrate.ts';
import { parseServers } from './servers.ts';

/** What authenticates rows. */
export interface RowKeys extends Pick<RowKey, 'isMac'> {
  /** Null where rows have no MAC. */
  mac(...args: Parameters<RowKey['mac']>): Buffer | null;
}

/** For commands that need no rows with a MAC. */
export const NO_ROW_KEYS: RowKeys = { mac: withoutSecret, isMac: withoutSecret };

/** For rows that no node reads. */
export const NO_MACS: RowKeys = { mac: () => null, isMac: withoutSecret };

function withoutSecret(): never {
  throw new StoreError("this needs the cluster's secret");
}

export function forgedRow(what: string, table: string): ForgedRowError {
  return new ForgedRowError(
    `${what} in the database (${table}) was not written by a node of this cluster: its MAC is missing or wrong. ` +
      'Find out who can write to the database (docs/cluster.md, "A row is forged")',
  );
}

const TIMEOUTS: Timeouts = { answerMs: 15_000, lockMs: 2000 };

/**
 * The salt in the database. The first member creates the tables and writes it: `suggested`. Without that the cluster must exist.
 * @throws UnreachableError, or StoreError for incompatible tables, or for none
 */
export async function clusterSalt(url: string, suggested: Uint8Array | undefined): Promise<Buffer> {
  const connection = new Connection({ servers: parseServers(url), timeouts: TIMEOUTS });
  try {
    await migrate(connection, suggested !== undefined);
    return await foundSalt(connection, suggested);
  } finally {
    await connection.close();
  }
}

/** A log without a salt is not trusted: its rows have no MAC, or another salt was removed. */
async function foundSalt(connection: Connection, suggested: Uint8Array | undefined): Promise<Buffer> {
  const insert: Statement = {
    text: `INSERT INTO weir.secret_check (only_row, salt)
      SELECT 1, $1::bytea FROM weir.lease WHERE last_index IS NULL ON CONFLICT DO NOTHING`,
    values: [suggested],
    effect: 'writes',
  };
  if (suggested !== undefined) await connection.run(insert);
  const [row] = await connection.run({ text: 'SELECT salt FROM weir.secret_check', effect: 'reads' });
  if (row === undefined) {
    throw new StoreError(
      'the log in this database is not authenticated: weir.secret_check is empty. Weir 0.1.0 wrote it, or the row was removed. ' +
        'Start the node with the most ledgers on an empty database: it writes its ledgers there',
    );
  }
  return row.salt as Buffer;
}

/**
 * Writes the MAC if there is none yet, or compares it.
 * @throws StoreError if the keys come from another secret
 */
export async function checkSecret(connection: Connection, keys: ClusterKeys): Promise<void> {
  const salt = await foundSalt(connection, keys.salt);
  await connection.run({
    text: 'UPDATE weir.secret_check SET proof = $1 WHERE proof IS NULL AND salt = $2',
    values: [keys.mac('secret check', salt), keys.salt],
    effect: 'writes',
  });
  const [row] = await connection.run({ text: 'SELECT proof FROM weir.secret_check', effect: 'reads' });
  if (keys.isMac(row?.proof, 'secret check', salt)) return;
  throw new StoreError(
    'the secret of this node is not that of the cluster in this database: compare --cluster-secret-file with other nodes',
  );
}
