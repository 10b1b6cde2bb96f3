/**
 * A way between two programs over TCP that delays, cuts and holds back: what a network does to them. Bytes that get
 * through are the bytes that were sent, in their order.
 */
import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';

/**
 * What becomes of bytes that a client sent. `cut after` lets them through, and ends the connection before any answer. `lateMs`: the
 * client's connection ends, and they arrive so much later.
 */
type SentFate = 'forward' | 'cut before' | 'cut after' | { readonly lateMs: number };

/** For how long what was sent last may still take place at the other end before the connection there ends. */
const LINGER_MS = 200;
/** A statement that arrives late has several pieces, which are sent within this time. */
const PIECES_MS = 30;

export class TcpProxy {
  /** Each piece of bytes takes so much longer, in either direction. */
  delayMs = 0;
  /** Decides about bytes of a client before they go on; all do if absent. */
  onSent: ((bytes: Buffer) => SentFate) | undefined;
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #target: { readonly host: string; readonly port: number };
  #isPartitioned = false;

  private constructor(target: { readonly host: string; readonly port: number }) {
    this.#target = target;
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#accept(client));
  }

  /** Listens on a port of its own (`port`; a free one if it is 0 or absent) of the loopback. */
  static async open(target: { readonly host: string; readonly port: number }, port = 0): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    proxy.#server.listen(port, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  get connectionCount(): number {
    return this.#pairs.size;
  }

  /** Where connections that are made from now on lead. */
  set target(target: { readonly host: string; readonly port: number }) {
    this.#target = target;
  }

  /** Ends all connections at once. */
  cutAll(): void {
    for (const pair of [...this.#pairs]) pair.end();
  }

  /** Nothing gets through until `heal`; connections stay, and new ones are taken but lead nowhere until then. */
  partition(): void {
    this.#isPartitioned = true;
    for (const pair of this.#pairs) pair.hold();
  }

  heal(): void {
    this.#isPartitioned = false;
    for (const pair of this.#pairs) pair.resume();
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.cutAll();
    await closed;
  }

  #accept(client: Socket): void {
    const pair = new Pair(client, {
      connect: () => createConnection({ ...this.#target, allowHalfOpen: true }),
      delayMs: () => this.delayMs,
      fateOf: (bytes) => this.onSent?.(bytes) ?? 'forward',
      onEnd: () => this.#pairs.delete(pair),
    });
    this.#pairs.add(pair);
    if (this.#isPartitioned) pair.hold();
    else pair.resume();
  }
}

interface PairOptions {
  readonly connect: () => Socket;
  readonly delayMs: () => number;
  readonly fateOf: (bytes: Buffer) => SentFate;
  readonly onEnd: () => void;
}

/** A client's connection and the one that it leads to. */
class Pair {
  readonly #client: Socket;
  readonly #options: PairOptions;
  readonly #there = new Lane();
  readonly #back = new Lane();
  #server: Socket | undefined;
  #lingering: NodeJS.Timeout | undefined;
  /** What arrives late. */
  #late: Buffer[] | undefined;
  #isEnded = false;

  constructor(client: Socket, options: PairOptions) {
    this.#client = client;
    this.#options = options;
    client.pause();
    client.on('error', () => this.#noteGone()).on('close', () => this.#noteGone());
  }

  hold(): void {
    this.#there.isHeld = true;
    this.#back.isHeld = true;
  }

  resume(): void {
    this.#server ??= this.#connect();
    this.#there.isHeld = false;
    this.#back.isHeld = false;
  }

  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#lingering);
    this.#there.end();
    this.#back.end();
    this.#client.destroy();
    this.#server?.destroy();
    this.#options.onEnd();
  }

  #connect(): Socket {
    const { connect, delayMs } = this.#options;
    const server = connect();
    server.setNoDelay(true);
    this.#client.setNoDelay(true);
    server.on('error', () => this.end()).on('close', () => this.end());
    server.on('data', (bytes) => this.#back.add(delayMs(), () => this.#client.write(bytes)));
    server.on('end', () => this.#back.add(delayMs(), () => this.#client.end()));
    this.#client.on('data', (bytes) => this.#there.add(delayMs(), () => this.#send(server, bytes)));
    this.#client.on('end', () => this.#there.add(delayMs(), () => server.end()));
    this.#client.resume();
    return server;
  }

  /** The client is gone; what is late still arrives. */
  #noteGone(): void {
    if (this.#late === undefined) this.end();
  }

  #send(server: Socket, bytes: Buffer): void {
    if (this.#late !== undefined) {
      this.#late.push(bytes);
      return;
    }
    const fate = this.#options.fateOf(bytes);
    if (fate === 'cut before') {
      this.end();
      return;
    }
    if (typeof fate === 'object') {
      this.#sendLate(server, bytes, fate.lateMs);
      return;
    }
    server.write(bytes);
    if (fate === 'forward' || this.#lingering !== undefined) return;
    this.#linger(server);
  }

  #sendLate(server: Socket, bytes: Buffer, lateMs: number): void {
    const late = [bytes];
    this.#late = late;
    setTimeout(() => this.#client.destroy(), PIECES_MS);
    this.#lingering = setTimeout(() => {
      for (const piece of late) server.write(piece);
      this.#linger(server);
    }, lateMs);
  }

  #linger(server: Socket): void {
    server.removeAllListeners('data').resume();
    this.#lingering = setTimeout(() => this.end(), LINGER_MS);
  }
}

/** What goes in one direction, in the order in which it was sent, each thing after its delay. */
class Lane {
  readonly #waiting: (() => void)[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  /** How many of those that wait have waited for long enough. */
  #dueCount = 0;
  #isHeld = true;

  set isHeld(isHeld: boolean) {
    this.#isHeld = isHeld;
    this.#go();
  }

  add(delayMs: number, act: () => void): void {
    this.#waiting.push(act);
    if (delayMs === 0) {
      this.#due();
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#due();
    }, delayMs);
    this.#timers.add(timer);
  }

  end(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#waiting.length = 0;
  }

  #due(): void {
    this.#dueCount += 1;
    this.#go();
  }

  #go(): void {
    while (!this.#isHeld && this.#dueCount > 0 && this.#waiting.length > 0) {
      this.#dueCount -= 1;
      this.#waiting.shift()?.();
    }
  }
}
