/**
 * Records the entries and fields that a transaction reads and the facts that the engine traces, in order, up to the
 * stage that decides. It passes the engine copies that record reads of their fields; this happens only for
 * explanations.
 */
import type { Trace, TraceFacts, TraceStage } from '../../ledger/trace.ts';
import type { EntryName, LedgerEntry } from '../../protocol/entries/entries.ts';
import { entryFormat, transactionFormat } from '../../protocol/tables/formats.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { FieldValue, Hash256, StObject } from '../../protocol/values.ts';
import { watchedFields } from './watched-fields.ts';

/** The most events recorded: a payment can read thousands of offers. */
const MAX_EVENTS = 1000;
/** A read of an entry and of some of its fields; no fields if the whole entry was taken for changes. */
export interface EntryRead {
  readonly kind: 'entry';
  readonly stage: TraceStage;
  /** Undefined if a key of any type was looked up and does not exist. */
  readonly type: EntryName | undefined;
  readonly key: Hash256;
  /** The entry as read; undefined if it does not exist. */
  readonly entry: Readonly<LedgerEntry> | undefined;
  readonly fields: ReadonlySet<string>;
}

/** A read of a field of the transaction. */
export interface FieldRead {
  readonly kind: 'field';
  readonly stage: TraceStage;
  readonly name: string;
  readonly value: FieldValue | undefined;
}

/** A fact that the engine traced. */
export type FactEvent = {
  readonly [Name in keyof TraceFacts]: {
    readonly kind: 'fact';
    readonly stage: TraceStage;
    readonly name: Name;
    readonly values: TraceFacts[Name];
  };
}[keyof TraceFacts];

export type TraceEvent = EntryRead | FieldRead | FactEvent;

interface OpenEntryRead extends EntryRead {
  readonly fields: Set<string>;
}

export class Recorder implements Trace {
  readonly events: TraceEvent[] = [];
  /** The stages that ended, with their results. */
  readonly stages: { readonly stage: TraceStage; readonly result: Ter }[] = [];
  #stage: TraceStage = 'preflight';
  #isOver = false;
  #isCut = false;

  /** True if not all events were recorded. */
  get isCut(): boolean {
    return this.#isCut;
  }

  watchFields<T extends object>(fields: T): T {
    const format = transactionFormat(String((fields as StObject).TransactionType));
    return watchedFields(fields, format, {
      onRead: (name) => this.#add({ kind: 'field', stage: this.#stage, name, value: (fields as StObject)[name] }),
      onCopied: (names) => this.#dropFieldReads(names.length),
    });
  }

  /** A copy of the entry that records reads. */
  watchEntry<T extends Readonly<LedgerEntry>>(type: EntryName | undefined, key: Hash256, entry: T | undefined) {
    if (this.#isOver) return entry;
    const entryRead = this.#recordRead(type, key, entry);
    if (entry === undefined) return undefined;
    const current = () => (this.events.at(-1) === entryRead ? entryRead : this.#recordRead(type, key, entry));
    return watchedFields(entry, entryFormat(entry.LedgerEntryType), {
      onRead: (name) => current().fields.add(name),
      onCopied: (names) => {
        for (const name of names) current().fields.delete(name);
      },
    });
  }

  stage(stage: TraceStage, result: Ter): void {
    this.stages.push({ stage, result });
    this.#stage = stage === 'preflight' ? 'preclaim' : 'apply';
    this.#isOver ||= stage === 'apply' || result !== 'tesSUCCESS';
  }

  fact<Name extends keyof TraceFacts>(name: Name, values: TraceFacts[Name]): void {
    this.#add({ kind: 'fact', stage: this.#stage, name, values } as FactEvent);
  }

  #recordRead(type: EntryName | undefined, key: Hash256, entry: Readonly<LedgerEntry> | undefined): OpenEntryRead {
    const last = this.events.at(-1);
    if (last?.kind === 'entry' && last.key === key) return last as OpenEntryRead;
    const entryRead: OpenEntryRead = {
      kind: 'entry',
      stage: this.#stage,
      type: entry?.LedgerEntryType ?? type,
      key,
      entry,
      fields: new Set(),
    };
    this.#add(entryRead);
    return entryRead;
  }

  /** Copying all fields of the transaction does not count as reading them. */
  #dropFieldReads(count: number): void {
    if (this.events.slice(-count).every(({ kind }) => kind === 'field')) this.events.splice(-count);
  }

  #add(event: TraceEvent): void {
    // After the result only facts are recorded: invariants may still add some.
    if (this.#isOver && event.kind !== 'fact') return;
    if (this.events.length < MAX_EVENTS) this.events.push(event);
    else this.#isCut = true;
  }
}
