import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { TestClock } from '../../test/support/test-clock.ts';
import type { CheckedRows } from '../storage/row-check.ts';
import { Scrub, type ServerActivity } from './scrub.ts';

const DAY_SECONDS = 86_400;
const STEP = { rows: 10, bytes: 1_000 };

/** A store of so many steps. */
function storeOf(stepCount: number, damageAt?: number) {
  return {
    rowCount: () => stepCount * STEP.rows,
    *checkRows(): Generator<CheckedRows, void> {
      for (let at = 0; at < stepCount; at++) yield at === damageAt ? { ...STEP, damage: new Error('damaged') } : STEP;
    },
  };
}

interface Scrubbed {
  readonly scrub: Scrub;
  readonly clock: TestClock;
  readonly activity: { begunCount: number; underWayCount: number };
  /** Lets this time pass, in steps of a slice. */
  pass(seconds: number): Promise<void>;
}

function scrubOf(
  store: ReturnType<typeof storeOf>,
  { bytesPerSecond = 50_000, onStep = (_activity: ServerActivity & { begunCount: number }) => {} } = {},
): Scrubbed {
  const clock = new TestClock();
  const activity = { begunCount: 0, underWayCount: 0 };
  const pacer = () => {
    onStep(activity);
    return undefined;
  };
  const scrub = new Scrub({ store, clock, pacer, bytesPerSecond });
  scrub.start(activity);
  const pass = async (seconds: number) => {
    for (let slice = 0; slice < seconds * 10; slice++) {
      clock.advanceMs(100);
      await turn();
    }
  };
  return { scrub, clock, activity, pass };
}

describe('the scrub', () => {
  test('reads all rows at its rate, and says how far it is', async () => {
    const { scrub, pass } = scrubOf(storeOf(100));
    await pass(60);
    assert.deepEqual(scrub.progress, { rows: 50, bytes: 5_000, damages: 0, passShare: 0.05, lastPassMs: undefined });
    await pass(1);
    assert.equal(scrub.progress.passShare, 0.55);
    await pass(1);
    assert.equal(scrub.progress.passShare, 0);
    assert.equal(scrub.progress.rows, 1_000);
    assert.equal(typeof scrub.progress.lastPassMs, 'number');
    await scrub.stop();
  });

  test('begins again a day later', async () => {
    const { scrub, clock, pass } = scrubOf(storeOf(10));
    await pass(61);
    assert.equal(scrub.progress.rows, 100);
    const { lastPassMs } = scrub.progress;
    clock.advance(DAY_SECONDS - 10);
    await pass(5);
    assert.equal(scrub.progress.rows, 100);
    await pass(10);
    assert.equal(scrub.progress.rows, 200);
    assert.ok(scrub.progress.lastPassMs! > lastPassMs!);
    await scrub.stop();
  });

  test('ends a slice when a request arrives, and begins none while one is in progress', async () => {
    const { scrub, activity, pass } = scrubOf(storeOf(100), {
      onStep: (server) => {
        server.begunCount += 1;
      },
    });
    await pass(60);
    assert.equal(scrub.progress.rows, STEP.rows);
    activity.underWayCount = 1;
    await pass(10);
    assert.equal(scrub.progress.rows, STEP.rows);
    activity.underWayCount = 0;
    await pass(0.1);
    assert.equal(scrub.progress.rows, 2 * STEP.rows);
    await scrub.stop();
  });

  test('counts damages and continues behind them', async () => {
    const { scrub, pass } = scrubOf(storeOf(20, 7));
    await pass(61);
    assert.equal(scrub.progress.damages, 1);
    assert.equal(scrub.progress.rows, 200);
    await scrub.stop();
  });

  test('reads nothing with a rate of 0, and nothing after it is stopped', async () => {
    const off = scrubOf(storeOf(5), { bytesPerSecond: 0 });
    await off.pass(61);
    assert.equal(off.scrub.progress.rows, 0);
    assert.deepEqual(off.clock.dueInMs, []);
    const stopped = scrubOf(storeOf(100));
    await stopped.pass(60);
    await stopped.scrub.stop();
    assert.deepEqual(stopped.clock.dueInMs, []);
  });
});
