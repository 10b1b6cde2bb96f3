/**
 * Memory shared by the engine's thread and its workers, for values that messages would deliver too late: the index of the last
 * validated ledger, and which workers listen to streams. No thread waits for another one to change it.
 */
import type { LedgerRange } from '../storage/history-store.ts';

const VALIDATED = 0;
const ARCHIVE_FIRST = 1;
const ARCHIVE_LAST = 2;
const IS_APART = 3;
const FIRST_LISTENER = 4;

export class SharedState {
  readonly memory: SharedArrayBuffer;
  readonly #words: Int32Array;

  /** Uses memory that `create` made. */
  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#words = new Int32Array(memory);
  }

  static create(workers: number): SharedState {
    return new SharedState(new SharedArrayBuffer((FIRST_LISTENER + workers) * Int32Array.BYTES_PER_ELEMENT));
  }

  /** Index of the last validated ledger. It is set after the message to the workers is sent. */
  get validatedIndex(): number {
    return Atomics.load(this.#words, VALIDATED);
  }

  set validatedIndex(ledgerIndex: number) {
    Atomics.store(this.#words, VALIDATED, ledgerIndex);
  }

  /** The ledgers that the archive is known to have; undefined if there are none. The first one never changes. */
  get archived(): LedgerRange | undefined {
    const last = Atomics.load(this.#words, ARCHIVE_LAST);
    return last === 0 ? undefined : { first: Atomics.load(this.#words, ARCHIVE_FIRST), last };
  }

  set archived(range: LedgerRange | undefined) {
    Atomics.store(this.#words, ARCHIVE_FIRST, range?.first ?? 0);
    Atomics.store(this.#words, ARCHIVE_LAST, range?.last ?? 0);
  }

  /** True while the member's ledgers differ from those of its cluster. */
  get isApart(): boolean {
    return Atomics.load(this.#words, IS_APART) === 1;
  }

  set isApart(isApart: boolean) {
    Atomics.store(this.#words, IS_APART, isApart ? 1 : 0);
  }

  /** Sets whether a worker has connections that may listen to streams. */
  setListening(worker: number, isListening: boolean): void {
    Atomics.store(this.#words, FIRST_LISTENER + worker, isListening ? 1 : 0);
  }

  isListening(worker: number): boolean {
    return Atomics.load(this.#words, FIRST_LISTENER + worker) === 1;
  }
}
