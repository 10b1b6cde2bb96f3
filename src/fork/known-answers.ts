/** Answers of a server about one ledger, in the form in which files keep them. */
import type { Hash256, Hex, JsonObject } from '../protocol/values.ts';
import { type KeyRun, KnownState } from './known-state.ts';

/** An entry in hex; null if the ledger has none at that key. */
export interface EntryAnswer {
  readonly key: Hash256;
  readonly data: Hex | null;
}

/** A run of keys, with their entries in hex if the server gave them. */
export interface RunAnswer extends KeyRun {
  readonly data?: readonly Hex[];
}

/** What a method gave. */
export interface MethodAnswer {
  readonly method: string;
  readonly params: JsonObject;
  readonly result: JsonObject;
}

export type Answer = EntryAnswer | RunAnswer | MethodAnswer;

export class KnownAnswers {
  readonly state = new KnownState();
  readonly #results = new Map<string, MethodAnswer>();

  /** @throws Error if this contradicts what is known */
  add(answer: Answer): void {
    if ('method' in answer) {
      this.#results.set(questionId(answer.method, answer.params), answer);
    } else if ('key' in answer) {
      this.state.addEntry(answer.key, answer.data);
    } else {
      this.state.addRun(answer);
      for (const [at, data] of (answer.data ?? []).entries()) this.state.addEntry(answer.keys[at]!, data);
    }
  }

  result(method: string, params: JsonObject): JsonObject | undefined {
    return this.#results.get(questionId(method, params))?.result;
  }

  /** In an order that does not depend on time. */
  methodAnswers(): MethodAnswer[] {
    return [...this.#results].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, answer]) => answer);
  }
}

/** The same text for the same question, in any order of its members. */
export function questionId(method: string, params: JsonObject): string {
  return method + JSON.stringify(Object.entries(params).sort(([one], [other]) => (one < other ? -1 : 1)));
}
