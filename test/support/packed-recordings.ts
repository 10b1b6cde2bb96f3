/**
 * Recordings of the reference in compressed archives, one archive a group. An archive is JSON lines. The line
 * `{"recording": NAME}` precedes the lines of each recording.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { parseRecording, type Recording } from '../../src/recording/recording.ts';
import { TRIES_EVERY_CASE } from './every-case.ts';
import { committedScenarios, readRecording } from './recording.ts';
import { replayInProcess } from './replay.ts';

const VECTORS = path.join(import.meta.dirname, '../../vectors');
const HEAD = /^\{"recording":"([^"]+)"\}\n/gm;
/**
 * 128 MiB, the largest window that all zstd readers accept. A large window helps because recordings of a group are
 * similar.
 */
const WINDOW_LOG = 27;
const COMPRESSION = {
  [constants.ZSTD_c_compressionLevel]: 19,
  [constants.ZSTD_c_windowLog]: WINDOW_LOG,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
};

/** Groups of recordings. Each has an archive in `vectors/packed/` and a test in `test/recordings/`. */
export const RECORDING_GROUPS = ['fuzz', 'live', 'rippled-tests', 'ahead'] as const;
type RecordingGroup = (typeof RECORDING_GROUPS)[number];
/** Recordings that agree except for the last digits: `test/recordings/fewer-digits.test.ts`. */
export const FEWER_DIGITS = 'fewer-digits';
type Archive = RecordingGroup | typeof FEWER_DIGITS;

/**
 * The names of an archive's recordings. In `vectors/packed.txt` the first folder is the group: `fuzz/fuzz-amm-1.jsonl`. Those of
 * `FEWER_DIGITS` have a list of their own.
 */
export function packedNames(archive: Archive): string[] {
  if (archive === FEWER_DIGITS) return listedIn(path.join(VECTORS, 'fewer-digits.txt'));
  const names = listedIn(path.join(VECTORS, 'packed.txt'));
  const lost = names.find((name) => !RECORDING_GROUPS.some((known) => name.startsWith(`${known}/`)));
  assert.equal(lost, undefined, 'vectors/packed.txt has a recording of a group that no test replays');
  return names.filter((name) => name.startsWith(`${archive}/`));
}

/** The lines of a list, without comments. */
function listedIn(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}

/** The file of an archive. */
export function packedFile(archive: Archive): string {
  return path.join(VECTORS, 'packed', `${archive}.jsonl.zst`);
}

/** Packs recordings, given by name and text. */
export function packRecordings(recordings: readonly (readonly [name: string, text: string])[]): Buffer {
  const texts = recordings.map(([name, text]) => `${JSON.stringify({ recording: name })}\n${text.trim()}\n`);
  return zstdCompressSync(texts.join(''), { params: COMPRESSION });
}

/** The recordings that `npm test` replays, and how many of their lines after the first: see the head of the file. */
export const TESTED_FILE = path.join(VECTORS, 'tested.txt');

function testedLines(): Map<string, number> {
  const words = listedIn(TESTED_FILE).map((line) => line.split(' '));
  return new Map(words.map(([name, count]) => [name!, Number(count)]));
}

/**
 * Replays recordings of a group: all with `WEIR_TEST_CASES=all`, which `npm run soak -- recordings` and `.ci/run` set, otherwise those
 * in `vectors/tested.txt`. Fails if the archive lacks one of the list.
 */
export function replayGroup(group: RecordingGroup): void {
  const names = packedNames(group);
  const tested = new Map([...testedLines()].filter(([name]) => name.startsWith(`${group}/`)));

  describe(`recordings of the reference: ${group}`, () => {
    test('are all in the archive', () => {
      assert.ok(names.length > 0);
      assert.deepEqual([...textsOf(group).keys()], names);
      const unknown = [...tested].filter(([name, lines]) => !names.includes(name) || !(lines > 0));
      assert.deepEqual(unknown, [], 'vectors/tested.txt has another recording, or no number of lines');
    });

    for (const name of names) {
      const count = TRIES_EVERY_CASE ? Number.POSITIVE_INFINITY : tested.get(name);
      if (count === undefined) continue;
      test(`${name} has the same ledgers and answers${count < Number.POSITIVE_INFINITY ? ` in ${count} lines` : ''}`, async () => {
        const recording = readPacked(name);
        const lines = recording.lines.slice(0, count);
        const { answers, problems } = await replayInProcess({ ...recording, lines }, { sendsBlobs: sendsBlobs(group) });
        assert.deepEqual(problems.slice(0, 10), []);
        assert.ok(answers > 0, 'the recording has no answer');
      });
    }
  });
}

/** Signing thousands of transactions again would take a third of the time. `rippled-tests` tests signing. */
export function sendsBlobs(group: RecordingGroup): boolean {
  return group !== 'rippled-tests';
}

/** The packed recordings with these names, of fuzzers unless another group is named, or all recordings, one after another. */
export function* recordedChains(
  names: readonly string[] | 'all',
  group: RecordingGroup = 'fuzz',
): Generator<Recording> {
  if (names === 'all') {
    for (const name of RECORDING_GROUPS.flatMap(packedNames)) yield readPacked(name);
    for (const name of committedScenarios()) yield readRecording(name);
  } else {
    const paths = new Map(packedNames(group).map((name) => [path.basename(name), name]));
    for (const name of names) yield readPacked(paths.get(name) ?? name);
  }
}

/** The packed recording with this name, such as `fuzz/fuzz-amm-1.jsonl`. Its own name is that of the file. */
export function readPacked(name: string, archive = name.split('/')[0] as Archive): Recording {
  const text = textsOf(archive).get(name);
  assert(text !== undefined, `no packed recording has the name ${name}`);
  return parseRecording(path.basename(name), text.trim().split('\n'));
}

const unpacked = new Map<Archive, Map<string, string>>();

/** The texts of an archive, from name to text. They are kept, because unpacking takes half as long as a replay. */
function textsOf(archive: Archive): Map<string, string> {
  const known = unpacked.get(archive);
  if (known !== undefined) return known;
  const [, ...parts] = zstdDecompressSync(readFileSync(packedFile(archive)))
    .toString()
    .split(HEAD);
  const texts = new Map(parts.flatMap((name, at) => (at % 2 === 0 ? [[name, parts[at + 1]!]] : [])));
  unpacked.set(archive, texts);
  return texts;
}
