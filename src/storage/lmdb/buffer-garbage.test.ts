import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

const COUNT = 1000;
const BYTES = 65_536;
const PROGRAM = `
  const { bufferGarbageCollector } = await import('${new URL('./buffer-garbage.ts', import.meta.url)}');
  const { parentPort } = await import('node:worker_threads');
  const collect = process.argv.includes('collect') ? bufferGarbageCollector() : () => {};
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  // The last 16 are alive. Older ones were alive too long for collections of the young generation.
  const alive = [];
  for (let number = 0; number < ${COUNT}; number++) {
    alive[number % 16] = new SharedArrayBuffer(${BYTES});
    collect();
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  parentPort.postMessage(most);
`;

test('buffers that a thread leaves behind do not pile up', async () => {
  const most = async (argument: string): Promise<number> => {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`), { argv: [argument] });
    const [bytes] = await Promise.all([
      new Promise<number>((resolve, reject) => worker.once('message', resolve).once('error', reject)),
      new Promise((resolve) => worker.once('exit', resolve)),
    ]);
    return bytes;
  };
  const [collected, left] = [await most('collect'), await most('leave')];
  // V8 frees buffers in other threads, which may lag behind, and may collect a few times by itself.
  const half = (COUNT * BYTES) / 2;
  assert.ok(collected < half && collected < left, `${collected} bytes, otherwise ${left}`);
});
