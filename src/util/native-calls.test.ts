import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { forbidNativeCalls, nativeCall, nativeCallsMemory, trackNativeCalls } from './native-calls.ts';

const ENDED = 20;
/** A thread that tracks its calls and spends most of its time in native code. */
const VERIFIER = `
  const { workerData, parentPort } = require('node:worker_threads');
  (async () => {
    const { trackNativeCalls } = await import('${import.meta.resolve('./native-calls.ts')}');
    const { deriveKeyPair } = await import('${import.meta.resolve('../crypto/key-pair.ts')}');
    const { sign, verify } = await import('${import.meta.resolve('../crypto/signature.ts')}');
    const message = Buffer.alloc(100);
    const keys = deriveKeyPair(Buffer.alloc(16), 'secp256k1');
    const signature = sign(message, keys);
    trackNativeCalls(workerData);
    parentPort.postMessage('at work');
    for (;;) verify(message, keys.publicKey, signature);
  })();
`;

describe('native calls', () => {
  test('are forbidden only while there is none, and waited for', () => {
    const memory = nativeCallsMemory();
    assert.equal(forbidNativeCalls(memory), false, 'the thread loads');
    trackNativeCalls(memory);
    const outcomes = nativeCall(() => [
      forbidNativeCalls(memory, 2),
      nativeCall(() => forbidNativeCalls(memory)),
      forbidNativeCalls(memory),
    ]);
    assert.deepEqual(outcomes, [false, false, false]);
    assert.throws(() => nativeCall(() => assert.fail()));
    assert.equal(forbidNativeCalls(memory), true);
    assert.equal(forbidNativeCalls(memory), true, 'they stay so');
    trackNativeCalls(nativeCallsMemory());
  });

  test('do not abort the process when their thread is terminated', async () => {
    for (let ended = 0; ended < ENDED; ended++) {
      const memory = nativeCallsMemory();
      const worker = new Worker(VERIFIER, { eval: true, workerData: memory });
      await once(worker, 'message');
      assert.equal(forbidNativeCalls(memory, 10_000), true);
      await worker.terminate();
    }
  });
});
