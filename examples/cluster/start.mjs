/**
 * Starts a highly available cluster on this machine, on free ports of the loopback: etcd, two PostgreSQL servers under Patroni,
 * three Weir nodes and HAProxy. `node start.mjs [--asynchronous] [--pgbouncer] [-- WEIR…]`; Ctrl-C stops it and removes its data. WEIR
 * is the command that runs Weir, `weir` by default.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** @import { ChildProcess } from 'node:child_process' */

/**
 * @typedef {object} Options
 * @property {readonly string[]} weir The command that runs Weir.
 * @property {boolean} [isAsynchronous] Whether a commit waits for no standby. The Weir nodes then run with `--acknowledge 1`.
 * @property {boolean} [withPgBouncer] Whether Weir connects through PgBouncer.
 */

const NODES = ['n1', 'n2', 'n3'];
const DATABASES = ['db1', 'db2'];
const START_MS = 120_000;
const STOP_MS = 30_000;
/** PostgreSQL refuses to run as root. If root starts this, everything but Weir runs as the user `nobody`. */
const USER = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** The programs that are not installed. */
export function missingPrograms() {
  const missing = ['etcd', 'patroni', 'haproxy', 'psql'].filter((name) => !programPath(name));
  return postgresFolder() === undefined ? [...missing, 'postgres'] : missing;
}

