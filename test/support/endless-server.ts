/** A server whose answers have no end: bodies, headers, or one byte after another. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

export const ENDLESS = {
  body: {
    head: 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{"result":"',
    piece: Buffer.alloc(1 << 20, 'a'),
  },
  headers: { head: 'HTTP/1.1 200 OK\r\n', piece: Buffer.from(`X-${'a'.repeat(60)}: ${'b'.repeat(1000)}\r\n`) },
} as const;

export interface EndlessServer {
  readonly port: number;
  /** Bytes that clients took. */
  readonly sentBytes: () => number;
  /** The connections that are open now. */
  readonly open: ReadonlySet<Socket>;
}

/** Answers each connection with the head and then with pieces until the client closes it. */
export async function endlessServer(t: TestContext, kind: keyof typeof ENDLESS): Promise<EndlessServer> {
  const { head, piece } = ENDLESS[kind];
  const open = new Set<Socket>();
  let sentBytes = 0;
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
    const fill = () => {
      while (!socket.destroyed && socket.write(piece, () => (sentBytes += piece.length)));
    };
    socket.once('data', () => {
      socket.on('drain', fill).write(head);
      fill();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, sentBytes: () => sentBytes, open };
}
