import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { madeOnce } from './made-once.ts';

const NAME = `made-once-test-${process.pid}`;
const CACHE = path.join(import.meta.dirname, '../../node_modules/.cache');

describe('a folder that is made once', () => {
  const places = () => readdirSync(CACHE).filter((name) => name.startsWith(NAME));
  afterEach(() => rmSync(path.join(CACHE, NAME), { recursive: true, force: true }));

  test('is the first one that is complete, and no other one is left', async () => {
    const { promise: otherIsComplete, resolve } = Promise.withResolvers<void>();
    const slow = madeOnce(NAME, async (folder) => {
      writeFileSync(path.join(folder, 'maker'), 'slow');
      await otherIsComplete;
    });
    const quick = await madeOnce(NAME, (folder) => writeFileSync(path.join(folder, 'maker'), 'quick'));
    resolve();
    assert.equal(await slow, quick);
    assert.equal(await madeOnce(NAME, () => assert.fail('it is made again')), quick);
    assert.equal(readFileSync(path.join(quick, 'maker'), 'utf8'), 'quick');
    assert.deepEqual(places(), [NAME]);
  });

  test('is absent after a fault', async () => {
    await assert.rejects(
      madeOnce(NAME, () => assert.fail('no room')),
      /no room/,
    );
    assert.deepEqual(places(), []);
  });
});
