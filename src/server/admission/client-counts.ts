/**
 * The counts by which a server limits its clients: rates of requests, requests under way, connections, bytes held. Several threads may
 * serve the same ports, and the system spreads the connections of a client over them, so all counts are in one shared memory. A server
 * with one thread counts in the same way.
 *
 * Each thread changes only its own counts, and a count is the sum over all threads, so the counts of a thread can be removed when it
 * ends.
 *
 * | words            | content                                                              |
 * |------------------|----------------------------------------------------------------------|
 * | 1                | the lock of the rows (`shared-lock.ts`)                              |
 * | 4                | the salt of the keys of rows                                         |
 * | TOTALS × threads | totals: requests, and connections and bytes held of each port        |
 * | the rest         | a row for each client (`client-rows.ts`): its requests and connections |
 */
import { randomBytes } from 'node:crypto';
import { assert } from '../../util/assert.ts';
import { ClientRows } from './client-rows.ts';
import type { ServerLimits } from './limits.ts';
import { SharedLock } from './shared-lock.ts';
import { TokenBucket } from './token-bucket.ts';

/** Connections beyond a bound that are still answered, with `tooBusy`. */
export const SURPLUS_CONNECTIONS = 16;

/** Most ports that a server has. */
const MAX_PORTS = 3;
/** Counts for each client: requests under way, and connections to each port. */
const REQUESTS = 0;
const CLIENT_COUNTS = 1 + MAX_PORTS;
/** Counts for all clients together: the same, and the rooms of each port. */
const ROOMS = ['sockets', 'bodies', 'answers'] as const;
const TOTALS = CLIENT_COUNTS + MAX_PORTS * ROOMS.length;
/** Offsets in words. */
const LOCK = 0;
const SALT = 1;
const SALT_WORDS = 4;
const FIRST_TOTAL = SALT + SALT_WORDS;
/** Rows for each client that can be connected at the same time. With four, a client hardly ever finds all its places taken. */
const ROWS_PER_CLIENT = 4;
const MIN_ROWS = 1_024;
const MAX_ROWS = 2 ** 20;
const WORD = Int32Array.BYTES_PER_ELEMENT;

/** A count of things that clients have at the moment. A client is an address block (`addressBlock`). */
export interface ClientCounter {
  /** The sum over all clients. */
  readonly total: number;
  /** Adds one, and returns the new count of the client. `Infinity` if no row is left for it. */
  add(client: string): number;
  /** Removes one that was added. */
  remove(client: string): void;
}

/** Room for a fixed amount. */
export interface Room {
  /** Takes the amount; false without taking any if there is too little room. */
  take(amount: number): boolean;
  giveBack(amount: number): void;
}

/** The counts of one port. */
export interface PortCounts {
  /** For connections of every kind, also those whose TLS handshake is not done. */
  readonly sockets: Room;
  /** Connections that can send requests. */
  readonly connections: ClientCounter;
  /** For the bytes of bodies that clients are sending. */
  readonly bodies: Room;
  /** For the bytes of answers that clients have not read yet. */
  readonly answers: Room;
}

/** Determines the layout of the memory; the same in all threads. */
export interface CountsShape {
  readonly threads: number;
  readonly limits: ServerLimits;
}

/** The size of each room of a port. */
export function portRooms(limits: ServerLimits): Record<(typeof ROOMS)[number], number> {
  return {
    sockets: limits.connections + SURPLUS_CONNECTIONS,
    bodies: limits.bodiesBytes,
    answers: limits.unreadBytes,
  };
}

export class ClientCounts {
  readonly requests: ClientCounter;
  readonly #shape: CountsShape;
  readonly #thread: number;
  readonly #totals: Uint32Array;
  readonly #rows: ClientRows;
  readonly #lock: SharedLock;

  static byteLength(shape: CountsShape): number {
    return rowsOffset(shape) + ClientRows.byteLength(rowCount(shape), CLIENT_COUNTS * shape.threads);
  }

  /** Memory for the counts, followed by `moreBytes` for other uses. */
  static createMemory(shape: CountsShape, moreBytes = 0): SharedArrayBuffer {
    const memory = new SharedArrayBuffer(ClientCounts.byteLength(shape) + moreBytes);
    saltIn(memory).set(randomBytes(SALT_WORDS * WORD));
    return memory;
  }

  /**
   * `thread`: the number of the thread that counts, from 0; one more than the last for a thread that does not count.
   * `memory`: from `createMemory` with the same shape.
   */
  constructor(shape: CountsShape, thread = 0, memory = ClientCounts.createMemory(shape)) {
    const { threads } = shape;
    this.#shape = shape;
    this.#thread = thread;
    this.#totals = new Uint32Array(memory, FIRST_TOTAL * WORD, TOTALS * threads);
    this.#lock = new SharedLock(new Int32Array(memory), LOCK, thread + 1);
    const salt = Buffer.from(saltIn(memory)).toString('hex');
    this.#rows = new ClientRows(memory, rowsOffset(shape), rowCount(shape), CLIENT_COUNTS * threads, salt);
    this.requests = this.#counter(REQUESTS);
  }

