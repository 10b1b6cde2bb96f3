import assert from 'node:assert/strict';
import { constants } from 'node:os';
import { describe, test } from 'node:test';
import { describeFailure, diskFault } from './disk-fault.ts';
import { StoreError } from './ledger-store.ts';

describe('a failure of the disk', () => {
  const FULL = 'the disk is full';
  const KNOWN: readonly (readonly [string, unknown, string])[] = [
    ["the system's code", Object.assign(new Error('write'), { code: 'ENOSPC' }), FULL],
    ["the system's number", Object.assign(new Error('commit'), { code: constants.errno.ENOSPC }), FULL],
    [
      "LMDB's number",
      Object.assign(new Error('put'), { code: -30792 }),
      'the data file has reached the largest size that it may have',
    ],
    ['a text', new Error('No space left on device: Attempting to write page at position 12288'), FULL],
    [
      'a cause',
      new StoreError('ledger 5 cannot be stored', { cause: new Error('Input/output error') }),
      'the disk is failing',
    ],
    ["another library's text", new Error('I/O error'), 'the disk is failing'],
    ['a text with the code', new Error('EROFS: read-only'), 'the disk is read-only'],
    ['a quota', new Error('Disk quota exceeded'), 'the disk quota of the user is used up'],
  ];
  for (const [what, error, words] of KNOWN) {
    test(`is known by ${what}`, () => assert.equal(diskFault(error), words));
  }

  test('is nothing else', () => {
    for (const error of [new Error('a bug'), Object.assign(new Error('x'), { code: 'EPERM' }), 'ENOSPC', undefined]) {
      assert.equal(diskFault(error), undefined);
    }
    assert.equal(describeFailure(new Error('a bug')), 'a bug');
    assert.equal(describeFailure(new Error('No space left on device')), 'the disk is full: No space left on device');
  });
});
