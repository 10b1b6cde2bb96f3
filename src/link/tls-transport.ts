/**
 * Connections between members over a network: TLS with a pre-shared key and no certificates. Both ends prove that they have the
 * key. Each frame is preceded by its length (4 bytes, big-endian).
 */
import type { Socket } from 'node:net';
import { connect as connectTls, createServer, type Server, type TLSSocket } from 'node:tls';
import type { ClusterTransport, LinkConnection } from './transport.ts';

const IDENTITY = 'weir-cluster';
/** Node.js has no pre-shared keys for TLS 1.3. These ciphers have forward secrecy. */
const TLS_OPTIONS = {
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305:ECDHE-PSK-AES256-CBC-SHA384',
} as const;
const LENGTH_BYTES = 4;
/** Larger than any answer. A longer frame ends the connection. */
const MAX_FRAME_BYTES = 256 * 1024 * 1024;
const CONNECT_TIMEOUT_MS = 2_000;

export interface TlsTransportOptions {
  /** Where to listen; port 0 chooses a free port. */
  readonly host: string;
  readonly port: number;
  /** The address for other members, HOST:PORT; the listening address if absent. */
  readonly advertised?: string | undefined;
  /** The pre-shared key: 32 bytes that all members have (`storage/shared/cluster-keys.ts`). */
  readonly key: Buffer;
}

/** Rejects with the system's error if the port cannot be opened. */
export async function openTlsTransport(options: TlsTransportOptions): Promise<ClusterTransport> {
  const { key } = options;
  const server = createServer({
    ...TLS_OPTIONS,
    pskCallback: (_socket, identity) => (identity === IDENTITY ? key : null),
  });
  // Clients without the key, and connections that end during the handshake.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  await listen(server, options);
  return new TlsTransport(server, key, options.advertised ?? addressOf(server, options.host));
}

function addressOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function listen(server: Server, { host, port }: TlsTransportOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

class TlsTransport implements ClusterTransport {
  readonly address: string;
  readonly #server: Server;
  readonly #key: Buffer;
  readonly #sockets = new Set<Socket>();

  constructor(server: Server, key: Buffer, address: string) {
    this.#server = server;
    this.#key = key;
    this.address = address;
    // `close` also ends connections that never finish the handshake.
    server.on('connection', (socket) => this.#note(socket));
  }

  onConnection(listener: (connection: LinkConnection) => void): void {
    this.#server.on('secureConnection', (socket) => listener(this.#connection(socket)));
  }

  connect(address: string): LinkConnection {
    const { host, port } = splitAddress(address);
    const socket = connectTls({
      ...TLS_OPTIONS,
      host,
      port,
      checkServerIdentity: () => undefined,
      pskCallback: () => ({ psk: this.#key, identity: IDENTITY }),
    });
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy());
    socket.once('secureConnect', () => socket.setTimeout(0));
    return this.#connection(socket);
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #connection(socket: TLSSocket): LinkConnection {
    this.#note(socket);
    return new TlsConnection(socket);
  }

  #note(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
  }
}

class TlsConnection implements LinkConnection {
  readonly #socket: TLSSocket;
  #unread: Buffer[] = [];
  #unreadBytes = 0;
  #isClosed = false;

  constructor(socket: TLSSocket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    // An error is followed by `close`, which is handled.
    socket.on('error', () => {});
  }

  send(frame: Uint8Array): void {
    if (this.#isClosed || this.#socket.destroyed) return;
    const length = Buffer.allocUnsafe(LENGTH_BYTES);
    length.writeUInt32BE(frame.length);
    this.#socket.cork();
    this.#socket.write(length);
    this.#socket.write(frame);
    this.#socket.uncork();
  }

  onFrame(listener: (frame: Uint8Array) => void): void {
    this.#socket.on('data', (chunk: Buffer) => this.#take(chunk, listener));
  }

  onClosed(listener: () => void): void {
    this.#socket.once('close', () => {
      if (!this.#isClosed) listener();
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.destroy();
  }

  #take(chunk: Buffer, listener: (frame: Uint8Array) => void): void {
    this.#unread.push(chunk);
    this.#unreadBytes += chunk.length;
    for (let wanted = this.#wantedBytes(); this.#unreadBytes >= wanted; wanted = this.#wantedBytes()) {
      if (wanted === LENGTH_BYTES || wanted > MAX_FRAME_BYTES) {
        this.#socket.destroy();
        return;
      }
      const bytes = this.#unread.length === 1 ? this.#unread[0]! : Buffer.concat(this.#unread);
      const rest = bytes.subarray(wanted);
      this.#unread = rest.length === 0 ? [] : [rest];
      this.#unreadBytes = rest.length;
      listener(bytes.subarray(LENGTH_BYTES, wanted));
    }
  }

  /** Size of the first frame with its length; of the length alone while that is incomplete. */
  #wantedBytes(): number {
    if (this.#unreadBytes < LENGTH_BYTES) return LENGTH_BYTES;
    if (this.#unread[0]!.length < LENGTH_BYTES) this.#unread = [Buffer.concat(this.#unread)];
    return LENGTH_BYTES + this.#unread[0]!.readUInt32BE(0);
  }
}

/** The parts of HOST:PORT. The host may be an IPv6 address in brackets. */
export function splitAddress(address: string): { readonly host: string; readonly port: number } {
  const at = address.lastIndexOf(':');
  return { host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) };
}
