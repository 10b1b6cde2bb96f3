/**
 * A TCP proxy between two programs that delays, cuts and holds back data, as networks do. Bytes that arrive are
 * unchanged and in order.
 */
import { once } from 'node:events';
import { createConnection, createServer, type Server, type Socket } from 'node:net';

/**
 * What happens to bytes from a client. `cut before`: the connection ends and they are lost. `cut after`: they are
 * forwarded, and the connection ends before any answer. `lateMs`: the client's connection ends, and they are forwarded
 * after this delay.
 */
type SentOutcome = 'forward' | 'cut before' | 'cut after' | { readonly lateMs: number };

/**
 * How long the server's connection stays open after `cut after` and late bytes, so that the server can process them.
 */
const LINGER_MS = 200;
/** A late statement arrives in several pieces, within this time. */
const PIECES_MS = 30;

export class TcpProxy {
  /** Delay of each piece of data, in either direction. */
  delayMs = 0;
  /** Returns the outcome of bytes from a client; `forward` if absent. */
  onSent: ((bytes: Buffer) => SentOutcome) | undefined;
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #target: { readonly host: string; readonly port: number };
  #isPartitioned = false;

  private constructor(target: { readonly host: string; readonly port: number }) {
    this.#target = target;
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#accept(client));
  }

  /** Listens on a loopback port: `port`, or a free one if it is 0 or absent. */
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

  /** The target of new connections. */
  set target(target: { readonly host: string; readonly port: number }) {
    this.#target = target;
  }

  /** Ends all connections at once. */
  cutAll(): void {
    for (const pair of [...this.#pairs]) pair.end();
  }

  /**
   * Holds all data back until `heal`. Connections stay open; new ones are accepted and connect to the target after
   * `heal`.
   */
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
      outcomeOf: (bytes) => this.onSent?.(bytes) ?? 'forward',
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
  readonly outcomeOf: (bytes: Buffer) => SentOutcome;
  readonly onEnd: () => void;
}

/** A client's connection and its connection to the target. */
class Pair {
  readonly #client: Socket;
  readonly #options: PairOptions;
  readonly #there = new DelayedQueue();
  readonly #back = new DelayedQueue();
  #server: Socket | undefined;
  #lingering: NodeJS.Timeout | undefined;
  /** Bytes that are forwarded late. */
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

  /** The client has disconnected. Late bytes are still forwarded. */
  #noteGone(): void {
    if (this.#late === undefined) this.end();
  }

  #send(server: Socket, bytes: Buffer): void {
    if (this.#late !== undefined) {
      this.#late.push(bytes);
      return;
    }
    const outcome = this.#options.outcomeOf(bytes);
    if (outcome === 'cut before') {
      this.end();
      return;
    }
    if (typeof outcome === 'object') {
      this.#sendLate(server, bytes, outcome.lateMs);
      return;
    }
    server.write(bytes);
    if (outcome === 'forward' || this.#lingering !== undefined) return;
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

/** Actions of one direction. They run in order, each after its delay, and not while the direction is held. */
class DelayedQueue {
  readonly #waiting: (() => void)[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Number of waiting actions whose delay is over. */
  #dueCount = 0;
  #isHeld = true;

  set isHeld(isHeld: boolean) {
    this.#isHeld = isHeld;
    this.#runDue();
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
    this.#runDue();
  }

  #runDue(): void {
    while (!this.#isHeld && this.#dueCount > 0 && this.#waiting.length > 0) {
      this.#dueCount -= 1;
      this.#waiting.shift()?.();
    }
  }
}
