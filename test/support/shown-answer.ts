/**
 * Compares an answer with a shortened one in a document. `…` marks omissions: a text that ends in it stands for any value that
 * begins so, a member `"…"` for further members, a last element `"…"` for further elements. Everything else must be equal.
 */
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import { isJsonObject } from '../../src/rpc/params/json-values.ts';

const ELLIPSIS = '…';

/** Lists the differences, a line each. */
export function shownDifferences(shown: Json, actual: Json | undefined, at = 'answer'): string[] {
  if (typeof shown === 'string' && shown.endsWith(ELLIPSIS)) return elidedText(shown, actual, at);
  if (Array.isArray(shown)) return arrayDifferences(shown, actual, at);
  if (isJsonObject(shown)) return objectDifferences(shown, actual, at);
  return shown === actual ? [] : [`${at}: shown ${JSON.stringify(shown)}, is ${JSON.stringify(actual)}`];
}

function elidedText(shown: string, actual: Json | undefined, at: string): string[] {
  const text = typeof actual === 'string' ? actual : JSON.stringify(actual);
  if (text?.startsWith(shown.slice(0, -ELLIPSIS.length)) === true) return [];
  return [`${at}: shown ${JSON.stringify(shown)}, is ${JSON.stringify(actual)}`];
}

function arrayDifferences(shown: readonly Json[], actual: Json | undefined, at: string): string[] {
  if (!Array.isArray(actual)) return [`${at}: is no array`];
  const isOpen = shown.at(-1) === ELLIPSIS;
  const elements = isOpen ? shown.slice(0, -1) : shown;
  const isLengthRight = isOpen ? actual.length > elements.length : actual.length === elements.length;
  if (!isLengthRight) return [`${at}: shown with ${shown.length} elements, has ${actual.length}`];
  return elements.flatMap((element, index) => shownDifferences(element, actual[index], `${at}[${index}]`));
}

function objectDifferences(shown: JsonObject, actual: Json | undefined, at: string): string[] {
  if (!isJsonObject(actual)) return [`${at}: is no object`];
  const hidden = Object.keys(actual).filter((name) => !Object.hasOwn(shown, name));
  const problems = Object.entries(shown)
    .filter(([name]) => name !== ELLIPSIS)
    .flatMap(([name, value]) => shownDifferences(value as Json, actual[name], `${at}.${name}`));
  if (Object.hasOwn(shown, ELLIPSIS) || hidden.length === 0) return problems;
  return [...problems, `${at}: does not show ${hidden.join(', ')}`];
}
