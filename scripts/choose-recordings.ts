/**
 * Chooses which recordings `npm test` replays: `node scripts/choose-recordings.ts FOLDER` replays all of them and their beginnings,
 * and writes `vectors/tested.txt`: in little time the chosen ones reach each line and branch of `src/` that all of them and no unit
 * test reach, each result of each transaction type, and each error of each method. FOLDER has the coverage of the unit tests
 * (`NODE_V8_COVERAGE=FOLDER npm test -- src/`). Of the long chains in `live` the second halves count as unknown: they reach
 * 0.4 % more.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '../src/protocol/values.ts';
import type { RecordedLine, Recording } from '../src/recording/recording.ts';
import {
  packedNames,
  RECORDING_GROUPS,
  readPacked,
  sendsBlobs,
  TESTED_FILE,
} from '../test/support/packed-recordings.ts';
import { committedScenarios, readRecording } from '../test/support/recording.ts';
import { replayInProcess } from '../test/support/replay.ts';

/** The beginning of a recording, and what its replay reaches. */
interface Beginning {
  readonly name: string;
  /** Lines after the first. */
  readonly lines: number;
  readonly ms: number;
  /** Numbers of the reached places. */
  readonly places: readonly number[];
}

/** A part of a script between two positions, as `SCRIPT START END`. */
type Part = readonly [script: string, start: number, end: number];

const SOURCES = pathToFileURL(path.join(import.meta.dirname, '../src')).href;
/** Recordings with more lines may be replayed in part. */
const SHORT = 40;
const PARTS = [0.2, 0.4, 0.6, 0.8, 1];
const LIVE_PARTS = [0.125, 0.25, 0.375, 0.5];
const HEAD = `# The recordings of \`packed.txt\` that \`npm test\` replays, and how many of their lines. \`npm run soak -- recordings\` replays all.
# Together with \`scenarios\` they reach each line and branch of \`src/\`, each result of each type of transaction and each error of
# each method that all of them reach. Chosen by \`node scripts/choose-recordings.ts\`.
`;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node scripts/choose-recordings.ts FOLDER');

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

// These are replayed in any case; those with raw requests over HTTP. The first replay also runs what is computed once.
const scenarios = committedScenarios()
  .map(readRecording)
  .filter(({ lines }) => lines.every(({ kind }) => kind !== 'http'));
for (const recording of scenarios) await replayInProcess(recording);
await reachedParts();
const given: { parts: Part[]; results: string[] }[] = [];
for (const recording of scenarios) given.push(await reach(recording, recording.lines.length, false));
for (const file of globSync(path.join(folder, '*.json')))
  given.push({ parts: partsOf(JSON.parse(readFileSync(file, 'utf8')).result), results: [] });
const measured: { name: string; lines: number; ms: number; parts: Part[]; results: string[] }[] = [];
for (const group of RECORDING_GROUPS) {
  for (const name of packedNames(group)) {
    const recording = readPacked(name);
    const all = recording.lines.length;
    const lengths = all <= SHORT ? [all] : (group === 'live' ? LIVE_PARTS : PARTS).map((part) => Math.ceil(part * all));
    for (const lines of lengths) measured.push({ name, lines, ...(await reach(recording, lines, sendsBlobs(group))) });
  }
}

