import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from '../../../test/support/program.ts';

const HEAP_GROWTH = new URL('./heap-growth.ts', import.meta.url);
const COLLECT = `
  const alive = Array.from({ length: 100_000 }, (_, number) => ({ number, text: 'text ' + number }));
  gc();
  gc();
  console.log(alive.length);
`;

const [nodeMajor] = process.versions.node.split('.');
/** The V8 of Node.js 22 ignores --heap-growing-percent, and other flags make it refuse compiled code. */
const skip = Number(nodeMajor) < 24 && 'V8 of Node.js 22 ignores these flags';

/** By how much V8 lets the heap grow until the next collection, as V8 prints it. How large a heap gets depends on timing. */
async function growthFactors(program: string): Promise<string[]> {
  const printed = await runProgram(process.execPath, [
    '--expose-gc',
    '--trace-gc-verbose',
    '--input-type=module',
    '-e',
    program,
  ]);
  return [...printed.matchAll(/factor (\d+\.\d+) /g)].map((match) => match[1] ?? '');
}

test('the heap grows to twice what is alive', { skip }, async () => {
  const factors = await growthFactors(`(await import('${HEAP_GROWTH}')).limitHeapGrowth(); ${COLLECT}`);
  assert.deepEqual(factors.slice(-2), ['2.0', '2.0']);
});

test('a thread that begins during the start has room to load in, and V8 takes what was compiled before; later ones do not', {
  skip,
}, async () => {
  const program = `
    const { cachedDataVersionTag } = await import('node:v8');
    const { makeRoomForStart, limitHeapGrowth } = await import('${HEAP_GROWTH}');
    const { Worker } = await import('node:worker_threads');
    const { once } = await import('node:events');
    const loaded = \`
      const room = process.getBuiltinModule('node:v8').getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size;
      process.getBuiltinModule('node:worker_threads').parentPort.postMessage(room);
    \`;
    const roomOfThread = async () => (await once(new Worker(loaded, { eval: true }), 'message'))[0];
    const usual = await roomOfThread();
    const tag = cachedDataVersionTag();
    makeRoomForStart();
    const larger = await roomOfThread();
    const tagAtStart = cachedDataVersionTag();
    limitHeapGrowth();
    console.log(larger >= 2 * usual, tagAtStart === tag, await roomOfThread() <= usual);
  `;
  assert.equal(await runProgram(process.execPath, ['--input-type=module', '-e', program]), 'true true true\n');
});

test('the room for new objects stays as it is', async () => {
  const program = `
    const { getHeapSpaceStatistics } = await import('node:v8');
    const room = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size;
    (await import('${HEAP_GROWTH}')).limitHeapGrowth();
    const alive = Array.from({ length: 1_000_000 }, (_, number) => ({ number }));
    console.log(alive.length > 0 && room() < 4_000_000);
  `;
  assert.equal(await runProgram(process.execPath, ['--input-type=module', '-e', program]), 'true\n');
});
