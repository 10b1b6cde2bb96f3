/**
 * The roles of a database. The owner of the tables creates and changes them. `weir_member` is for nodes: it reads and writes rows
 * and changes no table. `weir_reader` is for people: it reads the views (`GRANT weir_reader TO ann`). The owner may not be allowed
 * to create roles; then the database administrator creates them, and the next node or `weir cluster prepare` grants the rights.
 */
import { StoreError } from '../ledger-store.ts';
import type { Connection } from './connection.ts';
import { migrate, settle } from './migrate.ts';

const GRANTS: Readonly<Record<string, readonly string[]>> = {
  weir_member: [
    'USAGE ON SCHEMA weir',
    'SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA weir',
    'EXECUTE ON ALL FUNCTIONS IN SCHEMA weir',
  ],
  weir_reader: ['USAGE ON SCHEMA weir_views', 'SELECT ON ALL TABLES IN SCHEMA weir_views'],
};

/** Creates or changes the tables, and grants the rights on them as far as the user of the connection may. */
export async function prepareDatabase(connection: Connection): Promise<void> {
  await migrate(connection);
  for (const [role, rights] of Object.entries(GRANTS)) {
    await unlessForbidden(async () => {
      if (!(await hasRole(connection, role))) await settle(connection, `CREATE ROLE ${role} NOLOGIN`);
    });
    if (!(await hasRole(connection, role))) continue;
    await unlessForbidden(async () => {
      for (const right of rights) await settle(connection, `GRANT ${right} TO ${role}`);
    });
  }
}

async function unlessForbidden(change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
  }
}

async function hasRole(connection: Connection, role: string): Promise<boolean> {
  const text = 'SELECT 1 FROM pg_roles WHERE rolname = $1';
  return (await connection.run({ text, values: [role], effect: 'reads' })).length > 0;
}