/** @param {string} name */
function programPath(name) {
  const folders = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`.split(':');
  return folders.map((folder) => path.join(folder, name)).find((file) => canRun(file));
}

/** @param {string} file */
function canRun(file) {
  try {
    return readdirSync(path.dirname(file)).includes(path.basename(file));
  } catch {
    return false;
  }
}

/** The folder of the newest PostgreSQL: Debian's, or that of `pg_config`. */
function postgresFolder() {
  try {
    const versions = readdirSync('/usr/lib/postgresql').map(Number);
    return `/usr/lib/postgresql/${Math.max(...versions)}/bin`;
  } catch {
    const config = programPath('pg_config');
    return config && execFileSync(config, ['--bindir'], { encoding: 'utf8' }).trim();
  }
}

export class LocalCluster {
  /** Of all files; empty before the start. */
  directory = '';
  /** @type {Options} */
  #options;
  #password = randomBytes(12).toString('hex');
  /** @type {Record<string, number>} */
  #ports = {};
  /** @type {Map<string, ChildProcess>} */
  #running = new Map();

  /** @param {Options} options */
  constructor(options) {
    this.#options = options;
  }

  /** Resolves when HAProxy has a healthy node. */
  async start() {
    this.directory = mkdtempSync(path.join(tmpdir(), 'weir-cluster-'));
    console.log(`Starting in ${this.directory}; each program has a log there.`);
    const names = [
      'etcd',
      'etcdPeer',
      'haproxy',
      'primary',
      'pgbouncer',
      ...NODES,
      ...NODES.map((name) => `${name}Link`),
    ];
    const ofDatabases = DATABASES.flatMap((name) => [name, `${name}Rest`]);
    for (const name of [...names, ...ofDatabases]) this.#ports[name] = await freePort();
    this.#own(this.directory);
    for (const name of ['etcd', ...DATABASES]) this.#own(path.join(this.directory, name));
    this.#startEtcd();
    for (const name of DATABASES) this.startDatabase(name);
    await until('PostgreSQL has a primary', async () => (await this.primary()) !== undefined);
    await until('PostgreSQL has a standby', async () => (await this.standby()) !== undefined);
    this.#psql(`CREATE ROLE weir LOGIN PASSWORD '${this.#password}'`, await this.primary());
    this.#psql('CREATE DATABASE weir OWNER weir', await this.primary());
    this.#startHaproxy();
    if (this.#options.withPgBouncer) this.#startPgBouncer();
    writeFileSync(path.join(this.directory, 'cluster.secret'), randomBytes(32).toString('base64'), { mode: 0o600 });
    for (const name of NODES) this.startNode(name);
    for (const url of [...this.nodes.map((node) => node.url), this.url]) {
      await until(`${url} is healthy`, async () => (await fetch(`${url}/health`)).ok);
    }
  }

  /** The address for clients. */
  get url() {
    return `http://127.0.0.1:${this.#ports.haproxy}`;
  }

  get nodes() {
    return NODES.map((name) => ({ name, url: `http://127.0.0.1:${this.#ports[name]}` }));
  }

  /** The address of the database without its password, which is in PGPASSWORD. */
  get databaseUrl() {
    const ports = this.#options.withPgBouncer ? ['pgbouncer'] : DATABASES;
    return `postgres://weir@${ports.map((name) => `127.0.0.1:${this.#ports[name]}`).join(',')}/weir`;
  }

  /** The address of a PostgreSQL server for its superuser, without the password. @param {string} name */
  superuserUrl(name) {
    return `postgres://postgres@127.0.0.1:${this.#ports[name]}/postgres`;
  }

  get environment() {
    return { ...process.env, PGPASSWORD: this.#password };
  }

  /** Name of the PostgreSQL server that accepts writes. */
  async primary() {
    return this.#databaseAt('/primary');
  }

  /** Name of the standby that can be promoted: with synchronous replication the synchronous one. */
  async standby() {
    return this.#databaseAt(this.#options.isAsynchronous ? '/replica' : '/sync');
  }

  /** @param {string} name */
  startDatabase(name) {
    const file = this.#fill('patroni.yml', path.join(name, 'patroni.yml'), {
      NAME: name,
      PORT: this.#ports[name],
      REST_PORT: this.#ports[`${name}Rest`],
      ETCD_PORT: this.#ports.etcd,
      BIN: postgresFolder(),
      PASSWORD: this.#password,
      SYNCHRONOUS: !this.#options.isAsynchronous,
    });
    this.#spawn(name, 'patroni', [file], USER);
  }

  /** Kills a PostgreSQL server, and Patroni first if its whole machine fails. @param {string} name @param {boolean} isMachine */
  killDatabase(name, isMachine) {
    if (isMachine) this.#running.get(name)?.kill('SIGKILL');
    this.#signalPostgres(name, 'SIGKILL');
  }

  /** A planned change of the primary. @param {string} primary */
  async switchOver(primary) {
    const body = JSON.stringify({ leader: primary, candidate: DATABASES.find((name) => name !== primary) });
    const answer = await fetch(`http://127.0.0.1:${this.#ports[`${primary}Rest`]}/switchover`, {
      method: 'POST',
      body,
    });
    if (!answer.ok) throw new Error(`Patroni refuses the switchover: ${await answer.text()}`);
  }

  /** @param {string} name */
  startNode(name) {
    const [command = 'weir', ...words] = this.#options.weir;
    this.#spawn(name, command, [
      ...words,
      'start',
      ...['--cluster', this.databaseUrl, '--cluster-secret-file', path.join(this.directory, 'cluster.secret')],
      ...['--node-name', name, '--data', path.join(this.directory, name), '--port', String(this.#ports[name])],
      ...['--cluster-address', `127.0.0.1:${this.#ports[`${name}Link`]}`, '--durable-submit'],
      ...(this.#options.isAsynchronous ? ['--acknowledge', '1'] : []),
    ]);
  }

  /** The last lines of each log. */
  logs() {
    const files = readdirSync(this.directory).filter((name) => name.endsWith('.log'));
    return files
      .map((name) => `--- ${name}\n${readFileSync(path.join(this.directory, name), 'utf8').slice(-3_000)}`)
      .join('\n');
  }

  /** Stops all in the order in which it can end cleanly, and removes the data. */
  async stop() {
    for (const names of [['haproxy', ...NODES], ['pgbouncer'], DATABASES, ['etcd']]) {
      await Promise.all(names.map((name) => this.#end(name)));
    }
    for (const name of DATABASES) this.#signalPostgres(name, 'SIGQUIT');
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  #startEtcd() {
    const client = `http://127.0.0.1:${this.#ports.etcd}`;
    const peer = `http://127.0.0.1:${this.#ports.etcdPeer}`;
    this.#spawn(
      'etcd',
      'etcd',
      [
        ...['--name', 'etcd', '--data-dir', path.join(this.directory, 'etcd', 'data')],
        ...['--listen-client-urls', client, '--advertise-client-urls', client],
        ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `etcd=${peer}`],
      ],
      USER,
    );
  }

  #startHaproxy() {
    const ports = [...NODES, ...DATABASES].map((name) => [`${name.toUpperCase()}_PORT`, this.#ports[name]]);
    const rest = DATABASES.map((name) => [`${name.toUpperCase()}_REST_PORT`, this.#ports[`${name}Rest`]]);
    const file = this.#fill('haproxy.cfg', 'haproxy.cfg', {
      ...Object.fromEntries([...ports, ...rest]),
      PORT: this.#ports.haproxy,
      PRIMARY_PORT: this.#ports.primary,
    });
    this.#spawn('haproxy', 'haproxy', ['-db', '-f', file], USER);
  }

  #startPgBouncer() {
    this.#write('pgbouncer.users', `"weir" "${this.#password}"\n`);
    const ports = { PORT: this.#ports.pgbouncer, PRIMARY_PORT: this.#ports.primary };
    this.#spawn('pgbouncer', 'pgbouncer', [this.#fill('pgbouncer.ini', 'pgbouncer.ini', ports)], USER);
  }

  /** The name of the server whose Patroni answers this path with 200. @param {string} route */
  async #databaseAt(route) {
    for (const name of DATABASES) {
      const url = `http://127.0.0.1:${this.#ports[`${name}Rest`]}${route}`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
      if (answer?.ok) return name;
    }
    return undefined;
  }

  /** @param {string} statement @param {string | undefined} name */
  #psql(statement, name = '') {
    const words = ['--quiet', '--no-psqlrc', '--set=ON_ERROR_STOP=1', this.superuserUrl(name), '--command', statement];
    execFileSync('psql', words, { env: this.environment });
  }

  /**
   * Writes a template of this folder with its values.
   *
   * @param {string} template
   * @param {string} name
   * @param {Record<string, unknown>} values
   */
  #fill(template, name, values) {
    const text = readFileSync(new URL(template, import.meta.url), 'utf8');
    const all = { DIRECTORY: this.directory, ...values };
    return this.#write(
      name,
      text.replaceAll(/\$\{(\w+)\}/g, (_, key) => String(all[/** @type {'DIRECTORY'} */ (key)])),
    );
  }

  /** @param {string} name @param {string} text */
  #write(name, text) {
    const file = path.join(this.directory, name);
    writeFileSync(file, text);
    chmodSync(file, 0o600);
    if (USER.uid !== undefined) chownSync(file, USER.uid, USER.gid);
    return file;
  }

  /** @param {string} directory */
  #own(directory) {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    if (USER.uid !== undefined) chownSync(directory, USER.uid, USER.gid);
  }

  /** @param {string} name @param {string} command @param {readonly string[]} words @param {{ uid?: number, gid?: number }} [user] */
  #spawn(name, command, words, user = {}) {
    const log = openSync(path.join(this.directory, `${name}.log`), 'a');
    const child = spawn(programPath(command) ?? command, words, {
      ...user,
      // The user `nobody` may not be able to read the current directory.
      cwd: user.uid === undefined ? process.cwd() : this.directory,
      env: this.environment,
      stdio: ['ignore', log, log],
      // Ctrl-C reaches this program only, which stops the others in order.
      detached: true,
    });
    child.once('error', () => {});
    this.#running.set(name, child);
  }

  /** @param {string} name */
  async #end(name) {
    const child = this.#running.get(name);
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const hasEnded = once(child, 'exit');
    child.kill(name === 'pgbouncer' ? 'SIGINT' : 'SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await hasEnded;
    clearTimeout(timer);
  }

  /** @param {string} name @param {NodeJS.Signals} signal */
  #signalPostgres(name, signal) {
    try {
      const file = path.join(this.directory, name, 'data', 'postmaster.pid');
      const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
      // After a crash the file stays, and the number may be another program's.
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(this.directory)) return;
      const served = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g)?.map(Number) ?? [];
      process.kill(pid, signal);
      for (const child of signal === 'SIGKILL' ? served : []) process.kill(child, signal);
    } catch {
      // It does not run.
    }
  }
}

