import assert from 'node:assert/strict';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readStateFile, StateFileError, stateFilePath, writeStateFile } from './state-file.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weir-state-file-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

describe('a file of a state', () => {
  const path = join(scratch, 'state');
  const records = [Buffer.from('one'), Buffer.alloc(0), Buffer.alloc(100_000, 7)];

  test('gives back what was written, and takes the place of an earlier one', async () => {
    await writeStateFile(path, [Buffer.from('old')]);
    await writeStateFile(path, records);
    assert.deepEqual(await readStateFile(path), records);
    assert.deepEqual(readdirSync(scratch), ['state']);
    if (process.platform !== 'win32') assert.equal(statSync(path).mode & 0o777, 0o600);
  });

  test('has a name that cannot lead to another directory', () => {
    for (const name of ['a', 'funded.weir', 'A-1_b', '0'.repeat(64)])
      assert.equal(stateFilePath('/x', name), join('/x', name));
    const wrong = [
      '',
      '.',
      '..',
      '.ssh',
      '-rf',
      'a/b',
      '../a',
      '/etc/passwd',
      'a\\b',
      'C:a',
      'a b',
      'a\n',
      'a\0',
      'é',
      '0'.repeat(65),
    ];
    for (const name of wrong) assert.throws(() => stateFilePath('/x', name), StateFileError, JSON.stringify(name));
  });

  test('is neither written nor read through a link, and is no directory', async () => {
    await writeStateFile(path, records);
    const link = join(scratch, 'link');
    symlinkSync(path, link);
    await assert.rejects(writeStateFile(link, records), {
      message: `${link} is not a file of a chain's state, so it is not replaced`,
    });
    await assert.rejects(readStateFile(link), StateFileError);
    rmSync(link);
    symlinkSync(join(scratch, 'nowhere'), link);
    await assert.rejects(writeStateFile(link, records), StateFileError);
    rmSync(link);
    // The other name of a file keeps its content.
    linkSync(path, link);
    const before = readFileSync(path);
    await writeStateFile(link, [Buffer.from('new')]);
    assert.deepEqual(readFileSync(path), before);
    rmSync(link);
    mkdirSync(link);
    await assert.rejects(writeStateFile(link, records), StateFileError);
    rmSync(link, { recursive: true });
  });

  test('is refused when a bit of it is wrong or its end is missing', async () => {
    await writeStateFile(path, records);
    const whole = readFileSync(path);
    for (const at of [0, 11, 14, 5000, whole.length - 40, whole.length - 1]) {
      const damaged = Buffer.from(whole);
      damaged[at]! ^= 1;
      writeFileSync(path, damaged);
      await assert.rejects(readStateFile(path), StateFileError, `byte ${at}`);
    }
    for (const version of [0, 2]) {
      const other = Buffer.from(whole);
      other[11] = version;
      writeFileSync(path, other);
      await assert.rejects(readStateFile(path), { message: new RegExp(`has version ${version}, but`) });
    }
    for (const length of [0, 5, 12, 40, whole.length - 1]) {
      writeFileSync(path, whole.subarray(0, length));
      await assert.rejects(readStateFile(path), StateFileError, `${length} bytes`);
    }
  });

  test('never takes the place of anything else, nor of nothing in no directory', async () => {
    const other = join(scratch, 'notes');
    writeFileSync(other, 'not a state');
    await assert.rejects(writeStateFile(other, records), {
      message: `${other} is not a file of a chain's state, so it is not replaced`,
    });
    assert.equal(readFileSync(other, 'utf8'), 'not a state');
    await assert.rejects(writeStateFile(join(scratch, 'nowhere', 'state'), records), StateFileError);
    await writeStateFile(path, records);
    const failing = (function* () {
      yield records[0]!;
      throw new Error('no more');
    })();
    await assert.rejects(writeStateFile(path, failing), StateFileError);
    assert.deepEqual(await readStateFile(path), records, 'the earlier one stays');
    assert.deepEqual(readdirSync(scratch), ['notes', 'state']);
    await assert.rejects(readStateFile(join(scratch, 'nowhere')), StateFileError);
  });
});
