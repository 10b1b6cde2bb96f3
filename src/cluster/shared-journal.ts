/**
 * The journal of submissions of whoever leads (`node/submission-journal.ts`), kept where the next leader finds it. What
 * comes while the database is busy goes there together.
 */
import type { Hash256 } from '../protocol/values.ts';
import type { SubmissionRecords } from '../storage/append-journal.ts';
import {
  FencedError,
  type SubmissionRecord,
  type SubmissionTable,
  UnknownOutcomeError,
} from '../storage/shared/cluster-store.ts';
import type { Clock } from '../util/clock.ts';

interface Waiting extends SubmissionRecord {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Forgetting one late does no harm: it is in a ledger, which whoever takes it up sees. */
const REMOVAL_DELAY_MS = 200;

/** With what earlier leaders left. The lease of this epoch is held already, so nobody adds to it meanwhile. */
export async function openSharedJournal(
  table: SubmissionTable,
  epoch: number,
  clock: Clock,
  onFenced: (error: FencedError) => void,
): Promise<SharedJournal> {
  const records = new Map<Hash256, Buffer>();
  for (const { id, body } of await table.all()) records.set(id, Buffer.from(body));
  return new SharedJournal(table, records, { epoch, clock, onFenced });
}

export class SharedJournal implements SubmissionRecords {
  readonly #table: SubmissionTable;
  readonly #options: { epoch: number; clock: Clock; onFenced: (error: FencedError) => void };
  readonly #records: Map<Hash256, Buffer>;
  readonly #removed = new Set<Hash256>();
  #waiting: Waiting[] = [];
  #isBusy = false;
  #isClosed = false;
  /** True while a time is set at which what was removed is forgotten there too. */
  #isForgetting = false;

  constructor(
    table: SubmissionTable,
    records: Map<Hash256, Buffer>,
    options: { epoch: number; clock: Clock; onFenced: (error: FencedError) => void },
  ) {
    this.#table = table;
    this.#records = records;
    this.#options = options;
  }

  get records(): ReadonlyMap<Hash256, Buffer> {
    return this.#records;
  }

  append(id: Hash256, body: Buffer): Promise<void> {
    if (this.#isClosed) return Promise.reject(noLongerLeads());
    this.#records.set(id, body);
    this.#removed.delete(id);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id, body, resolve, reject });
      void this.#work();
    });
  }

  remove(id: Hash256): void {
    if (!this.#records.delete(id)) return;
    this.#removed.add(id);
    this.#forgetLater();
  }

  /** What is not there yet will not be; the caller's next leader hears of it from its sender. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(noLongerLeads());
  }

  #forgetLater(): void {
    if (this.#isForgetting || this.#isClosed) return;
    this.#isForgetting = true;
    this.#options.clock
      .after(REMOVAL_DELAY_MS, () => {
        this.#isForgetting = false;
        void this.#work();
      })
      .unref();
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    // What else this turn of the event loop brings goes along.
    await new Promise((resolve) => setImmediate(resolve));
    while (!this.#isClosed && (this.#waiting.length > 0 || this.#removed.size > 0)) {
      await this.#add(this.#waiting.splice(0));
      const isDone = await this.#forget();
      if (isDone || this.#waiting.length > 0) continue;
      this.#forgetLater();
      break;
    }
    this.#isBusy = false;
  }

  async #add(batch: readonly Waiting[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      await this.#table.add(batch, this.#options.epoch);
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { id, reject } of batch) {
        this.#records.delete(id);
        // One that may be there all the same is forgotten there too: its sender hears that it was not saved.
        if (error instanceof UnknownOutcomeError) this.#removed.add(id);
        reject(error);
      }
      this.#noteFenced(error);
    }
  }

  /** False if it failed. */
  async #forget(): Promise<boolean> {
    const ids = [...this.#removed];
    if (ids.length === 0) return true;
    this.#removed.clear();
    try {
      await this.#table.remove(ids, this.#options.epoch);
      return true;
    } catch (error) {
      for (const id of ids) if (!this.#records.has(id)) this.#removed.add(id);
      this.#noteFenced(error);
      return false;
    }
  }

  #noteFenced(error: unknown): void {
    if (error instanceof FencedError) this.#options.onFenced(error);
  }
}

function noLongerLeads(): FencedError {
  return new FencedError('this node leads no longer');
}
