/**
 * A reverse proxy as development servers have it: it forwards HTTP requests and WebSockets to a port of this machine
 * with all headers unchanged, including `Host`.
 */
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';

export interface HostKeepingProxy {
  readonly port: number;
  stop(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1, or on the given port and address. */
export async function startHostKeepingProxy(
  target: number,
  { port = 0, host = '127.0.0.1' } = {},
): Promise<HostKeepingProxy> {
  const tunnels = new Set<Socket>();
  const server = http.createServer((request, response) => {
    const { method, url: path, headers } = request;
    const onward = http.request({ host: '127.0.0.1', port: target, method, path, headers, agent: false });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  server.on('upgrade', (request, client: Socket, head) => {
    const onward = net.connect(target, '127.0.0.1');
    onward.write(headOf(request));
    onward.write(head);
    for (const [from, to] of [
      [client, onward],
      [onward, client],
    ] as const) {
      tunnels.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => tunnels.delete(from));
      from.pipe(to);
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of tunnels) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
