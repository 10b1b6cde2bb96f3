/** A collector of OpenTelemetry that keeps the spans that it receives. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status?: { readonly code: number };
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  /** Attributes of the span and of its resource, by name. */
  readonly facts: Readonly<Record<string, unknown>>;
}

interface SentAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

function factsOf(attributes: readonly SentAttribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

export class TraceCollector {
  readonly spans: ReceivedSpan[] = [];
  /** All that was received. */
  text = '';
  /** The status of its answers. */
  status = 200;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const body = await text(request);
      if (request.url === '/v1/traces' && this.status === 200) this.#take(body);
      response.writeHead(this.status).end('{}');
    });
  }

  static async start(): Promise<TraceCollector> {
    const collector = new TraceCollector();
    collector.#server.listen(0, '127.0.0.1');
    await once(collector.#server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #take(body: string): void {
    this.text += body;
    for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
      for (const { attributes, ...span } of scopeSpans[0].spans) {
        this.spans.push({ ...span, facts: { ...factsOf(resource.attributes), ...factsOf(attributes) } });
      }
    }
  }
}
