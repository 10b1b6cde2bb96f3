/**
 * The metrics of one server for Prometheus. Weir counts by itself, and the library `prom-client` writes the text: it is loaded when
 * metrics are read for the first time, because most servers never serve them and each of them should start fast.
 */
import type { Registry } from 'prom-client';
import type { LedgerNode } from '../node/ledger-node.ts';
import type { MemberFacts } from '../rpc/method/context.ts';
import type { RequestObservation } from '../rpc/method/request-observer.ts';
import type { Clock } from '../util/clock.ts';
import type { Tracer } from '../util/tracer.ts';
import type { ScrubProgress } from '../verify/scrub.ts';
import type { Outbox } from '../webhooks/outbox.ts';
import { Durations } from './durations.ts';
import { type EventLoopWatch, watchEventLoop } from './event-loop-watch.ts';
import { LedgerAge } from './ledger-age.ts';
import { RequestMetrics } from './request-metrics.ts';
import { traceMetrics } from './trace-metrics.ts';
import { webhookMetrics } from './webhook-metrics.ts';

/** What is read from elsewhere whenever the metrics are read. */
export interface MetricSources {
  readonly node: LedgerNode;
  readonly clock: Clock;
  /** Undefined for a server outside of a cluster. */
  readonly member: MemberFacts | undefined;
  /** Open connections by kind. */
  connections(): Promise<Readonly<Record<string, number>>>;
  /** The version of Weir. */
  readonly version: string;
  /** Undefined if nothing is traced. */
  readonly tracer: Tracer | undefined;
  /** Undefined without webhooks. */
  readonly webhooks?: Outbox | undefined;
  /** The validated ledgers that an SQL database does not have yet; absent without one. */
  sqlLagLedgers?(): number;
  /** When the certificate of the ports expires, in seconds since 1970; absent without TLS. */
  certificateExpirySeconds?(): number;
  storeBytes(): number;
  /** Absent unless rows of the store are read in the background. */
  scrubProgress?(): ScrubProgress;
  /** `RequestMetrics.json` of each worker. */
  workerMetrics(): Promise<readonly object[][]>;
  /** Undefined where nothing is kept on disk. */
  freeDiskBytes(): number | undefined;
}

/** Upper bounds in seconds. A loop that is never blocked shows 0.01, the resolution of the measurement. */
const BLOCK_BOUNDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const CLOSES = { name: 'weir_ledger_close_duration_seconds', help: 'Time to close a ledger and to make it durable' };

type Library = typeof import('prom-client');

interface Readings {
  readonly library: Library;
  readonly registry: Registry;
  readonly eventLoop: EventLoopWatch;
}

export class ServerMetrics {
  readonly #sources: MetricSources;
  readonly #age: LedgerAge;
  /** The requests of this thread. */
  readonly #requests = new RequestMetrics();
  readonly #closes = new Durations();
  #failedCloses = 0;
  #transactions = 0;
  #readings: Promise<Readings> | undefined;

  constructor(sources: MetricSources) {
    this.#sources = sources;
    this.#age = new LedgerAge(sources);
    sources.node.onCloseFailed(() => {
      this.#failedCloses += 1;
    });
    sources.node.onValidated((_header, { transactions }, closeSeconds) => {
      this.#closes.add(closeSeconds);
      this.#transactions += transactions.length;
    });
  }

  readonly observe = (request: RequestObservation): void => this.#requests.observe(request);

