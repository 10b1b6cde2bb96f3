import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { warnOfSlowSignatures } from './slow-signatures.ts';

describe('the warning of slow signatures', () => {
  const warningsOf = (isNative: boolean): string[] => {
    const warnings: string[] = [];
    warnOfSlowSignatures({ warn: (_facts: unknown, text?: string) => warnings.push(String(text)) }, isNative);
    return warnings;
  };

  test('names the package whose binary is missing', () => {
    const [warning, ...others] = warningsOf(false);
    assert.match(String(warning), /no binary of the package secp256k1 fits this machine/);
    assert.deepEqual(others, []);
  });

  test('is not given where the binary was loaded', () => {
    assert.deepEqual(warningsOf(true), []);
  });
});
