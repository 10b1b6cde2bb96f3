/**
 * A store in memory whose commits can fail. It survives its nodes: after a stop or a crash another node can use it, as
 * files on disk.
 */
import type { PreparedLedger } from '../../src/ledger/derived-changes.ts';
import type { DamagedRowError } from '../../src/storage/damaged-row-error.ts';
import { MemoryStore } from '../../src/storage/memory/memory-store.ts';

/**
 * Outcome of a commit: `kept` (normal), `refused` (it fails), `lost` and `kept unnoticed` (the process ends before or
 * after the ledger is durable).
 */
export type CommitOutcome = 'kept' | 'refused' | 'lost' | 'kept unnoticed';

/** The injected fault. */
export class CommitFault extends Error {
  override readonly name = 'CommitFault';
}

export class FaultyStore extends MemoryStore {
  #outcome: CommitOutcome = 'kept';
  #meanwhile: (() => void) | undefined;
  /** The damaged row that was met. */
  damage: DamagedRowError | undefined;
  /** Where records of the state tree are stored. */
  readonly treePaths = new Set<string>();

  /** Sets the outcome of the next commit; `meanwhile` runs during it. */
  prepare(outcome: CommitOutcome, meanwhile: () => void): void {
    this.#outcome = outcome;
    this.#meanwhile = meanwhile;
  }

  override async append(ledger: PreparedLedger, term?: number): Promise<void> {
    const outcome = this.#outcome;
    const meanwhile = this.#meanwhile;
    this.#outcome = 'kept';
    this.#meanwhile = undefined;
    await Promise.resolve();
    meanwhile?.();
    if (outcome === 'kept' || outcome === 'kept unnoticed') await this.#keep(ledger, term);
    if (outcome !== 'kept') throw new CommitFault(outcome);
  }

  async #keep(ledger: PreparedLedger, term: number | undefined): Promise<void> {
    await super.append(ledger, term);
    for (const path of ledger.derived.treeChanges.keys()) {
      if (this.treeNode(path) === undefined) this.treePaths.delete(path);
      else this.treePaths.add(path);
    }
  }

  override async close(): Promise<void> {}
}
