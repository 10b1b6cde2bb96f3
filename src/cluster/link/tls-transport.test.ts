import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { afterEach, describe, test } from 'node:test';
import { until } from '../../../test/support/until.ts';
import { openTlsTransport, splitAddress } from './tls-transport.ts';
import type { ClusterTransport, LinkConnection } from './transport.ts';

const SECRET = Buffer.from('a secret of the cluster');

describe('connections between members', () => {
  const opened: ClusterTransport[] = [];

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((transport) => transport.close()));
  });

  async function open(secret: Buffer = SECRET): Promise<ClusterTransport> {
    const transport = await openTlsTransport({ host: '127.0.0.1', port: 0, secret });
    opened.push(transport);
    return transport;
  }

  /** Sends everything back. */
  function echo(connection: LinkConnection): void {
    connection.onFrame((frame) => connection.send(frame));
    connection.onClosed(() => {});
  }

  test('carry frames of every length, in order, also those sent before they were there', async () => {
    const [here, there] = [await open(), await open()];
    there.onConnection(echo);
    const frames = [1, 3, 70_000, 2, 1_000_000].map((length, at) => Buffer.alloc(length, at + 1));
    const back: Uint8Array[] = [];
    const connection = here.connect(there.address);
    connection.onFrame((frame) => back.push(Uint8Array.from(frame)));
    connection.onClosed(() => assert.fail('it stays'));
    for (const frame of frames) connection.send(frame);
    await until(() => back.length === frames.length, 'all frames came back');
    for (const [at, frame] of frames.entries()) assert.ok(frame.equals(back[at]!));
    connection.close();
  });

  test('end for those who lack the secret, and tell nobody of them', async () => {
    const [here, there] = [await open(Buffer.from('another secret, just as long')), await open()];
    there.onConnection(() => assert.fail('a stranger got in'));
    let hasEnded = false;
    const connection = here.connect(there.address);
    connection.onFrame(() => assert.fail('a stranger is answered'));
    connection.onClosed(() => {
      hasEnded = true;
    });
    connection.send(Buffer.from('let me in'));
    await until(() => hasEnded, 'it ends');
  });

  test('end for those who speak no TLS', async () => {
    const there = await open();
    there.onConnection(() => assert.fail('a stranger got in'));
    const socket = connect(splitAddress(there.address));
    socket.on('error', () => {});
    socket.write('POST / HTTP/1.1\r\n\r\n');
    await until(() => socket.destroyed, 'it ends');
  });

  test('say that they have ended, at both ends, and where nobody listens', async () => {
    const [here, there] = [await open(), await open()];
    let ends = 0;
    const end = () => {
      ends += 1;
    };
    there.onConnection((connection) => {
      connection.onFrame(() => connection.close());
      connection.onClosed(() => assert.fail('whoever closes it knows'));
    });
    const connection = here.connect(there.address);
    connection.onFrame(() => {});
    connection.onClosed(end);
    connection.send(Buffer.from('good-bye'));
    await until(() => ends === 1, 'the other end hears of it');
    const { address } = there;
    await there.close();
    opened.splice(opened.indexOf(there), 1);
    here.connect(address).onClosed(end);
    await until(() => ends === 2, 'there is nobody');
  });

  test('take an address of version 6', () => {
    assert.deepEqual(splitAddress('[::1]:7700'), { host: '::1', port: 7700 });
    assert.deepEqual(splitAddress('db.example:1'), { host: 'db.example', port: 1 });
  });
});
