import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { TcpProxy } from './tcp-proxy.ts';

/** A server that says everything twice, behind a proxy. */
async function behindProxy(t: TestContext) {
  const received: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      received.push(`${bytes}`);
      socket.write(`${bytes}${bytes}`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy = await TcpProxy.open({ host: '127.0.0.1', port: (server.address() as { port: number }).port });
  t.after(async () => {
    await proxy.close();
    server.close();
  });
  return { proxy, received };
}

async function connect(proxy: TcpProxy): Promise<Socket> {
  const socket = createConnection({ host: '127.0.0.1', port: proxy.port });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

async function ask(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  const [bytes] = await once(socket, 'data');
  return `${bytes}`;
}

test('bytes get through in their order, however long they take', async (t) => {
  const { proxy } = await behindProxy(t);
  const socket = await connect(proxy);
  assert.equal(await ask(socket, 'a'), 'aa');
  proxy.delayMs = 20;
  socket.write('b');
  await new Promise((resolve) => setTimeout(resolve, 5));
  proxy.delayMs = 0;
  socket.write('c');
  let text = '';
  while (text.length < 4) text += (await once(socket, 'data'))[0];
  assert.match(text, /^(bbcc|bcbc)$/);
});

test('a partition holds everything back, and what was held comes after it', async (t) => {
  const { proxy, received } = await behindProxy(t);
  const socket = await connect(proxy);
  assert.equal(await ask(socket, 'a'), 'aa');
  proxy.partition();
  const answer = ask(socket, 'b');
  const late = await connect(proxy);
  const lateAnswer = ask(late, 'c');
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(received, ['a']);
  proxy.heal();
  assert.deepEqual(await Promise.all([answer, lateAnswer]), ['bb', 'cc']);
});

test('a cut ends a connection before or after what was sent arrives', async (t) => {
  const { proxy, received } = await behindProxy(t);
  for (const [fate, arrived] of [
    ['cut before', []],
    ['cut after', ['write']],
  ] as const) {
    const socket = await connect(proxy);
    proxy.onSent = (bytes) => (`${bytes}` === 'write' ? fate : 'forward');
    assert.equal(await ask(socket, 'read'), 'readread');
    let more = '';
    socket.on('data', (bytes) => {
      more += bytes;
    });
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.write('write');
    await closed;
    assert.deepEqual([received.splice(0).slice(1), more], [[...arrived], '']);
  }
  assert.equal(proxy.connectionCount, 0);
});
