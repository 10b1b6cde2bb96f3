/** Readers of words that several methods share. All throw usage errors. */
import type { JsonObject } from '../../protocol/values.ts';
import { usageError } from '../../util/command-error.ts';
import { isJsonObject } from '../params/json-values.ts';

/** Parses a JSON object. The usage error does not quote the text, which may contain a secret. */
export function parseJsonObject(text: string, what: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw usageError(`${what} must be JSON`);
  }
  if (!isJsonObject(value)) throw usageError(`${what} must be a JSON object`);
  return value;
}

/** A ledger by one of its names, its hash or its index. */
export function ledgerParams(word: string): JsonObject {
  if (word === 'current' || word === 'closed' || word === 'validated') return { ledger_index: word };
  if (word.length === 64) return { ledger_hash: word };
  if (!/^\d{1,10}$/.test(word)) {
    throw usageError(`the ledger is a number, a hash, or validated, closed or current, not '${word}'`);
  }
  return { ledger_index: Number(word) };
}

export function optionalLedger(word: string | undefined): JsonObject {
  return word === undefined ? {} : ledgerParams(word);
}

export function wholeNumber(word: string, what: string): number {
  const number = integer(word, what);
  if (number < 0) throw usageError(`${what} must not be negative`);
  return number;
}

export function integer(word: string, what: string): number {
  if (!/^-?\d{1,10}$/.test(word)) throw usageError(`${what} must be a whole number, not '${word}'`);
  return Number(word);
}

export function channelId(method: string, word: string): string {
  if (/^[\dA-Fa-f]{64}$/.test(word)) return word;
  throw usageError(`${method}: the channel_id must be 64 hex digits (weir ${method} --help)`);
}

export function dropsText(method: string, word: string): string {
  if (/^\d+$/.test(word)) return word;
  throw usageError(`${method}: the amount must be a whole number of drops (weir ${method} --help)`);
}
