/**
 * How administrators reach a server that does not take every program of the machine for one (`--admin private`): a unix socket that only
 * the server's user can open, and a token in a file that only that user can read. The data directory has a note of both, by which the
 * command line finds them.
 */
import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { createToken, isTokenForm, tokenHash } from '../../server/admission/admin-token.ts';
import type { AdminAccess } from '../../server/admission/caller.ts';
import { CommandError } from '../../util/command-error.ts';
import { readPrivateFile } from '../../util/private-file.ts';
import { DOORS_FILE, type DoorsNote } from '../request/admin-door.ts';
import type { StartOptions } from './start-options.ts';

const OWNER_ONLY = 0o600;
/** The shortest limit of a supported system, that of macOS. */
const MOST_PATH_BYTES = 103;
const SOCKET_FILE = 'admin.sock';
const TOKEN_FILE = 'admin.token';

/** Where the doors are; undefined if every program of the machine is an administrator. */
export interface AdminDoors {
  /** Path of the socket; undefined if there is none. */
  readonly socket: string | undefined;
  /** File of the token; undefined if there is none. */
  readonly tokenFile: string | undefined;
  /** True: the file gets a new token with each start, and is removed at the end. */
  readonly isTokenNew: boolean;
}

export function adminDoors({ admin, dataDirectory }: StartOptions): AdminDoors | undefined {
  if (admin === undefined) return undefined;
  const inData = (name: string) => (dataDirectory === undefined ? undefined : resolve(dataDirectory, name));
  const socket = admin.socket ?? (process.platform === 'win32' ? undefined : inData(SOCKET_FILE));
  return {
    socket: socket === undefined ? undefined : resolve(socket),
    tokenFile: admin.tokenFile === undefined ? inData(TOKEN_FILE) : resolve(admin.tokenFile),
    isTokenNew: admin.tokenFile === undefined,
  };
}

/** Rejects with a `CommandError` if the doors cannot be opened. */
export async function checkDoors({ socket, tokenFile, isTokenNew }: AdminDoors): Promise<void> {
  if (tokenFile !== undefined && !isTokenNew) readToken(tokenFile);
  if (socket !== undefined) await freeSocketPath(socket);
}

/**
 * Who is an administrator on the ports. Writes the file of the token if the server makes it, and removes the note of a server that was
 * killed. Throws a `CommandError`.
 */
export function portAccess(options: StartOptions, doors: AdminDoors | undefined): AdminAccess {
  if (options.dataDirectory !== undefined) rmSync(join(options.dataDirectory, DOORS_FILE), { force: true });
  if (doors === undefined) return options.isRemoteAdminAllowed === true ? 'remote' : 'local';
  const { tokenFile, isTokenNew } = doors;
  if (tokenFile === undefined) return 'none';
  if (isTokenNew) writeAnew(tokenFile, `${createToken()}\n`);
  return { tokenHash: tokenHash(readToken(tokenFile)) };
}

function readToken(file: string): string {
  let token: string;
  try {
    token = readPrivateFile(file).trim();
  } catch (error) {
    throw new CommandError(`cannot use --admin-token ${file}: ${(error as Error).message}`);
  }
  if (isTokenForm(token)) return token;
  throw new CommandError(
    `cannot use --admin-token ${file}: a token has 20 to 200 letters, digits, - _ . and ~, ` +
      'such as those of: openssl rand -hex 32',
  );
}

/** A path of the socket that the system accepts. Rejects with a `CommandError` if there is none, or if the socket is in use. */
export async function freeSocketPath(socket: string): Promise<string> {
  const [path] = [socket, relative('', socket)].sort((a, b) => a.length - b.length) as [string];
  if (Buffer.byteLength(path) > MOST_PATH_BYTES) {
    throw new CommandError(`the path ${socket} is too long for a socket: name a shorter one with --admin-socket`);
  }
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return path;
  const fault = found.isSocket() ? await connectFault(path) : 'it is something else';
  if (fault === 'ECONNREFUSED') rmSync(path);
  else throw new CommandError(`cannot listen on --admin-socket ${socket}: ${fault ?? 'another server listens there'}`);
  return path;
}

/** The error code of an attempt to connect; undefined if something listens. */
function connectFault(path: string): Promise<string | undefined> {
  return new Promise((settle) => {
    const socket = createConnection(path);
    socket.once('connect', () => {
      socket.destroy();
      settle(undefined);
    });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => settle(code));
  });
}

/** Writes the note for the command line. The returned function removes what the server made. */
export function noteDoors({ dataDirectory }: StartOptions, doors: AdminDoors, port: number): () => void {
  const { socket, tokenFile, isTokenNew } = doors;
  const note = dataDirectory === undefined ? undefined : join(dataDirectory, DOORS_FILE);
  const content: DoorsNote = { port, socket, token_file: tokenFile };
  if (note !== undefined) writeAnew(note, `${JSON.stringify(content)}\n`);
  return () => {
    if (note !== undefined) rmSync(note, { force: true });
    if (isTokenNew && tokenFile !== undefined) rmSync(tokenFile, { force: true });
  };
}

/** A new file, since an old one may have other rights. */
function writeAnew(path: string, text: string): void {
  rmSync(path, { force: true });
  writeFileSync(path, text, { flag: 'wx', mode: OWNER_ONLY });
}
