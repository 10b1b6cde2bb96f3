/**
 * How a command is an administrator at its server: by a unix socket, or by a token. They are named by the URL or a variable, or found in
 * the data directory `./weir-data` of a server that listens at the port of the URL.
 */
import { existsSync, statSync } from 'node:fs';
import { isLoopback } from '../../server/admission/caller.ts';
import { CommandError, usageError } from '../../util/command-error.ts';
import { readPrivateFile } from '../../util/private-file.ts';
import { SOCKET_URL, TOKEN_VARIABLE } from '../options/server-url.ts';

/** The file in a data directory that says how administrators reach its server. */
export const DOORS_FILE = 'admin.json';
const USUAL_DATA = './weir-data';

/** The content of that file. */
export interface DoorsNote {
  /** The port of the server. */
  readonly port: number;
  readonly socket: string | undefined;
  readonly token_file: string | undefined;
}

export interface AdminDoor {
  /** Path of a unix socket to connect to. */
  readonly socket?: string | undefined;
  /** A secret to send. */
  readonly token?: string | undefined;
}

/** The door of the server at a URL; empty if there is none. Throws a `CommandError` for a token that cannot be used. */
export function adminDoor(
  url: string,
  environment: (name: string) => string | undefined = (name) => process.env[name],
): AdminDoor {
  if (url.startsWith(SOCKET_URL)) return { socket: url.slice(SOCKET_URL.length).replace(/^\/\/(?=\/)/, '') };
  const { hostname, protocol, port } = new URL(url);
  const isOwn = hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
  const file = environment(TOKEN_VARIABLE);
  if (file !== undefined && file !== '') {
    if (!isOwn && protocol !== 'https:')
      throw usageError(
        `${TOKEN_VARIABLE} is set, but ${url} is another machine without TLS: others could read the token`,
      );
    return { token: readToken(file) };
  }
  const note = isOwn ? readNote(`${USUAL_DATA}/${DOORS_FILE}`) : undefined;
  if (note === undefined || String(note.port) !== port) return {};
  if (note.socket !== undefined && existsSync(note.socket)) return { socket: note.socket };
  return note.token_file === undefined ? {} : { token: readToken(note.token_file) };
}

function readToken(file: string): string {
  try {
    return readPrivateFile(file).trim();
  } catch (error) {
    throw new CommandError(`cannot read the token of administrators ${file}: ${(error as Error).message}`);
  }
}

/** Undefined for a file that is missing, or that another user wrote: it names a file that this command would read and send. */
function readNote(path: string): DoorsNote | undefined {
  try {
    const user = process.getuid?.();
    const { uid } = statSync(path);
    if (user !== undefined && uid !== user && uid !== 0) return undefined;
    return JSON.parse(readPrivateFile(path)) as DoorsNote;
  } catch {
    return undefined;
  }
}
