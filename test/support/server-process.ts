/**
 * A real server in a child process, for tests and benchmarks that need one: kills, memory, HTTP. The server ends with
 * the process that started it, unless that process is killed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { JsonObject } from '../../src/protocol/values.ts';
import { HttpClient } from './http-client.ts';
import { endOf, hasEnded } from './process-end.ts';
import { PROGRAM } from './program.ts';
import { THREAD_WORDS } from './thread-words.ts';

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
  /** The file of the program; by default that of `npm start`. */
  readonly program?: string;
  readonly nodeOptions?: readonly string[];
  /** A command that runs the server, as words: `strace -f`. */
  readonly runner?: readonly string[];
  /** The working directory; that of this process by default. */
  readonly directory?: string;
  /** Environment variables that replace those of this process; undefined removes one. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export class ServerProcess {
  readonly #child: ChildProcess;
  #isStopping = false;
  #client: HttpClient | undefined;
  /** Standard output and standard error together. */
  output = '';
  /** Standard error: the log. It has only errors, unless `args` set a level. */
  log = '';

  /** `args`: arguments of `weir start`, without the port. Starts the process; `ready` waits until it listens. */
  constructor(
    args: readonly string[],
    { program = PROGRAM, nodeOptions = [], runner = [], environment, directory: cwd }: ServerPlace = {},
  ) {
    const words = [program, 'start', '--port', '0', '--log-level', 'error', ...THREAD_WORDS, ...args];
    const [command, ...others] = [...runner, process.execPath, ...nodeOptions, ...words] as [string, ...string[]];
    const env = { ...process.env, ...environment };
    this.#child = spawn(command, others, { stdio: ['ignore', 'pipe', 'pipe'], env, cwd });
    running.add(this.#child);
    this.#child.once('exit', () => running.delete(this.#child));
    this.#child.stdout!.on('data', (chunk) => {
      this.output += chunk;
    });
    this.#child.stderr!.on('data', (chunk) => {
      this.output += chunk;
      this.log += chunk;
    });
  }

  /** Starts a server and waits until it listens. */
  static async start(args: readonly string[], place?: ServerPlace): Promise<ServerProcess> {
    const server = new ServerProcess(args, place);
    await server.ready();
    return server;
  }

  /** Ports in the order of the banner, the admin port first. */
  get ports(): number[] {
    return [...this.output.matchAll(/https?:\/\/[\d.]+:(\d+)/g)].map((match) => Number(match[1]));
  }

  get port(): number {
    return this.ports[0]!;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Resolves when the server listens. Rejects with its output if it ends before. */
  async ready(): Promise<void> {
    try {
      await this.wrote(/Stop with/);
    } catch (cause) {
      throw this.#isStopping ? new ServerGoneError('killed while it started', { cause }) : cause;
    }
    this.#client = new HttpClient(this.port);
  }

  /** Resolves when the output matches. Rejects if the process ends before. */
  async wrote(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.output)) {
      if (hasEnded(this.#child)) throw new Error(`the server ended: ${this.output}`);
      await delay(10);
    }
  }

  /** Calls a method; returns its `result`, also if it is an error. Rejects with `ServerGoneError` after a kill. */
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

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Waits for the end of the process; returns the exit code. */
  async ended(): Promise<number | null> {
    return (await endOf(this.#child))[0];
  }

  /** Stops the process with a signal; returns its exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    await this.kill(signal);
    return this.#child.exitCode;
  }

  /** Kills the process; resolves when it has ended. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    this.#isStopping = true;
    this.#child.kill(signal);
    await endOf(this.#child);
    this.#client?.close();
  }
}
