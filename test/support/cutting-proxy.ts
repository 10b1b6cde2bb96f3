/**
 * A proxy to PostgreSQL that ends connections on request: before a write arrives, or after it takes effect and before
 * its answer arrives.
 */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Matches the text of a statement that writes. */
const WRITE = /\b(INSERT|UPDATE|DELETE)\b/;

type Cut = 'before' | 'after' | 'silence';

export class CuttingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #cut: Cut | undefined;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Opens a proxy to a port of this machine. */
  static async to(port: number): Promise<CuttingProxy> {
    const server = createServer();
    const proxy = new CuttingProxy(server);
    server.on('connection', (client) => proxy.#serve(client, port));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  /** Applies to the next write: its connection ends before or after it, or stays open without any further answer. */
  cutNext(moment: Cut): void {
    this.#cut = moment;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(client: Socket, port: number): void {
    const upstream = connect(port, '127.0.0.1');
    let answer: Cut | undefined;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      this.#sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        end();
      });
    }
    client.on('data', (chunk) => {
      const isWrite = this.#cut !== undefined && WRITE.test(chunk.toString('latin1'));
      if (isWrite && this.#cut === 'before') end();
      else upstream.write(chunk);
      if (!isWrite) return;
      answer = this.#cut;
      this.#cut = undefined;
    });
    upstream.on('data', (chunk) => {
      if (answer === 'after') end();
      else if (answer === undefined) client.write(chunk);
    });
  }
}
