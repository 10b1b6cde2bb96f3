/**
 * How a command becomes an administrator of its server: by a unix socket or with a token. The URL or a variable names them, or the note
 * in the data directory `./weir-data` of a server that listens at the port of the URL.
 */
import { existsSync, statSync } from 'node:fs';
import { hostReach } from '../../server/admission/host-reach.ts';
import { CommandError, usageError } from '../../util/command-error.ts';
import { readPrivateFile } from '../../util/private-file.ts';
import { SOCKET_URL, TOKEN_VARIABLE } from '../options/server-url.ts';

/** The file in a data directory that says how administrators reach its server. */
export const ADMIN_NOTE = 'admin.json';
const USUAL_DATA = './weir-data';

/** The content of that file. */
export interface AdminNote {
  /** The port of the server. */
  readonly port: number;
  readonly socket: string | undefined;
  readonly token_file: string | undefined;
}

export interface AdminCredential {
  /** Path of a unix socket to connect to. */
  readonly socket?: string | undefined;
  /** A secret to send. */
  readonly token?: string | undefined;
}

/** The socket or token for the server at a URL; empty if there is none. Throws a `CommandError` for a token that cannot be used. */
export function adminCredential(
  url: string,
  environment: (name: string) => string | undefined = (name) => process.env[name],
): AdminCredential {
  if (url.startsWith(SOCKET_URL)) return { socket: url.slice(SOCKET_URL.length).replace(/^\/\/(?=\/)/, '') };
  const { hostname, protocol, port } = new URL(url);
  const isOwn = isThisMachine(hostname);
  const file = environment(TOKEN_VARIABLE);
  if (file !== undefined && file !== '') {
    if (!isOwn && protocol !== 'https:')
      throw usageError(
        `${TOKEN_VARIABLE} is set, but ${url} is another machine without TLS: others could read the token`,
      );
    return { token: readToken(file) };
  }
  const note = isOwn ? readNote(`${USUAL_DATA}/${ADMIN_NOTE}`) : undefined;
  if (note === undefined || String(note.port) !== port) return {};
  if (note.socket !== undefined && existsSync(note.socket)) return { socket: note.socket };
  return note.token_file === undefined ? {} : { token: readToken(note.token_file) };
}

/** True for the host of a URL that is `localhost` or a loopback address. */
export function isThisMachine(hostname: string): boolean {
  return hostReach(hostname.replace(/^\[|\]$/g, '')) === 'own';
}

function readToken(file: string): string {
  try {
    return readPrivateFile(file).trim();
  } catch (error) {
    throw new CommandError(`cannot read the token of administrators ${file}: ${(error as Error).message}`);
  }
}

/** Undefined for a file that is missing, or that another user wrote: it names a file that this command would read and send. */
function readNote(path: string): AdminNote | undefined {
  try {
    const user = process.getuid?.();
    const { uid } = statSync(path);
    if (user !== undefined && uid !== user && uid !== 0) return undefined;
    return JSON.parse(readPrivateFile(path)) as AdminNote;
  } catch {
    return undefined;
  }
}
