/**
 * Spans of OpenTelemetry, and their W3C trace context (https://www.w3.org/TR/trace-context/). A tracer keeps finished spans as
 * JSON of OTLP until they are sent (`trace-export.ts`). It limits how many traces begin, so its cost has a bound under any load.
 */
import { randomFillSync } from 'node:crypto';
import type { Clock } from './clock.ts';

/** Traces that begin in one second in one thread. The others are not recorded. */
const TRACES_A_SECOND = 20;
/** A larger change of the time of day counts as a jump. */
const CLOCK_JUMP_MS = 10;
/** Finished spans that wait to be sent. */
const MAX_WAITING = 4_096;

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Numbers of OTLP: `Span.SpanKind` and `Status.StatusCode`. */
const KIND = { internal: 1, server: 2 } as const;
const STATUS_ERROR = 2;

interface SpanStart {
  readonly name: string;
  readonly kind?: keyof typeof KIND;
  /** The `traceparent` of the span above; a new trace begins if absent. */
  readonly parent?: string | undefined;
  /** By `Clock.elapsedMs`; now if absent. */
  readonly startMs?: number;
}

interface SpanEnd {
  readonly attributes: Attributes;
  readonly hasFailed?: boolean;
  /** By `Clock.elapsedMs`; now if absent. */
  readonly endMs?: number;
  /** `Tracer.unixMs`, read once for spans whose times are compared with each other. */
  readonly unixMs?: number;
  /** The `traceparent` of spans in other traces. */
  readonly links?: readonly string[];
}

/** What a tracer has counted. */
export interface SpanCounts {
  readonly sent: number;
  readonly dropped: number;
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const ZEROS = /^0+$/;
const SAMPLED = 1;

interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
}

/** Undefined for a text that is no context of version 00, and for one whose sender does not record its trace. */
export function parseTraceparent(text: string): TraceContext | 'not sampled' | undefined {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined;
  return (Number.parseInt(flags!, 16) & SAMPLED) === 0 ? 'not sampled' : { traceId, spanId };
}

export class Tracer {
  readonly clock: Clock;
  #waiting: string[] = [];
  #unixMs = 0;
  #second = 0;
  #begun = 0;
  #sent = 0;
  #dropped = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /**
   * Begins the trace of a request, or continues the one of its client. Undefined if the client does not record it, or if too
   * many traces have begun in this second, unless it `isNeeded`.
   */
  begin(start: SpanStart, isNeeded = false): Span | undefined {
    const parent = start.parent === undefined ? undefined : parseTraceparent(start.parent);
    if (parent === 'not sampled' || !(this.#mayBegin() || isNeeded)) return undefined;
    return new Span(this, start, parent);
  }

  /** A span below one that this server has begun, in this thread or another one. Its `parent` must be valid. */
  child(start: SpanStart & { readonly parent: string }): Span {
    return new Span(this, start, parseTraceparent(start.parent) as TraceContext);
  }

  /** Adds a finished span, as JSON. */
  add(span: string): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(span);
    else this.#dropped += 1;
  }

  /** Removes and returns the finished spans. */
  take(): readonly string[] {
    const spans = this.#waiting;
    this.#waiting = [];
    return spans;
  }

  /**
   * Unix time at 0 of `Clock.elapsedMs`. The time of day is in whole milliseconds, so the largest difference is the exact one.
   * It stays until the time of day jumps.
   */
  unixMs(): number {
    const unixMs = this.clock.nowMs() - this.clock.elapsedMs();
    if (unixMs > this.#unixMs || unixMs < this.#unixMs - CLOCK_JUMP_MS) this.#unixMs = unixMs;
    return this.#unixMs;
  }

  noteSent(count: number): void {
    this.#sent += count;
  }

  noteDropped(count: number): void {
    this.#dropped += count;
  }

  get counts(): SpanCounts {
    return { sent: this.#sent, dropped: this.#dropped };
  }

  #mayBegin(): boolean {
    const second = Math.floor(this.clock.elapsedMs() / 1000);
    if (second !== this.#second) this.#begun = 0;
    this.#second = second;
    this.#begun += 1;
    return this.#begun <= TRACES_A_SECOND;
  }
}

export class Span {
  readonly #tracer: Tracer;
  readonly #start: SpanStart;
  readonly #traceId: string;
  readonly #spanId = randomHex(8);
  readonly #parentId: string;
  readonly #startMs: number;

  constructor(tracer: Tracer, start: SpanStart, parent: TraceContext | undefined) {
    this.#tracer = tracer;
    this.#start = start;
    this.#traceId = parent?.traceId ?? randomHex(16);
    this.#parentId = parent?.spanId ?? '';
    this.#startMs = start.startMs ?? tracer.clock.elapsedMs();
  }

  /** For spans below it. */
  get traceparent(): string {
    return `00-${this.#traceId}-${this.#spanId}-01`;
  }

  end({ attributes, hasFailed = false, endMs, unixMs = this.#tracer.unixMs(), links = [] }: SpanEnd): void {
    const { clock } = this.#tracer;
    const { name, kind = 'internal' } = this.#start;
    const lastMs = endMs ?? clock.elapsedMs();
    this.#tracer.add(
      JSON.stringify({
        traceId: this.#traceId,
        spanId: this.#spanId,
        parentSpanId: this.#parentId,
        name,
        kind: KIND[kind],
        startTimeUnixNano: unixNanoseconds(unixMs + this.#startMs),
        endTimeUnixNano: unixNanoseconds(unixMs + lastMs),
        attributes: attributesToOtlp(attributes),
        ...(hasFailed && { status: { code: STATUS_ERROR } }),
        ...(links.length > 0 && { links: links.map((link) => parseTraceparent(link)) }),
      }),
    );
  }
}

/** OTLP has 64-bit numbers as text. A double has too few digits for nanoseconds since 1970, so microseconds are exact enough. */
function unixNanoseconds(ms: number): string {
  return `${Math.round(ms * 1000)}000`;
}

export function attributesToOtlp(attributes: Attributes): object[] {
  const list: object[] = [];
  for (const key in attributes) {
    const value = attributes[key];
    if (value !== undefined) list.push({ key, value: valueToOtlp(value) });
  }
  return list;
}

function valueToOtlp(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

const POOL = Buffer.alloc(4_096);
let poolAt = POOL.length;

/** Random bytes in hex. They are drawn in large pieces, because each draw is a call of the system. */
function randomHex(bytes: number): string {
  if (poolAt + bytes > POOL.length) {
    randomFillSync(POOL);
    poolAt = 0;
  }
  poolAt += bytes;
  return POOL.toString('hex', poolAt - bytes, poolAt);
}
