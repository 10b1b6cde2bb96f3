/**
 * The workers of a server: starts their threads, sends them validated ledgers, and replaces a worker that dies or does not
 * answer. Requests that it sent to the engine still take effect; its clients have to reconnect.
 */
import { once } from 'node:events';
import { MessageChannel, type Worker } from 'node:worker_threads';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import { proposedMessage } from '../link/link-messages.ts';
import type { LedgerNode } from '../node/ledger-node.ts';
import type { Hash256 } from '../protocol/values.ts';
import type { TallySnapshot } from '../rpc/method/request-tally.ts';
import { limitsOfWorker } from '../server/admission/limits.ts';
import type { HttpListener } from '../server/http/http-server.ts';
import type { TlsMaterial } from '../server/http/plain-or-tls.ts';
import type { StoreReaders } from '../storage/store-readers.ts';
import type { ClockTimer } from '../util/clock.ts';
import type { Weir } from '../weir.ts';
import type { EngineMessage, PortRequest, WorkerFigures, WorkerStart } from './messages.ts';
import { SharedState } from './shared-state.ts';
import { ListenError, WorkerPort, type WorkerPortOptions } from './worker-port.ts';
import { endWorker, startWorker } from './worker-thread.ts';

/** With more changes than that the workers clear their caches instead of receiving a list. */
const MAX_CHANGED_KEYS = 2_000;
/** How often a worker is pinged, and how long it may take to answer. */
const PING_MS = 2_000;
const LONGEST_SILENCE_MS = 20_000;
/** How long a worker may load before its first message. On a busy machine that takes much longer than an answer later. */
const LONGEST_START_MS = 120_000;
/** Pause before a dead worker is replaced, so that workers that die at once do not use all processor time. */
const RESTART_MS = 200;
/** How often `start` checks whether all workers are ready. */
const MAX_START_TRIES = 5;
/** Several threads can open the same port only where the kernel distributes connections. */
const PLATFORMS_WITH_SHARED_PORTS: ReadonlySet<string> = new Set(['linux', 'freebsd', 'sunos', 'aix']);

export interface WorkerPoolOptions extends Omit<WorkerPortOptions, 'weir' | 'port' | 'onListening'> {
  readonly weir: WorkerPortOptions['weir'] & Pick<Weir, 'streamSource'>;
  /** Number of threads; more than one only where the kernel distributes connections. */
  readonly count: number;
  /** The common part of the first message to each worker. */
  readonly start: Omit<WorkerStart, 'number' | 'shared' | 'validated' | 'networkId' | 'isNetworkIdGiven'>;
}

interface Running {
  readonly worker: Worker;
  readonly port: WorkerPort;
}

export class WorkerPool implements StoreReaders {
  readonly #options: WorkerPoolOptions;
  readonly #node: LedgerNode;
  readonly #shared: SharedState;
  readonly #running: (Running | undefined)[] = [];
  readonly #openPorts: PortRequest[] = [];
  /** The last ledger that was sent to the workers. */
  #announced: LedgerHeader;
  readonly #timer: ClockTimer;
  readonly #stopListening: readonly (() => void)[];
  #stopStreams: (() => void) | undefined;
  #tls: TlsMaterial | undefined;
  #isClosing = false;

