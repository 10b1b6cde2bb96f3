/**
 * Sends a tracer's spans to a collector of OpenTelemetry: OTLP as JSON over HTTP, in batches, one at a time. What a collector does
 * not take is dropped and counted.
 */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Clock, ClockTimer } from './clock.ts';
import { type Attributes, attributesToOtlp, Tracer } from './tracer.ts';

/** The usual delay of OpenTelemetry's SDKs. A request to the collector costs more than many spans. */
const SEND_MS = 5_000;
const TIMEOUT_MS = 10_000;

const NOT_SENT = 'traces could not be sent; they are dropped until the collector takes them';

export interface TraceExportOptions {
  readonly clock: Clock;
  /** The collector's address; the path `/v1/traces` if it has none. */
  readonly url: string;
  /** Facts about this server and thread. */
  readonly resource: Attributes;
  readonly log: { error(details: object, message: string): void };
}

/** The resource of one thread's spans. */
export function traceResource(
  server: { readonly version: string; readonly hostName: string; readonly memberName: string | undefined },
  thread: string,
): Attributes {
  return {
    'service.name': 'weir',
    'service.version': server.version,
    'service.instance.id': server.memberName,
    'host.name': server.hostName,
    'process.pid': process.pid,
    'thread.name': thread,
  };
}

export class TraceExport {
  readonly tracer: Tracer;
  readonly #options: TraceExportOptions;
  readonly #url: URL;
  readonly #head: string;
  readonly #timer: ClockTimer;
  #sending: Promise<void> = Promise.resolve();
  #isSending = false;
  /** True after a failure, until a batch is taken again. */
  #hasFailed = false;

  constructor(options: TraceExportOptions) {
    this.#options = options;
    this.tracer = new Tracer(options.clock);
    this.#url = new URL(options.url);
    if (this.#url.pathname === '/') this.#url.pathname = '/v1/traces';
    const resource = JSON.stringify({ attributes: attributesToOtlp(options.resource) });
    this.#head = `{"resourceSpans":[{"resource":${resource},"scopeSpans":[{"scope":{"name":"weir"},"spans":[`;
    this.#timer = options.clock.every(SEND_MS, () => this.#sendSoon()).unref();
  }

  /** Sends what is left. */
  async close(): Promise<void> {
    this.#timer.cancel();
    await this.#sending;
    this.#sendSoon();
    await this.#sending;
  }

  #sendSoon(): void {
    if (this.#isSending) return;
    const spans = this.tracer.take();
    if (spans.length === 0) return;
    this.#isSending = true;
    this.#sending = this.#send(spans);
  }

  async #send(spans: readonly string[]): Promise<void> {
    const { tracer } = this;
    try {
      const status = await post(this.#url, `${this.#head}${spans.join()}]}]}]}`);
      if (status < 200 || status > 299) throw new Error(`the collector answers with status ${status}`);
      tracer.noteSent(spans.length);
      this.#hasFailed = false;
    } catch (err) {
      tracer.noteDropped(spans.length);
      if (!this.#hasFailed) this.#options.log.error({ err }, NOT_SENT);
      this.#hasFailed = true;
    } finally {
      this.#isSending = false;
    }
  }
}

/** Sends JSON; resolves to the status of the answer. `fetch` costs more, and its library would have to be loaded first. */
function post(url: URL, body: string): Promise<number> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const request = send(url, { method: 'POST', headers, signal: AbortSignal.timeout(TIMEOUT_MS) }, (answer) => {
      answer.on('error', reject).on('end', () => resolve(answer.statusCode!));
      answer.resume();
    });
    request.on('error', reject).end(body);
  });
}
