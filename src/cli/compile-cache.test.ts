/** Compiled code is cached only in a directory that only the user can write to, otherwise not at all. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { PROGRAM, runProgram, SOURCE_MAIN } from '../../test/support/program.ts';
import { ServerProcess } from '../../test/support/server-process.ts';
import { ownCacheFolder } from './compile-cache.cjs';

let scratch: string;
let base: string;
let folder: string;
function makeScratch(): void {
  scratch = mkdtempSync(path.join(tmpdir(), 'weir-cache-'));
  base = path.join(scratch, 'cache');
  folder = path.join(base, 'weir');
}

function removeScratch(): void {
  rmSync(scratch, { recursive: true, force: true });
}

describe('the folder for compiled code', () => {
  beforeEach(makeScratch);
  afterEach(removeScratch);

  test('is made for its user only', () => {
    for (let time = 0; time < 2; time++) assert.equal(ownCacheFolder(base), folder);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
  });

  test('is not used if it is of another user, a link, or others may write to it', () => {
    const other = path.join(scratch, 'other');
    mkdirSync(other, { mode: 0o700 });
    mkdirSync(base);
    symlinkSync(other, folder);
    assert.equal(ownCacheFolder(base), undefined);
    rmSync(folder);
    mkdirSync(folder, { mode: 0o700 });
    assert.equal(ownCacheFolder(base, process.getuid!() + 1), undefined);
    for (const mode of [0o777, 0o720, 0o702]) {
      chmodSync(folder, mode);
      assert.equal(ownCacheFolder(base), undefined, mode.toString(8));
    }
  });

  test('is not made if another user can replace it, or it cannot be made', () => {
    mkdirSync(base);
    chmodSync(base, 0o777);
    assert.equal(ownCacheFolder(base), undefined);
    assert.equal(existsSync(folder), false);
    chmodSync(base, 0o1777);
    assert.equal(ownCacheFolder(base), folder);
    assert.equal(ownCacheFolder(path.join(import.meta.filename, 'cache')), undefined);
  });
});

describe('a program', () => {
  beforeEach(makeScratch);
  afterEach(removeScratch);

  let temporary: string;
  let environment: Record<string, string | undefined>;
  beforeEach(() => {
    temporary = path.join(scratch, 'temporary');
    mkdirSync(temporary);
    const places = { TMPDIR: temporary, TMP: temporary, TEMP: temporary, XDG_CACHE_HOME: base };
    environment = { ...places, NODE_COMPILE_CACHE: undefined };
  });

  for (const program of [PROGRAM, SOURCE_MAIN]) {
    const name = path.basename(program);

    test(`${name} keeps compiled code in that folder, and nothing in the temporary directory`, async () => {
      await runProgram(process.execPath, [program, '--version'], { environment });
      assert.equal(readdirSync(folder).length, 1);
      assert.deepEqual(readdirSync(temporary), []);
    });

    test(`${name} does not use a folder to which others may write`, async () => {
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, 0o777);
      await runProgram(process.execPath, [program, '--version'], { environment });
      assert.deepEqual([readdirSync(folder), readdirSync(temporary)], [[], []]);
    });
  }

  test('keeps compiled code there as a server too', async () => {
    const server = await ServerProcess.start(['--data', path.join(scratch, 'data')], { environment });
    assert.equal(await server.stop(), 0);
    assert.equal(readdirSync(folder).length, 1);
    assert.deepEqual(readdirSync(temporary), []);
  });
});
