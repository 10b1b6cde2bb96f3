/** What is found out about a transaction by applying it again, with a trace, to a copy of the ledger. */
import type { TransactionMetadata } from '../../ledger/metadata.ts';
import type { OpenView } from '../../ledger/open-view.ts';
import type { TraceFacts, TraceStage } from '../../ledger/trace.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { applyTransaction } from '../engine/engine.ts';
import type { ApplyFlags, LedgerContext } from '../transaction-type.ts';
import { entryWords } from './entry-words.ts';
import { KnownKeys } from './known-keys.ts';
import { type EntryRead, type FactEvent, Recorder, type TraceEvent } from './recorder.ts';
import { type AccountNamer, accountNamer } from './value-words.ts';
import { WatchedLedger } from './watched-ledger.ts';

/** A transaction and its ledger. */
export interface Subject {
  readonly transaction: Transaction;
  /** The ledger without the transaction. */
  readonly view: OpenView;
  readonly context: LedgerContext;
  readonly flags: ApplyFlags;
}

const STAGES: readonly TraceStage[] = ['preflight', 'preclaim', 'apply', 'invariants'];

export class Findings {
  readonly subject: Subject;
  /** The ledger with the transaction. */
  readonly after: OpenView;
  readonly result: Ter;
  /** Undefined if the transaction was not applied, or failed in the open ledger. */
  readonly metadata: TransactionMetadata | undefined;
  readonly events: readonly TraceEvent[];
  readonly stages: Recorder['stages'];
  /** True if not all events were recorded. */
  readonly isCut: boolean;
  readonly nameOf: AccountNamer;
  #keys: KnownKeys | undefined;

  constructor(subject: Subject) {
    const { transaction, view, context, flags } = subject;
    const recorder = new Recorder();
    const { onClaim: _, ...quiet } = context;
    this.after = new WatchedLedger(view, recorder);
    let described: TransactionMetadata | undefined;
    const onSuccess: LedgerContext['onSuccess'] = (_, describe) => {
      described = describe();
    };
    const outcome = applyTransaction(this.after, transaction, { ...quiet, onSuccess }, flags);
    this.subject = subject;
    this.result = outcome.result;
    this.metadata = outcome.metadata ?? described;
    this.events = recorder.events;
    this.stages = recorder.stages;
    this.isCut = recorder.isCut;
    this.nameOf = accountNamer(transaction);
  }

  /** Names for the keys of entries. Computed on demand: it takes hundreds of hashes, and most reasons need none. */
  get keys(): KnownKeys {
    this.#keys ??= new KnownKeys(this.subject.transaction, accountsSeen(this.events), this.nameOf);
    return this.#keys;
  }

  /** The stage that decided; the last one if all passed. */
  get stage(): TraceStage {
    const decided = this.stages.find(({ result }) => result !== 'tesSUCCESS');
    if (decided !== undefined) return decided.stage;
    // A stage without a recorded end was aborted.
    return STAGES[this.result === 'tesSUCCESS' ? this.stages.length - 1 : this.stages.length] ?? 'apply';
  }

  /** The traced facts with that name, in order. */
  facts<Name extends keyof TraceFacts>(name: Name): TraceFacts[Name][] {
    return this.events
      .filter((event) => event.kind === 'fact' && event.name === name)
      .map((event) => {
        return (event as FactEvent).values as TraceFacts[Name];
      });
  }

  /** The reads of entries, in order. */
  get reads(): EntryRead[] {
    return this.events.filter((event) => event.kind === 'entry');
  }

  /** Names the entry that was read. */
  entryName(entryRead: EntryRead): string {
    return entryWords(entryRead, this.keys, this.nameOf);
  }
}

function accountsSeen(events: readonly TraceEvent[]): Set<string> {
  const accounts = new Set<string>();
  for (const event of events) {
    if (event.kind === 'entry' && event.entry?.LedgerEntryType === 'AccountRoot') accounts.add(event.entry.Account);
  }
  return accounts;
}
