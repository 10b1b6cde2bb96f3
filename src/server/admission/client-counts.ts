/**
 * What is counted of clients, so that none has more than its share: how fast requests come, how many are under way, how
 * many connections there are, how many bytes are held. It is counted here in the memory of one thread; front ends, which
 * have clients in common, count in a memory that they share (`front/shared-counts.ts`).
 */
import type { ServerLimits } from './limits.ts';
import { RateLimiter } from './rate-limiter.ts';

/** Connections beyond a bound that are told so. */
export const SURPLUS_CONNECTIONS = 16;

/** How many of a thing there are at the moment, in all and of each client (an address block, `rate-limiter.ts`). */
export interface ClientCounter {
  readonly total: number;
  /** Counts one more, and gives how many the client has then. `Infinity` where no more clients can be told apart. */
  add(client: string): number;
  /** Takes back one that was added. */
  remove(client: string): void;
}

/** Room for so much and no more. */
export interface Room {
  /** False, and nothing is taken, if there is too little. */
  take(amount: number): boolean;
  giveBack(amount: number): void;
}

/** What is one number for all ports of a server. */
export interface ServerCounts {
  readonly rates: Pick<RateLimiter, 'take' | 'owe'>;
  /** Requests under way. */
  readonly requests: ClientCounter;
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

/** The room that each of these has. */
export function portRooms(limits: ServerLimits): Record<'sockets' | 'bodies' | 'answers', number> {
  return {
    sockets: limits.connections + SURPLUS_CONNECTIONS,
    bodies: limits.bodiesBytes,
    answers: limits.unreadBytes,
  };
}

/** Counts of a server whose ports are all in this thread. */
export function localServerCounts({ requestsPerSecond, requestBurst }: ServerLimits): ServerCounts {
  return {
    rates: new RateLimiter({ perSecond: requestsPerSecond, burst: requestBurst }),
    requests: new LocalCounter(),
  };
}

/** Counts of a port that only this thread has. */
export function localPortCounts(limits: ServerLimits): PortCounts {
  const { sockets, bodies, answers } = portRooms(limits);
  return {
    sockets: new LocalRoom(sockets),
    connections: new LocalCounter(),
    bodies: new LocalRoom(bodies),
    answers: new LocalRoom(answers),
  };
}

export class LocalCounter implements ClientCounter {
  readonly #ofClients = new Map<string, number>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  add(client: string): number {
    const count = (this.#ofClients.get(client) ?? 0) + 1;
    this.#ofClients.set(client, count);
    this.#total += 1;
    return count;
  }

  /** Gives how many are left. */
  remove(client: string): number {
    const left = this.#ofClients.get(client)! - 1;
    if (left > 0) this.#ofClients.set(client, left);
    else this.#ofClients.delete(client);
    this.#total -= 1;
    return left;
  }
}

export class LocalRoom implements Room {
  #free: number;

  constructor(size: number) {
    this.#free = size;
  }

  take(amount: number): boolean {
    if (amount > this.#free) return false;
    this.#free -= amount;
    return true;
  }

  giveBack(amount: number): void {
    this.#free += amount;
  }
}
