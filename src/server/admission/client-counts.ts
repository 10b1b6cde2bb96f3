/**
 * The counts by which a thread limits its clients: rates of requests, requests under way, connections, bytes held. Each worker counts
 * the connections that the kernel gives to it, so no thread waits for another one (`limitsOfWorker`).
 */
import { assert } from '../../util/assert.ts';
import { BoundedCache } from '../../util/bounded-cache.ts';
import type { ServerLimits } from './limits.ts';
import { type Rate, TokenBucket } from './token-bucket.ts';

/** Most ports that a server has. */
const MAX_PORTS = 3;
/** Clients whose token buckets are kept: at least so many, those that sent requests last. */
const KEPT_BUCKETS = 16_384;

/** How much more may be unread of callers that are exempt from the limits on numbers of requests. */
export const EXEMPT_FACTOR = 4;

/** Counts things that clients have at the moment. A client is an address block (`addressBlock`). */
export class ClientCounter {
  /** Has no client with 0, so it is no larger than the number of things. */
  readonly #counts = new Map<string, number>();
  #total = 0;

  /** The sum over all clients. */
  get total(): number {
    return this.#total;
  }

  /** Adds one, and returns the new count of the client. */
  add(client: string): number {
    const count = (this.#counts.get(client) ?? 0) + 1;
    this.#counts.set(client, count);
    this.#total += 1;
    return count;
  }

  /** Removes one that was added. */
  remove(client: string): void {
    const left = (this.#counts.get(client) ?? 1) - 1;
    if (left === 0) this.#counts.delete(client);
    else this.#counts.set(client, left);
    this.#total -= 1;
  }
}

/** Room for a fixed amount. */
export class Room {
  readonly #size: number;
  readonly #takesOne: boolean;
  #taken = 0;

  /** With `takesOne` an empty room has space for one amount of any size. */
  constructor(size: number, takesOne = false) {
    this.#size = size;
    this.#takesOne = takesOne;
  }

  /** Takes the amount; false without taking any if there is too little room. */
  take(amount: number): boolean {
    const fits = this.#taken + amount <= this.#size || (this.#takesOne && this.#taken === 0);
    if (!fits) return false;
    this.#taken += amount;
    return true;
  }

  giveBack(amount: number): void {
    this.#taken -= amount;
  }
}

/** The counts of one port. */
export interface PortCounts {
  readonly connections: ClientCounter;
  /** For the bytes of bodies that clients are sending. */
  readonly bodies: Room;
  /** For the bytes of answers that clients have not read yet. */
  readonly answers: Room;
  /** The same for exempt callers. */
  readonly exemptAnswers: Room;
}

export class ClientCounts {
  readonly requests = new ClientCounter();
  readonly #ports: readonly PortCounts[];
  readonly #rate: Rate;
  readonly #buckets = new BoundedCache<string, TokenBucket>(KEPT_BUCKETS);

  constructor({ requestsPerSecond, requestBurst, bodiesBytes, unreadBytes }: ServerLimits) {
    this.#rate = { perSecond: requestsPerSecond, burst: requestBurst };
    this.#ports = Array.from({ length: MAX_PORTS }, () => ({
      connections: new ClientCounter(),
      bodies: new Room(bodiesBytes),
      // An answer can be longer than the room of one of many workers.
      answers: new Room(unreadBytes, true),
      exemptAnswers: new Room(EXEMPT_FACTOR * unreadBytes, true),
    }));
  }

  /** As `TokenBucket.take`, for that client. */
  takeTokens(client: string, nowMs: number, count = 1): number {
    return this.#bucketOf(client).take(this.#rate, nowMs, count);
  }

  /** As `TokenBucket.owe`, for that client. */
  oweTokens(client: string, nowMs: number, count: number): void {
    this.#bucketOf(client).owe(this.#rate, nowMs, count);
  }

  /** The counts of a port, by its number from 0. */
  port(number: number): PortCounts {
    const counts = this.#ports[number];
    assert(counts !== undefined, 'there are counts for this port');
    return counts;
  }

  #bucketOf(client: string): TokenBucket {
    let bucket = this.#buckets.get(client);
    if (bucket === undefined) {
      bucket = new TokenBucket();
      this.#buckets.set(client, bucket);
    }
    return bucket;
  }
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
