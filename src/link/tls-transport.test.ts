import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { test } from 'node:test';
import { openTlsTransport, splitAddress } from './tls-transport.ts';

const PLACE = { host: '127.0.0.1', port: 0, key: Buffer.alloc(32, 1) };

test('closes without waiting for unfinished handshakes', async () => {
  const transport = await openTlsTransport(PLACE);
  const silent = createConnection(splitAddress(transport.address));
  silent.on('error', () => {});
  await once(silent, 'connect');
  const gone = createConnection(splitAddress(transport.address));
  gone.on('error', () => {});
  await once(gone, 'connect');
  gone.end();
  await transport.close();
});

test('carries frames between ends with the same key, and closes both', async () => {
  const [one, other] = [await openTlsTransport(PLACE), await openTlsTransport(PLACE)];
  const received = Promise.withResolvers<string>();
  const closed = Promise.withResolvers<void>();
  one.onConnection((connection) => {
    connection.onFrame((frame) => received.resolve(Buffer.from(frame).toString()));
    connection.onClosed(closed.resolve);
  });
  other.connect(one.address).send(Buffer.from('hello'));
  assert.equal(await received.promise, 'hello');
  await other.close();
  await closed.promise;
  await one.close();
});

test('refuses connections with another key', async () => {
  const transport = await openTlsTransport(PLACE);
  const stranger = await openTlsTransport({ ...PLACE, key: Buffer.alloc(32, 2) });
  let connections = 0;
  transport.onConnection(() => connections++);
  const closed = Promise.withResolvers<void>();
  stranger.connect(transport.address).onClosed(closed.resolve);
  await closed.promise;
  assert.equal(connections, 0);
  await Promise.all([transport.close(), stranger.close()]);
});
