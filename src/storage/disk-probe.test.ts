import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { describeFailure } from './disk-fault.ts';
import { diskCause } from './disk-probe.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weir-probe-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

test('an input/output error of a disk without room is that of a full disk, and no other error is asked about', {
  skip: !existsSync('/dev/full') && 'there is no /dev/full',
}, () => {
  const cut = new Error('Input/output error');
  assert.equal(diskCause(scratch, cut), cut, 'there is room');
  const fill = () => symlinkSync('/dev/full', join(scratch, 'room.probe'));
  fill();
  assert.match(describeFailure(diskCause(scratch, cut)), /^the disk is full: ENOSPC/);
  assert.deepEqual(readdirSync(scratch), [], 'nothing is left of the question');
  fill();
  for (const other of [new Error('a bug'), new Error('EROFS: read-only')])
    assert.equal(diskCause(scratch, other), other);
});
