import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { type JournalFile, openAppendJournal } from './append-journal.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weir-journal-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
let count = 0;
const freshPath = () => join(scratch, `${count++}`);

const keyOf = (number: number) => number.toString(16).toUpperCase().padStart(64, '0');
const bodyOf = (number: number) => Buffer.from(`body ${number}`);
const recordsIn = async (path: string) =>
  Array.from((await openAppendJournal(path)).records, ([key, body]) => [Number.parseInt(key, 16), String(body)]);

/** Real files, whose flushes can be counted, and whose operations can be made to fail. */
function faultyFiles() {
  const files = { flushes: 0, fault: undefined as undefined | 'write' | 'short write' | 'flush' };
  const openFile = async (path: string): Promise<JournalFile> => {
    const file = await open(path, 'w');
    return {
      write: (async (bytes: Buffer, at: number, length: number) => {
        if (files.fault === 'write') throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        if (files.fault === 'short write') await file.write(bytes, at, length >> 1);
        if (files.fault === 'short write')
          throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        return file.write(bytes, at, length);
      }) as JournalFile['write'],
      datasync: async () => {
        files.flushes++;
        if (files.fault === 'flush') throw Object.assign(new Error('input/output error'), { code: 'EIO' });
        await file.datasync();
      },
      close: () => file.close(),
    };
  };
  return { files, openFile };
}

describe('an append journal', () => {
  test('has what was appended and not removed when it is opened again, in order', async () => {
    const path = freshPath();
    const journal = await openAppendJournal(path);
    await Promise.all([3, 1, 2].map((number) => journal.append(keyOf(number), bodyOf(number))));
    journal.remove(keyOf(1));
    await journal.append(keyOf(4), bodyOf(4));
    await journal.close();
    const expected = [3, 2, 4].map((number) => [number, `body ${number}`]);
    assert.deepEqual(await recordsIn(path), expected);
    const again = await openAppendJournal(path);
    await again.append(keyOf(5), bodyOf(5));
    await again.close();
    assert.deepEqual(await recordsIn(path), [...expected, [5, 'body 5']]);
  });

  test('keeps every record before a cut, and all but the damaged one after a changed byte', async () => {
    const path = freshPath();
    const journal = await openAppendJournal(path);
    for (let number = 1; number <= 3; number++) await journal.append(keyOf(number), bodyOf(number));
    await journal.close();
    const whole = readFileSync(path);
    const recordBytes = whole.length / 3;
    for (let length = 0; length <= whole.length; length++) {
      writeFileSync(path, whole.subarray(0, length));
      assert.equal((await recordsIn(path)).length, Math.floor(length / recordBytes), `${length} bytes`);
    }
    for (let at = 0; at < whole.length; at++) {
      const torn = Buffer.from(whole);
      torn[at]! ^= 0x10;
      writeFileSync(path, torn);
      const intact = [1, 2, 3].filter((number) => number !== 1 + Math.floor(at / recordBytes));
      const expected = intact.map((number) => [number, `body ${number}`]);
      assert.deepEqual(await recordsIn(path), expected, `byte ${at}`);
    }
  });

  test('writes on where the system has taken only a part', async () => {
    const openFile = async (path: string): Promise<JournalFile> => {
      const file = await open(path, 'w');
      return {
        write: ((bytes: Buffer, at: number, length: number) => file.write(bytes, at, Math.min(length, 7))) as never,
        datasync: () => file.datasync(),
        close: () => file.close(),
      };
    };
    const path = freshPath();
    const journal = await openAppendJournal(path, openFile);
    for (let number = 1; number <= 3; number++) await journal.append(keyOf(number), bodyOf(number));
    await journal.close();
    assert.equal((await recordsIn(path)).length, 3);
  });

  test('flushes once for all that comes at once', async () => {
    const { files, openFile } = faultyFiles();
    const path = freshPath();
    const journal = await openAppendJournal(path, openFile);
    await Promise.all(Array.from({ length: 500 }, (_, number) => journal.append(keyOf(number), bodyOf(number))));
    assert.equal(files.flushes, 1);
    journal.remove(keyOf(1));
    await journal.close();
    assert.equal(files.flushes, 1, 'a removal is not flushed');
    assert.equal((await recordsIn(path)).length, 499);
  });

  for (const fault of ['write', 'short write', 'flush'] as const) {
    test(`says so when a ${fault} fails, and begins a new file when it can`, async () => {
      const { files, openFile } = faultyFiles();
      const path = freshPath();
      const journal = await openAppendJournal(path, openFile);
      await journal.append(keyOf(1), bodyOf(1));
      for (let attempt = 0; attempt < 3; attempt++) {
        files.fault = fault;
        await assert.rejects(journal.append(keyOf(2), bodyOf(2)), /no space|input\/output/);
        assert.deepEqual((await recordsIn(path))[0], [1, 'body 1'], 'what was durable stays so');
      }
      files.fault = undefined;
      await journal.append(keyOf(3), bodyOf(3));
      await journal.close();
      assert.deepEqual(
        (await recordsIn(path)).map(([number]) => number),
        [1, 2, 3],
      );
    });
  }

  test('stays small however many come and go', async () => {
    const path = freshPath();
    const journal = await openAppendJournal(path);
    const body = Buffer.alloc(100_000);
    for (let number = 0; number < 100; number++) {
      await journal.append(keyOf(number), body);
      journal.remove(keyOf(number - 5));
    }
    await journal.close();
    assert.ok(statSync(path).size < 2_500_000);
    assert.equal((await recordsIn(path)).length, 5);
  });
});
