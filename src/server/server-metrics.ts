/** Figures of a server for Prometheus: what it counts by itself, and what is read when somebody asks. */
import type { RpcServices } from '../rpc/method/context.ts';
import type { RequestObservation } from '../rpc/method/request-observer.ts';
import { Counter, type Figure, figuresText, gauge, Histogram, sumFigures } from '../util/prometheus.ts';
import { type EventLoopWatch, watchEventLoop } from './event-loop-watch.ts';
import { LedgerAge } from './ledger-age.ts';
import { RequestMetrics, SECONDS } from './request-metrics.ts';

/** Values that are counted elsewhere. */
export interface MetricSources {
  readonly services: Pick<RpcServices, 'node' | 'clock' | 'member'>;
  /** Open connections by kind. */
  connections(): Promise<Readonly<Record<string, number>>>;
  /** Weir's own. */
  readonly version: string;
  /** Size of the store. */
  storeBytes(): number;
  /** What front ends counted of the requests that they answered. */
  frontEndMetrics(): Promise<readonly Figure[]>;
  /** Undefined where nothing is kept on disk. */
  freeDiskBytes(): number | undefined;
}

/** An event loop that is never blocked shows 0.01: that is how exactly it is measured. */
const BLOCK_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export class ServerMetrics {
  readonly #sources: MetricSources;
  readonly #age: LedgerAge;
  readonly #requests = new RequestMetrics();
  readonly #closes = new Histogram(
    'weir_ledger_close_duration_seconds',
    'Time to close a ledger and to make it durable',
    SECONDS,
  );
  readonly #failedCloses = new Counter('weir_ledger_close_failures_total', 'Attempts to close a ledger that failed');
  readonly #transactions = new Counter('weir_transactions_total', 'Validated transactions');
  readonly #blocks = new Histogram(
    'weir_event_loop_block_seconds',
    'For each second, how long it kept the event loop from its next turn at most',
    BLOCK_SECONDS,
  );
  #eventLoop: EventLoopWatch | undefined;

  constructor(sources: MetricSources) {
    this.#sources = sources;
    this.#age = new LedgerAge(sources);
    sources.services.node.onCloseFailed(() => this.#failedCloses.add(1));
    sources.services.node.onValidated((_header, { transactions }, closeSeconds) => {
      this.#closes.observe(closeSeconds);
      this.#transactions.add(transactions.length);
    });
  }

  get observe(): (request: RequestObservation) => void {
    return this.#requests.observe;
  }

  /** All figures. The watch over the event loop, which costs a timer, begins when they are read first. */
  async text(): Promise<string> {
    this.#eventLoop ??= watchEventLoop((longestSeconds) => this.#blocks.observe(longestSeconds));
    const counted = [this.#closes, this.#failedCloses, this.#transactions, this.#blocks].map((one) => one.figure());
    const requests = sumFigures([...this.#requests.figures(), ...(await this.#sources.frontEndMetrics())]);
    return figuresText([...requests, ...counted, ...(await this.#readings(this.#eventLoop))]);
  }

  stop(): void {
    this.#eventLoop?.stop();
  }

  async #readings(eventLoop: EventLoopWatch): Promise<Figure[]> {
    const { node, member } = this.#sources.services;
    const queue = node.metrics();
    const memory = process.memoryUsage();
    const freeDiskBytes = this.#sources.freeDiskBytes();
    const connections = Object.entries(await this.#sources.connections());
    const figures = [
      gauge('weir_ledger_index', 'Index of the last validated ledger', node.validated.ledgerIndex),
      gauge(
        'weir_clock_behind_seconds',
        'How far the clock of the machine is behind the close time of the last ledger',
        node.clock.behindSeconds,
      ),
      gauge('weir_ledger_age_seconds', 'Time since the last validated ledger closed', this.#age.seconds),
      gauge('weir_build_info', 'Always 1', [[{ version: this.#sources.version, node_version: process.version }, 1]]),
      gauge('weir_open_ledger_transactions', 'Transactions in the open ledger', queue.openLedgerCount),
      gauge('weir_queued_transactions', 'Transactions that wait for a place in an open ledger', queue.queuedCount),
      gauge(
        'weir_open_ledger_fee_level',
        'What a place in the open ledger costs; 256 is the base fee',
        Number(queue.openLedgerLevel),
      ),
      gauge('weir_store_bytes', 'Size of the store', this.#sources.storeBytes()),
      gauge('weir_resident_memory_bytes', 'Resident memory of the process', memory.rss),
      gauge('weir_heap_used_bytes', 'Memory of JavaScript objects, garbage included', memory.heapUsed),
      gauge('weir_external_memory_bytes', 'Memory of buffers outside the heap', memory.external),
      gauge('weir_array_buffer_bytes', "The part of it that is in JavaScript's buffers", memory.arrayBuffers),
      gauge(
        'weir_connections',
        'Open connections',
        connections.map(([kind, count]) => [{ kind }, count]),
      ),
      gauge(
        'weir_event_loop_longest_block_seconds',
        'The longest such time since these figures were read',
        eventLoop.takeLongest(),
      ),
    ];
    if (freeDiskBytes !== undefined) {
      figures.push(gauge('weir_disk_free_bytes', 'What is left for the server on the disk of its data', freeDiskBytes));
    }
    for (const { name, help, value } of member?.figures() ?? []) figures.push(gauge(name, help, value));
    return figures;
  }
}
