/** Options of a node. */

import type { GenesisOptions } from '../ledger/genesis.ts';
import type { SubmissionRecords } from '../storage/append-journal.ts';
import type { Fork } from '../storage/fork/fork.ts';
import type { LedgerLog } from '../storage/ledger-log.ts';
import type { LedgerStore } from '../storage/ledger-store.ts';
import type { OnBug } from '../transactions/engine/engine.ts';
import type { Clock } from '../util/clock.ts';
import type { Pacer } from '../util/steps.ts';
import type { Tracer } from '../util/tracer.ts';
import type { RandomBytes } from './chain-parameters.ts';
import type { CloseRule } from './close/close-schedule.ts';
import type { QueueOptions } from './queue/transaction-queue-options.ts';

/** The log that a node appends to. */
export interface NodeLog extends Pick<LedgerLog, 'term' | 'append'> {
  /** True after it has permanently refused this node. */
  readonly isRevoked?: boolean;
}

export interface LedgerNodeOptions {
  /** The node is the store's only writer and closes it when stopped. */
  readonly store: LedgerStore;
  /**
   * Where ledgers are appended; it appends them to the store as well. The store itself if absent. With a log the node leaves
   * the store open when it stops.
   */
  readonly log?: NodeLog | undefined;
  /** How to found the chain if the store is empty. Otherwise only the network id is compared. */
  readonly genesis: GenesisOptions;
  /** For timers, close times, and the duration of closes. */
  readonly clock: Clock;
  /**
   * True: a transaction that is submitted again is answered with the effect that it already has. By default it is refused with
   * `tefPAST_SEQ`, as the reference does.
   */
  readonly answersRepeats?: boolean | undefined;
  /** When ledgers close after `start`; by hand if absent. */
  readonly closing?: CloseRule;
  /** Keeps submissions until a ledger holds them. The node closes it when stopped. */
  readonly journal?: SubmissionRecords | undefined;
  /** Set if the store is that of a fork. */
  readonly fork?: Pick<Fork, 'facts' | 'expect'> | undefined;
  /** True where the operator may move the clock and change what is in the ledger (docs/test-bench.md); never on a network. */
  readonly isTestBench?: boolean | undefined;
  /** Unpredictable bytes. */
  readonly randomBytes?: RandomBytes;
  /** Parameters of fee escalation and of the transaction queue that differ from the defaults. */
  readonly queue?: Partial<QueueOptions>;
  /** Number of entries, and of tree nodes, that are kept in memory; the default if absent. */
  readonly cachedEntries?: number | undefined;
  /** Called between the steps of a close, so that requests run meanwhile. Without it a close is not interrupted. */
  readonly pacer?: Pacer;
  /** Records submissions of traced requests, and closes. */
  readonly tracer?: Tracer | undefined;
  /** Called with exceptions of the engine. The ledger closes without the transaction. */
  readonly onBug?: OnBug;
}
