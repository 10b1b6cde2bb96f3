import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runProgram } from '../../../test/support/program.ts';

const OPTIMIZE_LATER = new URL('./optimize-later.ts', import.meta.url);

/** The bit of `%GetOptimizationStatus` for a function that TurboFan has compiled. */
const BY_TURBOFAN = 1 << 6;

/** Prints whether TurboFan compiles a function within this number of calls. */
function isOptimized(before: string, calls: number): Promise<string> {
  const program = `
    ${before}
    // The caller is never optimized, and has no loop, which would count too.
    const mix = (one, other) => (one ^ other) + (one & other) * 3 + (one | other);
    const call = (number) => mix(number, 7);
    %NeverOptimizeFunction(call);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const isOptimized = () => (%GetOptimizationStatus(mix) & ${BY_TURBOFAN}) !== 0;
    for (let number = 0; number < ${calls} && !isOptimized(); number++) {
      call(number);
      if (number % 100 === 0) await turn();
    }
    console.log(isOptimized());
  `;
  // Compiles at once, not when another thread has time.
  const flags = ['--allow-natives-syntax', '--no-concurrent-recompilation', '--input-type=module'];
  return runProgram(process.execPath, [...flags, '-e', program]);
}

describe('TurboFan', () => {
  test('compiles a function within 20,000 calls by default', async () => {
    assert.equal(await isOptimized('', 20_000), 'true\n');
  });

  test('compiles it later in a server, but does compile it', async () => {
    const before = `(await import('${OPTIMIZE_LATER}')).optimizeLater();`;
    assert.equal(await isOptimized(before, 20_000), 'false\n');
    assert.equal(await isOptimized(before, 300_000), 'true\n');
  });
});
