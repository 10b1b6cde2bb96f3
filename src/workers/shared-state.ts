/**
 * The memory that the engine's thread and its front ends share, for what a message would bring too late: how far the chain
 * is validated, who listens to streams, and what is counted of clients (`server/admission/client-counts.ts`).
 */
import { ClientCounts, type CountsShape } from '../server/admission/client-counts.ts';
import type { LedgerRange } from '../storage/history-store.ts';

const VALIDATED = 0;
const ARCHIVE_FIRST = 1;
const ARCHIVE_LAST = 2;
const FIRST_LISTENER = 3;

export class SharedState {
  readonly memory: SharedArrayBuffer;
  readonly #shape: CountsShape;
  /** Those after the counts. */
  readonly #words: Int32Array;

  /** Over memory that `create` made for the same shape. */
  constructor(memory: SharedArrayBuffer, shape: CountsShape) {
    this.memory = memory;
    this.#shape = shape;
    this.#words = new Int32Array(memory, ClientCounts.byteLength(shape));
  }

  /** `shape.threads`: how many front ends there are. */
  static create(shape: CountsShape): SharedState {
    const ownBytes = (FIRST_LISTENER + shape.threads) * Int32Array.BYTES_PER_ELEMENT;
    return new SharedState(ClientCounts.createMemory(shape, ownBytes), shape);
  }

  /** The counts, for a front end to count in. */
  counts(frontEnd: number): ClientCounts {
    return new ClientCounts(this.#shape, frontEnd, this.memory);
  }

  /** Takes back what a front end has said and counted that has ended. */
  reset(frontEnd: number): void {
    this.setListening(frontEnd, false);
    this.counts(this.#shape.threads).reset(frontEnd);
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
