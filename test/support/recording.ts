/** Recordings of the reference server in `vectors/scenarios`, and the accepted differences from them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseRecording, type Recording } from '../../src/recording/recording.ts';

const VECTORS = path.join(import.meta.dirname, '../../vectors');
const FOLDER = 'scenarios/';

/** File names of the recordings in the repository; all of them must replay. */
export function committedScenarios(): string[] {
  return readdirSync(path.join(VECTORS, FOLDER)).sort();
}

export function readRecording(name: string): Recording {
  const text = readFileSync(path.resolve(VECTORS, FOLDER, name), 'utf8');
  return parseRecording(path.basename(name), text.trim().split('\n'));
}

interface AcceptedDifference {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

/** Numbers of the lines whose answers intentionally differ from the reference's. */
export function acceptedLines(name: string): ReadonlySet<number> {
  const text = readFileSync(path.join(VECTORS, 'accepted-differences.json'), 'utf8');
  const all = JSON.parse(text) as readonly AcceptedDifference[];
  return new Set(all.filter(({ file }) => file === name).map(({ line }) => line));
}
