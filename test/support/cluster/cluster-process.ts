/**
 * A member of a cluster in its own process, with a data directory that survives the process, and proxies for all its
 * connections: to the database, from clients, and from the other members.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../src/protocol/values.ts';
import { freePort } from '../free-port.ts';
import { endOf } from '../process-end.ts';
import { PROGRAM } from '../program.ts';
import { TcpProxy } from '../tcp-proxy.ts';
import { until } from '../until.ts';
import { NoAnswerError } from './cluster-clients.ts';

const CLOCK = new URL('./jumping-clock.ts', import.meta.url).href;
const READY = /http:\/\/127\.0\.0\.1:(\d+)[\s\S]*Stop with/;
const LEAD_CHANGE = /this node (?:no longer )?leads/g;
/** Delay before a process that ended by itself is restarted, as by a supervisor. */
const RESTART_MS = 500;
const TIMEOUT_MS = 8_000;
/** Upper bound of the time that a member needs for an orderly shutdown. */
const LONGEST_END_MS = 120_000;
/** How far a file may still grow when the disk is set full. */
const LEFT_BYTES = 4_096;

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
// End the nodes and the database, which survive this process otherwise.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

export interface ClusterProcessOptions {
  readonly name: string;
  /** Directory for data and logs. */
  readonly directory: string;
  readonly secretFile: string;
  /** URL of the database. The proxy's port replaces the port in it. */
  readonly databaseUrl: string;
  /** Further arguments of `weir start`. */
  readonly words: readonly string[];
  /** Path of the library that delays writes to the disk. */
  readonly slowDisk?: string | undefined;
  /** True: no proxies, which use processor time of this process. */
  readonly isDirect?: boolean;
}

export class ClusterProcess {
  readonly name: string;
  /** Proxies from clients, from the other members, and to the database. */
  readonly publicWay: TcpProxy;
  readonly linkWay: TcpProxy;
  readonly databaseWay: TcpProxy;
  readonly #options: ClusterProcessOptions;
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  #child: ChildProcess | undefined;
  #output = '';
  #isWanted = false;
  /** Output of all earlier processes of this member. */
  #former = '';
  unexpectedEnds = 0;
  /** The port on which the process itself listens. */
  port = 0;

  private constructor(
    options: ClusterProcessOptions,
    ways: { readonly [Name in 'public' | 'link' | 'database']: TcpProxy },
  ) {
    this.name = options.name;
    this.#options = options;
    this.publicWay = ways.public;
    this.linkWay = ways.link;
    this.databaseWay = ways.database;
  }

  /** Creates the member and its proxies. Does not start the process. */
  static async create(options: ClusterProcessOptions): Promise<ClusterProcess> {
    const { hostname, port } = new URL(options.databaseUrl);
    const nowhere = { host: '127.0.0.1', port: 1 };
    mkdirSync(path.join(options.directory, options.name), { recursive: true });
    return new ClusterProcess(options, {
      public: await TcpProxy.open(nowhere),
      link: await TcpProxy.open(nowhere),
      database: await TcpProxy.open({ host: hostname, port: Number(port) }),
    });
  }

