/**
 * Data files with one bit flipped, or with a page of which only some sectors were written: the start or `weir verify` must find every
 * one whose content changed, and not crash. A truncated file must be refused without a crash. `WEIR_FLIPS` sets how many of each kind are
 * tried (`npm run soak -- damage`), `WEIR_FLIP_SEED` which.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { openLmdbStore } from '../../src/storage/lmdb/lmdb-store.ts';
import { Env, MASTER, party } from '../support/env.ts';
import { createMixedStore } from '../support/mixed-store.ts';
import { PROGRAM as WEIR } from '../support/program.ts';
import { TIMEOUT_MS } from '../support/until.ts';

const COUNT = Number(process.env.WEIR_FLIPS ?? 6);
const SEED = Number(process.env.WEIR_FLIP_SEED ?? 1);
const PROGRAM = join(import.meta.dirname, '../support/flip-bits.ts');
/** Limit for a reader in an endless loop, which a broken page can cause. */
const LONGEST_CHECK_MS = TIMEOUT_MS;

interface Outcome {
  readonly at: number;
  readonly verdict?: string;
  readonly isStartRefused?: boolean;
}

const scratch = mkdtempSync(join(tmpdir(), 'weir-damage-'));
const older = join(scratch, 'older');
const newer = join(scratch, 'newer');

before(async () => {
  await createMixedStore(older);
  cpSync(older, newer, { recursive: true });
  const env = await Env.create({ store: openLmdbStore(newer) });
  for (let ledger = 0; ledger < 5; ledger++) {
    env.submit(MASTER, { TransactionType: 'Payment', Destination: party('alice').id, Amount: 5n }, 'tesSUCCESS');
    await env.close();
  }
  await env.stop();
});
after(() => rmSync(scratch, { recursive: true, force: true }));

/** Runs the program, starting with this case, until it ends or crashes. */
async function run(kind: string, from: number, onOutcome: (outcome: Outcome) => void): Promise<boolean> {
  const directory = join(scratch, `work.${kind}`);
  mkdirSync(directory, { recursive: true });
  const files = { base: join(newer, 'data.mdb'), older: join(older, 'data.mdb'), directory };
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify({ ...files, seed: SEED, from, to: COUNT, kind })], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const watchdog = setTimeout(() => child.kill('SIGKILL'), LONGEST_CHECK_MS);
  for await (const line of createInterface(child.stdout)) {
    watchdog.refresh();
    onOutcome(JSON.parse(line) as Outcome);
  }
  clearTimeout(watchdog);
  return (await exited) === 0;
}

describe('a damaged data file', () => {
  for (const kind of ['bit', 'torn page']) {
    test(`is found: ${kind} (${COUNT} times)`, async (t) => {
      const verdicts = new Map<string, number>();
      let startsRefused = 0;
      let last: Outcome = { at: -1 };
      const count = (verdict: string) => verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
      for (let isDone = false; !isDone; ) {
        const from = last.at + 1;
        isDone = await run(kind, from, (outcome) => {
          last = outcome;
          if (outcome.verdict === undefined) return;
          count(outcome.verdict);
          if (outcome.isStartRefused) startsRefused++;
          if (outcome.verdict === 'missed') t.diagnostic(`case ${outcome.at} of seed ${SEED} was missed`);
        });
        // A crash while it reads counts as found. It may also crash when it closes the store after its verdict.
        assert.ok(isDone || last.at >= from, 'it got as far as a damaged file');
        if (!isDone && last.verdict === undefined) count('crashed');
      }
      t.diagnostic(`${JSON.stringify(Object.fromEntries(verdicts))}, ${startsRefused} kept a server from starting`);
      assert.equal(verdicts.get('missed') ?? 0, 0);
      assert.equal(
        [...verdicts.values()].reduce((sum, one) => sum + one, 0),
        COUNT,
      );
      assert.ok((verdicts.get('found') ?? 0) + (verdicts.get('refused') ?? 0) > 0);
      assert.equal(verdicts.get('crashed') ?? 0, 0);
    });
  }

  test(`is refused: cut off (${COUNT} times)`, async () => {
    const verdicts: (string | undefined)[] = [];
    assert.ok(
      await run('cut off', 0, ({ verdict }) => {
        if (verdict !== undefined) verdicts.push(verdict);
      }),
    );
    // An undamaged one lacks only unused pages at its end.
    assert.deepEqual(
      verdicts.filter((verdict) => verdict !== 'refused' && verdict !== 'whole'),
      [],
    );
    assert.equal(verdicts.length, COUNT);
    assert.ok(verdicts.includes('refused'));
  });

  test('that was cut off keeps a server from starting, with a message', () => {
    const directory = join(scratch, 'cut');
    const data = join(directory, 'data.mdb');
    cpSync(newer, directory, { recursive: true });
    const { size } = statSync(data);
    for (const kept of [Math.floor(size / 2), 5000, 1]) {
      truncateSync(data, kept);
      const args = [WEIR, 'start', '--port', '0', '--data', directory];
      const end = spawnSync(process.execPath, args, { timeout: LONGEST_CHECK_MS });
      assert.equal(end.status, 1);
      assert.match(String(end.stderr), /^weir: the data directory .* is damaged: .*data\.mdb .*\n$/);
    }
  });
});
