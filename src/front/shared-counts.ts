/**
 * What front ends count of clients together (`server/admission/client-counts.ts`), in one memory: a client that has
 * connections to several of them is one client. Sums are kept for each front end by itself and added up when they are
 * read (`shared-counter.ts`). So nobody writes over what another counts, and when a front end ends, what it had counted
 * can be taken away.
 */
import { randomBytes } from 'node:crypto';
import { type PortCounts, portRooms, type ServerCounts } from '../server/admission/client-counts.ts';
import type { ServerLimits } from '../server/admission/limits.ts';
import { assert } from '../util/assert.ts';
import { ClientKeys, KEY_WORDS } from './client-rows.ts';
import { CountRows, SharedCounter, SharedRoom, SharedSum } from './shared-counter.ts';
import { SharedLock } from './shared-lock.ts';
import { RATE_BYTES, SharedRates } from './shared-rates.ts';

/** Ports that a server can have. */
const MAX_PORTS = 3;
/** Words at the beginning: the lock, and the salt of keys. */
const LOCK = 0;
const SALT = 1;
const SALT_WORDS = 4;
const FIRST_SUM = SALT + SALT_WORDS;
/** Sums: one for requests under way, and for each port these. */
const REQUESTS = 0;
const PORT_SUMS = ['sockets', 'connections', 'bodies', 'answers'] as const;
const SUMS = 1 + MAX_PORTS * PORT_SUMS.length;
/** Rows for clients, for each that could have one at the same time; with many to spare their places hardly ever end. */
const SPARE = 4;
const FEWEST_ROWS = 1_024;
const MOST_ROWS = 2 ** 20;
const WORD = Int32Array.BYTES_PER_ELEMENT;

/** What tells how the memory is divided; the same in all threads. */
export interface CountsShape {
  readonly frontEnds: number;
  readonly limits: ServerLimits;
}

/** Where things are, in bytes. */
interface Layout {
  readonly rates: number;
  readonly rows: number;
  readonly rowCount: number;
  readonly end: number;
}

function layoutOf({ frontEnds, limits }: CountsShape): Layout {
  const clients = limits.concurrentRequests + MAX_PORTS * portRooms(limits).sockets;
  const wanted = 2 ** Math.ceil(Math.log2(SPARE * clients));
  const rowCount = Math.min(Math.max(wanted, FEWEST_ROWS), MOST_ROWS);
  const rates = Math.ceil(((FIRST_SUM + SUMS * frontEnds) * WORD) / 8) * 8;
  const rows = rates + RATE_BYTES;
  return { rates, rows, rowCount, end: rows + rowCount * (KEY_WORDS + frontEnds) * WORD };
}

export class SharedCounts {
  readonly memory: SharedArrayBuffer;
  readonly #shape: CountsShape;
  readonly #layout: Layout;
  readonly #words: Int32Array;

  /** Over memory that `create` made for the same shape. */
  constructor(memory: SharedArrayBuffer, shape: CountsShape) {
    this.memory = memory;
    this.#shape = shape;
    this.#layout = layoutOf(shape);
    this.#words = new Int32Array(memory);
  }

  static create(shape: CountsShape): SharedCounts {
    const counts = new SharedCounts(new SharedArrayBuffer(layoutOf(shape).end), shape);
    const salt = new Uint8Array(counts.memory, SALT * WORD, SALT_WORDS * WORD);
    salt.set(randomBytes(salt.length));
    return counts;
  }

  /** The counts, for a front end to count in. */
  of(frontEnd: number): FrontEndCounts {
    const { memory } = this;
    const { limits } = this.#shape;
    const lock = new SharedLock(this.#words, LOCK, frontEnd + 1);
    const keys = new ClientKeys(Buffer.from(new Uint8Array(memory, SALT * WORD, SALT_WORDS * WORD)).toString('hex'));
    const rate = { perSecond: limits.requestsPerSecond, burst: limits.requestBurst };
    const clients = new CountRows(this.#rowWords(), this.#shape.frontEnds, frontEnd, keys, lock);
    const sum = (number: number) => new SharedSum(this.#sumWords(number), frontEnd);
    const counter = (number: number) => new SharedCounter(sum(number), clients, number);
    const rooms = portRooms(limits);
    return {
      rates: new SharedRates(memory, this.#layout.rates, rate, keys, lock),
      requests: counter(REQUESTS),
      port(port) {
        assert(port < MAX_PORTS, 'there is room to count what this port has');
        const numberOf = (name: (typeof PORT_SUMS)[number]) =>
          REQUESTS + 1 + port * PORT_SUMS.length + PORT_SUMS.indexOf(name);
        const room = (name: keyof typeof rooms) => new SharedRoom(sum(numberOf(name)), rooms[name]);
        const connections = counter(numberOf('connections'));
        return { sockets: room('sockets'), connections, bodies: room('bodies'), answers: room('answers') };
      },
    };
  }

  /** Takes away what a front end has counted that has ended. What its clients have used up of their rates stays. */
  reset(frontEnd: number): void {
    const { frontEnds } = this.#shape;
    const lock = new SharedLock(this.#words, LOCK, frontEnds + 1);
    lock.releaseOf(frontEnd + 1);
    const rows = this.#rowWords();
    lock.run(() => {
      for (let at = KEY_WORDS + frontEnd; at < rows.length; at += KEY_WORDS + frontEnds)
        if (rows[at] !== 0) rows[at] = 0;
    });
    for (let sum = 0; sum < SUMS; sum++) Atomics.store(this.#sumWords(sum), frontEnd, 0);
  }

  #rowWords(): Int32Array {
    const { rows, rowCount } = this.#layout;
    return new Int32Array(this.memory, rows, rowCount * (KEY_WORDS + this.#shape.frontEnds));
  }

  #sumWords(sum: number): Uint32Array {
    const { frontEnds } = this.#shape;
    return new Uint32Array(this.memory, (FIRST_SUM + sum * frontEnds) * WORD, frontEnds);
  }
}

export interface FrontEndCounts extends ServerCounts {
  /** Those of a port, by its number from 0. */
  port(port: number): PortCounts;
}