  /** All metrics in the text format of Prometheus, with its content type. */
  async text(): Promise<{ readonly text: string; readonly contentType: string }> {
    this.#readings ??= this.#begin();
    const { library, registry } = await this.#readings;
    const closes = { ...CLOSES, type: 'histogram', values: this.#closes.values(CLOSES.name), aggregator: 'sum' };
    const own = [closes, ...(await registry.getMetricsAsJSON())];
    const all = library.AggregatorRegistry.aggregate([
      own,
      traceMetrics(this.#sources.tracer),
      webhookMetrics(this.#sources.webhooks),
      this.#requests.json(),
      ...(await this.#sources.workerMetrics()),
    ]);
    return { text: await all.metrics(), contentType: all.contentType };
  }

  /** Ends the watch over the event loop, which begins when the metrics are read for the first time. */
  async stop(): Promise<void> {
    (await this.#readings)?.eventLoop.stop();
  }

  async #begin(): Promise<Readings> {
    const library = await import('prom-client');
    const registry = new library.Registry();
    const eventLoop = addReadings(library, registry, this.#sources, this.#age);
    const counter = (name: string, help: string, read: () => number) =>
      new library.Counter({
        name,
        help,
        registers: [registry],
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    counter('weir_ledger_close_failures_total', 'Attempts to close a ledger that failed', () => this.#failedCloses);
    counter('weir_transactions_total', 'Validated transactions', () => this.#transactions);
    const { fork } = this.#sources.node;
    if (fork !== undefined)
      counter('weir_fork_requests_total', 'Requests to the other server of a fork', () => fork.server.sentRequests);
    return { library, registry, eventLoop };
  }
}

/** Adds what is read from elsewhere. Returns the watch over the event loop, which is one of these sources. */
function addReadings(
  { Gauge, Histogram }: Library,
  registry: Registry,
  sources: MetricSources,
  age: LedgerAge,
): EventLoopWatch {
  const registers = [registry];
  const { node, member } = sources;
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('weir_ledger_index', 'Index of the last validated ledger', () => node.validated.ledgerIndex);
  gauge(
    'weir_clock_behind_seconds',
    'How far the clock of the machine is behind the close time of the last ledger',
    () => node.clock.behindSeconds,
  );
  gauge('weir_ledger_age_seconds', 'Time since the last validated ledger closed', () => age.seconds);
  const build = { version: sources.version, node_version: process.version };
  new Gauge({ name: 'weir_build_info', help: 'Always 1', labelNames: Object.keys(build), registers }).set(build, 1);
  if (sources.freeDiskBytes() !== undefined) {
    gauge(
      'weir_disk_free_bytes',
      'What is left for the server on the disk of its data',
      () => sources.freeDiskBytes()!,
    );
  }
  for (const [at, { name, help }] of member?.figures().entries() ?? [])
    gauge(name, help, () => member!.figures()[at]!.value);
  if (sources.sqlLagLedgers !== undefined)
    gauge('weir_sql_lag_ledgers', 'Validated ledgers that are not in the SQL database yet', () =>
      sources.sqlLagLedgers!(),
    );
  if (sources.certificateExpirySeconds !== undefined)
    gauge('weir_tls_certificate_expiry_seconds', 'When the certificate expires, in seconds since 1970', () =>
      sources.certificateExpirySeconds!(),
    );
  if (sources.scrubProgress !== undefined) addScrub(gauge, sources.scrubProgress.bind(sources));
  const { fork } = node;
  if (fork !== undefined)
    gauge('weir_fork_failing', '1 while the other server of a fork does not answer', () =>
      Number(fork.server.problem !== undefined),
    );
  const queue = () => node.metrics();
  gauge('weir_open_ledger_transactions', 'Transactions in the open ledger', () => queue().openLedgerCount);
  gauge('weir_queued_transactions', 'Transactions that wait for a place in an open ledger', () => queue().queuedCount);
  gauge('weir_open_ledger_fee_level', 'What a place in the open ledger costs; 256 is the base fee', () =>
    Number(queue().openLedgerLevel),
  );
  gauge('weir_store_bytes', 'Size of the store', () => sources.storeBytes());
  gauge('weir_store_damaged', 'Whether a damaged row of the store was met: 1 or 0', () =>
    node.store.damage === undefined ? 0 : 1,
  );
  gauge('weir_resident_memory_bytes', 'Resident memory of the process', () => process.memoryUsage.rss());
  gauge('weir_heap_used_bytes', 'Memory of JavaScript objects, garbage included', () => process.memoryUsage().heapUsed);
  gauge('weir_external_memory_bytes', 'Memory of buffers outside the heap', () => process.memoryUsage().external);
  gauge(
    'weir_array_buffer_bytes',
    "The part of it that is in JavaScript's buffers",
    () => process.memoryUsage().arrayBuffers,
  );
  new Gauge({
    name: 'weir_connections',
    help: 'Open connections',
    labelNames: ['kind'],
    registers,
    async collect() {
      for (const [kind, count] of Object.entries(await sources.connections())) this.set({ kind }, count);
    },
  });
  const blocks = new Histogram({
    name: 'weir_event_loop_block_seconds',
    help: 'For each second, how long it kept the event loop from its next turn at most',
    buckets: BLOCK_BOUNDS,
    registers,
  });
  const eventLoop = watchEventLoop((longestSeconds) => blocks.observe(longestSeconds));
  gauge('weir_event_loop_longest_block_seconds', 'The longest such time since these figures were read', () =>
    eventLoop.takeLongest(),
  );
  return eventLoop;
}

function addScrub(
  gauge: (name: string, help: string, read: () => number) => void,
  progress: () => ScrubProgress,
): void {
  gauge('weir_scrub_rows', 'Rows that the scrub has checked since the start', () => progress().rows);
  gauge('weir_scrub_bytes', 'Bytes of these rows', () => progress().bytes);
  gauge('weir_scrub_damages', 'Damaged rows that it has found', () => progress().damages);
  gauge('weir_scrub_pass_share', 'How much of the current pass is done; 0 between passes', () => progress().passShare);
  gauge(
    'weir_scrub_last_pass_timestamp_seconds',
    'When the last full pass ended; 0 before that',
    () => (progress().lastPassMs ?? 0) / 1000,
  );
}
