/**
 * Replays ledgers of the real network: `node scripts/check-real-ledgers.ts FOLDER`. Fails if fewer transactions than before give
 * the recorded metadata, or if a difference is not explained by an entry that the metadata does not show.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { replay } from '../src/cli/replay/replay.ts';

/** Transactions of the folder's ledgers that were identical when this was written. */
const IDENTICAL = 712;
const KNOWN = 513;

const [folder = ''] = process.argv.slice(2);
const files = readdirSync(folder).map((name) => path.join(folder, name));
const lines: string[] = [];
const code = await replay(files, (text) => lines.push(text));
const summary = lines.at(-1) ?? '';
console.log(lines.filter((line) => !line.startsWith('  ')).join('\n'));
const [, identical, known] = /: (\d+) of \d+ identical: (\d+) of \2 whose every read was known/.exec(summary) ?? [];
if (code !== 0 || Number(identical) < IDENTICAL || Number(known) < KNOWN) {
  console.error(
    `expected at least ${IDENTICAL} identical transactions, ${KNOWN} of them with every read known, and no other difference`,
  );
  process.exitCode = 1;
}
