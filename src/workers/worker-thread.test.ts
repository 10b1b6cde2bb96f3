/** Threads of front ends, which wait for their work; what they do with it is tested with whole servers. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { MessageChannel, type Worker } from 'node:worker_threads';
import { beginFrontEnd, employFrontEnd, endFrontEnd, endIdleFrontEnd } from './worker-thread.ts';
import type { FrontEndStart } from './messages.ts';

let started: Worker[] = [];
const note = (worker: Worker) => void started.push(worker);
/** Such a thread ends before it can look at its work. */
const employ = () => {
  const worker = employFrontEnd({ start: {} as FrontEndStart, port: new MessageChannel().port1 });
  worker.on('error', () => {});
  return worker;
};

beforeEach(() => {
  started = [];
  process.on('worker', note);
});
afterEach(async () => {
  process.off('worker', note);
  endIdleFrontEnd();
  await Promise.all(started.map((worker) => endFrontEnd(worker)));
});

describe('the thread of a front end', () => {
  test('is the one that was begun before, once', async () => {
    beginFrontEnd();
    const [first, second] = [employ(), employ()];
    await Promise.all([first, second].map((worker) => endFrontEnd(worker)));
    assert.deepEqual(started, [first, second]);
  });

  test('is a new one after an idle one was ended', async () => {
    beginFrontEnd();
    endIdleFrontEnd();
    const worker = employ();
    await endFrontEnd(worker);
    assert.equal(started.length, 2);
    assert.equal(started[1], worker);
  });

  test('keeps no process alive while it waits', () => {
    const program = `(await import('${import.meta.resolve('./worker-thread.ts')}')).beginFrontEnd();`;
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { timeout: 60_000 });
    assert.equal(status, 0);
  });
});
