/** What `npm test` prints: what it installs, how far it is, and at its end how many tests passed and failed. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { showProgress } from '../scripts/progress.ts';
import { runProgram } from './support/program.ts';
import tools from './tools/package.json' with { type: 'json' };

const ROOT = path.join(import.meta.dirname, '..');

describe('the test runner', () => {
  const run = (...words: string[]) =>
    runProgram(process.execPath, [path.join(ROOT, 'scripts/run-tests.ts'), ...words], {
      // Otherwise it would be a test of this run.
      environment: { NODE_TEST_CONTEXT: undefined },
    });

  test('ends with a line about the tests and the time', async () => {
    assert.match(
      await run('src/util/nearest-word'),
      /^ℹ pass [1-9]\d*\n.*\n[1-9]\d* passed, 0 failed, 0 skipped in \d+ min \d+ s\n$/ms,
    );
  });

  test('fails if no test ran', async () => {
    await assert.rejects(run('no/such/file'), /No test ran/);
  });
});

describe('the progress of a script', () => {
  const shown = (t: test.TestContext, stream: { readonly isTTY: boolean }) => {
    t.mock.timers.enable({ apis: ['setInterval', 'Date'] });
    let text = '';
    const write = (piece: string) => {
      text += piece;
      return true;
    };
    let done = 0;
    const read = () => ({ share: ++done / 4, text: `${done} of 4` });
    const progress = showProgress(read, { ...stream, write } as NodeJS.WriteStream);
    return { progress, text: () => text };
  };

  test('is a line each ten seconds', (t) => {
    const { progress, text } = shown(t, { isTTY: false });
    for (const ms of [10_000, 10_000, 5_000]) t.mock.timers.tick(ms);
    progress.stop();
    t.mock.timers.tick(10_000);
    assert.equal(text(), '1 of 4, 10 s\n2 of 4, 20 s\n');
  });

  test('is a bar on a terminal', (t) => {
    const { progress, text } = shown(t, { isTTY: true });
    t.mock.timers.tick(400);
    progress.stop();
    assert.match(text(), /\[#+\.+] 2 of 4, 0 s/);
  });
});

describe('what the tests need', () => {
  const clone = mkdtempSync(path.join(tmpdir(), 'weir-tools-'));
  after(() => rmSync(clone, { recursive: true, force: true }));
  for (const name of [
    'package.json',
    'package-lock.json',
    'explorer/values/invisible.js',
    'scripts/test-tools.ts',
    'scripts/progress.ts',
    'src/cli/terminal/progress-bar.ts',
    'test/tools/package.json',
  ])
    cpSync(path.join(ROOT, name), path.join(clone, name));

  /** Runs the script with a program in the place of npm. */
  const install = (npm: string) => {
    const file = path.join(clone, 'npm.js');
    writeFileSync(file, npm);
    const program = [
      'console.error = console.log;',
      `await import(${JSON.stringify(path.join(clone, 'scripts/test-tools.ts'))});`,
    ].join('\n');
    return runProgram(process.execPath, ['--input-type=module', '--eval', program], {
      environment: { npm_execpath: file },
    });
  };

  test('is installed by npm and listed', async () => {
    const printed = await install('if (process.argv[2] !== "install") process.exit(2);');
    const [, count, names] = /^Installing what the tests need, once, (\d+) packages: (.*)$/m.exec(printed)!;
    assert.ok(Number(count) > Object.keys(tools.devDependencies).length);
    assert.equal(names, Object.keys(tools.devDependencies).join(', '));
  });

  test('is a fault if npm fails, with the command', async () => {
    await assert.rejects(
      install('process.exit(1)'),
      /It could not be installed\. By hand it is: npm install --workspaces/,
    );
  });
});
