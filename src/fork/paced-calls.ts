/**
 * Calls of another server: at most so many in any second, many at a time, over one connection that is opened again when
 * it breaks. Urgent calls go first. A call that the server refuses because there are too many waits, with all others. When the last
 * attempt of a call has failed, further calls fail at once (`breaker.ts`).
 */
import { type LedgerLink, LinkError, type OpenLink } from '../client/ledger-link.ts';
import type { JsonObject } from '../protocol/values.ts';
import { ForkReadError } from '../storage/fork/fork-base.ts';
import type { Clock, ClockTimer } from '../util/clock.ts';
import { Breaker } from './breaker.ts';

const MAX_IN_FLIGHT = 50;
/** How often a call is sent to a server that does not answer, and to one that answers that it is busy. */
const ATTEMPTS = { broken: 3, busy: 5 } as const;
/** Errors that end by themselves: the server is busy, or is not ready yet. */
const PASSING_ERRORS = ['slowDown', 'tooBusy', 'noNetwork', 'noCurrent', 'noClosed', 'notReady'];

export interface PacedCallsOptions {
  readonly clock: Clock;
  /** The name of the server, for messages. */
  readonly url: string;
  readonly openLink: OpenLink;
  /** The most requests in any second; Infinity for no limit. */
  readonly requestsPerSecond: number;
  /** The first wait before another attempt; each further one is twice as long. */
  readonly retryMs: number;
  /** Called for each request that is sent. */
  readonly onSent: () => void;
  /** Called with the reason when the server does not answer, and with undefined when it does again. */
  readonly onProblem: (problem: string | undefined) => void;
}

/** How soon a call is needed. It may become urgent while it waits. */
export interface Urgency {
  isUrgent: boolean;
}

interface Call {
  readonly method: string;
  readonly params: JsonObject;
  readonly urgency: Urgency;
  readonly resolve: (result: JsonObject) => void;
  readonly reject: (error: ForkReadError) => void;
  readonly attempts: { broken: number; busy: number };
  /** How many calls had an answer before this one was sent. */
  readonly answersBefore: number;
}

export class PacedCalls {
  readonly #options: PacedCallsOptions;
  readonly #waiting: Call[] = [];
  /** When the last calls were sent, oldest first: as many as one second may have. */
  readonly #sentMs: number[] = [];
  readonly #breaker: Breaker;
  #inFlight = 0;
  /** Calls that had an answer. */
  #answers = 0;
  #pausedUntilMs = 0;
  #timer: ClockTimer | undefined;
  #link: Promise<LedgerLink> | undefined;
  #isClosed = false;

  constructor(options: PacedCallsOptions) {
    this.#options = options;
    const { clock, retryMs, onProblem } = options;
    this.#breaker = new Breaker({ clock, firstPauseMs: 2 * retryMs, onChange: onProblem });
  }

  get url(): string {
    return this.#options.url;
  }

  get retryMs(): number {
    return this.#options.retryMs;
  }

  /** The result of a method, which may be an error that does not end by itself. Rejects with a `ForkReadError`. */
  call(method: string, params: JsonObject, urgency: Urgency = { isUrgent: true }): Promise<JsonObject> {
    const refusal = this.#breaker.refusal();
    if (refusal !== undefined) return Promise.reject(new ForkReadError(refusal));
    const attempts = { broken: 0, busy: 0 };
    return new Promise((resolve, reject) => {
      this.#waiting.push({ method, params, urgency, resolve, reject, attempts, answersBefore: this.#answers });
      this.#sendWaiting();
    });
  }

  /** Ends the connection. Calls that have no answer yet are rejected. */
  close(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
    this.#link?.then((link) => link.close()).catch(() => {});
    this.#rejectWaiting('the connection was closed here');
  }

  #sendWaiting(): void {
    this.#timer?.cancel();
    while (this.#waiting.length > 0 && this.#inFlight < MAX_IN_FLIGHT) {
      const waitMs = this.#waitMs(this.#options.clock.elapsedMs());
      if (waitMs > 0) {
        this.#timer = this.#options.clock.after(waitMs, () => this.#sendWaiting());
        return;
      }
      const urgent = this.#waiting.findIndex(({ urgency }) => urgency.isUrgent);
      const [call] = this.#waiting.splice(Math.max(0, urgent), 1);
      void this.#send(call!);
    }
  }

  /** Time until the next call may be sent. */
  #waitMs(nowMs: number): number {
    const { requestsPerSecond } = this.#options;
    const pauseMs = this.#pausedUntilMs - nowMs;
    if (this.#sentMs.length < requestsPerSecond) return pauseMs;
    return Math.max(pauseMs, this.#sentMs[0]! + 1000 - nowMs);
  }

  async #send(call: Call): Promise<void> {
    this.#noteSent();
    this.#inFlight += 1;
    this.#link ??= this.#open();
    const opened = this.#link;
    try {
      const result = await (await opened).request(call.method, call.params);
      if (PASSING_ERRORS.includes(result.error as string))
        this.#retry(call, 'busy', `the server answers ${result.error}`);
      else this.#answer(call, result);
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      this.#forget(opened);
      this.#retry(call, 'broken', error.message);
    } finally {
      this.#inFlight -= 1;
      this.#sendWaiting();
    }
  }

  #answer({ resolve }: Call, result: JsonObject): void {
    this.#answers += 1;
    this.#breaker.noteSuccess();
    resolve(result);
  }

  #rejectWaiting(reason: string): void {
    for (const { reject } of this.#waiting.splice(0)) reject(new ForkReadError(reason));
  }

  #noteSent(): void {
    const { clock, requestsPerSecond, onSent } = this.#options;
    onSent();
    if (requestsPerSecond === Number.POSITIVE_INFINITY) return;
    this.#sentMs.push(clock.elapsedMs());
    if (this.#sentMs.length > requestsPerSecond) this.#sentMs.shift();
  }

  #open(): Promise<LedgerLink> {
    const opened = this.#options.openLink({ onMessage: () => {}, onClosed: () => this.#forget(opened) });
    return opened;
  }

  #forget(link: Promise<LedgerLink>): void {
    if (this.#link === link) this.#link = undefined;
  }

  #retry(call: Call, kind: keyof typeof ATTEMPTS, reason: string): void {
    const { clock, url, retryMs } = this.#options;
    call.attempts[kind] += 1;
    const attempts = call.attempts[kind];
    if (this.#isClosed || this.#breaker.isOpen || attempts === ATTEMPTS[kind]) {
      const tries = attempts === 1 ? '' : ` (${attempts} attempts)`;
      const problem = `${url} does not answer ${call.method}: ${reason}${tries}`;
      call.reject(new ForkReadError(problem));
      // A server that answered other calls meanwhile can be reached.
      if (this.#isClosed || call.answersBefore < this.#answers) return;
      this.#breaker.noteFailure(problem);
      this.#rejectWaiting(problem);
      return;
    }
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, clock.elapsedMs() + retryMs * 2 ** (attempts - 1));
    this.#waiting.unshift(call);
  }
}
