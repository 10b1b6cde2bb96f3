/** The runner of all tests: what it runs, and that it sees what a test leaves behind. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { isFast, LONGEST, startsProcesses, testBatches } from '../scripts/test-batches.ts';
import { type BatchOutcome, runBatch } from '../scripts/test-process.ts';

const ROOT = path.join(import.meta.dirname, '..');

describe('all tests', () => {
  const batches = testBatches(ROOT, () => true);
  const files = batches.flatMap((batch) => batch.files);

  test('are run once each', () => {
    assert.ok(files.length > 150, `${files.length} files`);
    assert.equal(new Set(files).size, files.length);
    for (const file of ['test/run-tests.test.ts', 'src/rpc/params/params.test.ts', 'src/cli/main.test.ts']) {
      assert.ok(files.includes(file), file);
    }
  });

  test('share a process only within a layer or within test/, and not where they start processes', () => {
    const shared = batches.filter((batch) => batch.files.length > 1);
    assert.ok(shared.length > 5);
    for (const { files } of shared) {
      const [room] = /^(test|src\/[\w-]+)\//.exec(files[0]!)!;
      assert.ok(
        files.every((file) => file.startsWith(room) && !startsProcesses(ROOT, file)),
        files.join(' '),
      );
    }
    assert.ok(batches.length < files.length / 5, `${batches.length} processes`);
  });

  test('begin with what takes longest, which is there', () => {
    for (const name of LONGEST)
      assert.ok(
        batches.some((batch) => batch.name === name),
        name,
      );
    assert.deepEqual(
      batches.slice(0, LONGEST.length).map(({ name }) => name),
      LONGEST,
    );
  });

  test('have a fast tier of unit tests and scenarios', () => {
    const fast = files.filter((file) => isFast(ROOT, file));
    assert.ok(fast.includes('src/rpc/params/params.test.ts') && fast.includes('test/scenarios.test.ts'));
    assert.ok(!fast.includes('src/cli/main.test.ts') && !fast.includes('test/kill.test.ts'));
  });
});

describe('a process of tests', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'weir-runner-'));
  after(() => rmSync(folder, { recursive: true }));

  /** Runs one test with this body. */
  async function run(body: string, seconds = 60): Promise<BatchOutcome> {
    const file = path.join(folder, 'one.test.mjs');
    writeFileSync(file, `import { test } from 'node:test';\ntest('one', async () => { ${body} });\n`);
    return runBatch(ROOT, { name: 'one', files: [file] }, path.join(folder, 'cache'), {
      leftoverWaits: 10,
      seconds,
    });
  }

  test('passes if it leaves nothing', async () => {
    const { tests, problems } = await run('');
    assert.deepEqual({ tests, problems }, { tests: 1, problems: [] });
  });

  test('fails with what failed', async () => {
    const { problems } = await run('throw new Error("it is so");');
    assert.match(problems.join('\n'), /it is so.*ended with 1/s);
  });

  test('fails if it leaves a file', async () => {
    const { problems } = await run(
      'const { tmpdir } = await import("node:os"); (await import("node:fs")).mkdtempSync(tmpdir() + "/left-");',
    );
    assert.match(problems.join('\n'), /^it left files in the temporary directory: left-/);
  });

  test('fails if it leaves a process, and ends that', async () => {
    const { problems } = await run(
      'const { spawn } = await import("node:child_process"); spawn("sleep", ["1000"], { stdio: "inherit" }).unref();',
    );
    assert.deepEqual(problems, ['it left a process running']);
  });

  test('fails if it leaves a process elsewhere that holds its output', async () => {
    const { problems } = await run(
      `const { spawn } = await import("node:child_process");
      spawn("sleep", ["11"], { stdio: "inherit", detached: true }).unref();`,
    );
    assert.deepEqual(problems, ['it left something running in another process group, which holds its output']);
  });

  test('names a test that waits for ever', async () => {
    const { problems } = await run('await new Promise(() => setTimeout(() => {}, 2500));', 4);
    assert.match(problems.join('\n'), /✖ one .*test timed out after 2000ms.*ended with 1$/s);
  });

  test('fails if it does not end, and is ended with what it began elsewhere', async () => {
    const { problems } = await run(
      `const { spawn } = await import("node:child_process");
      spawn("sleep", ["1001"], { stdio: "inherit", detached: true });
      await new Promise(() => setInterval(() => {}, 1000));`,
      3,
    );
    assert.match(
      problems.join('\n'),
      /✖ one .*ended with SIGKILL\nit had not ended after 3 s.*:\n.*--test.*\n +\d+ sleep 1001 $/s,
    );
  });
});
