/**
 * A real server in a process of its own, for tests and benchmarks of what only a process can show: kills, memory, HTTP.
 * The server ends with the process that started it, unless that is killed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../../src/protocol/values.ts';
import { HttpClient } from './http-client.ts';
import { endOf } from './process-end.ts';
import { THREAD_WORDS } from './thread-words.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const READY = 'Stop with';

/** The server was killed by the test and cannot answer. */
export class ServerGoneError extends Error {
  override readonly name = 'ServerGoneError';
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

export interface ServerPlace {
  /** Root of the checkout whose server it is; this one if absent. */
  readonly checkout?: string | undefined;
  /** Whether it runs the bundle, as users do, if that is of the sources as they are; true if absent. */
  readonly isBundle?: boolean;
}

export class ServerProcess {
  readonly #child: ChildProcess;
  #errors = '';
  #isStopping = false;
  #port = 0;
  #client: HttpClient | undefined;

  /** `args` are those of `weir start`, without the port. The process begins to start; `ready` waits for it. */
  constructor(args: readonly string[], { checkout = ROOT, isBundle = true }: ServerPlace = {}) {
    const main = join(checkout, isBundle ? 'src/cli/launch.cjs' : 'src/cli/main.ts');
    const words = ['start', '--port', '0', '--log-level', 'error', ...THREAD_WORDS, ...args];
    this.#child = spawn(process.execPath, [main, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(this.#child);
    this.#child.once('exit', () => running.delete(this.#child));
    this.#child.stderr!.on('data', (chunk) => {
      this.#errors += chunk;
    });
  }

  /** Starts a server and waits until it listens. */
  static async start(args: readonly string[], place?: ServerPlace): Promise<ServerProcess> {
    const server = new ServerProcess(args, place);
    await server.ready();
    return server;
  }

  get port(): number {
    return this.#port;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Its log. */
  get log(): string {
    return this.#errors;
  }

  /** Resolves when it listens. Rejects with what it wrote to its log if it ends before that. */
  async ready(): Promise<void> {
    let banner = '';
    for await (const chunk of this.#child.stdout!) {
      banner += chunk;
      if (banner.includes(READY)) break;
    }
    const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(banner)?.[1];
    if (port !== undefined) {
      this.#port = Number(port);
      this.#client = new HttpClient(this.#port);
    } else if (this.#isStopping) throw new ServerGoneError('killed while it started');
    else throw new Error(`the server did not start: ${this.#errors}`);
  }

  /** Calls a method; returns its `result`, also of an error. Rejects with `ServerGoneError` after a kill. */
  async call(method: string, params: JsonObject = {}): Promise<JsonObject> {
    const text = (await this.#post(JSON.stringify({ method, params: [params] }))).toString();
    return (JSON.parse(text) as { result: JsonObject }).result;
  }

  async #post(body: string): Promise<Buffer> {
    try {
      return await this.#client!.post(body);
    } catch (cause) {
      throw this.#isStopping ? new ServerGoneError('killed while it answered', { cause }) : cause;
    }
  }

  /** Stops the process with SIGTERM; returns its exit code. */
  async stop(): Promise<number | null> {
    await this.kill('SIGTERM');
    return this.#child.exitCode;
  }

  /** Kills the process, or stops it with `SIGTERM`; resolves when it has ended. */
  async kill(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): Promise<void> {
    this.#isStopping = true;
    this.#child.kill(signal);
    await endOf(this.#child);
    this.#client?.close();
  }
}
