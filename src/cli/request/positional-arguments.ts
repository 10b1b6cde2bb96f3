/** The parameters of a method call on the command line, by the table of forms. */
import type { JsonObject } from '../../protocol/values.ts';
import { usageError } from '../command-error.ts';
import { wordOfMethod } from './method-word.ts';
import { POSITIONAL_FORMS } from './positional-forms.ts';

/** The parameters of a method call on the command line. Throws a usage error. */
export function parsePositionals(method: string, words: readonly string[]): JsonObject {
  const known = POSITIONAL_FORMS.get(method);
  if (known === undefined) {
    if (words.length === 0) return {};
    throw usageError(`${method} takes no words: give it parameters by weir json ${method} '{…}'`);
  }
  const { usage, min, max, parse } = known;
  if (words.length >= min && words.length <= max) return parse(words);
  throw usageError(`usage: weir ${wordOfMethod(method)} ${usage}`);
}
