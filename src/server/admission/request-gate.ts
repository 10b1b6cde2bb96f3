/**
 * Lets requests in: so many at the same time, so many a second from one client, and so many in a turn of the event
 * loop. One gate stands before all ports of a server, so that a client gains nothing by using two. The operator passes
 * freely, to get through when others flood the server. (The reference does the same by a balance for each address and
 * by the length of its job queue.)
 */
import type { RpcServices } from '../../rpc/method/context.ts';
import type { Clock } from '../../util/clock.ts';
import type { Caller } from './caller.ts';
import { addressBlock, ClientCounts } from './client-counts.ts';
import type { ServerLimits } from './limits.ts';
import { RequestRefusal } from './request-refusal.ts';
import { RequestTurns } from './request-turns.ts';

/** When to try again after `tooBusy`: nobody knows when others are done. */
export const BUSY_RETRY_MS = 1_000;
/** What each further turn of a long request counts: a client at its limit then takes a fifth of the server's time. */
const REQUESTS_A_PAUSE = 1;

export class RequestGate {
  readonly counts: ClientCounts;
  readonly #limits: ServerLimits;
  readonly #clock: Clock;
  readonly #observe: RpcServices['observe'];
  readonly #turns = new RequestTurns();

  /** `counts`: those that this thread shares with others which serve the same ports. */
  constructor(
    limits: ServerLimits,
    { clock, observe }: Pick<RpcServices, 'clock' | 'observe'>,
    counts = new ClientCounts({ threads: 1, limits }),
  ) {
    this.#limits = limits;
    this.#clock = clock;
    this.#observe = observe;
    this.counts = counts;
  }

  /** Requests that were let in and are not done; those of callers without limits are not counted. */
  get underWay(): number {
    return this.counts.requests.total;
  }

  /** Lets a request in, which must be followed by `leave` when it is answered. Throws `RequestRefusal` instead. */
  enter(caller: Caller): void {
    if (caller.isExempt) return;
    this.charge(caller);
    const { concurrentRequests, concurrentPerAddress } = this.#limits;
    const { requests } = this.counts;
    const client = addressBlock(caller.address);
    const ofClient = requests.add(client);
    if (requests.total <= concurrentRequests && ofClient <= concurrentPerAddress) return;
    requests.remove(client);
    throw this.refuse('tooBusy', BUSY_RETRY_MS);
  }

  leave(caller: Caller): void {
    if (!caller.isExempt) this.counts.requests.remove(addressBlock(caller.address));
  }

  /** Lets a request of so many bytes in while something is done for it. Rejects with `RequestRefusal` if it may not. */
  admit<T>(caller: Caller, bytes: number, work: () => Promise<T>): Promise<T> {
    // Whoever has no limits passes it by.
    return caller.isExempt ? work() : this.#admit(caller, bytes, work);
  }

  async #admit<T>(caller: Caller, bytes: number, work: () => Promise<T>): Promise<T> {
    this.chargeLength(caller, bytes);
    this.enter(caller);
    try {
      return await work();
    } finally {
      this.leave(caller);
    }
  }

  /** Does what answers a request that was let in, when it is its turn. Those of callers without limits are always next. */
  async inTurn<T>(caller: Caller, work: () => T | Promise<T>): Promise<T> {
    return caller.isExempt ? work() : this.#turns.take(work);
  }

  /** Counts a request that came inside another, or a connection. Throws `RequestRefusal` if it is one too many. */
  charge(caller: Caller): void {
    this.#take(caller, 1);
  }

  /**
   * Counts a long request for more than one, before anything is done with it: to parse it may cost as much as to answer
   * a hundred short ones. Throws `RequestRefusal` if it is too long for now.
   */
  chargeLength(caller: Caller, bytes: number): void {
    const { requestBytes, requestBurst } = this.#limits;
    // Leaves one of a full burst for the request itself.
    const count = Math.min(Math.floor(bytes / requestBytes), requestBurst - 1);
    if (count > 0) this.#take(caller, count);
  }

  /**
   * Counts a request that takes more than its share of a turn for some more, each time that it does. What the client has
   * no room for now it owes: later requests wait for it.
   */
  chargePause(caller: Caller): void {
    if (caller.isExempt) return;
    this.counts.oweTokens(addressBlock(caller.address), this.#clock.elapsedMs(), REQUESTS_A_PAUSE);
  }

  #take(caller: Caller, count: number): void {
    if (caller.isExempt) return;
    const waitMs = this.counts.takeTokens(addressBlock(caller.address), this.#clock.elapsedMs(), count);
    if (waitMs > 0) throw this.refuse('slowDown', waitMs);
  }

  /** Makes a refusal, and has it counted. */
  refuse(token: 'tooBusy' | 'slowDown', retryAfterMs: number): RequestRefusal {
    this.#observe?.({ method: 'refused', outcome: token, seconds: 0, engineResult: undefined });
    return RequestRefusal.forLoad(token, retryAfterMs);
  }
}
