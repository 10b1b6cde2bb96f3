import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runProgram } from '../../test/support/program.ts';

const NEW_SPACE = new URL('./new-space.ts', import.meta.url);
const MB = 1024 * 1024;

/** Runs a program that prints how much room for new objects there is, in megabytes; V8 counts two halves. */
async function roomAfter(program: string): Promise<number[]> {
  const beginning = `
    const { getHeapSpaceStatistics } = await import('node:v8');
    const { askForNewSpace, keepNewSpace } = await import('${NEW_SPACE}');
    const room = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / ${MB};
    /** Makes objects that stay for a while: for so many turns, or until there is so much room. */
    const work = async (turns, until) => {
      const alive = [];
      for (let turn = 0; turn < turns && room() < until; turn++) {
        alive[turn % 50] = Array.from({ length: 2_000 }, (_, number) => ({ number }));
        if (turn % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const rooms = [];
    /** The clock stands still; the first thread looks when it is told to. */
    let look;
    globalThis.setInterval = (check) => {
      look = check;
      return { unref() {} };
    };
  `;
  const printed = await runProgram(process.execPath, [
    '--input-type=module',
    '-e',
    `${beginning}${program}; console.log(JSON.stringify(rooms));`,
  ]);
  return JSON.parse(printed);
}

describe('the room for new objects', () => {
  test('grows without end where nobody keeps it', async () => {
    const [room] = await roomAfter('await work(Infinity, 16); rooms.push(room())');
    assert.ok(room !== undefined && room >= 16, String(room));
  });

  test('grows to 4 MB where the first thread lacks it when it looks, and no further', async () => {
    const [first, second, third] = await roomAfter(`
      keepNewSpace();
      await work(500, Infinity);
      rooms.push(room());
      look();
      await work(Infinity, 8);
      rooms.push(room());
      look();
      await work(3_000, Infinity);
      rooms.push(room());
    `);
    assert.ok(first !== undefined && first < 8, String(first));
    assert.ok(second !== undefined && second >= 8, String(second));
    assert.equal(third, second);
  });

  test('comes to another thread that asks for it while it is at work', async () => {
    const [first, second] = await roomAfter(`
      keepNewSpace();
      await work(500, Infinity);
      rooms.push(room());
      askForNewSpace();
      await work(Infinity, 8);
      rooms.push(room());
    `);
    assert.ok(first !== undefined && first < 8, String(first));
    assert.ok(second !== undefined && second >= 8, String(second));
  });
});
