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
import { affectedStates } from './affected-states.ts';
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

  constructor(ledger: RecordedLedger, source?: PriorSource) {
    this.#ledger = ledger;
    this.#source = source;
    this.state = new PriorState(ledger.transactions, this.#affected());
  }

  /** Applies one transaction after the other. */
  async *run(): AsyncGenerator<Replayed> {
    const affected = this.#affected();
    if (this.#source !== undefined) {
      const keys = new Set(affected.flat().map(({ key }) => key));
      await this.#fetch([...keys].map((key) => ({ kind: 'entry', key })));
    }
    for (const [at, recorded] of this.#ledger.transactions.entries()) {
      const attempt = await this.#attempt(recorded);
      if (attempt.isIdentical) this.state.follow(attempt.changed);
      else this.state.followMetadata(affected[at]!, positionOf(recorded));
      yield attempt.replayed;
    }
  }

  #affected() {
    const { transactions, parent } = this.#ledger;
    return transactions.map((recorded) => affectedStates(recorded, parent.ledgerIndex + 1));
  }

  /** Applies it until the source has nothing more to add. */
  async #attempt(recorded: RecordedTransaction) {
    const asked = new Set<string>();
    for (;;) {
      const attempt = this.#apply(recorded);
      const wanted = attempt.replayed.missing.filter(({ kind, key }) => !asked.has(kind + key));
      if (this.#source === undefined || wanted.length === 0) return attempt;
      for (const { kind, key } of wanted) if (kind === 'entry') asked.add(kind + key);
      if (!(await this.#fetch(wanted))) return this.#apply(recorded);
    }
  }

  /** True if anything was learned. */
  async #fetch(wanted: readonly Missing[]): Promise<boolean> {
    const source = this.#source!;
    const learned = await Promise.all(
      wanted.map(async ({ kind, key }) => {
        if (kind === 'entry') {
          this.state.addFetched(key, await source.entry(key));
          return true;
        }
        const from = this.state.unknownAfter(key);
        this.state.addSuccessor(from, await source.successor(from));
        return true;
      }),
    );
    return learned.includes(true);
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
