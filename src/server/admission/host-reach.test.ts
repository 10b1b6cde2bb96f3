import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type HostReach, hostReach } from './host-reach.ts';

test('only a loopback address is reached by this machine alone', () => {
  const expected: Readonly<Record<HostReach, readonly string[]>> = {
    own: ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1', 'localhost'],
    others: ['0.0.0.0', '::', '192.168.1.7', 'fe80::1', '::ffff:10.0.0.1'],
    unknown: ['', 'example.com', 'LOCALHOST', '127.0.0.1.example.com', '[::1]', '127.1'],
  };
  for (const [reach, hosts] of Object.entries(expected)) {
    for (const host of hosts) assert.equal(hostReach(host), reach, host);
  }
});
