/**
 * What a server counts of its clients, so that no client takes more than its share: how fast requests come, how many are
 * under way, how many connections there are, how many bytes are held. Several threads may serve the same ports, and the
 * system spreads a client's connections over them, so all counts are in one shared memory. A server of one thread counts
 * in the same way.
 *
 * Each thread changes counts of its own, and a count is the sum over all threads: so what a thread has counted can be
 * taken back when it ends.
 *
 * | words            | content                                                              |
 * |------------------|----------------------------------------------------------------------|
 * | 1                | the lock of the rows (`shared-lock.ts`)                              |
 * | 4                | the salt of the keys of rows                                         |
 * | TOTALS × threads | totals: requests, connections of each port, and what its rooms hold  |
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

/** Ports that a server can have. */
const MAX_PORTS = 3;
/** What is counted for each client: requests under way, and the connections to each port. */
const REQUESTS = 0;
const CLIENT_COUNTS = 1 + MAX_PORTS;
/** What is counted for all clients together: the same, and the rooms of each port. */
const ROOMS = ['sockets', 'bodies', 'answers'] as const;
const TOTALS = CLIENT_COUNTS + MAX_PORTS * ROOMS.length;
/** Where the words begin. */
const LOCK = 0;
const SALT = 1;
const SALT_WORDS = 4;
const FIRST_TOTAL = SALT + SALT_WORDS;
/** Rows for each client that can be connected at the same time. With four a client hardly ever finds all its places taken. */
const ROWS_PER_CLIENT = 4;
const MIN_ROWS = 1_024;
const MAX_ROWS = 2 ** 20;
const WORD = Int32Array.BYTES_PER_ELEMENT;

/** How many of a thing there are at the moment. A client is an address block (`addressBlock`). */
export interface ClientCounter {
  /** Of all clients. */
  readonly total: number;
  /** Counts one more, and returns how many the client has then. `Infinity` if there is no row left for it. */
  add(client: string): number;
  /** Takes back one that was added. */
  remove(client: string): void;
}

/** Room for a fixed amount. */
export interface Room {
  /** False, and nothing is taken, if there is too little. */
  take(amount: number): boolean;
  giveBack(amount: number): void;
}

/** What each port has its own of. */
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

/** How the memory is divided; the same in all threads. */
export interface CountsShape {
  readonly threads: number;
  readonly limits: ServerLimits;
}

/** How much each room of a port holds. */
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

  /** Memory for the counts, and for so many bytes more after them. */
  static createMemory(shape: CountsShape, moreBytes = 0): SharedArrayBuffer {
    const memory = new SharedArrayBuffer(ClientCounts.byteLength(shape) + moreBytes);
    saltIn(memory).set(randomBytes(SALT_WORDS * WORD));
    return memory;
  }

  /**
   * `thread`: the number of the thread that counts, from 0; one more than the last where a thread counts nothing itself.
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

  /** Takes back what a thread has counted that has ended. Tokens that its clients have used stay used. */
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

  /** Adds before it compares: if two threads take the last place at the same time, neither sees too little. */
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

/** In bytes, a multiple of 8. */
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

/** What counts as one client: an IPv4 address, or 64 bits of an IPv6 one, since their owner has all addresses in them. */
export function addressBlock(address: string): string {
  if (address.startsWith('::ffff:')) return address.slice(7);
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle = tail === undefined ? [] : new Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  return [...first, ...middle, ...last].slice(0, 4).join(':');
}
