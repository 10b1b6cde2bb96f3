/**
 * Figures for Prometheus. The registry belongs to one server: several in one process do not see each other's. The
 * library is loaded when the figures are read or many have come together, since most servers are never asked and
 * all of them should start fast.
 */
import type { Counter, Histogram, Registry } from 'prom-client';
import type { LedgerNode } from '../node/ledger-node.ts';
import type { MemberFacts } from '../rpc/method/context.ts';
import type { RequestObservation } from '../rpc/method/request-observer.ts';
import type { Clock } from '../util/clock.ts';
import { type EventLoopWatch, watchEventLoop } from './event-loop-watch.ts';
import { LedgerAge } from './ledger-age.ts';
import { type RequestInstruments, recordRequest, requestInstruments, SECONDS } from './request-metrics.ts';

/** Things that are counted elsewhere and read when somebody asks. */
export interface MetricSources {
  readonly node: LedgerNode;
  readonly clock: Clock;
  /** Undefined for a server with a ledger of its own. */
  readonly member: MemberFacts | undefined;
  /** Open connections by kind. */
  connections(): Promise<Readonly<Record<string, number>>>;
  /** Weir's own. */
  readonly version: string;
  /** Size of the store. */
  storeBytes(): number;
  /** What workers measured of the requests that they answered, in the library's JSON, a list for each. */
  workerMetrics(): Promise<readonly object[][]>;
  /** Undefined where nothing is kept on disk. */
  freeDiskBytes(): number | undefined;
}

interface Instruments extends RequestInstruments {
  readonly registry: Registry;
  readonly closes: Histogram;
  readonly failedCloses: Counter;
  readonly transactions: Counter;
  readonly eventLoop: EventLoopWatch;
}

type Fact =
  | { readonly request: RequestObservation }
  | { readonly closeSeconds: number; readonly transactions: number }
  | { readonly hasCloseFailed: true };

/** Facts that are kept before the library is loaded for them. */
const MAX_WAITING = 1_000;
/** An event loop that is never blocked shows 0.01: that is how exactly it is measured. */
const BLOCK_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export class ServerMetrics {
  readonly #sources: MetricSources;
  readonly #age: LedgerAge;
  #waiting: Fact[] = [];
  #instruments: Instruments | undefined;
  #loading: Promise<Instruments> | undefined;

  constructor(sources: MetricSources) {
    this.#sources = sources;
    this.#age = new LedgerAge(sources);
    sources.node.onCloseFailed(() => this.#note({ hasCloseFailed: true }));
    sources.node.onValidated((_header, { transactions }, closeSeconds) => {
      this.#note({ closeSeconds, transactions: transactions.length });
    });
  }

  readonly observe = (request: RequestObservation): void => this.#note({ request });

  /** All figures as text, with the type of the text. */
  async text(): Promise<{ readonly text: string; readonly contentType: string }> {
    const { registry } = await this.#load();
    const { contentType } = registry;
    const others = await this.#sources.workerMetrics();
    if (others.length === 0) return { text: await registry.metrics(), contentType };
    const { AggregatorRegistry } = await import('prom-client');
    const all = AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...others]);
    return { text: await all.metrics(), contentType };
  }

  /** Ends the watch over the event loop, which begins when the figures are read first. */
  async stop(): Promise<void> {
    (await this.#loading)?.eventLoop.stop();
  }

  #note(fact: Fact): void {
    if (this.#instruments !== undefined) {
      record(this.#instruments, fact);
      return;
    }
    this.#waiting.push(fact);
    if (this.#waiting.length >= MAX_WAITING) void this.#load();
  }

  #load(): Promise<Instruments> {
    this.#loading ??= createInstruments(this.#sources, this.#age).then((instruments) => {
      for (const fact of this.#waiting) record(instruments, fact);
      this.#waiting = [];
      this.#instruments = instruments;
      return instruments;
    });
    return this.#loading;
  }
}

function record(instruments: Instruments, fact: Fact): void {
  if ('closeSeconds' in fact) {
    instruments.closes.observe(fact.closeSeconds);
    instruments.transactions.inc(fact.transactions);
    return;
  }
  if ('hasCloseFailed' in fact) {
    instruments.failedCloses.inc();
    return;
  }
  recordRequest(instruments, fact.request);
}

type Library = typeof import('prom-client');

async function createInstruments(sources: MetricSources, age: LedgerAge): Promise<Instruments> {
  const library = await import('prom-client');
  const { Counter, Histogram, Registry } = library;
  const registry = new Registry();
  const registers = [registry];
  const eventLoop = addReadings(library, registry, sources, age);
  return {
    registry,
    eventLoop,
    ...requestInstruments(library, registers),
    closes: new Histogram({
      name: 'weir_ledger_close_duration_seconds',
      help: 'Time to close a ledger and to make it durable',
      buckets: SECONDS,
      registers,
    }),
    failedCloses: new Counter({
      name: 'weir_ledger_close_failures_total',
      help: 'Attempts to close a ledger that failed',
      registers,
    }),
    transactions: new Counter({
      name: 'weir_transactions_total',
      help: 'Validated transactions',
      registers,
    }),
  };
}

/** What is read when somebody asks. Gives the watch that some of it comes from. */
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
  const queue = () => node.metrics();
  gauge('weir_open_ledger_transactions', 'Transactions in the open ledger', () => queue().openLedgerCount);
  gauge('weir_queued_transactions', 'Transactions that wait for a place in an open ledger', () => queue().queuedCount);
  gauge('weir_open_ledger_fee_level', 'What a place in the open ledger costs; 256 is the base fee', () =>
    Number(queue().openLedgerLevel),
  );
  gauge('weir_store_bytes', 'Size of the store', () => sources.storeBytes());
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
    buckets: BLOCK_SECONDS,
    registers,
  });
  const eventLoop = watchEventLoop((longestSeconds) => blocks.observe(longestSeconds));
  gauge('weir_event_loop_longest_block_seconds', 'The longest such time since these figures were read', () =>
    eventLoop.takeLongest(),
  );
  return eventLoop;
}