  constructor(options: WorkerPoolOptions) {
    const { weir, clock } = options;
    const count = PLATFORMS_WITH_SHARED_PORTS.has(process.platform) ? options.count : 1;
    this.#options = { ...options, count };
    this.#node = weir.node;
    this.#tls = options.start.tls;
    this.#shared = SharedState.create(count);
    this.#announced = this.#node.validated;
    this.#shared.validatedIndex = this.#announced.ledgerIndex;
    this.#shareArchived();
    weir.composed?.onApart((isApart) => {
      this.#shared.isApart = isApart;
    });
    this.#stopListening = [
      this.#node.onValidated((header, { stateChanges }) => {
        this.#announce(header, stateChanges.size > MAX_CHANGED_KEYS ? undefined : [...stateChanges.keys()]);
        this.#followStreams();
      }),
      this.#node.onProposed(() => this.#followStreams()),
    ];
    this.#timer = clock.every(PING_MS, () => this.#lookAfter()).unref();
  }

  /** Starts the threads. Resolves when all of them follow the last ledger; rejects if threads repeatedly end before that. */
  async start(): Promise<void> {
    const { count, clock } = this.#options;
    const { ledgerIndex } = this.#announced;
    for (let number = 0; number < count; number++) this.#begin(number);
    for (let tries = 0; tries < MAX_START_TRIES; tries++) {
      await this.followed(ledgerIndex);
      if (this.#all().filter(({ port }) => port.follows(ledgerIndex)).length === count) return;
      await new Promise<void>((resolve) => clock.after(RESTART_MS, resolve));
    }
    await this.close();
    throw new Error('the threads of workers end before they are ready: see the log for the reason');
  }

  /** Opens a port in all of them. Rejects with an error that has the system's code. */
  async listen(
    wanted: Omit<PortRequest, 'number' | 'isShared'>,
  ): Promise<Pick<HttpListener, 'port' | 'renewTls' | 'close'>> {
    const [first, ...others] = this.#all();
    if (first === undefined) throw new ListenError('', 'the worker ended');
    const isShared = this.#options.count > 1;
    // A shared port can be opened although another program has it.
    if (isShared && wanted.port !== 0) await checkIsFree(wanted.port, wanted.host);
    const number = this.#openPorts.length;
    const port = await first.port.listen({ ...wanted, number, isShared });
    const opened = { ...wanted, number, port, isShared };
    await Promise.all(others.map((other) => other.port.listen(opened)));
    this.#openPorts.push(opened);
    return { port, renewTls: (tls) => this.#renewTls(tls), close: () => this.close() };
  }

  /** A stored ledger is validated, even if it has not been announced. */
  async followed(ledgerIndex: number): Promise<void> {
    if (ledgerIndex > this.#announced.ledgerIndex) this.#announce(this.#node.store.header(ledgerIndex)!, undefined);
    await Promise.all(this.#all().map(({ port }) => port.followed(ledgerIndex)));
  }

  /** The workers' counts. */
  tallies(): TallySnapshot[] {
    return this.#all().map(({ port }) => port.tally);
  }

  /** The workers' figures, without those of workers that end before they answer. */
  async figures(): Promise<WorkerFigures[]> {
    const figures = await Promise.allSettled(this.#all().map(({ port }) => port.figures()));
    return figures.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  }

  /**
   * Resolves when all requests are answered, all connections closed and all threads ended. A thread that hangs is terminated. One that
   * cannot be, because it hangs in a native module, is left to the end of the process.
   */
  async close(): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#timer.cancel();
    const { log } = this.#options;
    const ended = this.#all().map(async ({ worker, port }) => {
      const exited = new Promise((resolve) => worker.once('exit', resolve));
      if (!(await this.#isInTime(port.close()))) log.error({}, 'a worker does not close');
      void endWorker(worker);
      if (await this.#isInTime(exited)) return;
      log.error({}, 'a worker cannot be ended');
      worker.unref();
    });
    await Promise.all(ended);
    for (const stop of this.#stopListening) stop();
    this.#stopStreams?.();
  }

  /** False if it takes longer than a worker may be silent. */
  async #isInTime(done: Promise<unknown>): Promise<boolean> {
    const isLate = Promise.withResolvers<false>();
    const timer = this.#options.clock.after(LONGEST_SILENCE_MS, () => isLate.resolve(false));
    const isInTime = await Promise.race([done.then(() => true), isLate.promise]);
    timer.cancel();
    return isInTime;
  }

  /** Ledgers that were removed with this one are in the archive; the workers must know that first. */
  #announce(header: LedgerHeader, changedKeys: readonly Hash256[] | undefined): void {
    this.#shareArchived();
    for (const { port } of this.#all()) port.announce(header, changedKeys);
    this.#announced = header;
    this.#shared.validatedIndex = header.ledgerIndex;
  }

  #shareArchived(): void {
    this.#shared.archived = this.#options.weir.composed?.archivedRange();
  }

  #all(): Running[] {
    return this.#running.filter((one) => one !== undefined);
  }

  #begin(number: number): void {
    const { networkId, isNetworkIdGiven } = this.#node;
    const channel = new MessageChannel();
    const facts = { networkId, isNetworkIdGiven, validated: this.#announced };
    const limits = limitsOfWorker(this.#options.start.limits, this.#options.count);
    const own = { number, shared: this.#shared.memory, tls: this.#tls, limits };
    const start = { ...this.#options.start, ...facts, ...own };
    const worker = startWorker({ start, port: channel.port1 });
    const onListening = () => this.#followStreams();
    const port = new WorkerPort({ ...this.#options, port: channel.port2, onListening });
    const running: Running = { worker, port };
    this.#running[number] = running;
    worker.on('error', (error) => this.#options.log.error({ err: error }, 'a worker failed'));
    worker.on('exit', () => {
      port.end();
      if (this.#running[number] === running) this.#running[number] = undefined;
      this.#shared.setListening(number, false);
      if (this.#isClosing) return;
      this.#options.log.error({ worker: number }, 'a worker ended and is replaced');
      this.#options.clock.after(RESTART_MS, () => void this.#replace(number));
    });
  }

  async #replace(number: number): Promise<void> {
    if (this.#isClosing) return;
    this.#begin(number);
    const { worker, port } = this.#running[number]!;
    try {
      for (const open of this.#openPorts) await port.listen(open);
    } catch (error) {
      // The thread ends, and its replacement tries again.
      this.#options.log.error({ err: error }, 'a worker cannot open its port');
      await endWorker(worker);
    }
  }

  #renewTls(tls: TlsMaterial): void {
    this.#tls = tls;
    for (const { port } of this.#all()) port.renewTls(tls);
  }

  /** Terminates workers that have sent nothing for too long. */
  #lookAfter(): void {
    this.#shareArchived();
    for (const { worker, port } of this.#all()) {
      if (port.silenceMs > (port.hasLoaded ? LONGEST_SILENCE_MS : LONGEST_START_MS)) {
        this.#options.log.error({}, 'a worker does not answer');
        void endWorker(worker);
      } else port.ping();
    }
  }

  /** Sends proposed transactions to the workers while one of them listens to streams. */
  #followStreams(): void {
    const isWanted = this.#running.some((_, number) => this.#shared.isListening(number));
    if (!isWanted) this.#stopStreams?.();
    this.#stopStreams = isWanted ? (this.#stopStreams ?? this.#listenToStreams()) : undefined;
  }

  #listenToStreams(): () => void {
    const send = (message: Extract<EngineMessage, { kind: 'proposed' | 'server status' }>) => {
      for (const [number, one] of this.#running.entries())
        if (this.#shared.isListening(number)) one?.port.send(message);
    };
    return this.#options.weir.streamSource.listen({
      onLedger: () => {},
      // Only a test bench returns to earlier ledgers, and it has no workers.
      onReverted: () => {},
      onProposed: (event) => send(proposedMessage(event)),
      onServerStatus: (message) => send({ kind: 'server status', message }),
    });
  }
}

/** Rejects with the system's error if the port is in use. */
async function checkIsFree(port: number, host: string): Promise<void> {
  const { createServer } = process.getBuiltinModule('node:net');
  // A client that connects now would get no answer, and its connection would delay the end.
  const server = createServer((socket) => socket.destroy());
  const listening = once(server, 'listening');
  server.listen({ port, host, exclusive: true });
  await listening;
  server.close();
  await once(server, 'close');
}