/** @param {string} what @param {() => Promise<boolean>} isSo */
async function until(what, isSo) {
  const endMs = performance.now() + START_MS;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > endMs) throw new Error(`after ${START_MS / 1_000} s it is not true that ${what}`);
    await sleep(250);
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {{ port: number }} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

async function main() {
  const words = process.argv.slice(2);
  const at = words.indexOf('--');
  const cluster = new LocalCluster({
    weir: at < 0 ? ['weir'] : words.slice(at + 1),
    isAsynchronous: words.includes('--asynchronous'),
    withPgBouncer: words.includes('--pgbouncer'),
  });
  const isStopped = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve);
  });
  try {
    const isStarted = await Promise.race([cluster.start().then(() => true), isStopped.then(() => false)]);
    if (isStarted) {
      console.log(`Clients:   ${cluster.url}`);
      for (const { name, url } of cluster.nodes) console.log(`${name}:        ${url}`);
      console.log(`Database:  ${cluster.databaseUrl}, primary ${await cluster.primary()}`);
      console.log('Stop with Ctrl-C.');
    }
    await isStopped;
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    console.error(cluster.logs());
    process.exitCode = 1;
  }
  await cluster.stop();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const missing = missingPrograms();
  if (missing.length === 0) await main();
  else {
    console.error(
      `These programs are not installed: ${missing.join(', ')}. On Debian: apt-get install etcd-server patroni haproxy postgresql`,
    );
    process.exitCode = 1;
  }
}
