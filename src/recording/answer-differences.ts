/** Compares an answer with the reference's: every field of the reference must have the same value. */
import type { Json } from '../protocol/values.ts';
import { isJsonObject } from '../rpc/params/json-values.ts';

/** Fields with notices, not ledger data. */
const NOTICES = new Set(['deprecated', 'warning', 'warnings', 'error_what', 'debug_signing']);

/**
 * One line for each value of `expected` that `actual` lacks or that differs. `actual` may have more. A field that is null may
 * be missing, because the reference's own unit tests see fields that a server does not send.
 */
export function differences(expected: Json, actual: Json | undefined, at = ''): string[] {
  if (Array.isArray(expected)) return arrayDifferences(expected, actual, at);
  if (!isJsonObject(expected)) return expected === actual ? [] : [unequal(expected, actual, at)];
  if (!isJsonObject(actual)) return [unequal(expected, actual, at)];
  return Object.entries(expected)
    .filter(([name, value]) => !NOTICES.has(name) && (value !== null || actual[name] !== undefined))
    .flatMap(([name, value]) => differences(value as Json, actual[name], `${at}.${name}`));
}

function arrayDifferences(expected: readonly Json[], actual: Json | undefined, at: string): string[] {
  if (!Array.isArray(actual) || actual.length !== expected.length) return [unequal(expected, actual, at)];
  return expected.flatMap((value, index) => differences(value, actual[index], `${at}[${index}]`));
}

function unequal(expected: Json, actual: Json | undefined, at: string): string {
  return `${at}: expected ${brief(expected)}, got ${brief(actual)}`;
}

function brief(value: Json | undefined): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 300);
}
