/**
 * The file of `--genesis`: settings of a new chain. A JSON object with any of `amendments` (ids or names), `base_fee`,
 * `reserve_base`, `reserve_inc` (drops), `network_id`, `close_time` (of ledger 2, seconds since 2000-01-01T00:00:00Z),
 * `entries` (the whole state of ledger 1: key → serialized entry, replacing what the others imply), `voted_fees` (an object with any
 * of the three fees: what the chain votes for after every 256th ledger) and `rules` (names of amendments in force without an
 * `Amendments` entry). Absent members have their defaults. A chain with given entries imitates the reference, and votes for its fees.
 */

import { readFileSync } from 'node:fs';
import { REFERENCE_FEES } from '../../ledger/chain-entries.ts';
import { amendmentOf } from '../../ledger/chosen-amendments.ts';
import { DEFAULT_GENESIS, type GenesisOptions } from '../../ledger/genesis.ts';
import { LAST_EXACT_CLOSE_TIME_SECONDS } from '../../ledger/ledger-header.ts';
import { type Fees, isLegalAmount } from '../../protocol/amounts/amount-math.ts';
import { CHOICES, isChoice } from '../../protocol/tables/rules.ts';
import type { Hash256, Hex, Json, JsonObject } from '../../protocol/values.ts';
import { isJsonObject, isUInt32 } from '../../rpc/params/json-values.ts';
import { CommandError } from '../../util/command-error.ts';
import { isHex } from '../../util/hex.ts';

const MEMBERS = [
  'amendments',
  'base_fee',
  'reserve_base',
  'reserve_inc',
  'network_id',
  'close_time',
  'entries',
  'voted_fees',
  'rules',
];

/** Reads and checks the file. Throws a `CommandError` that names the file and the member. */
export function readGenesisFile(path: string): GenesisOptions {
  try {
    return parseGenesis(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new CommandError(`cannot use the genesis file ${path}: ${(error as Error).message}`);
  }
}

/** Checks the text of a genesis file. Throws an `Error` that names the member. */
export function parseGenesis(text: string): GenesisOptions {
  const json: unknown = JSON.parse(text);
  if (!isJsonObject(json)) throw new Error('it must hold one JSON object');
  const unknown = Object.keys(json).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) throw new Error(`unknown member '${unknown}' (known: ${MEMBERS.join(', ')})`);
  const networkId = optionalUInt32(json, 'network_id');
  const closeTimeSeconds = optionalUInt32(json, 'close_time', LAST_EXACT_CLOSE_TIME_SECONDS);
  const entries = parseEntries(json.entries);
  const unlistedRules = parseRules(json.rules);
  const votedFees = parseVotedFees(json.voted_fees) ?? (entries === undefined ? undefined : REFERENCE_FEES);
  return {
    amendments: parseAmendments(json.amendments),
    fees: parseFees(json, DEFAULT_GENESIS.fees),
    networkId: networkId ?? DEFAULT_GENESIS.networkId,
    ...(networkId === undefined ? {} : { isNetworkIdGiven: true }),
    ...(closeTimeSeconds === undefined ? {} : { closeTimeSeconds }),
    ...(unlistedRules === undefined ? {} : { unlistedRules }),
    ...(entries === undefined ? {} : { entries }),
    ...(votedFees === undefined ? {} : { votedFees }),
  };
}

function parseFees(json: JsonObject, fallback: Fees): Fees {
  return {
    baseDrops: parseDrops(json, 'base_fee', fallback.baseDrops),
    reserveDrops: parseDrops(json, 'reserve_base', fallback.reserveDrops),
    reserveIncrementDrops: parseDrops(json, 'reserve_inc', fallback.reserveIncrementDrops),
  };
}

function parseVotedFees(value: Json | undefined): Fees | undefined {
  if (isAbsent(value)) return undefined;
  if (!isJsonObject(value))
    throw new Error("'voted_fees' must be an object with base_fee, reserve_base or reserve_inc");
  return parseFees(value, REFERENCE_FEES);
}

function parseAmendments(value: Json | undefined): readonly Hash256[] {
  if (isAbsent(value)) return DEFAULT_GENESIS.amendments;
  if (!Array.isArray(value)) throw new Error("'amendments' must be an array of ids or names");
  return value.map((id: Json, position) => {
    if (typeof id !== 'string') throw new Error(`'amendments' must hold ids and names; element ${position} is not`);
    return isHex(id, 32) ? id.toUpperCase() : amendmentOf(id).id;
  });
}

function parseRules(value: Json | undefined): readonly string[] | undefined {
  if (isAbsent(value)) return undefined;
  if (!Array.isArray(value)) throw new Error("'rules' must be an array of names");
  for (const name of value) {
    if (typeof name !== 'string' || !isChoice(name)) {
      throw new Error(`'rules' has ${JSON.stringify(name)}; it can hold ${CHOICES.join(', ')}`);
    }
  }
  return value as string[];
}

function parseEntries(value: Json | undefined): ReadonlyMap<Hash256, Hex> | undefined {
  if (isAbsent(value)) return undefined;
  if (!isJsonObject(value)) throw new Error("'entries' must be an object from keys to serialized entries");
  const entries = Object.entries(value).map(([key, entry]): [Hash256, Hex] => {
    if (!isHex(key, 32)) throw new Error(`'entries' has a key that is not 64 hex digits: '${key.slice(0, 70)}'`);
    if (typeof entry !== 'string' || !isHex(entry)) throw new Error(`'entries' must hold hex digits at ${key}`);
    return [key.toUpperCase(), entry.toUpperCase()];
  });
  return new Map(entries);
}

/** Drops as a number or, for more than a number holds exactly, as a text. */
function parseDrops(json: JsonObject, name: string, fallback: bigint): bigint {
  const value = json[name];
  if (isAbsent(value)) return fallback;
  const isWhole = typeof value === 'string' ? /^\d+$/.test(value) : Number.isSafeInteger(value) && Number(value) >= 0;
  const drops = isWhole ? BigInt(value as string | number) : undefined;
  if (drops === undefined || !isLegalAmount(drops)) throw new Error(`'${name}' must be a whole number of drops`);
  return drops;
}

function optionalUInt32(json: JsonObject, name: string, max = 0xffffffff): number | undefined {
  const value = json[name];
  if (isAbsent(value)) return undefined;
  if (!isUInt32(value) || value > max) throw new Error(`'${name}' must be a whole number from 0 to ${max}`);
  return value;
}

function isAbsent(value: Json | undefined): value is null | undefined {
  return value === undefined || value === null;
}
