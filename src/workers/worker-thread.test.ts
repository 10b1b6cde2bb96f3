/** The threads of workers before they get work. Tests of whole servers cover the work itself. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { MessageChannel, type Worker } from 'node:worker_threads';
import type { WorkerStart } from './messages.ts';
import { endIdleWorker, endWorker, prepareWorker, startWorker } from './worker-thread.ts';

let started: Worker[] = [];
const note = (worker: Worker) => void started.push(worker);
/** Such a thread ends before it can look at its work. */
const employ = () => {
  const worker = startWorker({ start: {} as WorkerStart, port: new MessageChannel().port1 });
  worker.on('error', () => {});
  return worker;
};

describe('the thread of a worker', () => {
  beforeEach(() => {
    started = [];
    process.on('worker', note);
  });
  afterEach(async () => {
    process.off('worker', note);
    endIdleWorker();
    await Promise.all(started.map((worker) => endWorker(worker)));
  });

  test('is the one that was begun before, once', async () => {
    prepareWorker();
    const [first, second] = [employ(), employ()];
    await Promise.all([first, second].map((worker) => endWorker(worker)));
    assert.deepEqual(started, [first, second]);
  });

  test('is a new one after an idle one was ended', async () => {
    prepareWorker();
    endIdleWorker();
    const worker = employ();
    await endWorker(worker);
    assert.equal(started.length, 2);
    assert.equal(started[1], worker);
  });

  test('is ended although it ended before, at any point of a call of a native module', async (t) => {
    for (const state of ['outside', 'inside', 'about to be terminated'].keys()) {
      const worker = employ();
      const look = t.mock.method(Atomics, 'compareExchange', () => state);
      const ended = endWorker(worker);
      await worker.terminate();
      await ended;
      look.mock.restore();
    }
  });

  test('keeps no process alive while it waits', () => {
    const program = `(await import('${import.meta.resolve('./worker-thread.ts')}')).prepareWorker();`;
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { timeout: 60_000 });
    assert.equal(status, 0);
  });
});
