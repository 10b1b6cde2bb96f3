/**
 * A program that reverts to earlier ledgers is killed at random moments. Afterwards its last ledger is the one before the
 * interrupted step, or the one after it: a revert is atomic. `WEIR_KILLS` sets how often.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { verifyStore } from '../../src/verify/verify-store.ts';
import { SeededRandom } from '../support/seeded-random.ts';

const KILLS = Number(process.env.WEIR_KILLS ?? 2);
const PROGRAM = join(import.meta.dirname, '../support/revert-ledgers.ts');
const MOST_LINES = 60;

const scratch = mkdtempSync(join(tmpdir(), 'weir-kill-revert-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** Kills the program after so many lines. Returns the last ledger that it reported, and its last line. */
async function killAfter(directory: string, lineCount: number): Promise<{ at: string; doing: string }> {
  const program = spawn(process.execPath, [PROGRAM, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(program, 'exit');
  let at = '';
  let doing = '';
  let seen = 0;
  for await (const line of createInterface({ input: program.stdout })) {
    if (line.startsWith('at ')) at = line;
    doing = line;
    if (++seen === lineCount) program.kill('SIGKILL');
  }
  await exited;
  return { at, doing };
}

describe('a revert to an earlier ledger', () => {
  const random = new SeededRandom(3);

  test(`is complete or absent when the process is killed (${KILLS} times)`, async () => {
    const directory = join(scratch, 'data');
    for (let kill = 0; kill < KILLS; kill++) {
      const { at, doing } = await killAfter(directory, 1 + Math.floor(random.next() * MOST_LINES));
      const store = openLmdbStore(directory);
      const check = verifyStore(store, { isDeep: true });
      let step = check.next();
      while (!step.done) step = check.next();
      assert.deepEqual(step.value.first, []);
      const header = store.header(store.ledgerRange()!.last)!;
      await store.close();
      const found = `${header.ledgerIndex} ${header.hash}`;
      const [, index = '', hash = ''] = at.split(' ');
      const isUnchanged = found === `${index} ${hash}`;
      const isNext = doing === 'closing' && header.parentHash === hash;
      const isBack = doing.startsWith('returning') && found === doing.slice('returning '.length);
      assert.ok(isUnchanged || isNext || isBack, `${at}, ${doing}: found ${found}`);
    }
  });
});
