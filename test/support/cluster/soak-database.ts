/**
 * The PostgreSQL of a cluster soak: a server with one database, and for some faults a standby that replaces it. Nodes
 * connect through their proxies, which always lead to the primary.
 */
import { chmodSync, closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { startPostgres, startStandby, type TestPostgres } from '../postgres.ts';
import { TcpProxy } from '../tcp-proxy.ts';
import { until } from '../until.ts';
import type { ClusterProcess } from './cluster-process.ts';
import { compileLibrary } from './preloaded-library.ts';

/** More than a standby lags in any fault. */
const SETTINGS = ['wal_keep_size=256MB'];
/** Size of the shared file from which `shifted-clock.c` reads the shift. */
const SHIFT_BYTES = 8;

export class SoakDatabase {
  readonly url: string;
  /** Undefined if the clock cannot be changed. */
  readonly #clockFile: string | undefined;
  #server: TestPostgres;
  #standby: { readonly server: TestPostgres; readonly way: TcpProxy } | undefined;
  /** Number of ledgers that were shown and then lost because a standby did not have them. */
  lostLedgers = 0;
  failovers = 0;

  private constructor(server: TestPostgres, url: string, clockFile: string | undefined) {
    this.#server = server;
    this.url = url;
    this.#clockFile = clockFile;
  }

  /** `directory`: for auxiliary files. */
  static async start(directory: string, isDurable: boolean): Promise<SoakDatabase> {
    const clockFile = path.join(directory, 'database-clock');
    const library = compileLibrary('shifted-clock', directory);
    writeFileSync(clockFile, Buffer.alloc(SHIFT_BYTES), { mode: 0o644 });
    if (library !== undefined) for (const open of [directory, library]) chmodSync(open, 0o755);
    const environment = library && { LD_PRELOAD: library, WEIR_CLOCK_SHIFT_FILE: clockFile };
    const server = await startPostgres({ isDurable, settings: SETTINGS, ...(environment && { environment }) });
    return new SoakDatabase(server, await server.createDatabase(), library && clockFile);
  }

  get pid(): number {
    return this.#server.pid;
  }

  /** The URL of the server, without a proxy. */
  get currentUrl(): string {
    const url = new URL(this.url);
    url.port = String(this.#server.port);
    return url.href;
  }

  query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    return this.#server.query(this.currentUrl, text, values);
  }

  async configure(settings: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(settings)) await this.query(`ALTER SYSTEM SET ${name} = ${value}`);
    await this.query('SELECT pg_reload_conf()');
  }

  /** Sets the server's clock to this offset from the machine's. */
  setClock(milliseconds: number): void {
    if (this.#clockFile !== undefined) writeShift(this.#clockFile, milliseconds);
  }

  kill(): Promise<void> {
    return this.#server.kill();
  }

  start(): Promise<void> {
    return this.#server.start();
  }

  /** Starts a standby; resolves when it has all data of the server. `isSynchronous`: commits wait for it. */
  async startStandby(isSynchronous: boolean): Promise<void> {
    const way = await TcpProxy.open({ host: '127.0.0.1', port: this.#server.port });
    const server = await startStandby(this.#server, way.port);
    this.#standby = { server, way };
    await until(
      async () => (await this.query("SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'")).rowCount === 1,
      'the standby follows',
    );
    if (!isSynchronous) return;
    await this.configure({ synchronous_standby_names: "'*'" });
    await until(
      async () => (await this.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).rowCount === 1,
      'the standby is synchronous',
    );
  }

  /** From now on the standby receives nothing. */
  stallStandby(): void {
    this.#standby?.way.partition();
  }

  /** Restarts the server. It now shows the commits that wait for the standby. */
  async restart(): Promise<void> {
    await this.#server.kill();
    await this.#server.start();
  }

  /** Stops the server and promotes the standby. `gone`: called while no server runs. */
  async failOver(nodes: readonly ClusterProcess[], gone: () => Promise<unknown> = async () => {}): Promise<void> {
    const { server, way } = this.#standby!;
    const former = this.#server;
    const shown = await this.#lastLedger();
    await former.kill();
    await gone();
    this.#standby = undefined;
    this.#server = server;
    this.failovers += 1;
    await this.query('SELECT pg_promote(true, 60)');
    this.lostLedgers += Math.max(0, shown - (await this.#lastLedger()));
    for (const { databaseWay } of nodes) {
      databaseWay.target = { host: '127.0.0.1', port: server.port };
      databaseWay.cutAll();
    }
    await way.close();
    await former.stop();
  }

  /** The cluster's rows in the database, as text. */
  async situation(): Promise<string> {
    const query = this.query('SELECT lease.*, (SELECT json_agg(members) FROM weir.members) AS members FROM weir.lease');
    return query.then(
      ({ rows }) => JSON.stringify(rows),
      (error) => String(error),
    );
  }

  async stop(): Promise<void> {
    await this.#standby?.way.close();
    await this.#standby?.server.stop();
    await this.#server.stop();
  }

  async #lastLedger(): Promise<number> {
    const { rows } = await this.query('SELECT last_index FROM weir.lease');
    return Number(rows[0].last_index);
  }
}

/** The server maps the file into memory, so the file never gets shorter. */
function writeShift(file: string, milliseconds: number): void {
  const bytes = Buffer.alloc(SHIFT_BYTES);
  bytes.writeBigInt64LE(BigInt(milliseconds) * 1_000n);
  const open = openSync(file, 'r+');
  writeSync(open, bytes);
  closeSync(open);
}
