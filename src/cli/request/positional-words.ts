/** Reads the words of methods that are more than one parameter after the other. All throw usage errors. */
import type { JsonObject } from '../../protocol/values.ts';
import { isJsonObject } from '../../rpc/params/json-values.ts';
import { usageError } from '../command-error.ts';
import { assetParam } from './asset-word.ts';

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

export function ledger([word, detail]: readonly string[]): JsonObject {
  const params = word === undefined ? {} : ledgerParams(word);
  if (detail === undefined) return params;
  if (detail === 'full') return { ...params, full: true };
  if (detail === 'tx') return { ...params, transactions: true, expand: true };
  throw usageError(`the second word of ledger is full or tx, not '${detail}'`);
}

/**
 * `offset` is for the client: the method no longer takes it. One number is a single ledger, as in the reference. Without bounds,
 * or with -1 alone, the bounds are those of the whole history: the method requires some.
 */
export function history(words: readonly string[]): JsonObject {
  const [account, ...rest] = words;
  const flags = new Set<string>();
  while (rest.at(-1) === 'binary' || rest.at(-1) === 'descending') flags.add(rest.pop()!);
  if (rest.length > 4) throw usageError(`account_tx: '${rest.at(-1)}' is neither binary nor descending`);
  const [min, max, limit, offset] = rest;
  const isOneLedger = min !== undefined && max === undefined && min !== '-1';
  return {
    account: account!,
    ...(isOneLedger
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

export function bookOffers([pays, gets, taker = '', ledgerWord, limit]: readonly string[]): JsonObject {
  return {
    taker_pays: assetParam(pays!),
    taker_gets: assetParam(gets!),
    ...(taker === '' ? {} : { taker }),
    ...optionalLedger(ledgerWord),
    ...(limit === undefined ? {} : { limit: wholeNumber(limit, 'limit') }),
  };
}

export function transaction(words: readonly string[]): JsonObject {
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

export function signing([first, text, ...rest]: readonly string[]): JsonObject {
  if (text === undefined) return { tx_blob: first! };
  const params = { secret: first!, tx_json: parseJsonObject(text, 'the transaction') };
  const isOffline = rest[0] === 'offline';
  const [target, tooMuch] = isOffline ? rest.slice(1) : rest;
  if (tooMuch !== undefined) throw usageError('the third of four words is offline');
  return {
    ...params,
    ...(isOffline ? { offline: true } : {}),
    ...(target === undefined ? {} : { signature_target: target }),
  };
}

export function signingFor([account, secret, text, offline]: readonly string[]): JsonObject {
  const params = { account: account!, secret: secret!, tx_json: parseJsonObject(text!, 'the transaction') };
  if (offline === undefined) return params;
  if (offline !== 'offline') throw usageError('sign_for: the fourth word is offline, or none');
  return { ...params, offline: true };
}

/** Hex, unless it begins as JSON does. */
export function simulation([text, binary]: readonly string[]): JsonObject {
  if (binary !== undefined && binary !== 'binary') throw usageError('simulate: the second word is binary, or none');
  const isJson = text!.trimStart().startsWith('{');
  return {
    ...(isJson ? { tx_json: parseJsonObject(text!, 'the transaction') } : { tx_blob: text! }),
    ...(binary === undefined ? {} : { binary: true }),
  };
}

/** Addresses begin with r, and nothing that names a ledger does. */
export function gatewayBalances(words: readonly string[]): JsonObject {
  const ledgerWord = words[0]!.startsWith('r') ? undefined : words[0]!;
  const [account, ...hotwallet] = ledgerWord === undefined ? words : words.slice(1);
  if (account === undefined) throw usageError('gateway_balances: the issuer is missing');
  return { ...optionalLedger(ledgerWord), account, ...(hotwallet.length === 0 ? {} : { hotwallet }) };
}

export function depositAuthorized([from, to, ledgerWord, ...credentials]: readonly string[]): JsonObject {
  const accounts = { source_account: from!, destination_account: to! };
  return { ...accounts, ...optionalLedger(ledgerWord), ...(credentials.length === 0 ? {} : { credentials }) };
}

export function failedFetches([word]: readonly string[]): JsonObject {
  if (word === undefined) return {};
  if (word !== 'clear') throw usageError(`fetch_info takes the word clear, not '${word}'`);
  return { clear: true };
}

export function feature([name, action]: readonly string[]): JsonObject {
  if (name === undefined) return {};
  if (action === undefined) return { feature: name };
  if (action !== 'accept' && action !== 'reject') throw usageError('the second word of feature is accept or reject');
  return { feature: name, vetoed: action === 'reject' };
}

export function counters([word]: readonly string[]): JsonObject {
  if (word === undefined) return {};
  if (word !== 'counters') throw usageError(`server_info takes the word counters, not '${word}'`);
  return { counters: true };
}

export function wholeNumber(word: string, what: string): number {
  const number = integer(word, what);
  if (number < 0) throw usageError(`${what} must not be negative`);
  return number;
}

function integer(word: string, what: string): number {
  if (!/^-?\d{1,10}$/.test(word)) throw usageError(`${what} must be a whole number, not '${word}'`);
  return Number(word);
}

/** Nothing is quoted: in the wrong order a word may be the secret. */
export function claimToSign(words: readonly string[]): JsonObject {
  const [secret, ...rest] = words;
  const keyType = rest.length === 3 ? rest.shift()! : undefined;
  if (keyType !== undefined && keyType !== 'secp256k1' && keyType !== 'ed25519') {
    throw usageError('channel_authorize: of four words the second is secp256k1 or ed25519');
  }
  const claim = {
    channel_id: channelId('channel_authorize', rest[0]!),
    amount: dropsText('channel_authorize', rest[1]!),
  };
  return keyType === undefined ? { secret: secret!, ...claim } : { passphrase: secret!, key_type: keyType, ...claim };
}

export function claimToVerify(words: readonly string[]): JsonObject {
  const [publicKey, id, drops, signature, state, secondsLeft] = words;
  if (state !== undefined && state !== 'channel_state') {
    throw usageError(`channel_verify: the fifth word is channel_state, or none`);
  }
  return {
    public_key: publicKey!,
    channel_id: channelId('channel_verify', id!),
    amount: dropsText('channel_verify', drops!),
    signature: signature!,
    ...(state === undefined ? {} : { channel_state: true }),
    ...(secondsLeft === undefined ? {} : { min_seconds_left: wholeNumber(secondsLeft, 'min_seconds_left') }),
  };
}

function channelId(method: string, word: string): string {
  if (/^[\dA-Fa-f]{64}$/.test(word)) return word;
  throw usageError(`${method}: the channel_id must be 64 hex digits (weir ${method} --help)`);
}

function dropsText(method: string, word: string): string {
  if (/^\d+$/.test(word)) return word;
  throw usageError(`${method}: the amount must be a whole number of drops (weir ${method} --help)`);
}
