/**
 * What a successful transaction did not do, in words: `explorer/shortfalls/` finds it in the transaction and its metadata, and has a
 * row for each case.
 */
import {
  type JsonTokenAmount,
  shortfallsOf as partsOf,
  type ShortfallPart,
} from '../../../explorer/shortfalls/shortfalls.js';
import type { TransactionMetadata } from '../../ledger/metadata.ts';
import { decodeToJson, objectToJson } from '../../protocol/json/to-json.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import type { JsonObject } from '../../protocol/values.ts';
import { addressNamer, capitalized, dropsWords, timeWords } from './value-words.ts';

export interface Shortfall {
  /** Names the case, for programs: `channel_expired`. */
  readonly code: string;
  readonly text: string;
}

/** None for a failed transaction. Both are in JSON. */
export function shortfallsInJson(tx: JsonObject, meta: JsonObject): readonly Shortfall[] {
  const found = partsOf(tx, meta);
  if (found.length === 0) return [];
  const nameOf = addressNamer(tx);
  return found.map(({ code, parts }) => ({
    code,
    text: `${capitalized(parts.map((part) => partText(part, nameOf)).join(''))}.`,
  }));
}

export function shortfallsOf({ fields }: Transaction, metadata: TransactionMetadata): readonly Shortfall[] {
  const { object, bytes } = metadata;
  return shortfallsInJson(objectToJson(fields), object === undefined ? decodeToJson(bytes) : objectToJson(object));
}

/** All of them in one line; undefined if there are none. */
export function shortfallLine(shortfalls: readonly Shortfall[]): string | undefined {
  return shortfalls.length === 0 ? undefined : shortfalls.map(({ text }) => text).join(' ');
}

function partText(part: ShortfallPart, nameOf: (address: string) => string): string {
  if (typeof part === 'string') return part;
  if ('account' in part) return nameOf(part.account);
  if ('seconds' in part) return timeWords(part.seconds);
  if ('asset' in part) return part.asset.currency;
  const { amount } = part;
  return typeof amount === 'string' ? dropsWords(BigInt(amount)) : tokensText(amount, nameOf);
}

function tokensText(amount: JsonTokenAmount, nameOf: (address: string) => string): string {
  if ('mpt_issuance_id' in amount) return `${amount.value} units of ${amount.mpt_issuance_id}`;
  return `${amount.value} ${amount.currency} of ${nameOf(amount.issuer)}`;
}
