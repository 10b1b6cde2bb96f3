/** The address of the database in the form of PostgreSQL's own tools, with one server or several. */
import type { ClientConfig } from 'pg';
import { StoreError } from '../ledger-store.ts';

const FORM = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/;

/**
 * A connection for each server of `postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE`.
 * @throws StoreError for any other form
 */
export function parseServers(url: string): readonly ClientConfig[] {
  const [, start, hosts, rest] = FORM.exec(url) ?? [];
  if (start === undefined || hosts === undefined) {
    throw new StoreError('the address of a database is postgres://USER@HOST:PORT/DATABASE');
  }
  return hosts.split(',').map((host) => {
    const connectionString = `${start}${host}${rest}`;
    if (!URL.canParse(connectionString) && host !== '') throw new StoreError(`${host} is no HOST:PORT of a database`);
    return { connectionString, application_name: 'weir' };
  });
}
