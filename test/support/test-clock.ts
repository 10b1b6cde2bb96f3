/** A clock that only the test moves. Timers run in the order of their due times. */
import assert from 'node:assert/strict';
import type { Clock, ClockTimer } from '../../src/util/clock.ts';

/** 2026-01-01T00:00:00Z. */
const START_MS = Date.UTC(2026, 0, 1);

interface DueTimer {
  dueMs: number;
  /** Undefined for a timer that runs once. */
  readonly intervalMs: number | undefined;
  readonly callback: () => void;
}

export class TestClock implements Clock {
  readonly #timers = new Set<DueTimer>();
  #elapsedMs = 0;
  #startMs: number;

  constructor(startMs: number = START_MS) {
    this.#startMs = startMs;
  }

  nowMs(): number {
    return this.#startMs + this.#elapsedMs;
  }

  elapsedMs(): number {
    return this.#elapsedMs;
  }

  after(delayMs: number, callback: () => void): ClockTimer {
    return this.#add({ dueMs: this.#elapsedMs + delayMs, intervalMs: undefined, callback });
  }

  every(intervalMs: number, callback: () => void): ClockTimer {
    assert.ok(intervalMs > 0);
    return this.#add({ dueMs: this.#elapsedMs + intervalMs, intervalMs, callback });
  }

  /** Milliseconds until each timer is due, the next one first. */
  get dueInMs(): number[] {
    return Array.from(this.#timers, ({ dueMs }) => dueMs - this.#elapsedMs).sort((a, b) => a - b);
  }

  /** Advances time by this number of seconds. */
  advance(seconds: number): void {
    this.advanceMs(seconds * 1000);
  }

  advanceMs(milliseconds: number): void {
    assert.ok(milliseconds >= 0, 'time does not go back; see `jump`');
    const endMs = this.#elapsedMs + milliseconds;
    for (let next = this.#nextDue(endMs); next !== undefined; next = this.#nextDue(endMs)) {
      this.#elapsedMs = Math.max(this.#elapsedMs, next.dueMs);
      if (next.intervalMs === undefined) this.#timers.delete(next);
      else next.dueMs += next.intervalMs;
      next.callback();
    }
    this.#elapsedMs = endMs;
  }

  /** Changes the time of day without advancing time, as an operator does. */
  jump(seconds: number): void {
    this.#startMs += seconds * 1000;
  }

  #add(timer: DueTimer): ClockTimer {
    this.#timers.add(timer);
    const own: ClockTimer = { cancel: () => this.#timers.delete(timer), unref: () => own };
    return own;
  }

  /** The next timer due until `endMs`. Of several with the same time, the one that was set first. */
  #nextDue(endMs: number): DueTimer | undefined {
    let first: DueTimer | undefined;
    for (const timer of this.#timers) {
      if (timer.dueMs <= endMs && (first === undefined || timer.dueMs < first.dueMs)) first = timer;
    }
    return first;
  }
}
