/**
 * A member's part in the history of the cluster: fills the archive in its turn, removes old ledgers from the own store if the
 * operator asks for that, and reads them from the archive.
 */
import { Archivist } from '../archive/archivist.ts';
import type { ForgettingStore } from '../storage/history-rule.ts';
import type { LedgerRange } from '../storage/history-store.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import { ArchivedStore } from '../storage/shared/archived-store.ts';
import type { SharedLog } from '../storage/shared/cluster-store.ts';
import type { LedgerArchive } from '../storage/shared/ledger-archive.ts';
import type { Clock } from '../util/clock.ts';
import type { Pacer } from '../util/steps.ts';

export interface MemberHistoryOptions {
  readonly own: LedgerStore & Partial<ForgettingStore>;
  readonly archive: LedgerArchive;
  /** The key of the MACs of its rows. */
  readonly archiveKey?: Uint8Array | undefined;
  readonly log: SharedLog;
  readonly clock: Clock;
  readonly pacer: Pacer;
  /** Number of ledgers that the own store keeps; all if absent. */
  readonly ownLedgers?: number | undefined;
  readonly onFailure: (error: unknown) => void;
}

export class MemberHistory {
  /** The store that requests read from. */
  readonly store: ArchivedStore;
  readonly archiveKey: Uint8Array | undefined;
  readonly #archive: LedgerArchive;
  readonly #archivist: Archivist;

  constructor({ own, ownLedgers, archive, archiveKey, ...options }: MemberHistoryOptions) {
    const store = new ArchivedStore(own, archive);
    this.store = store;
    this.#archive = archive;
    this.archiveKey = archiveKey;
    this.#archivist = new Archivist({ ...options, archive, onRange: (range) => store.noteArchived(range) });
    if (ownLedgers === undefined) return;
    own.keepLast?.({ ledgers: ownLedgers, mayForgetUntil: () => this.#archivist.lastIndex });
  }

  /** The ledgers that the archive is known to have. */
  get archivedRange(): LedgerRange | undefined {
    return this.store.archivedRange;
  }

  /** The last ledger that the archive is known to have. */
  get archivedIndex(): number {
    return this.#archivist.lastIndex;
  }

  /** `isOthersTurn`: true while other members should fill the archive. */
  start(isOthersTurn: () => boolean): void {
    this.#archivist.start(isOthersTurn);
  }

  async stop(): Promise<void> {
    await this.#archivist.stop();
    await this.#archive.close();
  }
}
