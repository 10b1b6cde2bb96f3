import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readPrivateFile } from './private-file.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weir-private-'));
after(() => rmSync(scratch, { recursive: true }));

describe('a file with a secret', { skip: process.platform === 'win32' }, () => {
  const path = join(scratch, 'secret');
  const isRoot = process.getuid!() === 0;

  test('is read if only its owner can read it', () => {
    writeFileSync(path, 'abc\n');
    for (const mode of isRoot ? [0o600, 0o400, 0o640, 0o440] : [0o600, 0o400, 0o700]) {
      chmodSync(path, mode);
      assert.equal(readPrivateFile(path), 'abc\n');
    }
  });

  test('is refused with what to do if others can', () => {
    for (const mode of isRoot ? [0o644, 0o604, 0o660, 0o602] : [0o644, 0o640, 0o604, 0o620]) {
      chmodSync(path, mode);
      const message = `other users can read ${path} (mode ${mode.toString(8)}): chmod 600 ${path}`;
      assert.throws(() => readPrivateFile(path), { message });
    }
  });

  test('may be a device or a pipe, and must be there', () => {
    assert.equal(readPrivateFile('/dev/null'), '');
    assert.throws(() => readPrivateFile(join(scratch, 'none')), { code: 'ENOENT' });
  });
});
