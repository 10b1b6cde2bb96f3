/** The threads of workers, which tests end as only a bug or the system would. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { endWorker } from '../../src/workers/worker-thread.ts';

/** Begins to note the workers that this process starts; to be ended. */
export class WorkerThreads {
  /** Those that are running, by their numbers. */
  readonly running = new Map<number, Worker>();
  /** How many were started. */
  started = 0;
  readonly #note = (worker: Worker) => {
    // The name is set when the thread runs.
    worker.once('online', () => {
      const number = /^worker (\d+)$/.exec(worker.threadName ?? '')?.[1];
      if (number === undefined) return;
      this.started += 1;
      this.running.set(Number(number), worker);
      worker.once('exit', () => {
        if (this.running.get(Number(number)) === worker) this.running.delete(Number(number));
      });
    });
  };

  constructor() {
    process.on('worker', this.#note);
  }

  /** Ends one wherever it is. */
  async kill(number: number): Promise<void> {
    const worker = this.running.get(number)!;
    const exited = once(worker, 'exit');
    await endWorker(worker);
    await exited;
  }

  end(): void {
    process.off('worker', this.#note);
  }
}