  get data(): string {
    return path.join(this.#options.directory, this.name, 'data');
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The changes of the lead that its log shows, with their time by `performance.now()`. */
  readonly leadChanges: { readonly atMs: number; readonly what: string }[] = [];

  get log(): string {
    return this.#former + this.#output;
  }

  /** Starts the process, and restarts it whenever it ends by itself. Resolves when it listens. */
  async start(): Promise<void> {
    this.#isWanted = true;
    if (this.#child === undefined) await this.#spawn();
    await this.ready();
  }

  /** Resolves when the process listens. */
  async ready(): Promise<void> {
    await until(() => !this.#isWanted || READY.test(this.#output), `${this.name} listens`);
  }

  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    this.#isWanted = false;
    const child = this.#child;
    if (child === undefined) return;
    child.kill(signal);
    await endOf(child, LONGEST_END_MS);
    this.publicWay.cutAll();
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child?.kill(name);
  }

  /** Sets the time of day of the process to this offset from the machine's. */
  setClock(offsetMs: number): void {
    writeFileSync(this.#clockFile, String(offsetMs));
  }

  /** Delays each write of the process to its disk. */
  setDiskDelay(milliseconds: number): void {
    writeFileSync(this.#diskDelayFile, String(milliseconds));
  }

  /** Stops the data files from growing, or lets them grow again. */
  setDiskFull(isFull: boolean): void {
    if (this.pid === undefined) return;
    const size = statSync(path.join(this.data, 'data.mdb')).size;
    const limit = isFull ? `${size + LEFT_BYTES}:` : 'unlimited:';
    spawnSync('prlimit', ['--pid', String(this.pid), `--fsize=${limit}`]);
  }

  /** Calls a method; returns its result, also if it is an error. */
  async ask(method: string, params: JsonObject, timeoutMs = TIMEOUT_MS): Promise<JsonObject> {
    const body = JSON.stringify({ method, params: [params] });
    const text = await this.#post(body, timeoutMs);
    try {
      return (JSON.parse(text) as { result: JsonObject }).result;
    } catch {
      throw new NoAnswerError(`${this.name} answered ${text.slice(0, 200)}`);
    }
  }

  /** The body of `GET /health`. */
  async health(): Promise<string> {
    const url = `http://127.0.0.1:${this.port}/health`;
    return (await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })).text();
  }

  /** Ends the process and its proxies. */
  async close(): Promise<void> {
    await this.kill();
    this.#agent.destroy();
    for (const way of [this.publicWay, this.linkWay, this.databaseWay]) await way.close();
  }

  get #clockFile(): string {
    return path.join(this.#options.directory, this.name, 'clock');
  }

  get #diskDelayFile(): string {
    return path.join(this.#options.directory, this.name, 'disk-delay');
  }

  async #spawn(): Promise<void> {
    const { secretFile, databaseUrl, words, slowDisk, isDirect = false } = this.#options;
    const database = new URL(databaseUrl);
    if (!isDirect) database.port = String(this.databaseWay.port);
    const linkPort = await freePort();
    this.linkWay.target = { host: '127.0.0.1', port: linkPort };
    const start = ['start', '--port', '0', '--log-level', 'info', '--data', this.data, '--cluster', database.href];
    const own = ['--cluster-secret-file', secretFile, '--node-name', this.name];
    const reached = isDirect ? linkPort : this.linkWay.port;
    const places = ['--cluster-address', `127.0.0.1:${reached}`, '--cluster-listen', `127.0.0.1:${linkPort}`];
    const args = ['--import', CLOCK, PROGRAM, ...start, ...own, ...places, ...words];
    const disk = slowDisk && { LD_PRELOAD: slowDisk, WEIR_DISK_DELAY_FILE: this.#diskDelayFile };
    const env = { ...process.env, WEIR_CLOCK_OFFSET_FILE: this.#clockFile, ...disk };
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    running.add(child);
    this.#former += this.#output;
    this.#output = '';
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => this.#note(child, String(chunk)));
    child.once('exit', () => void this.#noteEnd(child));
  }

  #note(child: ChildProcess, text: string): void {
    if (this.#child !== child) return;
    this.#output += text;
    for (const [what] of text.matchAll(LEAD_CHANGE)) this.leadChanges.push({ atMs: performance.now(), what });
    const port = READY.exec(this.#output)?.[1];
    if (port === undefined) return;
    this.port = Number(port);
    this.publicWay.target = { host: '127.0.0.1', port: this.port };
  }

  async #noteEnd(child: ChildProcess): Promise<void> {
    running.delete(child);
    if (this.#child !== child) return;
    this.#child = undefined;
    if (!this.#isWanted) return;
    this.unexpectedEnds += 1;
    await sleep(RESTART_MS);
    if (this.#isWanted && this.#child === undefined) await this.#spawn();
  }

  #post(body: string, timeoutMs: number): Promise<string> {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const options = { host: '127.0.0.1', port: this.publicWay.port, method: 'POST', agent: this.#agent, headers };
    return new Promise((resolve, reject) => {
      const noAnswer = (error: Error): void => reject(new NoAnswerError(`${this.name}: ${error.message}`));
      const request = http.request(options, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => (response.complete ? resolve(text) : noAnswer(new Error('cut off'))));
        response.on('error', noAnswer);
      });
      request.setTimeout(timeoutMs, () => request.destroy(new Error('the request timed out')));
      request.on('error', noAnswer);
      request.end(body);
    });
  }
}
