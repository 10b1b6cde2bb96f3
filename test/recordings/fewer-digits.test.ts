/**
 * Recordings of the reference that were made without two amendments of 3.2.0, so that amounts had fewer digits
 * (`vectors/fewer-digits.txt`): results and changed entries are equal, and amounts nearly. They test the formulas of market
 * makers.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeToJson } from '../../src/protocol/json/to-json.ts';
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import type { CloseLine, Recording } from '../../src/recording/recording.ts';
import type { JsonDraft } from '../../src/rpc/params/json-values.ts';
import { hexToBytes } from '../../src/util/hex.ts';
import { Env } from '../support/env.ts';
import { FEWER_DIGITS, packedNames, readPacked } from '../support/packed-recordings.ts';
import { recordedGenesis } from '../support/recorded-chain.ts';
import { type Call, rpcOf } from '../support/rpc-call.ts';

/** Largest difference, as a part of the amount. */
const LOST_DIGITS = 1e-12;
const NUMBER = /^-?\d+(\.\d+)?(e-?\d+)?$/;

/** Drops may also differ by one. */
function isNear(actual: string, expected: string, isDrops: boolean): boolean {
  if (!NUMBER.test(actual) || !NUMBER.test(expected)) return false;
  const [one, other] = [Number(actual), Number(expected)];
  const difference = Math.abs(one - other);
  return difference <= LOST_DIGITS * Math.max(Math.abs(one), Math.abs(other)) || (isDrops && difference <= 1);
}

/** Lists the places where the values differ by more than the lost digits. */
function differences(actual: Json | undefined, expected: Json | undefined, place: string): string[] {
  if (actual === expected) return [];
  const isDrops = !place.endsWith('.value');
  if (typeof actual === 'string' && typeof expected === 'string' && isNear(actual, expected, isDrops)) return [];
  if (typeof actual !== 'object' || typeof expected !== 'object' || actual === null || expected === null) {
    return [`${place}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`];
  }
  const [one, other] = [actual as JsonObject, expected as JsonObject];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => differences(one[name], other[name], `${place}.${name}`));
}

/** Metadata with its entries by key, without the sequence of market makers' accounts. */
function comparable(meta: string): JsonObject {
  const { AffectedNodes, ...rest } = decodeToJson(hexToBytes(meta)) as { AffectedNodes: JsonObject[] };
  const entries = AffectedNodes.map((node) => {
    const [[kind, change]] = Object.entries(node) as [[string, JsonObject]];
    const fields = (change.NewFields ?? change.FinalFields) as JsonDraft | undefined;
    if (fields?.AMMID !== undefined) delete fields.Sequence;
    return [`${kind} ${change.LedgerIndex}`, change];
  });
  return { ...rest, ...Object.fromEntries(entries) };
}

async function compareLedger(call: Call, { header, txs }: CloseLine): Promise<string[]> {
  await call('ledger_accept', { close_time: header.close_time as number });
  const ledger_index = header.ledger_index as number;
  const question = { ledger_index, transactions: true, expand: true, binary: true };
  const { ledger } = await call('ledger', question);
  const applied: { tx_blob: string; meta: string }[] = ledger.transactions;
  const metadata = new Map(applied.map(({ tx_blob, meta }) => [tx_blob, meta]));
  const found = txs.flatMap(({ tx_blob, meta }) => {
    const own = metadata.get(tx_blob as string);
    if (own === undefined) return [`ledger ${ledger_index} lacks ${tx_blob}`];
    return differences(comparable(own), comparable(meta as string), `ledger ${ledger_index}`);
  });
  return applied.length === txs.length
    ? found
    : [...found, `ledger ${ledger_index} has ${applied.length} transactions`];
}

/** Number of compared results, and all differences. */
async function replay(recording: Recording): Promise<{ results: number; problems: string[] }> {
  const env = await Env.create({ genesis: recordedGenesis(recording) });
  const call = rpcOf(env);
  const outcome = { results: 0, problems: [] as string[] };
  for (const [at, line] of recording.lines.entries()) {
    if (line.kind === 'close') outcome.problems.push(...(await compareLedger(call, line)));
    if (line.kind !== 'rpc' || line.method !== 'submit') continue;
    const { engine_result } = await call('submit', line.params);
    outcome.problems.push(...differences(engine_result, line.result.engine_result, `line ${at + 2}`));
    outcome.results += 1;
  }
  await env.stop();
  return outcome;
}

describe('recordings of market makers with fewer digits', () => {
  for (const name of packedNames(FEWER_DIGITS)) {
    test(`${name} has the same results, and nearly the same amounts`, async () => {
      const { results, problems } = await replay(readPacked(name, FEWER_DIGITS));
      assert.deepEqual(problems.slice(0, 10), []);
      assert.ok(results > 0, 'the recording has no submission');
    });
  }
});