const numbersOf = numberer([...given, ...measured].map(({ parts }) => parts));
const known = new Set(given.flatMap(numbersOf));
const beginnings = measured.map(({ name, lines, ms, ...reached }) => ({ name, lines, ms, places: numbersOf(reached) }));
const all = new Set([...known, ...beginnings.flatMap(({ places }) => places)]);
const chosen = choose(beginnings, known);
const lines = [...chosen.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
writeFileSync(TESTED_FILE, HEAD + lines.map(({ name, lines }) => `${name} ${lines}\n`).join(''));
const whole = beginnings.filter(({ name }, at) => beginnings[at + 1]?.name !== name);
console.log(
  `${all.size} places, ${known.size} of them by scenarios; ${chosen.size} of ${whole.length} recordings,`,
  `${total(lines)} of ${total(whole)} ms`,
);

function total(some: readonly Beginning[]): number {
  return Math.round(some.reduce((sum, { ms }) => sum + ms, 0));
}

async function reach(
  recording: Recording,
  count: number,
  sendsBlobs: boolean,
): Promise<{ ms: number; parts: Part[]; results: string[] }> {
  const lines = recording.lines.slice(0, count);
  const startedMs = performance.now();
  const { problems } = await replayInProcess({ ...recording, lines }, { sendsBlobs });
  if (problems.length > 0) throw new Error(`${problems[0]}`);
  const ms = performance.now() - startedMs;
  return { ms, parts: await reachedParts(), results: lines.flatMap(resultsOf) };
}

/** The parts of the sources that ran since the last call. */
async function reachedParts(): Promise<Part[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return partsOf(result);
}

function partsOf(scripts: readonly Profiler.ScriptCoverage[]): Part[] {
  return scripts
    .filter(({ url }) => url.startsWith(SOURCES))
    .flatMap(({ url, functions }) => {
      const ranges = functions.flatMap(({ ranges }) => ranges);
      // An inner range decides about its part of the outer one.
      ranges.sort((one, other) => one.startOffset - other.startOffset || other.endOffset - one.endOffset);
      return flatten(ranges).map(([start, end]): Part => [url, start, end]);
    });
}

/** The parts with a positive count, of nested ranges in the order of their starts. */
function flatten(ranges: readonly { startOffset: number; endOffset: number; count: number }[]): [number, number][] {
  const parts: [number, number][] = [];
  const open: { endOffset: number; count: number }[] = [];
  let at = 0;
  const advance = (to: number) => {
    if (to > at && (open.at(-1)?.count ?? 0) > 0) parts.push([at, to]);
    at = Math.max(at, to);
  };
  const close = (before: number) => {
    while (open.length > 0 && open.at(-1)!.endOffset <= before) {
      advance(open.at(-1)!.endOffset);
      open.pop();
    }
  };
  for (const range of ranges) {
    close(range.startOffset);
    advance(range.startOffset);
    open.push(range);
  }
  close(Number.POSITIVE_INFINITY);
  return parts;
}

/** What clients see: errors of methods, results of transactions in the open ledger and in closed ones. */
function resultsOf(line: RecordedLine): string[] {
  if (line.kind === 'close')
    return line.txs.map(({ tx_blob, meta }) => `${`${tx_blob}`.slice(0, 6)} ${`${meta}`.slice(-6)}`);
  if (line.kind === 'http') return [`http ${line.status}`];
  const { engine_result, tx_json, error } = line.result;
  return [`${line.method} ${(tx_json as JsonObject | undefined)?.TransactionType} ${engine_result ?? error}`];
}

/** Numbers parts, cut wherever any part begins or ends, and results. */
function numberer(reached: readonly (readonly Part[])[]) {
  const cuts = new Map<string, Set<number>>();
  for (const [script, start, end] of reached.flat()) {
    const known = cuts.get(script) ?? new Set();
    cuts.set(script, known.add(start).add(end));
  }
  const sorted = new Map([...cuts].map(([script, known]) => [script, [...known].sort((one, other) => one - other)]));
  const positions = new Map([...sorted].map(([script, list]) => [script, new Map(list.map((cut, at) => [cut, at]))]));
  const numbers = new Map<string, number>();
  const numberOf = (name: string) => numbers.get(name) ?? numbers.set(name, numbers.size).size - 1;
  return ({ parts, results }: { parts: readonly Part[]; results: readonly string[] }): number[] => {
    const places = new Set(results.map(numberOf));
    for (const [script, start, end] of parts) {
      const at = positions.get(script)!;
      for (let cut = at.get(start)!; cut < at.get(end)!; cut++) places.add(numberOf(`${script} ${cut}`));
    }
    return [...places];
  };
}

/** Takes the beginning that reaches the most new places for its time until no other one reaches a new place. */
function choose(beginnings: readonly Beginning[], known: ReadonlySet<number>): Map<string, Beginning> {
  const reached = new Set(known);
  const chosen = new Map<string, Beginning>();
  let left = beginnings.map((one) => ({ one, fresh: one.places }));
  while (left.length > 0) {
    left = left
      .map(({ one, fresh }) => ({ one, fresh: fresh.filter((place) => !reached.has(place)) }))
      .filter(({ fresh }) => fresh.length > 0);
    const worth = ({ one, fresh }: (typeof left)[number]) =>
      fresh.length / Math.max(1, one.ms - (chosen.get(one.name)?.ms ?? 0));
    const best = left.reduce((one, other) => (worth(one) >= worth(other) ? one : other), left[0]!);
    if (best === undefined) break;
    for (const place of best.fresh) reached.add(place);
    chosen.set(best.one.name, best.one);
  }
  return dropNeedless(chosen, known);
}

/** Drops each one whose places the others reach, the slowest first. */
function dropNeedless(chosen: Map<string, Beginning>, known: ReadonlySet<number>): Map<string, Beginning> {
  for (const one of [...chosen.values()].sort((one, other) => other.ms - one.ms)) {
    const others = [...chosen.values()].filter((other) => other !== one);
    const reached = new Set([...known, ...others.flatMap(({ places }) => places)]);
    if (one.places.every((place) => reached.has(place))) chosen.delete(one.name);
  }
  return chosen;
}
