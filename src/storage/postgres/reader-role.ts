/**
 * The role for people who read the views: `GRANT weir_reader TO ann`. It can only read the views. Weir's own user may
 * not be allowed to create roles; then the database administrator creates it, and Weir grants the rights at its next
 * start.
 */
import { StoreError } from '../ledger-store.ts';
import type { Connection } from './connection.ts';
import { settle } from './migrate.ts';

const ROLE = 'weir_reader';

const GRANTS = [
  `GRANT USAGE ON SCHEMA weir_views TO ${ROLE}`,
  `GRANT SELECT ON ALL TABLES IN SCHEMA weir_views TO ${ROLE}`,
];

export async function letPeopleRead(connection: Connection): Promise<void> {
  try {
    if (!(await hasRole(connection))) await connection.run({ text: `CREATE ROLE ${ROLE} NOLOGIN`, effect: 'writes' });
  } catch (error) {
    refuseOthers(error);
  }
  if (!(await hasRole(connection))) return;
  try {
    for (const text of GRANTS) await settle(connection, text);
  } catch (error) {
    refuseOthers(error);
  }
}

/** Ignores that another member created it, or that creating it is not allowed. */
function refuseOthers(error: unknown): void {
  if (!(error instanceof StoreError)) throw error;
}

async function hasRole(connection: Connection): Promise<boolean> {
  const rows = await connection.run({
    text: 'SELECT 1 FROM pg_roles WHERE rolname = $1',
    values: [ROLE],
    effect: 'reads',
  });
  return rows.length > 0;
}
