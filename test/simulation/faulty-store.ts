/**
 * A store in memory with injected faults of commits. It outlives its nodes: after a stop or a crash another node can use it,
 * as a process uses files.
 */
import type { PreparedLedger } from '../../src/ledger/derived-changes.ts';
import { MemoryStore } from '../../src/storage/memory/memory-store.ts';

/** How a commit ends: normally, refused, or with the end of the process before or after the ledger is durable. */
export type CommitFate = 'kept' | 'refused' | 'lost' | 'kept unnoticed';

/** The injected fault. */
export class CommitFault extends Error {
  override readonly name = 'CommitFault';
}

export class FaultyStore extends MemoryStore {
  #fate: CommitFate = 'kept';
  #meanwhile: (() => void) | undefined;
  /** Where records of the state tree are stored. */
  readonly treePaths = new Set<string>();

  /** Sets the fate of the next commit; `meanwhile` runs during it. */
  prepare(fate: CommitFate, meanwhile: () => void): void {
    this.#fate = fate;
    this.#meanwhile = meanwhile;
  }

  override async append(ledger: PreparedLedger, term?: number): Promise<void> {
    const fate = this.#fate;
    const meanwhile = this.#meanwhile;
    this.#fate = 'kept';
    this.#meanwhile = undefined;
    await Promise.resolve();
    meanwhile?.();
    if (fate === 'kept' || fate === 'kept unnoticed') await this.#keep(ledger, term);
    if (fate !== 'kept') throw new CommitFault(fate);
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
