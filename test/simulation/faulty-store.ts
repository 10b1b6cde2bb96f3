/**
 * A store in memory whose commits fail as they are told to, and that outlives its nodes: a node that is stopped or lost
 * leaves it as it is, and another takes it over, as a process does with its files.
 */
import type { ClosedLedger } from '../../src/ledger/closed-ledger.ts';
import { MemoryStore } from '../../src/storage/memory/memory-store.ts';

/** How a commit ends: as it should, refused, or with the end of the process, before or after the ledger is durable. */
export type CommitFate = 'kept' | 'refused' | 'lost' | 'kept unnoticed';

/** What the store throws on purpose. */
export class CommitFault extends Error {
  override readonly name = 'CommitFault';
}

export class FaultyStore extends MemoryStore {
  #fate: CommitFate = 'kept';
  #meanwhile: (() => void) | undefined;
  /** Where records of the state tree are stored. */
  readonly treePaths = new Set<string>();

  /** Decides the next commit; `meanwhile` happens while it is under way. */
  prepare(fate: CommitFate, meanwhile: () => void): void {
    this.#fate = fate;
    this.#meanwhile = meanwhile;
  }

  override async commit(ledger: ClosedLedger): Promise<void> {
    const fate = this.#fate;
    const meanwhile = this.#meanwhile;
    this.#fate = 'kept';
    this.#meanwhile = undefined;
    await Promise.resolve();
    meanwhile?.();
    if (fate === 'kept' || fate === 'kept unnoticed') await this.#keep(ledger);
    if (fate !== 'kept') throw new CommitFault(fate);
  }

  async #keep(ledger: ClosedLedger): Promise<void> {
    await super.commit(ledger);
    for (const path of ledger.treeChanges.keys()) {
      if (this.treeNode(path) === undefined) this.treePaths.delete(path);
      else this.treePaths.add(path);
    }
  }

  override async close(): Promise<void> {}
}
