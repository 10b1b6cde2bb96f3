/**
 * Admits requests: bounds those under way, the rate of each client, and the time that requests take of a turn of the event loop. All
 * ports of a thread share one gate, so a client gains nothing by using two. Exempt callers pass freely, so the operator gets through
 * when others flood the server. (The reference does the same by a balance for each address and by the length of its job queue.)
 */
import type { RpcServices } from '../../rpc/method/context.ts';
import type { Awaitable } from '../../util/awaitable.ts';
import type { Clock } from '../../util/clock.ts';
import type { Caller } from './caller.ts';
import { addressBlock, ClientCounts } from './client-counts.ts';
import type { ServerLimits } from './limits.ts';
import { RequestRefusal } from './request-refusal.ts';
import { RequestTurns } from './request-turns.ts';

/** When to retry after `tooBusy`. It is not known when other requests end. */
export const BUSY_RETRY_MS = 1_000;
/** Requests that each further turn of a long request counts as. A client at its limit then takes a fifth of the server's time. */
const REQUESTS_PER_PAUSE = 1;

export class RequestGate {
  readonly counts: ClientCounts;
  readonly #limits: ServerLimits;
  readonly #clock: Clock;
  readonly #observe: RpcServices['observe'];
  readonly #turns = new RequestTurns();

  constructor(limits: ServerLimits, { clock, observe }: Pick<RpcServices, 'clock' | 'observe'>) {
    this.#limits = limits;
    this.#clock = clock;
    this.#observe = observe;
    this.counts = new ClientCounts(limits);
  }

  /** Admitted requests that are not answered yet, without those of exempt callers. */
  get underWay(): number {
    return this.counts.requests.total;
  }

  /** Admits a request; call `leave` when it is answered. Throws `RequestRefusal` if there are too many. */
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

  /** Admits a request of `bytes` for as long as `work` takes. Rejects with `RequestRefusal` if there are too many. */
  admit<T>(caller: Caller, bytes: number, work: () => Awaitable<T>): Awaitable<T> {
    return caller.isExempt ? work() : this.#admitClient(caller, bytes, work);
  }

  async #admitClient<T>(caller: Caller, bytes: number, work: () => Awaitable<T>): Promise<T> {
    this.chargeLength(caller, bytes);
    this.enter(caller);
    try {
      return await work();
    } finally {
      this.leave(caller);
    }
  }

  /** Does the work of an admitted request in its turn; that of an exempt caller at once. */
  inTurn<T>(caller: Caller, work: () => Awaitable<T>): Awaitable<T> {
    return caller.isExempt ? work() : this.#turns.take(work);
  }

  /** Counts a request inside a batch, or a connection. Throws `RequestRefusal` if it is one too many. */
  charge(caller: Caller): void {
    this.#take(caller, 1);
  }

  /**
   * Counts a long request as more than one, before it is parsed: that may cost as much as to answer a hundred short ones. Throws
   * `RequestRefusal` if the client has too few tokens now.
   */
  chargeLength(caller: Caller, bytes: number): void {
    const { requestBytes, requestBurst } = this.#limits;
    // Leaves one token of a full burst for the request itself.
    const count = Math.min(Math.floor(bytes / requestBytes), requestBurst - 1);
    if (count > 0) this.#take(caller, count);
  }

  /**
   * Counts a request once more each time that it takes more than its share of a turn. If the client has no tokens, it owes them, and its
   * later requests wait.
   */
  chargePause(caller: Caller): void {
    if (caller.isExempt) return;
    this.counts.oweTokens(addressBlock(caller.address), this.#clock.elapsedMs(), REQUESTS_PER_PAUSE);
  }

  #take(caller: Caller, count: number): void {
    if (caller.isExempt) return;
    const waitMs = this.counts.takeTokens(addressBlock(caller.address), this.#clock.elapsedMs(), count);
    if (waitMs > 0) throw this.refuse('slowDown', waitMs);
  }

  /** Creates a refusal, and counts it in the metrics. */
  refuse(token: 'tooBusy' | 'slowDown', retryAfterMs: number): RequestRefusal {
    this.#observe?.({ method: 'refused', outcome: token, seconds: 0, engineResult: undefined });
    return RequestRefusal.forLoad(token, retryAfterMs);
  }
}
