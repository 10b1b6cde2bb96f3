/**
 * Goes on at random where the hardening tests stop: `npm run soak:fuzz -- --seconds 600 --seed 7`. A server in this
 * process gets strange requests, hostile transactions and broken blobs over HTTP; now and then a ledger closes, and
 * each world's chain is verified at its end. Prints the seed of every world and whatever a server must not do; exits
 * with 1 if there was any of it. The same seed does the same again.
 */

import { parseArgs } from 'node:util';
import type { Json, JsonObject } from '../src/protocol/values.ts';
import { methodTable } from '../src/rpc/table.ts';
import { bytesToHex } from '../src/util/hex.ts';
import { damaged } from '../test/support/hostile-blobs.ts';
import { parameterNames, soundRequests } from '../test/support/hostile-requests.ts';
import { hostileTransaction } from '../test/support/hostile-transactions.ts';
import { STRANGE_VALUES } from '../test/support/hostile-values.ts';
import { createHostileWorld, type HostileWorld } from '../test/support/hostile-world.ts';
import { SeededRandom } from '../test/support/seeded-random.ts';
import { verifyChain } from '../test/support/verify-store.ts';

const STEPS_PER_WORLD = 5_000;
const CLOSE_SHARE = 0.02;
const SLOW_MS = 2_000;
const DEFAULT_SECONDS = '60';
const METHODS = [...methodTable.keys()];

const { values: options } = parseArgs({
  options: { seconds: { type: 'string', default: DEFAULT_SECONDS }, seed: { type: 'string' } },
});
const endsAtMs = performance.now() + Number(options.seconds) * 1000;
const firstSeed = options.seed === undefined ? Date.now() % 1_000_000 : Number(options.seed);
let findings = 0;

function report(seed: number, step: number, text: string): void {
  findings++;
  console.error(`seed ${seed}, step ${step}: ${text}`);
}

let steps = 0;
let seed = firstSeed;
for (; performance.now() < endsAtMs; seed++) steps += await runWorld(seed);
console.log(`seeds ${firstSeed} to ${seed - 1}: ${steps} steps, ${findings} findings`);
process.exitCode = findings === 0 ? 0 : 1;

/** Torments one world; gives how many steps that took. */
async function runWorld(seed: number): Promise<number> {
  console.log(`seed ${seed}`);
  const world = await createHostileWorld();
  const random = new SeededRandom(seed);
  let step = 0;
  for (; step < STEPS_PER_WORLD && performance.now() < endsAtMs; step++) {
    const finding = await takeStep(world, random).catch((error: Error) => `no answer: ${error.stack}`);
    if (finding !== undefined) report(seed, step, finding);
    for (const text of world.reports.splice(0)) report(seed, step, `the server reported: ${text}`);
  }
  try {
    await world.env.close();
    verifyChain(world.env.node.store);
  } catch (error) {
    report(seed, step, `the chain is not whole: ${(error as Error).stack}`);
  }
  await world.stop();
  return step;
}

async function takeStep(world: HostileWorld, random: SeededRandom): Promise<string | undefined> {
  if (random.next() < CLOSE_SHARE) await world.env.close();
  const kind = random.next();
  if (kind < 0.4) return strangeRequest(world, random);
  return submission(world, random, kind < 0.7);
}

async function strangeRequest(world: HostileWorld, random: SeededRandom): Promise<string | undefined> {
  const method = random.pick(METHODS);
  const sound = random.pick(soundRequests(world).get(method)!);
  const names = parameterNames(method);
  const changed = Array.from({ length: random.below(3) + 1 }, () => random.pick(names));
  const values = changed.map((name): [string, Json] => [name, strangeValue(random, sound[name])]);
  const params: JsonObject = { api_version: random.below(2) + 1, ...sound, ...Object.fromEntries(values) };
  const started = performance.now();
  // From ripplerpc 2.0 on, an error stands where the result would.
  const { error, result = error } = await world.call(method, params);
  const what = `${method} ${JSON.stringify(params).slice(0, 500)}`;
  if (!['success', 'error'].includes(result?.status)) return `no status: ${what}`;
  if (performance.now() - started > SLOW_MS) return `slow: ${what}`;
  return result.error === 'internal' ? `internal: ${what}` : undefined;
}

/** Any of the strange values, or the sound one with a part of it changed. */
function strangeValue(random: SeededRandom, sound: Json | undefined): Json {
  if (typeof sound === 'string' && random.next() < 0.5) {
    return String(damaged(Buffer.from(sound || '0'), random));
  }
  if (typeof sound === 'object' && sound !== null && !Array.isArray(sound) && random.next() < 0.7) {
    const names = Object.keys(sound);
    return names.length === 0 ? sound : { ...sound, [random.pick(names)]: random.pick(STRANGE_VALUES) };
  }
  return random.pick(STRANGE_VALUES);
}

async function submission(world: HostileWorld, random: SeededRandom, isWhole: boolean): Promise<string | undefined> {
  const { sender, fields } = hostileTransaction(world, random);
  let blob = signedOrNothing(world, sender, fields);
  if (blob === undefined) return undefined;
  if (!isWhole) blob = damaged(blob, random);
  const { result } = await world.call('submit', { tx_blob: bytesToHex(blob) });
  const outcome = String(result.engine_result ?? result.error);
  const isFault = /INTERNAL|EXCEPTION|INVARIANT|BAD_LEDGER|FAILURE|internal/.test(outcome);
  // There the reference has an exception too.
  if (!isFault || fields.TransactionType === 'DepositPreauth') return undefined;
  return `${outcome}: ${bytesToHex(blob)}`;
}

function signedOrNothing(world: HostileWorld, ...transaction: Parameters<HostileWorld['env']['sign']>) {
  try {
    return world.env.sign(...transaction).blob;
  } catch {
    // Some values have no serialization at all.
    return undefined;
  }
}
