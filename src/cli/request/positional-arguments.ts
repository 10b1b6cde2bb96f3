/** The parameters of a method call on the command line, by its form. */
import type { JsonObject } from '../../protocol/values.ts';
import { usageError } from '../command-error.ts';
import { METHOD_DOCS } from './method-docs.ts';
import { wordOfMethod } from './method-word.ts';

/** The parameters of a method call on the command line. Throws a usage error. */
export function parsePositionals(method: string, words: readonly string[]): JsonObject {
  const known = METHOD_DOCS.get(method)?.commandLine;
  if (known === undefined) {
    if (words.length === 0) return {};
    throw usageError(`${method} takes no words: give it parameters by weir json ${method} '{…}'`);
  }
  const { usage, min, max, parse } = known;
  if (words.length >= min && words.length <= max) return parse(words);
  throw usageError(`usage: weir ${wordOfMethod(method)} ${usage}`);
}
