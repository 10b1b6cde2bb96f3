/** The bundle runs only if the sources are those that it was built from. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { BUILT_FROM, hashOfSource, isBundleFresh, noteSources } from './bundle-check.cjs';

const SOURCE = 'src/a.ts';
const OTHER = 'src/b.ts';
const TEXT = 'export const a = 1;\n';
/** Long after any clock's step. */
const LATER_MS = 60_000;

let clone: string;
const inClone = (name: string) => path.join(clone, name);
const note = (readMs = Date.now() + LATER_MS) =>
  noteSources(
    clone,
    [SOURCE, OTHER].map((name) => [name, hashOfSource(TEXT)]),
    readMs,
  );
const noted = () => readFileSync(inClone(BUILT_FROM), 'utf8');

function makeClone(): void {
  clone = mkdtempSync(path.join(tmpdir(), 'weir-clone-'));
  for (const folder of ['src', 'dist', 'src/cli', 'dist/program']) mkdirSync(inClone(folder));
  for (const name of [SOURCE, OTHER]) writeFileSync(inClone(name), TEXT);
}

function removeClone(): void {
  rmSync(clone, { recursive: true, force: true });
}

describe('a bundle', () => {
  beforeEach(makeClone);
  afterEach(removeClone);

  test('is fresh while nothing changed', () => {
    note();
    assert.equal(isBundleFresh(clone), true);
  });

  test('is stale without a valid note of its sources', () => {
    assert.equal(isBundleFresh(clone), false);
    writeFileSync(inClone(BUILT_FROM), '[["src/a');
    assert.equal(isBundleFresh(clone), false);
  });

  test('is stale if a source has other bytes of the same length and time', () => {
    note();
    const { atime, mtime } = statSync(inClone(SOURCE));
    writeFileSync(inClone(SOURCE), TEXT.replace('1', '2'));
    utimesSync(inClone(SOURCE), atime, mtime);
    assert.equal(isBundleFresh(clone), false);
  });

  test('is stale without one of its sources', () => {
    note();
    rmSync(inClone(OTHER));
    assert.equal(isBundleFresh(clone), false);
  });

  test('is stale if a source changed between reading and noting', () => {
    writeFileSync(inClone(SOURCE), TEXT.replace('1', '2'));
    note(Date.now());
    assert.equal(isBundleFresh(clone), false);
  });

  test('is fresh if only times changed, which it notes', () => {
    note();
    const before = noted();
    utimesSync(inClone(SOURCE), 1, 1);
    writeFileSync(inClone(OTHER), TEXT);
    assert.equal(isBundleFresh(clone), true);
    assert.notEqual(noted(), before);
  });

  test('is compared by bytes if a source changed just before it was read', () => {
    note(Date.now());
    assert.ok(!noted().includes(String(TEXT.length)), 'no size, no times');
    assert.equal(isBundleFresh(clone), true);
  });
});

describe('what starts in a clone', () => {
  beforeEach(makeClone);
  afterEach(removeClone);

  test('is the bundle while that is fresh, and else the sources', () => {
    for (const name of ['launch.cjs', 'bundle-check.cjs', 'check-node.cjs', 'compile-cache.cjs']) {
      copyFileSync(path.join(import.meta.dirname, name), inClone(`src/cli/${name}`));
    }
    writeFileSync(inClone('package.json'), '{"type":"module","engines":{"node":">=1.0"}}');
    const bundle = "exports.begin = async (words, mayRun) => mayRun() && console.log('bundle') === undefined;";
    writeFileSync(inClone('dist/program/begin.cjs'), bundle);
    writeFileSync(inClone('src/cli/main.ts'), "console.log('sources');");
    const start = () => execFileSync(process.execPath, [inClone('src/cli/launch.cjs')], { encoding: 'utf8' }).trim();
    assert.equal(start(), 'sources');
    note();
    assert.equal(start(), 'bundle');
    writeFileSync(inClone('dist/program/begin.cjs'), 'not whole');
    assert.equal(start(), 'sources');
    writeFileSync(inClone('dist/program/begin.cjs'), bundle);
    writeFileSync(inClone(OTHER), 'export {};\n');
    assert.equal(start(), 'sources');
  });
});
