import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runProgram } from '../../../test/support/program.ts';

const HEAP_GROWTH = new URL('./heap-growth.ts', import.meta.url);
/** Replaces what is alive, over and over, and prints how large the space of old objects was at most, in megabytes. */
const CHURN = `
  const { getHeapSpaceStatistics } = process.getBuiltinModule('v8');
  const oldSpace = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space').space_size;
  const alive = new Map();
  let largest = 0;
  for (let number = 0; number < 4_000_000; number++) {
    alive.set(number % 150_000, { number, list: [number, number + 1], text: 'text ' + number });
    if (number % 20_000 === 0) {
      largest = Math.max(largest, oldSpace());
      await new Promise(setImmediate);
    }
  }
  console.log(largest / 1e6);
`;

test('the heap grows less where its growth is limited', async () => {
  const largest = async (program: string) =>
    Number(await runProgram(process.execPath, ['--single-threaded-gc', '--input-type=module', '-e', program]));
  const limited = await largest(`(await import('${HEAP_GROWTH}')).limitHeapGrowth(); ${CHURN}`);
  const unlimited = await largest(CHURN);
  assert.ok(limited < unlimited * 0.8, `${limited} MB, otherwise ${unlimited} MB`);
});
