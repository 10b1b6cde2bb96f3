/** Compiled code is kept where only the user can write, or nowhere. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { PROGRAM, runProgram, SOURCE_MAIN, startProgramIn } from '../../test/support/program.ts';
import { ownCacheFolder } from './compile-cache.cjs';

let scratch: string;
let base: string;
let folder: string;
beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'weir-cache-'));
  base = path.join(scratch, 'cache');
  folder = path.join(base, 'weir');
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

describe('the folder for compiled code', () => {
  const user = process.getuid?.();

  test("is the user's own, and made so that others cannot read it", () => {
    assert.equal(ownCacheFolder(base), folder);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(ownCacheFolder(base), folder);
  });

  test("is none if it is another user's", () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    assert.equal(ownCacheFolder(base, user! + 1), undefined);
  });

  for (const mode of [0o777, 0o720, 0o702]) {
    test(`is none if others may write to it: mode ${mode.toString(8)}`, () => {
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, mode);
      assert.equal(ownCacheFolder(base), undefined);
    });
  }

  test('is none if it is a link, even to a folder of the user', () => {
    const other = path.join(scratch, 'other');
    mkdirSync(other, { mode: 0o700 });
    mkdirSync(base);
    symlinkSync(other, folder);
    assert.equal(ownCacheFolder(base), undefined);
  });

  test('is none if another user could exchange it', () => {
    mkdirSync(base);
    chmodSync(base, 0o777);
    assert.equal(ownCacheFolder(base), undefined);
    assert.equal(existsSync(folder), false);
    chmodSync(base, 0o1777);
    assert.equal(ownCacheFolder(base), folder);
  });

  test('is none where it cannot be made', () => {
    assert.equal(ownCacheFolder(path.join(import.meta.filename, 'cache')), undefined);
  });
});

describe('a program', () => {
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

    test(`${name} keeps compiled code in that folder, and leaves nothing in the temporary directory`, async () => {
      await runProgram(process.execPath, [program, '--version'], { environment });
      assert.equal(readdirSync(folder).length, 1);
      const server = await startProgramIn(environment, program, '--data', path.join(scratch, 'data'));
      assert.equal(await server.stop(), 0);
      assert.deepEqual(readdirSync(temporary), []);
    });

    test(`${name} does not use a folder to which others may write`, async () => {
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, 0o777);
      await runProgram(process.execPath, [program, '--version'], { environment });
      assert.deepEqual([readdirSync(folder), readdirSync(temporary)], [[], []]);
    });
  }
});
