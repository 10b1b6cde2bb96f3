/**
 * Packs recordings of the reference for the tests: `node scripts/pack-recordings.ts FOLDER` reads the names in
 * `vectors/packed.txt` and `vectors/fewer-digits.txt` and the recordings of these names below FOLDER, and writes the archives in
 * `vectors/packed/`. `test/recordings/` replays them.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  FEWER_DIGITS,
  packedFile,
  packedNames,
  packRecordings,
  RECORDING_GROUPS,
} from '../test/support/packed-recordings.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node scripts/pack-recordings.ts FOLDER');

for (const group of [...RECORDING_GROUPS, FEWER_DIGITS] as const) {
  const names = packedNames(group);
  const packed = packRecordings(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
  mkdirSync(path.dirname(packedFile(group)), { recursive: true });
  writeFileSync(packedFile(group), packed);
  console.log(`${group}: ${names.length} recordings, ${packed.length} bytes`);
}
