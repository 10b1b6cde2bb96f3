/** What the engine and its front ends have in one memory, since a message would come too late. */

const VALIDATED = 0;
const FIRST_LISTENER = 1;

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

  /** Says whether a front end has connections that may want to hear of transactions on their way. */
  setListening(frontEnd: number, isListening: boolean): void {
    Atomics.store(this.#words, FIRST_LISTENER + frontEnd, isListening ? 1 : 0);
  }

  isListening(frontEnd: number): boolean {
    return Atomics.load(this.#words, FIRST_LISTENER + frontEnd) === 1;
  }
}
