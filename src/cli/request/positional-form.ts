/** How a method's parameters are given in words. */
import type { JsonObject } from '../../protocol/values.ts';

/** A word, for help and completion. */
export interface WordRow {
  readonly name: string;
  /** Left out where the method's parameter of that name says it. */
  readonly text?: string;
  /** What may stand there, where there is little to choose from and the method's parameter does not say it. */
  readonly values?: readonly string[];
}

export interface PositionalForm {
  /** The words, for `--help`. */
  readonly usage: string;
  readonly min: number;
  readonly max: number;
  readonly words: readonly WordRow[];
  /** What is otherwise than with parameters in JSON. */
  readonly note?: string;
  parse(words: readonly string[]): JsonObject;
}
