import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warnOfSlowSignatures } from './slow-signatures.ts';

test('a missing binary of the package for signatures is logged', () => {
  const warnings: string[] = [];
  const log = { warn: (_facts: unknown, text?: string) => void warnings.push(String(text)) };
  warnOfSlowSignatures(log, true);
  assert.deepEqual(warnings, []);
  warnOfSlowSignatures(log, false);
  assert.match(warnings.join(), /^no binary of the package secp256k1 fits this machine/);
});
