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

/** The names in `vectors/packed.txt` that belong to a group. The first folder is the group: `fuzz/fuzz-amm-1.jsonl`. */
export function packedNames(group: RecordingGroup): string[] {
  const lines = readFileSync(path.join(VECTORS, 'packed.txt'), 'utf8').split('\n');
  const names = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const lost = names.find((name) => !RECORDING_GROUPS.some((known) => name.startsWith(`${known}/`)));
  assert.equal(lost, undefined, 'vectors/packed.txt has a recording of a group that no test replays');
  return names.filter((name) => name.startsWith(`${group}/`));
}

/** The archive of a group. */
export function packedFile(group: RecordingGroup): string {
  return path.join(VECTORS, 'packed', `${group}.jsonl.zst`);
}

/** Packs recordings, given by name and text. */
export function packRecordings(recordings: readonly (readonly [name: string, text: string])[]): Buffer {
  const texts = recordings.map(([name, text]) => `${JSON.stringify({ recording: name })}\n${text.trim()}\n`);
  return zstdCompressSync(texts.join(''), { params: COMPRESSION });
}

/**
 * Replays every recording of a group. Fails if the archive lacks one of the list. The live chains are long: their second
 * halves reach 0.4 % of the code that all recordings reach, so `npm test` leaves them out, and `npm run soak -- recordings` and
 * `.ci/run` replay them.
 */
export function replayGroup(group: RecordingGroup): void {
  const isHalf = group === 'live' && !TRIES_EVERY_CASE;
  const names = packedNames(group);
  const texts = unpackRecordings(readFileSync(packedFile(group)));

  describe(`recordings of the reference: ${group}`, () => {
    test('are all in the archive', () => {
      assert.ok(names.length > 0);
      assert.deepEqual([...texts.keys()], names);
    });

    for (const [name, text] of texts) {
      test(`${name} has the same ledgers and answers${isHalf ? ', in its first half' : ''}`, async () => {
        const lines = text.trim().split('\n');
        const replayed = isHalf ? lines.slice(0, Math.ceil(lines.length / 2)) : lines;
        const recording = parseRecording(path.basename(name), replayed);
        // Signing thousands of transactions again would take a third of the time. `rippled-tests` tests signing.
        const { answers, problems } = await replayInProcess(recording, { sendsBlobs: group !== 'rippled-tests' });
        assert.deepEqual(problems.slice(0, 10), []);
        assert.ok(answers > 0, 'the recording has no answer');
      });
    }
  });
}

/** The packed recordings with these names, of fuzzers unless another group is named, or all recordings. */
export function recordedChains(names: readonly string[] | 'all', group: RecordingGroup = 'fuzz'): Recording[] {
  if (names === 'all')
    return [...RECORDING_GROUPS.flatMap(packedRecordings), ...committedScenarios().map(readRecording)];
  const chosen = packedRecordings(group).filter(({ name }) => names.includes(name));
  assert.deepEqual(chosen.map(({ name }) => name).sort(), names.toSorted());
  return chosen;
}

/** The recordings of a group, each named by its file: `fuzz-amm-1.jsonl`. */
function packedRecordings(group: RecordingGroup): Recording[] {
  const texts = unpackRecordings(readFileSync(packedFile(group)));
  return [...texts].map(([name, text]) => parseRecording(path.basename(name), text.trim().split('\n')));
}

function unpackRecordings(archive: Buffer): Map<string, string> {
  const [, ...parts] = zstdDecompressSync(archive).toString().split(HEAD);
  return new Map(parts.flatMap((name, at) => (at % 2 === 0 ? [[name, parts[at + 1]!]] : [])));
}
