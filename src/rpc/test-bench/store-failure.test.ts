import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FollowedStoreError, StoreError } from '../../storage/ledger-store.ts';
import { throwStoreFailure } from './store-failure.ts';

test('a store that workers read is no failure of the server, others are, and other errors stay what they are', () => {
  const tell = (error: Error) => () => throwStoreFailure(error, 'Nothing changed');
  assert.throws(tell(new FollowedStoreError('it is read')), { token: 'notSupported' });
  assert.throws(tell(new StoreError('it is full')), { token: 'internal' });
  const other = new TypeError('a defect');
  assert.throws(tell(other), other);
});
