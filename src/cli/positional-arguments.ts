/**
 * Methods on the command line: which parameters the words after a method's name are. The forms are the reference's
 * (RPCCall.cpp), that of `account_tx` is the specification's.
 */
import type { JsonObject } from '../protocol/values.ts';
import { isJsonObject } from '../rpc/json-values.ts';
import { usageError } from './command-error.ts';

export interface PositionalForm {
  /** The words, for `--help`. */
  readonly usage: string;
  readonly min: number;
  readonly max: number;
  parse(words: readonly string[]): JsonObject;
}

const form = (usage: string, min: number, max: number, parse: PositionalForm['parse']): PositionalForm => ({
  usage,
  min,
  max,
  parse,
});

const SIGNING_WORDS = "<secret> '<tx_json>' [offline]";

/** By method. A method that is not here takes no words. */
export const POSITIONAL_FORMS: ReadonlyMap<string, PositionalForm> = new Map([
  ['account_info', form('<account> [<ledger>]', 1, 2, accountAndLedger)],
  [
    'account_tx',
    form(
      '<account> [<ledger_index_min> [<ledger_index_max> [<limit> [<offset>]]]] [binary] [descending]',
      1,
      7,
      history,
    ),
  ],
  ['feature', form('[<name or id> [accept|reject]]', 0, 2, feature)],
  ['ledger', form('[<ledger> [full|tx]]', 0, 2, ledger)],
  ['server_info', form('[counters]', 0, 1, counters)],
  ['server_state', form('[counters]', 0, 1, counters)],
  ['sign', form(SIGNING_WORDS, 2, 3, signing)],
  ['submit', form(`<tx_blob> | ${SIGNING_WORDS}`, 1, 3, signing)],
  ['tx', form('<hash or ctid> [binary] [<min_ledger> <max_ledger>]', 1, 4, transaction)],
  ['wallet_propose', form('[<passphrase>]', 0, 1, ([passphrase]) => (passphrase === undefined ? {} : { passphrase }))],
]);

/** The parameters of a method call on the command line. Throws a usage error. */
export function parsePositionals(method: string, words: readonly string[]): JsonObject {
  const known = POSITIONAL_FORMS.get(method);
  if (known === undefined) {
    if (words.length === 0) return {};
    throw usageError(`${method} takes no words: give it parameters by weir json ${method} '{…}'`);
  }
  const { usage, min, max, parse } = known;
  if (words.length >= min && words.length <= max) return parse(words);
  throw usageError(`usage: weir ${method} ${usage}`);
}

/** The parameters that a text holds as JSON. Throws a usage error; never quotes the text, which may hold a secret. */
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

function accountAndLedger([account, ledgerWord]: readonly string[]): JsonObject {
  return { account: account!, ...(ledgerWord === undefined ? {} : ledgerParams(ledgerWord)) };
}

/** A ledger by one of its names, its hash or its index. */
function ledgerParams(word: string): JsonObject {
  if (word === 'current' || word === 'closed' || word === 'validated') return { ledger_index: word };
  if (word.length === 64) return { ledger_hash: word };
  return { ledger_index: wholeNumber(word, 'the ledger') };
}

function ledger([word, detail]: readonly string[]): JsonObject {
  const params = word === undefined ? {} : ledgerParams(word);
  if (detail === undefined) return params;
  if (detail === 'full') return { ...params, full: true };
  if (detail === 'tx') return { ...params, transactions: true, expand: true };
  throw usageError(`the second word of ledger is full or tx, not '${detail}'`);
}

/**
 * `offset` is for the client: the method no longer takes it. Without bounds the whole history is meant, which the
 * method wants to be told.
 */
function history(words: readonly string[]): JsonObject {
  const [account, ...rest] = words;
  const flags = new Set<string>();
  while (rest.at(-1) === 'binary' || rest.at(-1) === 'descending') flags.add(rest.pop()!);
  if (rest.length > 4) throw usageError(`account_tx: '${rest.at(-1)}' is neither binary nor descending`);
  const [min, max, limit, offset] = rest;
  const isNamedLedger = min !== undefined && max === undefined && !/^-?\d{1,10}$/.test(min);
  return {
    account: account!,
    ...(isNamedLedger
      ? ledgerParams(min)
      : {
          ledger_index_min: integer(min ?? '-1', 'ledger_index_min'),
          ledger_index_max: integer(max ?? '-1', 'ledger_index_max'),
        }),
    ...(limit === undefined ? {} : { limit: wholeNumber(limit, 'limit') }),
    ...(offset === undefined ? {} : { offset: wholeNumber(offset, 'offset') }),
    binary: flags.has('binary'),
    forward: !flags.has('descending'),
  };
}

function transaction(words: readonly string[]): JsonObject {
  const [id, ...rest] = words;
  const isBinary = rest[0] === 'binary';
  const range = isBinary ? rest.slice(1) : rest;
  if (range.length === 1 || range.length > 2) throw usageError('tx: give both <min_ledger> and <max_ledger>, or none');
  const [min, max] = range;
  return {
    ...(id!.length === 16 ? { ctid: id! } : { transaction: id! }),
    ...(isBinary ? { binary: true } : {}),
    ...(min === undefined || max === undefined
      ? {}
      : { min_ledger: wholeNumber(min, 'min_ledger'), max_ledger: wholeNumber(max, 'max_ledger') }),
  };
}

function signing([first, text, offline]: readonly string[]): JsonObject {
  if (text === undefined) return { tx_blob: first! };
  if (offline !== undefined && offline !== 'offline') throw usageError('the third word is offline, or none');
  const params = { secret: first!, tx_json: parseJsonObject(text, 'the transaction') };
  return offline === undefined ? params : { ...params, offline: true };
}

function feature([name, action]: readonly string[]): JsonObject {
  if (name === undefined) return {};
  if (action === undefined) return { feature: name };
  if (action !== 'accept' && action !== 'reject') throw usageError('the second word of feature is accept or reject');
  return { feature: name, vetoed: action === 'reject' };
}

function counters([word]: readonly string[]): JsonObject {
  if (word === undefined) return {};
  if (word !== 'counters') throw usageError(`server_info and server_state take the word counters, not '${word}'`);
  return { counters: true };
}

function wholeNumber(word: string, what: string): number {
  const number = integer(word, what);
  if (number < 0) throw usageError(`${what} must not be negative`);
  return number;
}

function integer(word: string, what: string): number {
  if (!/^-?\d{1,10}$/.test(word)) throw usageError(`${what} must be a whole number, not '${word}'`);
  return Number(word);
}
