/**
 * Which blocks of our own source have run, from V8's precise coverage: it tells whether an input reaches something that
 * none before it did. Asking is dear (every function of the process is looked at), so cases are asked about in batches,
 * and one by one only where a batch brought something new.
 */
import { type Profiler, Session } from 'node:inspector';

const SOURCE = /\/src\/(?!.*\.test\.ts)/;

export class Coverage {
  readonly #session = new Session();
  readonly #seen = new Set<string>();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Blocks that have run at some time. */
  get blockCount(): number {
    return this.#seen.size;
  }

  /** The blocks that have run for the first time since the last call. */
  takeNew(): string[] {
    const found: string[] = [];
    for (const { url, functions } of this.#take()) {
      if (!SOURCE.test(url)) continue;
      for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges)) {
        const block = `${url}:${startOffset}-${endOffset}`;
        if (count > 0 && !this.#seen.has(block)) found.push(block);
        if (count > 0) this.#seen.add(block);
      }
    }
    return found;
  }

  /** As if these had not run. */
  forget(blocks: readonly string[]): void {
    for (const block of blocks) this.#seen.delete(block);
  }

  stop(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  /** A session of one's own thread answers before `post` returns. */
  #take(): readonly Profiler.ScriptCoverage[] {
    let taken: readonly Profiler.ScriptCoverage[] = [];
    this.#session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error === null) taken = result;
    });
    return taken;
  }
}
