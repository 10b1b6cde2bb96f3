/**
 * The address of the database in the form of PostgreSQL's own tools, with one server or several, and `sslmode` as they read it
 * (PostgreSQL: 32.19, SSL Support).
 */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { readPrivateFile } from '../../util/private-file.ts';
import { StoreError } from '../ledger-store.ts';

const FORM = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#@]*)(\/[^?#@]*)?(?:\?([^#@]*))?$/;

/** sslmode → the modes to try in turn. */
const ATTEMPTS: Readonly<Record<string, readonly string[]>> = {
  disable: ['disable'],
  allow: ['disable', 'prefer'],
  prefer: ['prefer', 'disable'],
  require: ['require'],
  'verify-ca': ['verify-ca'],
  'verify-full': ['verify-full'],
};

/** The ways to connect to one server: with TLS, without, or the second if the server refuses the first. */
export type Server = readonly ClientConfig[];

/**
 * The servers of `postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE?sslmode=MODE`.
 * @throws StoreError for any other form, and for a key that other users can read. It repeats no part of the address, which may have a
 * password.
 */
export function parseServers(url: string): readonly Server[] {
  const [, start, hosts, path = '', query = ''] = FORM.exec(url) ?? [];
  if (start === undefined || hosts === undefined) {
    throw new StoreError(
      'the address of a database is postgres://USER:PASSWORD@HOST:PORT/DATABASE; in USER and PASSWORD the characters ' +
        '@ : / ? # % are written as %40 %3A %2F %3F %23 %25',
    );
  }
  const params = new URLSearchParams(query);
  const modes = ATTEMPTS[params.get('sslmode') ?? process.env.PGSSLMODE ?? 'prefer'];
  if (modes === undefined)
    throw new StoreError(`sslmode of the database's address is one of ${Object.keys(ATTEMPTS).join(', ')}`);
  const key = params.get('sslkey');
  if (key !== null) checkKey(key);
  return hosts.split(',').map((host, at) => {
    if (host !== '' && !URL.canParse(`${start}${host}${path}`))
      throw new StoreError(`server ${at + 1} in the address of the database is not HOST:PORT`);
    return modes.map((mode) => ({
      connectionString: `${start}${host}${path}?${paramsFor(mode, params)}`,
      application_name: 'weir',
    }));
  });
}

/** The driver reads it, but unlike PostgreSQL's own tools it accepts one that other users can read. */
function checkKey(file: string): void {
  try {
    readPrivateFile(file);
  } catch (error) {
    throw new StoreError(`sslkey of the database's address cannot be used: ${(error as Error).message}`);
  }
}

/** `uselibpqcompat`: the driver reads the modes as PostgreSQL's own tools do. */
function paramsFor(mode: string, given: URLSearchParams): URLSearchParams {
  const params = new URLSearchParams(given);
  params.set('sslmode', mode);
  params.set('uselibpqcompat', 'true');
  if (!mode.startsWith('verify')) return params;
  const root = given.get('sslrootcert') ?? process.env.PGSSLROOTCERT ?? join(homedir(), '.postgresql', 'root.crt');
  // `system`: the certification authorities of Node.js.
  if (root !== 'system' && (given.has('sslrootcert') || existsSync(root))) params.set('sslrootcert', root);
  else params.delete('sslrootcert');
  return params;
}

/** True if the server may accept the connection with TLS instead of without, or the other way round. */
export function isRefusedMode(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const isRefusedByRules = code === '28000';
  const isNoTls = /does not support SSL|establishing an SSL connection/.test(String(message));
  return isRefusedByRules || isNoTls || /^(ERR_SSL|ERR_TLS|EPROTO)/.test(String(code));
}
