/** `weir start` in a process of its own with any options, and its output. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { endOf, hasEnded } from './process-end.ts';
import { PROGRAM } from './program.ts';
import { THREAD_WORDS } from './thread-words.ts';

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export class StartedWeir {
  readonly #child: ChildProcess;
  /** All of both outputs. */
  output = '';

  private constructor(command: string, args: readonly string[]) {
    this.#child = spawn(command, args);
    running.add(this.#child);
    this.#child.once('exit', () => running.delete(this.#child));
    for (const stream of [this.#child.stdout!, this.#child.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    }
  }

  /** Waits until it listens. `nodeOptions` stand before the program. */
  static async start(args: readonly string[], nodeOptions: readonly string[] = []): Promise<StartedWeir> {
    const weir = new StartedWeir(process.execPath, [...nodeOptions, ...startWords(args)]);
    await weir.wrote(/Stop with/);
    return weir;
  }

  /** The same after a command of the shell that sets limits for it. */
  static async startLimited(limit: string, args: readonly string[]): Promise<StartedWeir> {
    const weir = new StartedWeir('sh', ['-c', `${limit}; exec "$0" "$@"`, process.execPath, ...startWords(args)]);
    await weir.wrote(/Stop with/);
    return weir;
  }

  /** The same as the program that another one runs (`strace`). */
  static async startBy(command: string, words: readonly string[], args: readonly string[]): Promise<StartedWeir> {
    const weir = new StartedWeir(command, [...words, process.execPath, ...startWords(args)]);
    await weir.wrote(/Stop with/);
    return weir;
  }

  /** Ports in the order in which the banner names them, first the operator's. */
  get ports(): number[] {
    return [...this.output.matchAll(/https?:\/\/[\d.]+:(\d+)/g)].map((match) => Number(match[1]));
  }

  /** Waits until the output matches. Rejects if the process ends before. */
  async wrote(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.output)) {
      if (hasEnded(this.#child)) throw new Error(`it ended: ${this.output}`);
      await delay(10);
    }
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** Waits for the end; returns the exit code. */
  async ended(): Promise<number | null> {
    return (await endOf(this.#child))[0];
  }

  async stop(): Promise<void> {
    this.signal('SIGTERM');
    await this.ended();
  }
}

function startWords(args: readonly string[]): string[] {
  return [PROGRAM, 'start', '--port', '0', ...THREAD_WORDS, ...args];
}
