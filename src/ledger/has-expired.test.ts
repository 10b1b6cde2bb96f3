import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MapView } from '../../test/support/map-view.ts';
import { hasExpired } from './has-expired.ts';

test('An entry expires when the ledger before closed at its time or later', () => {
  const view = Object.assign(new MapView(), { parentCloseTimeSeconds: 100, closeTimeSeconds: 110 });
  assert.deepEqual(
    [99, 100, 101, 105, undefined].map((seconds) => hasExpired(view, seconds)),
    [true, true, false, false, false],
  );
});
