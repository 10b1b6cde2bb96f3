import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';

describe('a thread', () => {
  let directory: string;
  before(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'weir-thread-'));
    writeFileSync(
      path.join(directory, 'thread.mjs'),
      "import module from 'node:module'; console.log(module.getCompileCacheDir()); module.flushCompileCache();",
    );
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  /** What the thread prints of its cache: a folder, or that there is none. */
  function run(before: string): string {
    const program = `
      import module from 'node:module';
      import { pathToFileURL } from 'node:url';
      const { startThread } = await import('${import.meta.resolve('./start-thread.ts')}');
      ${before};
      startThread(pathToFileURL(${JSON.stringify(path.join(directory, 'thread.mjs'))}), {});`;
    const { NODE_COMPILE_CACHE: _, ...env } = process.env;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      env,
    });
    assert.equal(stderr, '');
    return stdout.trim();
  }

  test('shares the compile cache of the process', () => {
    const cache = path.join(directory, 'cache');
    const used = run(`module.enableCompileCache(${JSON.stringify(cache)})`);
    assert.equal(path.dirname(used), cache);
    assert.deepEqual(readdirSync(cache), [path.basename(used)]);
  });

  test('has no compile cache if the process has none', () => {
    assert.equal(run(''), 'undefined');
  });
});
