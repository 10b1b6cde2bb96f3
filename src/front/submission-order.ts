/**
 * Keeps requests from being overtaken by those that another front end has. Each reads its own sockets, and the system may
 * leave one without a processor for as long as another answers a hundred requests. So after every few that the engine took
 * it asks all front ends to hand over what they have read, and takes no more than as many again before they have done so.
 * Meanwhile what the others send waits in its order; those that are waited for go ahead.
 *
 * A request that a front end's socket has is then overtaken by no more than twice as many of others, beside what those have
 * in one turn. One that does not answer at all is waited for once. Who only reads waits for no other front end.
 */
import type { Clock, ClockTimer } from '../util/clock.ts';

/** So many are taken between two questions. */
const REQUESTS_A_QUESTION = 24;
/** Longer than a front end is busy with its turn, or without a processor. */
const LONGEST_WAIT_MS = 500;

export interface OrderedFrontEnd {
  /** Has it say when it has sent all that its sockets had. */
  askToHandOver(): void;
}

interface HeldRequests {
  readonly from: OrderedFrontEnd;
  readonly count: number;
  readonly take: () => void;
}

export class SubmissionOrder {
  readonly #clock: Clock;
  readonly #members = new Set<OrderedFrontEnd>();
  /** Those that have not answered the last question. */
  readonly #asked = new Set<OrderedFrontEnd>();
  /** Of these, the ones that took too long to answer. */
  readonly #excused = new Set<OrderedFrontEnd>();
  #held: HeldRequests[] = [];
  #taken = 0;
  #timer: ClockTimer | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** From now on what it has is waited for. */
  join(member: OrderedFrontEnd): void {
    this.#members.add(member);
  }

  leave(member: OrderedFrontEnd): void {
    this.#members.delete(member);
    this.handedOver(member);
  }

  /** Takes requests of a front end: at once, or when nobody who is waited for can have earlier ones. */
  take(from: OrderedFrontEnd, count: number, take: () => void): void {
    // What it hands over late goes ahead, unless something of its own is in front of it.
    if (this.#isBlocked() && this.#isAwaited(from) && !this.#held.some((one) => one.from === from)) {
      take();
      return;
    }
    this.#held.push({ from, count, take });
    this.#takeHeld();
  }

  /** Takes what overtakes nobody, as a read: at once, unless something of the same front end waits in front of it. */
  takeRead(from: OrderedFrontEnd, take: () => void): void {
    if (this.#held.some((one) => one.from === from)) this.#held.push({ from, count: 0, take });
    else take();
  }

  /** It has sent what it had when it was asked. */
  handedOver(member: OrderedFrontEnd): void {
    this.#asked.delete(member);
    this.#excused.delete(member);
    this.#takeHeld();
  }

  #takeHeld(): void {
    while (this.#held.length > 0) {
      if (this.#isBlocked()) {
        this.#waitForAnswers();
        return;
      }
      if (this.#taken >= REQUESTS_A_QUESTION) this.#ask();
      const { count, take } = this.#held.shift()!;
      this.#taken += count;
      take();
    }
  }

  /** As many were taken as may be before all have answered. */
  #isBlocked(): boolean {
    return this.#taken >= REQUESTS_A_QUESTION && this.#asked.size > this.#excused.size;
  }

  #isAwaited(member: OrderedFrontEnd): boolean {
    return this.#asked.has(member) && !this.#excused.has(member);
  }

  #ask(): void {
    this.#taken = 0;
    this.#timer?.cancel();
    this.#timer = undefined;
    if (this.#members.size < 2) return;
    for (const member of this.#members) {
      if (this.#asked.has(member)) continue;
      this.#asked.add(member);
      member.askToHandOver();
    }
  }

  #waitForAnswers(): void {
    this.#timer ??= this.#clock
      .after(LONGEST_WAIT_MS, () => {
        this.#timer = undefined;
        for (const member of this.#asked) this.#excused.add(member);
        this.#takeHeld();
      })
      .unref();
  }
}
