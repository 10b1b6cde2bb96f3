/**
 * The leader's journal of submissions (`node/submission-journal.ts`), kept in the database for the next leader. Submissions
 * that arrive while the database is busy are written together.
 */
import type { Hash256 } from '../protocol/values.ts';
import type { SubmissionRecords } from '../storage/append-journal.ts';
import {
  FencedError,
  type SubmissionRecord,
  type SubmissionTable,
  type Term,
  UnknownOutcomeError,
} from '../storage/shared/cluster-store.ts';
import type { Clock } from '../util/clock.ts';
import type { Acknowledgements } from './acknowledgements.ts';

export interface SharedJournalOptions {
  readonly term: Term;
  readonly clock: Clock;
  /** Waits until enough other members have records on disk. */
  readonly acknowledgements: Acknowledgements;
  readonly onFenced: (error: FencedError) => void;
}

interface Waiting extends SubmissionRecord {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** A removal may wait: the transaction is in a ledger, and the next leader checks that, or its sender got an error. */
const REMOVAL_DELAY_MS = 200;

/** Opens the journal with the records of earlier leaders. The caller holds the lease with this term, so no other member adds records. */
export async function openSharedJournal(
  table: SubmissionTable,
  term: Term,
  options: Omit<SharedJournalOptions, 'term'>,
): Promise<SharedJournal> {
  const records = new Map<Hash256, Buffer>();
  for (const { id, body } of await table.all()) records.set(id, Buffer.from(body));
  return new SharedJournal(table, records, { ...options, term });
}

export class SharedJournal implements SubmissionRecords {
  readonly #table: SubmissionTable;
  readonly #options: SharedJournalOptions;
  readonly #records: Map<Hash256, Buffer>;
  readonly #removed = new Set<Hash256>();
  /** Their removal was not answered, so it may take effect at any time in this term. */
  readonly #doubtful = new Set<Hash256>();
  #waiting: Waiting[] = [];
  #isBusy = false;
  #lastKey = 0;
  #isClosed = false;
  /** True while a timer is set to remove records from the database. */
  #isForgetting = false;

  constructor(table: SubmissionTable, records: Map<Hash256, Buffer>, options: SharedJournalOptions) {
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

  /** Rejects records that are not written yet; their senders submit them to the next leader. */
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
    // Records of the same turn of the event loop are written together.
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
      // Rule 2 of docs/cluster-protocol.md: the next term refuses what is late in this one.
      if (batch.some(({ id }) => this.#doubtful.has(id))) throw noLongerLeads();
      await this.#table.add(batch, this.#options.term);
      await this.acknowledge(batch);
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { id, reject } of batch) {
        this.#records.delete(id);
        // A record that may have been written is removed too, since its sender gets an error.
        if (error instanceof UnknownOutcomeError) this.#removed.add(id);
        reject(error);
      }
      this.#noteFenced(error);
    }
  }

  /** Resolves when enough other members have the records on disk. */
  async acknowledge(batch: readonly SubmissionRecord[]): Promise<void> {
    const { acknowledgements, term } = this.#options;
    if (acknowledgements.count === 0 || batch.length === 0) return;
    const records = batch.map(({ id, body }) => ({ id, body: Buffer.from(body).toString('hex') }));
    // A member may answer after the lead has ended and begun again.
    await acknowledgements.need({ kind: 'keep', key: `submissions ${term.epoch} ${++this.#lastKey}`, records });
  }

  /** False if it failed. */
  async #forget(): Promise<boolean> {
    const ids = [...this.#removed];
    if (ids.length === 0) return true;
    this.#removed.clear();
    try {
      await this.#table.remove(ids, this.#options.term);
      return true;
    } catch (error) {
      for (const id of ids) {
        if (!this.#records.has(id)) this.#removed.add(id);
        if (error instanceof UnknownOutcomeError) this.#doubtful.add(id);
      }
      this.#noteFenced(error);
      return false;
    }
  }

  #noteFenced(error: unknown): void {
    if (error instanceof FencedError) this.#options.onFenced(error);
  }
}

function noLongerLeads(): FencedError {
  return new FencedError('this node no longer leads');
}
