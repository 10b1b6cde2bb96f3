/** A package whose finder is replaced once, or runs. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { requireNative } from './native-package.ts';

describe('a package with a binary', () => {
  let directory: string;
  let require: NodeJS.Require;
  const write = (name: string, text: string) => writeFileSync(path.join(directory, name), text);

  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'weir-native-'));
    require = createRequire(path.join(directory, 'program.cjs'));
    write('finder.cjs', "module.exports = () => 'searched';");
    write('package.cjs', "module.exports = require('./finder.cjs')();");
    write('other.cjs', "module.exports = require('./finder.cjs')();");
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const load = (found: () => unknown) =>
    requireNative(require, { name: './package.cjs', finder: './finder.cjs', found });

  test('gets the known binary', () => {
    assert.equal(
      load(() => () => 'known'),
      'known',
    );
  });

  test('leaves the finder unchanged for others', () => {
    load(() => () => 'known');
    assert.equal(require('./other.cjs'), 'searched');
  });

  test('searches if no binary is known', () => {
    const none = () => {
      throw new Error('no such binary');
    };
    assert.equal(load(none), 'searched');
  });

  test('gets what was loaded before', () => {
    require('./other.cjs');
    assert.equal(
      load(() => () => 'known'),
      'searched',
    );
  });

  test('fails if it has no finder', () => {
    rmSync(path.join(directory, 'finder.cjs'));
    assert.throws(() => load(() => () => 'known'), { code: 'MODULE_NOT_FOUND' });
  });
});
