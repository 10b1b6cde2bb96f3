/**
 * Applies the transactions of a recorded ledger again, each to the state before it, and compares the metadata byte for
 * byte. After a difference the state continues with what the recorded metadata says.
 */
import { OpenView } from '../ledger/open-view.ts';
import type { Fees } from '../protocol/amounts/amount-math.ts';
import { decodeObject } from '../protocol/codec/decode.ts';
import type { LedgerEntry } from '../protocol/entries/entries.ts';
import type { Rules } from '../protocol/tables/rules.ts';
import type { Ter } from '../protocol/tables/ter.ts';
import type { Hash256, StObject } from '../protocol/values.ts';
import { applyTransaction } from '../transactions/engine/engine.ts';
import { type AffectedState, affectedStates } from './affected-states.ts';
import { PriorState } from './prior-state.ts';
import { type Missing, type ParentHeader, PriorView } from './prior-view.ts';
import { positionOf, type RecordedTransaction } from './recorded-ledger.ts';

export interface RecordedLedger {
  readonly transactions: readonly RecordedTransaction[];
  readonly parent: ParentHeader;
  /** As transactions of the ledger see it: see `expectedCloseTimeSeconds`. */
  readonly closeTimeSeconds: number;
  readonly rules: Rules;
  readonly fees: Fees;
  readonly networkId: number;
}

/** Entries of the ledger before, from a server. A method rejects if the server does not know. */
export interface PriorSource {
  /** Null for none. */
  entry(key: Hash256): Promise<LedgerEntry | null>;
  /** The smallest key above `key` that holds an entry; undefined for none. */
  successor(key: Hash256): Promise<Hash256 | undefined>;
}

const REQUESTS_AT_A_TIME = 8;

/** What one transaction gave. */
export interface Replayed {
  readonly id: Hash256;
  readonly position: number;
  /** Undefined if Weir cannot read the transaction. */
  readonly type: string | undefined;
  readonly recorded: Ter;
  readonly result: Ter | undefined;
  readonly isIdentical: boolean;
  readonly missing: readonly Missing[];
  /** Positions of earlier transactions with a difference that this one reads the results of. */
  readonly dependsOn: readonly number[];
  /** Parts of the metadata that differ, or why it was not applied. */
  readonly differences: readonly string[];
}

export class Replay {
  readonly state: PriorState;
  readonly #ledger: RecordedLedger;
  readonly #source: PriorSource | undefined;
  /** What each transaction changed, by its metadata. */
  readonly #affected: readonly (readonly AffectedState[])[];

  constructor(ledger: RecordedLedger, source?: PriorSource) {
    this.#ledger = ledger;
    this.#source = source;
    const { transactions, parent } = ledger;
    this.#affected = transactions.map((recorded) => affectedStates(recorded, parent.ledgerIndex + 1));
    this.state = new PriorState(transactions, this.#affected);
  }

  /** Applies one transaction after the other. */
  async *run(): AsyncGenerator<Replayed> {
    if (this.#source !== undefined) {
      const keys = new Set(this.#affected.flat().map(({ key }) => key));
      const missing = Array.from(keys, (key) => ({ kind: 'entry', key }) as const);
      await this.#fetch(this.#source, missing);
    }
    for (const [at, recorded] of this.#ledger.transactions.entries()) {
      const attempt = await this.#attempt(recorded);
      if (attempt.isIdentical) this.state.follow(attempt.changed);
      else this.state.followMetadata(this.#affected[at]!, positionOf(recorded));
      yield attempt.replayed;
    }
  }

  /** Applies it until the source has answered all its reads. */
  async #attempt(recorded: RecordedTransaction) {
    for (;;) {
      const attempt = this.#apply(recorded);
      const { missing } = attempt.replayed;
      if (this.#source === undefined || missing.length === 0) return attempt;
      await this.#fetch(this.#source, missing);
    }
  }

  /** With few requests at a time: a ledger has hundreds of entries, and public servers refuse many requests. */
  async #fetch(source: PriorSource, missing: readonly Missing[]): Promise<void> {
    const queue = missing.values();
    const fetchEach = async () => {
      for (const { kind, key } of queue) {
        if (kind === 'entry') {
          this.state.addFetched(key, await source.entry(key));
        } else {
          const from = this.state.unknownAfter(key);
          this.state.addSuccessor(from, await source.successor(from));
        }
      }
    };
    await Promise.all(Array.from({ length: REQUESTS_AT_A_TIME }, fetchEach));
  }

  #apply(recorded: RecordedTransaction) {
    const { transactions, parent, closeTimeSeconds, rules, fees, networkId } = this.#ledger;
    const { id, transaction, meta, metadata, problem } = recorded;
    const position = positionOf(recorded);
    const common = { id, position, type: transaction?.fields.TransactionType, recorded: meta.TransactionResult as Ter };
    if (transaction === undefined) {
      const replayed = { result: undefined, isIdentical: false, missing: [], dependsOn: [], differences: [problem!] };
      return { isIdentical: false, changed: new Map(), replayed: { ...common, ...replayed } };
    }
    const prior = new PriorView(this.state, parent, rules);
    const view = new OpenView(prior, parent, false, closeTimeSeconds);
    for (const earlier of transactions.slice(0, position)) {
      if (earlier.transaction)
        view.addTransaction(earlier.transaction, earlier.meta.TransactionResult as Ter, undefined);
    }
    const { ParentBatchID: parentBatchId } = meta as { readonly ParentBatchID?: Hash256 };
    const flags = parentBatchId === undefined ? {} : { parentBatchId };
    const errors: string[] = [];
    const onBug = (error: unknown) => errors.push((error as Error).message);
    const outcome = applyTransaction(view, transaction, { fees, networkId, rules }, flags, onBug);
    const bytes = outcome.metadata?.bytes;
    const isIdentical = bytes?.equals(metadata) === true;
    const differences = isIdentical || bytes === undefined ? errors : differencesOf(bytes, meta);
    const { missing, dependsOn } = prior;
    const replayed = {
      ...common,
      result: outcome.result,
      isIdentical,
      missing,
      dependsOn: [...dependsOn],
      differences,
    };
    return { isIdentical, changed: view.changedEntries, replayed };
  }
}

function differencesOf(bytes: Uint8Array, meta: StObject): string[] {
  const paths: string[] = [];
  compare(decodeObject(bytes), meta, '', paths);
  return paths;
}

function compare(actual: unknown, expected: unknown, path: string, paths: string[]): void {
  if (typeof actual !== 'object' || typeof expected !== 'object' || actual === null || expected === null) {
    if (actual !== expected)
      paths.push(`${path} is ${String(actual ?? 'absent')}, not ${String(expected ?? 'absent')}`);
    return;
  }
  for (const name of new Set([...Object.keys(actual), ...Object.keys(expected)])) {
    const inner = path === '' ? name : `${path}.${name}`;
    compare((actual as StObject)[name], (expected as StObject)[name], inner, paths);
  }
}
