import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isLocalHost, isLoopback } from './request-role.ts';

describe('where a request comes from', () => {
  test('loopback addresses', () => {
    for (const address of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])
      assert.ok(isLoopback(address), address);
    for (const address of [undefined, '', '10.0.0.1', '::2', '::ffff:10.0.0.1', '128.0.0.1']) {
      assert.ok(!isLoopback(address), String(address));
    }
  });

  test('hosts that no name server can point here', () => {
    for (const host of [
      '127.0.0.1',
      '127.0.0.1:5005',
      'localhost',
      'LOCALHOST:1',
      '[::1]',
      '[::1]:5005',
      '10.0.0.7:1',
    ]) {
      assert.ok(isLocalHost(host), host);
    }
    for (const host of ['', 'evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '[::1', '127.0.0.1x']) {
      assert.ok(!isLocalHost(host), host);
    }
  });
});
