import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ledgerTimeToIso, ledgerTimeToText, wallTimeToText } from './ledger-time.ts';

describe('ledger times as text', () => {
  test('count from the start of 2000', () => {
    assert.equal(ledgerTimeToIso(0), '2000-01-01T00:00:00Z');
    assert.equal(ledgerTimeToIso(848_491_992), '2026-11-20T12:13:12Z');
    assert.equal(ledgerTimeToText(848_491_992), '2026-Nov-20 12:13:12.000000000 UTC');
  });

  test('show wall time with microseconds', () => {
    assert.equal(wallTimeToText(Date.UTC(2026, 10, 20, 12, 47, 31, 42)), '2026-Nov-20 12:47:31.042000 UTC');
  });
});
