/** Tracks the threads of workers, which tests end as a crash does. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { endWorker } from '../../src/workers/worker-thread.ts';

/** Records the workers that this process starts, until `end` is called. */
export class WorkerThreads {
  /** Running workers by number. */
  readonly running = new Map<number, Worker>();
  /** Number of threads that have started and not ended. */
  alive = 0;
  /** Number of threads that were started. */
  started = 0;
  readonly #note = (worker: Worker) => {
    this.alive += 1;
    worker.once('exit', () => {
      this.alive -= 1;
    });
    // The thread has its name once it runs.
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

  /** Ends a worker at once. */
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
