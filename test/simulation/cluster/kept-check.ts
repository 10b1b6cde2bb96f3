/** What `--acknowledge N` promises: enough machines have a ledger that is served, or a submission that is answered, on disk. */
import type { Hash256, JsonObject } from '../../../src/protocol/values.ts';
import type { SimulatedMachine } from './simulated-machine.ts';

/** Number of ledgers at the start of a chain, before other members join. */
const FOUNDED = 2;
/** Results of submissions that are kept until a ledger has them. */
const KEPT_RESULTS: readonly unknown[] = ['tesSUCCESS', 'terQUEUED', 'terPRE_SEQ'];

export class KeptCheck {
  readonly #machines: () => readonly SimulatedMachine[];
  readonly #acknowledge: number;

  /** `acknowledge`: number of machines besides the leader. */
  constructor(machines: () => readonly SimulatedMachine[], acknowledge: number) {
    this.#machines = machines;
    this.#acknowledge = acknowledge;
  }

  /** @throws unless enough machines have the ledger that one serves */
  checkServed(ledgerIndex: number, hash: Hash256, place: string): void {
    const { length } = this.#machines().filter((machine) => machine.hasOnDisk(ledgerIndex, hash));
    if (length > this.#acknowledge || ledgerIndex <= FOUNDED) return;
    throw new Error(`${place} serves ledger ${ledgerIndex}, which ${length} machines have on disk`);
  }

  /** @throws unless enough machines have the submission that one answers */
  checkAnswered({ engine_result: result, tx_json }: JsonObject, place: string): void {
    if (!KEPT_RESULTS.includes(result)) return;
    const id = (tx_json as { readonly hash: Hash256 }).hash;
    const { length } = this.#machines().filter((machine) => machine.hasSubmission(id));
    if (length >= this.#acknowledge) return;
    throw new Error(`${place} answers submission ${id}, which ${length} machines have on disk`);
  }
}
