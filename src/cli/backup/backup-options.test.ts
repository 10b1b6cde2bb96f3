import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseBackupOptions } from './backup-options.ts';

describe('the words of weir backup', () => {
  test('are refused without a place, and with others', () => {
    assert.throws(() => parseBackupOptions([]), /needs --to or --cluster/);
    assert.throws(() => parseBackupOptions(['--cluster', 'a']), /--cluster and --cluster-secret-file belong together/);
    assert.throws(() => parseBackupOptions(['--too', 'a']), /Unknown option '--too'.*did you mean '?--to/is);
  });
});
