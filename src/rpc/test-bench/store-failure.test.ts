import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FollowedStoreError, StoreError } from '../../storage/ledger-store.ts';
import { throwStoreFailure } from './store-failure.ts';

test('a store that workers read is no failure of the server, others are, and other errors stay what they are', () => {
  const failWith = (error: Error) => () => throwStoreFailure(error, 'Nothing changed');
  assert.throws(failWith(new FollowedStoreError('it is read')), { token: 'notSupported' });
  assert.throws(failWith(new StoreError('it is full')), { token: 'internal' });
  const other = new TypeError('a defect');
  assert.throws(failWith(other), other);
});
