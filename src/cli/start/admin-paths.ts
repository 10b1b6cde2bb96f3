/**
 * How administrators reach a server with `--admin private`, where not every program of the machine is one: by a unix socket that only the
 * server's user can open, or with a token in a file that only that user can read. A note in the data directory names both for the
 * command line.
 */
import { lstatSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join, relative, resolve } from 'node:path';
import { createToken, isTokenForm, tokenHash } from '../../server/admission/admin-token.ts';
import type { AdminAccess } from '../../server/admission/caller.ts';
import { CommandError } from '../../util/command-error.ts';
import { readPrivateFile } from '../../util/private-file.ts';
import { ADMIN_NOTE, type AdminNote } from '../request/admin-access.ts';
import type { StartOptions } from './start-options.ts';

const OWNER_ONLY = 0o600;
/** The shortest limit of a supported system, that of macOS. */
const MOST_PATH_BYTES = 103;
const SOCKET_FILE = 'admin.sock';
const TOKEN_FILE = 'admin.token';

export interface AdminPaths {
  /** Path of the socket; undefined if there is none. */
  readonly socket: string | undefined;
  /** File of the token; undefined if there is none. */
  readonly tokenFile: string | undefined;
  /** True: the file gets a new token with each start, and is removed at the end. */
  readonly isTokenNew: boolean;
}

/** Undefined if every program of the machine is an administrator. */
export function adminPaths({ admin, dataDirectory }: StartOptions): AdminPaths | undefined {
  if (admin === undefined) return undefined;
  const inData = (name: string) => (dataDirectory === undefined ? undefined : resolve(dataDirectory, name));
  const socket = admin.socket ?? (process.platform === 'win32' ? undefined : inData(SOCKET_FILE));
  return {
    socket: socket === undefined ? undefined : resolve(socket),
    tokenFile: admin.tokenFile === undefined ? inData(TOKEN_FILE) : resolve(admin.tokenFile),
    isTokenNew: admin.tokenFile === undefined,
  };
}

/** Rejects with a `CommandError` if the socket or the token cannot be used. */
export async function checkAdminPaths({ socket, tokenFile, isTokenNew }: AdminPaths): Promise<void> {
  if (tokenFile !== undefined && !isTokenNew) readToken(tokenFile);
  if (socket !== undefined) await freeSocketPath(socket);
}

/**
 * Who is an administrator on the ports. Writes the file of the token if the server makes it, and removes the note of a server that was
 * killed. Throws a `CommandError`.
 */
export function portAccess(options: StartOptions, paths: AdminPaths | undefined): AdminAccess {
  if (options.dataDirectory !== undefined) rmSync(join(options.dataDirectory, ADMIN_NOTE), { force: true });
  if (paths === undefined) return options.isRemoteAdminAllowed === true ? 'remote' : 'local';
  const { tokenFile, isTokenNew } = paths;
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
  const fault = found.isSocket() ? await connectFault(path) : 'it is not a socket';
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
export function writeAdminNote({ dataDirectory }: StartOptions, paths: AdminPaths, port: number): () => void {
  const { socket, tokenFile, isTokenNew } = paths;
  const note = dataDirectory === undefined ? undefined : join(dataDirectory, ADMIN_NOTE);
  const content: AdminNote = { port, socket, token_file: tokenFile };
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
