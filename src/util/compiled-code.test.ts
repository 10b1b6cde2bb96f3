/** Chunks of a bundle run with and without cached code. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runProgram } from '../../test/support/program.ts';

const COMPILED_CODE = new URL('./compiled-code.ts', import.meta.url);
const PART = 'part-A1b2C3-_.cjs';

describe('a part of a bundle', () => {
  let directory: string;
  const inDirectory = (name: string) => path.join(directory, name);

  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'weir-compiled-'));
    writeFileSync(inDirectory('other.cjs'), 'exports.one = 1;');
    const text = `
      const { one } = require('./other.cjs');
      const name = () => require('node:path').basename(__filename);
      module.exports = { sum: (other) => one + other, name, isItself: require('./${PART}') === exports };
    `;
    writeFileSync(inDirectory(PART), text);
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  /** Loads the chunk in another process, calls it, and saves its compiled code. */
  function run(caller: string, environment: Readonly<Record<string, string>>): Promise<string> {
    const program = `
      import { createRequire, enableCompileCache } from 'node:module';
      const { saveCompiledCode, useCompiledCode } = await import('${COMPILED_CODE}');
      enableCompileCache();
      useCompiledCode('${pathToFileURL(inDirectory(caller))}');
      const part = createRequire('${inDirectory(caller)}')('./${PART}');
      console.log(part.sum(2), part.isItself, part.name());
      saveCompiledCode();
    `;
    return runProgram(process.execPath, ['--input-type=module', '-e', program], { environment });
  }

  const inCache = { NODE_COMPILE_CACHE: '' };
  beforeEach(() => {
    inCache.NODE_COMPILE_CACHE = inDirectory('cache');
  });
  /** The file of the part in Node's folder for this version. */
  const kept = () =>
    readdirSync(inDirectory('cache'), { recursive: true, encoding: 'utf8' })
      .filter((name) => path.basename(name).startsWith('weir-'))
      .map((name) => path.join(inDirectory('cache'), name));
  const printed = `3 true ${PART}\n`;

  test('behaves the same with its cached code, which stays', async () => {
    assert.equal(await run('main.cjs', inCache), printed);
    const [file, ...others] = kept();
    assert.equal(path.basename(file!), `weir-${PART}`);
    assert.deepEqual(others, [], 'of a file whose name does not say what is in it nothing is kept');
    const { ino } = statSync(file!);
    assert.equal(await run('main.cjs', inCache), printed);
    assert.equal(statSync(file!).ino, ino);
  });

  test('runs if the cached code is broken, and replaces it', async () => {
    await run('main.cjs', inCache);
    const [file] = kept();
    const { size } = statSync(file!);
    writeFileSync(file!, 'broken');
    assert.equal(await run('main.cjs', inCache), printed);
    assert.equal(statSync(file!).size > size / 2, true);
  });

  test('is loaded by Node.js in the sources, and where Node.js has no cache', async () => {
    assert.equal(await run('main.ts', inCache), printed);
    assert.deepEqual(kept(), []);
    assert.equal(await run('main.cjs', { NODE_DISABLE_COMPILE_CACHE: '1' }), printed);
  });
});
