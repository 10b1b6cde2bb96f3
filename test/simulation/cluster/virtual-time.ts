/**
 * Virtual time of several machines in one process. It advances when no work is left at a moment, so hours take seconds,
 * and every run has the same order of events.
 */
import type { Clock, ClockTimer } from '../../../src/util/clock.ts';

/** 2026-01-01T00:00:00Z. */
const START_MS = Date.UTC(2026, 0, 1);
/** Turns of the event loop after each event: enough for all work that the event starts without a timer. */
const TURNS = 3;

interface ScheduledEvent {
  readonly dueMs: number;
  readonly act: () => void;
}

export class VirtualTime {
  /** Scheduled events by time; of several at the same time, the one that was added first comes first. */
  readonly #due: ScheduledEvent[] = [];
  #nowMs = 0;
  #happened = 0;

  /** Milliseconds since the start. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** Number of events that have run. */
  get happened(): number {
    return this.#happened;
  }

  /** Schedules an event. The returned function cancels it. */
  after(delayMs: number, act: () => void): () => void {
    const event = { dueMs: this.#nowMs + Math.max(0, delayMs), act };
    let place = this.#due.length;
    while (place > 0 && this.#due[place - 1]!.dueMs > event.dueMs) place--;
    this.#due.splice(place, 0, event);
    return () => {
      const at = this.#due.indexOf(event);
      if (at >= 0) this.#due.splice(at, 1);
    };
  }

  /** Advances time by this many milliseconds and runs the events that are due. */
  async pass(milliseconds: number): Promise<void> {
    const endMs = this.#nowMs + milliseconds;
    await settle();
    for (let next = this.#due[0]; next !== undefined && next.dueMs <= endMs; next = this.#due[0]) {
      this.#due.shift();
      this.#nowMs = Math.max(this.#nowMs, next.dueMs);
      this.#happened += 1;
      next.act();
      await settle();
    }
    this.#nowMs = endMs;
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** The clock of a process on one machine. It pauses while the process is stopped, and ends with the process. */
export class MachineClock implements Clock {
  readonly #time: VirtualTime;
  /** Called before each event in the process. It may stop or end the process. */
  readonly #onEvent: () => void;
  /** Events that became due while the process was stopped. */
  readonly #deferred: (() => void)[] = [];
  #offsetMs: number;
  #state: 'running' | 'stopped' | 'gone' = 'running';

  /** `offsetMs`: difference between its time of day and the virtual one. */
  constructor(time: VirtualTime, offsetMs = 0, onEvent: () => void = () => {}) {
    this.#time = time;
    this.#onEvent = onEvent;
    this.#offsetMs = offsetMs;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  nowMs(): number {
    return START_MS + this.#time.nowMs + this.#offsetMs;
  }

  elapsedMs(): number {
    return this.#time.nowMs;
  }

  after(delayMs: number, callback: () => void): ClockTimer {
    let isCancelled = false;
    const cancel = this.#time.after(delayMs, () =>
      this.#whenRunning(() => {
        if (!isCancelled) callback();
      }),
    );
    const own: ClockTimer = {
      cancel() {
        isCancelled = true;
        cancel();
      },
      unref: () => own,
    };
    return own;
  }

  every(intervalMs: number, callback: () => void): ClockTimer {
    let timer = this.after(intervalMs, again);
    const setNext = (): void => {
      timer = this.after(intervalMs, again);
    };
    function again(): void {
      setNext();
      callback();
    }
    const own: ClockTimer = { cancel: () => timer.cancel(), unref: () => own };
    return own;
  }

  get isRunning(): boolean {
    return this.#state === 'running';
  }

  /** Changes the time of day. */
  jump(milliseconds: number): void {
    this.#offsetMs += milliseconds;
  }

  /** Stops the process. Events that become due are run when it resumes. */
  stop(): void {
    if (this.#state === 'running') this.#state = 'stopped';
  }

  resume(): void {
    if (this.#state !== 'stopped') return;
    this.#state = 'running';
    for (const act of this.#deferred.splice(0)) this.#time.after(0, () => this.#whenRunning(act));
  }

  /** Ends the process: no further event runs in it. */
  end(): void {
    this.#state = 'gone';
    this.#deferred.length = 0;
  }

  #whenRunning(act: () => void): void {
    if (this.#state === 'running') this.#onEvent();
    if (this.#state === 'running') act();
    else if (this.#state === 'stopped') this.#deferred.push(act);
  }
}
