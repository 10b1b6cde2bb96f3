import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runProgram } from '../../../test/support/program.ts';

const OPTIMIZE_LATER = new URL('./optimize-later.ts', import.meta.url);

/** What V8 says of a function that runs as its last compiler made it (`%GetOptimizationStatus`). */
const BY_THE_LAST_COMPILER = 1 << 6;

/** Whether that compiler got at a function that was called so often. */
async function isOptimized(before: string, calls: number): Promise<string> {
  const program = `
    ${before}
    // Called by what is never optimized itself, and without a loop, which would count too.
    const mix = (one, other) => (one ^ other) + (one & other) * 3 + (one | other);
    const call = (number) => mix(number, 7);
    %NeverOptimizeFunction(call);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const isOptimized = () => (%GetOptimizationStatus(mix) & ${BY_THE_LAST_COMPILER}) !== 0;
    for (let number = 0; number < ${calls} && !isOptimized(); number++) {
      call(number);
      if (number % 100 === 0) await turn();
    }
    console.log(isOptimized());
  `;
  // Compiled at once, not when another thread gets to it.
  const flags = ['--allow-natives-syntax', '--no-concurrent-recompilation', '--input-type=module'];
  return (await runProgram(process.execPath, [...flags, '-e', program])).trim();
}

describe('what is called often', () => {
  test('is optimized at last by V8’s own rule, long before a hundred thousand calls', async () => {
    assert.equal(await isOptimized('', 100_000), 'true');
  });

  test('is not after 10,000 calls', async () => {
    assert.equal(await isOptimized(`(await import('${OPTIMIZE_LATER}')).optimizeLater();`, 10_000), 'false');
  });

  test('is after many more', async () => {
    assert.equal(await isOptimized(`(await import('${OPTIMIZE_LATER}')).optimizeLater();`, 300_000), 'true');
  });
});
