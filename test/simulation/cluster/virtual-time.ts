/**
 * Virtual time of several machines in one process. It advances when nothing is left to do at a moment, so hours take
 * seconds, and each run has the same order of events.
 */
import type { Clock, ClockTimer } from '../../../src/util/clock.ts';

/** 2026-01-01T00:00:00Z. */
const START_MS = Date.UTC(2026, 0, 1);
/** Turns of the event loop after each thing that happens: enough for all that it set off without time passing. */
const TURNS = 3;

interface DueThing {
  readonly dueMs: number;
  readonly act: () => void;
}

export class VirtualTime {
  /** By when they are due; of those due at the same time the one that was set first comes first. */
  readonly #due: DueThing[] = [];
  #nowMs = 0;
  #happened = 0;

  /** Since the beginning. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** How many things have happened. */
  get happened(): number {
    return this.#happened;
  }

  /** What is due: in how many milliseconds each. */
  get dueInMs(): readonly number[] {
    return this.#due.map(({ dueMs }) => dueMs - this.#nowMs);
  }

  /** The returned function takes it back. */
  after(delayMs: number, act: () => void): () => void {
    const thing = { dueMs: this.#nowMs + Math.max(0, delayMs), act };
    let place = this.#due.length;
    while (place > 0 && this.#due[place - 1]!.dueMs > thing.dueMs) place--;
    this.#due.splice(place, 0, thing);
    return () => {
      const at = this.#due.indexOf(thing);
      if (at >= 0) this.#due.splice(at, 1);
    };
  }

  /** Lets so much time pass. */
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

/** The clock of a process on one machine: it stands still with the process, and is gone with it. */
export class MachineClock implements Clock {
  readonly #time: VirtualTime;
  /** Called before each thing that happens in the process. It may stop the process, or end it. */
  readonly #onEvent: () => void;
  /** What came due while the process was stopped. */
  readonly #deferred: (() => void)[] = [];
  #offsetMs: number;
  #state: 'running' | 'stopped' | 'gone' = 'running';

  /** `offsetMs`: how far its time of day is ahead of the others'. */
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
    const takeBack = this.#time.after(delayMs, () =>
      this.#whenRunning(() => {
        if (!isCancelled) callback();
      }),
    );
    const own: ClockTimer = {
      cancel() {
        isCancelled = true;
        takeBack();
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

  /** Sets the time of day. */
  jump(milliseconds: number): void {
    this.#offsetMs += milliseconds;
  }

  /** The process stands still; what becomes due meanwhile comes at its end. */
  stop(): void {
    if (this.#state === 'running') this.#state = 'stopped';
  }

  goOn(): void {
    if (this.#state !== 'stopped') return;
    this.#state = 'running';
    for (const act of this.#deferred.splice(0)) this.#time.after(0, () => this.#whenRunning(act));
  }

  /** The process is gone; nothing more becomes due in it. */
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
