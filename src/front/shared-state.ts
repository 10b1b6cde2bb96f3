/** What the engine and its front ends have in one memory, since a message would come too late. */
import type { LedgerRange } from '../storage/history-store.ts';

const VALIDATED = 0;
const ARCHIVE_FIRST = 1;
const ARCHIVE_LAST = 2;
const FIRST_LISTENER = 3;

export class SharedState {
  readonly memory: SharedArrayBuffer;
  readonly #words: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.memory = memory;
    this.#words = new Int32Array(memory);
  }

  /** For so many front ends. */
  static create(frontEnds: number): SharedState {
    return new SharedState(new SharedArrayBuffer((FIRST_LISTENER + frontEnds) * Int32Array.BYTES_PER_ELEMENT));
  }

  /** Index of the last validated ledger. Front ends were sent a message of it before. */
  get validatedIndex(): number {
    return Atomics.load(this.#words, VALIDATED);
  }

  set validatedIndex(ledgerIndex: number) {
    Atomics.store(this.#words, VALIDATED, ledgerIndex);
  }

  /** The ledgers that the archive is known to have; undefined where there are none. Its first one never changes. */
  get archived(): LedgerRange | undefined {
    const last = Atomics.load(this.#words, ARCHIVE_LAST);
    return last === 0 ? undefined : { first: Atomics.load(this.#words, ARCHIVE_FIRST), last };
  }

  set archived(range: LedgerRange | undefined) {
    Atomics.store(this.#words, ARCHIVE_FIRST, range?.first ?? 0);
    Atomics.store(this.#words, ARCHIVE_LAST, range?.last ?? 0);
  }

  /** Says whether a front end has connections that may want to hear of transactions on their way. */
  setListening(frontEnd: number, isListening: boolean): void {
    Atomics.store(this.#words, FIRST_LISTENER + frontEnd, isListening ? 1 : 0);
  }

  isListening(frontEnd: number): boolean {
    return Atomics.load(this.#words, FIRST_LISTENER + frontEnd) === 1;
  }
}
