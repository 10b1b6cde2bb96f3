/** What a node is made of. */

import type { GenesisOptions } from '../ledger/genesis.ts';
import type { SubmissionRecords } from '../storage/append-journal.ts';
import type { LedgerLog } from '../storage/ledger-log.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import type { OnBug } from '../transactions/engine/engine.ts';
import type { Clock } from '../util/clock.ts';
import type { Pacer } from '../util/steps.ts';
import type { RandomBytes } from './chain-parameters.ts';
import type { CloseRule } from './close/close-schedule.ts';
import type { QueueOptions } from './queue/transaction-queue-options.ts';

/** What a node appends to. */
export interface NodeLog extends Pick<LedgerLog, 'term' | 'append'> {
  /** True after it stopped taking ledgers from this node, for good. */
  readonly isRevoked?: boolean;
}

export interface LedgerNodeOptions {
  /** The node becomes the store's one writer and closes it when stopped. */
  readonly store: LedgerStore;
  /**
   * Where ledgers are appended, which puts them into the store as well; the store itself if absent. With one the node
   * leaves the store open when it is stopped.
   */
  readonly log?: NodeLog | undefined;
  /** How to found the chain if the store is empty; otherwise only the network id is compared. */
  readonly genesis: GenesisOptions;
  /** Its timers close ledgers, its time of day dates them, and it measures how long a close takes. */
  readonly clock: Clock;
  /** When ledgers close, once the node has started; by hand if absent. */
  readonly closing?: CloseRule;
  /** Keeps submissions until a ledger holds them. The node closes it when stopped. */
  readonly journal?: SubmissionRecords | undefined;
  /** True where the operator may move the clock and change what is in the ledger (docs/test-bench.md); never on a network. */
  readonly isTestBench?: boolean | undefined;
  /** Unpredictable bytes. */
  readonly randomBytes?: RandomBytes;
  /** Terms of fee escalation and of the transaction queue, where they are not the usual ones. */
  readonly queue?: Partial<QueueOptions>;
  /** How many entries, and nodes of the tree, it keeps in memory, where it is not the usual number. */
  readonly cachedEntries?: number | undefined;
  /** Says where a close lets requests have their turn; if absent it does not. */
  readonly pacer?: Pacer;
  /** Told of bugs that surfaced while applying a transaction; the ledger goes on without it. */
  readonly onBug?: OnBug;
}