  /** As `TokenBucket.take`, for that client. */
  takeTokens(client: string, nowMs: number, count = 1): number {
    return this.#withBucket(client, (bucket) => bucket.take(this.#rate, nowMs, count)) ?? 0;
  }

  /** As `TokenBucket.owe`, for that client. */
  oweTokens(client: string, nowMs: number, count: number): void {
    this.#withBucket(client, (bucket) => bucket.owe(this.#rate, nowMs, count));
  }

  /** The counts of a port, by its number from 0. */
  port(port: number): PortCounts {
    assert(port < MAX_PORTS, 'there is memory for the counts of this port');
    const sizes = portRooms(this.#shape.limits);
    const room = (name: (typeof ROOMS)[number]) =>
      this.#room(CLIENT_COUNTS + port * ROOMS.length + ROOMS.indexOf(name), sizes[name]);
    return {
      sockets: room('sockets'),
      connections: this.#counter(REQUESTS + 1 + port),
      bodies: room('bodies'),
      answers: room('answers'),
    };
  }

  /** Removes the counts of a thread that has ended. Tokens that its clients have used stay used. */
  reset(thread: number): void {
    const { threads } = this.#shape;
    this.#lock.releaseOf(thread + 1);
    this.#lock.run(() => {
      for (let kind = 0; kind < CLIENT_COUNTS; kind++) this.#rows.clear(kind * threads + thread);
    });
    for (let kind = 0; kind < TOTALS; kind++) Atomics.store(this.#totals, kind * threads + thread, 0);
  }

  get #rate() {
    const { requestsPerSecond, requestBurst } = this.#shape.limits;
    return { perSecond: requestsPerSecond, burst: requestBurst };
  }

  /**
   * Undefined if there is no row left for the client. A client that has a connection has a row, so this one has none, and
   * the count of its requests refuses it.
   */
  #withBucket<T>(client: string, use: (bucket: TokenBucket) => T): T | undefined {
    return this.#lock.run(() => {
      const row = this.#rows.findOrAdd(client);
      if (row === undefined) return undefined;
      const bucket = new TokenBucket(this.#rows.fullAtMs(row));
      const result = use(bucket);
      this.#rows.setFullAtMs(row, bucket.fullAtMs);
      return result;
    });
  }

  #counter(kind: number): ClientCounter {
    const { threads } = this.#shape;
    const own = kind * threads + this.#thread;
    const total = () => this.#total(kind);
    return {
      get total() {
        return total();
      },
      add: (client) => {
        this.#addTotal(kind, 1);
        return this.#lock.run(() => {
          const row = this.#rows.findOrAdd(client);
          if (row === undefined) return Number.POSITIVE_INFINITY;
          this.#rows.add(row, own, 1);
          return this.#rows.count(row, kind * threads, (kind + 1) * threads);
        });
      },
      remove: (client) => {
        this.#lock.run(() => {
          const row = this.#rows.find(client);
          if (row !== undefined) this.#rows.add(row, own, -1);
        });
        this.#addTotal(kind, -1);
      },
    };
  }

  /** Adds before it compares, so two threads that take the last room at the same time cannot both succeed. */
  #room(kind: number, size: number): Room {
    return {
      take: (amount) => {
        this.#addTotal(kind, amount);
        if (this.#total(kind) <= size) return true;
        this.#addTotal(kind, -amount);
        return false;
      },
      giveBack: (amount) => this.#addTotal(kind, -amount),
    };
  }

  #addTotal(kind: number, amount: number): void {
    Atomics.add(this.#totals, kind * this.#shape.threads + this.#thread, amount);
  }

  #total(kind: number): number {
    const { threads } = this.#shape;
    let total = 0;
    for (let at = kind * threads; at < (kind + 1) * threads; at++) total += Atomics.load(this.#totals, at);
    return total;
  }
}

/** Offset in bytes, a multiple of 8. */
function rowsOffset({ threads }: CountsShape): number {
  return Math.ceil(((FIRST_TOTAL + TOTALS * threads) * WORD) / 8) * 8;
}

function rowCount({ limits }: CountsShape): number {
  const clients = limits.concurrentRequests + MAX_PORTS * portRooms(limits).sockets;
  const wanted = 2 ** Math.ceil(Math.log2(ROWS_PER_CLIENT * clients));
  return Math.min(Math.max(wanted, MIN_ROWS), MAX_ROWS);
}

function saltIn(memory: SharedArrayBuffer): Uint8Array {
  return new Uint8Array(memory, SALT * WORD, SALT_WORDS * WORD);
}

/** The key of a client: an IPv4 address, or the first 64 bits of an IPv6 address, because one owner has all addresses below them. */
export function addressBlock(address: string): string {
  if (address.startsWith('::ffff:')) return address.slice(7);
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle = tail === undefined ? [] : new Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  return [...first, ...middle, ...last].slice(0, 4).join(':');
}
