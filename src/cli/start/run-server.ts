/** Starts a server on its data and ports: selects the store, and sets up logging. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { DEFAULT_GENESIS, type FirstLedger, type GenesisOptions } from '../../ledger/genesis.ts';
import { StateReadError } from '../../ledger/state-read-error.ts';
import { readChainParameters } from '../../node/chain-parameters.ts';
import { LedgerTooOldError } from '../../node/close/recent-ledger.ts';
import { fundDevelopmentAccounts, hasDevelopmentAccounts } from '../../node/development-funds.ts';
import { needsFounding } from '../../node/found-chain.ts';
import type { LedgerNode } from '../../node/ledger-node.ts';
import { DEFAULT_LIMITS, DEVELOPMENT_LIMITS, type ServerLimits } from '../../server/admission/limits.ts';
import { queueTerms } from '../../server/admission/queue-terms.ts';
import { type AppendJournal, openAppendJournal } from '../../storage/append-journal.ts';
import type { Fork, ForkFacts } from '../../storage/fork/fork.ts';
import { type LedgerStore, StoreError } from '../../storage/ledger-store.ts';
import {
  hasDataFile,
  putReplacementInPlace,
  requireNoLoss,
  SUBMISSIONS_JOURNAL,
} from '../../storage/lmdb/data-place.ts';
import { closeToOthers } from '../../storage/lmdb/data-rights.ts';
import { type LmdbStoreOptions, openLmdbStore, type StoreAccess } from '../../storage/lmdb/lmdb-store.ts';
import { MemoryStore } from '../../storage/memory/memory-store.ts';
import type { RowCheckStore } from '../../storage/row-check.ts';
import type { StoreReaders } from '../../storage/store-readers.ts';
import { assert } from '../../util/assert.ts';
import { type Clock, systemClock } from '../../util/clock.ts';
import { CommandError } from '../../util/command-error.ts';
import { packageVersion } from '../../util/package-version.ts';
import { serverPacers } from '../../util/server-pacers.ts';
import { TraceExport, traceResource } from '../../util/trace-export.ts';
import { Scrub } from '../../verify/scrub.ts';
import { checkNewestLedger } from '../../verify/startup-check.ts';
import { type ComposedNode, createWeir, type Weir, type WeirOptions } from '../../weir.ts';
import { readGenesisFile } from '../options/genesis-file.ts';
import { checkAdminHost } from './admin-host.ts';
import { checkAmendments } from './amendment-options.ts';
import { logCloses } from './close-log.ts';
import type { ClusterStartOptions } from './cluster-options.ts';
import { checkFees, withFees } from './fee-options.ts';
import { openForkOf } from './fork-options.ts';
import { openFollowers } from './history-followers.ts';
import { checkLedgerFile, ledgerRules, readLedgerFile } from './ledger-file.ts';
import { readLimitsFile } from './limits-file.ts';
import { type OpenPorts, openPorts, type PortServices, type WorkerPlan } from './open-ports.ts';
import { logSubmissions } from './request-log.ts';
import { ServerCertificate } from './server-certificate.ts';
import { checkStart } from './start-check.ts';
import type { StartOptions } from './start-options.ts';

export interface RunningServer {
  readonly port: number;
  /** The WebSocket port, if requested. */
  readonly webSocketPort: number | undefined;
  /** The port without administrators, if requested. */
  readonly publicPort: number | undefined;
  /** True if this start created the chain. */
  readonly isNewChain: boolean;
  /** Where a fork begins. */
  readonly fork: ForkFacts | undefined;
  /** True if the accounts for development are in the ledger. */
  readonly hasDevelopmentAccounts: boolean;
  /** Logs the start, and warnings about its settings. */
  logStart(): void;
  /** Reads the certificate files again for new connections. */
  renewCertificates(): void;
  /** Settles when a client called `stop`; the server then stops. */
  readonly stopRequested: Promise<void>;
  /** Settles when the disk has failed so that ledgers can be stored only after a new start; the server has to be stopped. */
  readonly storeBroken: Promise<void>;
  /**
   * Settles when a member of a cluster has built its damaged data again. `stop` puts the new data in place, and the server then has to
   * be started again.
   */
  readonly dataReplaced: Promise<void>;
  /** Finishes requests, closes what is open unless that is done by hand, then lets go of port and data. */
  stop(): Promise<void>;
}

/**
 * Starts a server. Rejects with a `CommandError` if its data or its port cannot be had, or if other machines would reach
 * a `host` for administrators without `isRemoteAdminAllowed`, and leaves nothing behind.
 */
export async function runServer(
  options: StartOptions,
  log: Logger,
  clock: Clock = systemClock,
): Promise<RunningServer> {
  checkAdminHost(options);
  const startedAtMs = clock.nowMs();
  const genesis = genesisOptions(options);
  const limits = limitsOf(options);
  const access = checkPlace(options);
  const certificate = options.tls && new ServerCertificate(options.tls, clock);
  await checkStart(options);
  await prepareMember(options, log);
  const storeBroken = Promise.withResolvers<void>();
  const onDamage = (error: Error) =>
    log.fatal({ err: error }, 'the data is damaged: no ledger is closed until it is repaired');
  const place = openStore(options, access, { onBroken: storeBroken.resolve, onDamage });
  if (options.dataDirectory !== undefined) keepOthersOut(options.dataDirectory, log);
  const isNewChain = place.store.ledgerRange() === undefined;
  if (genesis.firstLedger !== undefined) checkFirstLedger(genesis.firstLedger, place, log);
  const fork = await openedFork(options, place, log);
  const store = fork?.store ?? place.store;
  const traces = openTraces(options, log, clock);
  const stopRequest = Promise.withResolvers<void>();
  const replacement = { isComplete: false, settled: Promise.withResolvers<void>() };
  const onReplaced = () => {
    replacement.isComplete = true;
    replacement.settled.resolve();
  };
  let opened: OpenPorts | undefined;
  const weir = await openWeir(
    {
      store,
      fork,
      genesis: { ...genesis, ...networkIdFor(options, genesis, store) },
      clock,
      closing: options.closing,
      queue: queueTerms(limits),
      cachedEntries: limits.cachedEntries,
      log,
      about: { version: packageVersion(), hostName: hostname() },
      startedAtMs,
      isTestBench: isTestBench(options),
      stateDirectory: stateDirectory(options),
      requestStop: stopRequest.resolve,
      workerTallies: () => opened?.tallies() ?? [],
      tracer: traces?.tracer,
      scrub: scrubOf(place, limits, clock),
    },
    options,
    onReplaced,
  );
  const { node } = weir;
  logCloses(node, log, clock);
  logSubmissions(node, log);
  const stopExpecting = node.onProposed(() => {
    stopExpecting();
    place.expectTransactions();
  });
  const followers = await openFollowers(options, place.directory, { node, clock, log }).catch(async (error) => {
    await node.stop();
    place.remove();
    throw explained(error);
  });
  const ports = await openAll(options, { weir, log, limits, workers: place.workers, followers, certificate }).catch(
    async (error) => {
      await followers.stop();
      await node.stop();
      place.remove();
      throw explained(error);
    },
  );
  opened = ports;
  const stopAll = async () => {
    await ports.close();
    await followers.stop();
    await weir.stop();
    await traces?.close();
    place.remove();
    if (replacement.isComplete) logReplacement(place.directory!, log);
  };
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= stopAll();
    return stopping;
  };
  stopRequest.promise.then(stop).catch((error) => log.error({ err: error }, 'the server could not stop'));
  return {
    port: ports.main.port,
    webSocketPort: ports.webSocket?.port,
    publicPort: ports.public?.port,
    isNewChain,
    fork: fork?.facts,
    hasDevelopmentAccounts: options.isDevelopment === true && hasDevelopmentAccounts(node),
    logStart: () => {
      logStart(options, ports, weir, log);
      certificate?.warnOfDates(log);
    },
    renewCertificates: () =>
      certificate?.renew((material) => {
        for (const listener of ports.all) listener.renewTls(material);
      }, log),
    stopRequested: stopRequest.promise,
    storeBroken: storeBroken.promise,
    dataReplaced: replacement.settled.promise,
    stop,
  };
}

function keepOthersOut(directory: string, log: Logger): void {
  const { closed, isOpen } = closeToOthers(directory);
  if (closed.length > 0) log.info({ closed }, 'other users of this machine could use these files, and cannot any more');
  if (isOpen) log.warn({ directory }, 'other users of this machine can use the data directory: chmod 700 it');
}

function openTraces({ traceUrl: url, cluster }: StartOptions, log: Logger, clock: Clock): TraceExport | undefined {
  if (url === undefined) return undefined;
  const server = { version: packageVersion(), hostName: hostname(), memberName: cluster?.nodeName };
  return new TraceExport({ url, clock, log, resource: traceResource(server, 'engine') });
}

function stateDirectory({ stateDirectory: given, dataDirectory }: StartOptions): string | undefined {
  return given ?? (dataDirectory === undefined ? undefined : join(dataDirectory, 'states'));
}

function isTestBench({ isDevelopment, isRemoteAdminAllowed, isRemoteTestBenchAllowed }: StartOptions): boolean {
  return isDevelopment === true && (isRemoteAdminAllowed !== true || isRemoteTestBenchAllowed === true);
}

async function openAll(options: StartOptions, source: PortServices): Promise<OpenPorts> {
  const { weir, followers } = source;
  await followers.start();
  await weir.start();
  if (options.isDevelopment === true && weir.engine !== undefined && !(await fundDevelopmentAccounts(weir.engine))) {
    source.log.warn(
      'the accounts for development have no XRP, because the master account of this ledger has too little',
    );
  }
  // Other requests are answered while one waits for the other server.
  weir.services.fork?.stopBlocking();
  return openPorts(options, source);
}

/** Submissions are journaled beside the ledgers. */
async function openJournal({ isDurableSubmit, dataDirectory }: StartOptions): Promise<AppendJournal | undefined> {
  if (isDurableSubmit !== true) return undefined;
  assert(dataDirectory !== undefined, 'a journal has a place');
  return openAppendJournal(join(dataDirectory, SUBMISSIONS_JOURNAL));
}

function logStart(options: StartOptions, ports: OpenPorts, weir: Weir, log: Logger): void {
  const { dataDirectory } = options;
  log.info(
    {
      version: packageVersion(),
      node_version: process.version,
      pid: process.pid,
      ports: ports.all.map(({ port }) => port),
      data: dataDirectory === undefined ? 'none kept' : resolve(dataDirectory),
      ledger_index: weir.node.validated.ledgerIndex,
    },
    'started',
  );
  warnOfRemoteAdmin(options, log);
  if (weir.services.server.bench !== undefined) warnOfTestBench(weir.node, log);
}

function warnOfRemoteAdmin({ isRemoteAdminAllowed, admin, host }: StartOptions, log: Logger): void {
  if (isRemoteAdminAllowed === true && admin === undefined)
    log.warn({ host }, 'all clients of this address are administrators');
}

function warnOfTestBench({ clock }: LedgerNode, log: Logger): void {
  const { isMoved, isFrozen, rate, aheadSeconds } = clock.read();
  const moved = isMoved ? { clock: { seconds_ahead: aheadSeconds, rate, frozen: isFrozen } } : {};
  log.warn(moved, 'a test bench: administrators may move its clock and change its ledger');
}

function checkFirstLedger(ledger: FirstLedger, place: StorePlace, log: Logger): void {
  try {
    checkLedgerFile(ledger, place.store);
  } catch (error) {
    place.remove();
    throw error;
  }
  const { lacking, early } = ledgerRules(ledger);
  if (lacking.length + early.length > 0) log.warn({ lacking, early }, 'the rules of this ledger are not those of Weir');
}

function genesisOptions(options: StartOptions): GenesisOptions {
  const { genesisFile, ledgerFile, amendments = DEFAULT_GENESIS.amendments, fees } = options;
  if (ledgerFile !== undefined) return readLedgerFile(ledgerFile);
  return withFees(genesisFile === undefined ? { ...DEFAULT_GENESIS, amendments } : readGenesisFile(genesisFile), fees);
}

/** The option, else the network id of the existing chain. */
function networkIdFor(
  { networkId, genesisFile }: StartOptions,
  genesis: GenesisOptions,
  store: LedgerStore,
): Pick<GenesisOptions, 'networkId' | 'isNetworkIdGiven'> {
  if (networkId !== undefined) return { networkId, isNetworkIdGiven: true };
  const isReopened = genesisFile === undefined && !needsFounding(store);
  return isReopened ? { networkId: readChainParameters(store).networkId } : genesis;
}

interface StorePlace {
  readonly store: LedgerStore;
  /** Undefined for a store in memory. */
  readonly directory: string | undefined;
  /** Call this when a ledger with transactions will be stored. */
  expectTransactions(): void;
  readonly workers: WorkerPlan | undefined;
  /** The data that are kept on disk. */
  readonly kept: RowCheckStore | undefined;
  /** Removes temporary data. */
  remove(): void;
}

/** @throws CommandError if the chain that was in the data directory is lost, or for --new if there is one */
function checkPlace({ dataDirectory, isNewChain }: StartOptions): StoreAccess {
  if (dataDirectory === undefined) return 'found';
  try {
    if (isNewChain !== true) {
      requireNoLoss(dataDirectory);
      return 'found';
    }
    if (!hasDataFile(dataDirectory)) return 'found anew';
  } catch (error) {
    if (isNewChain !== true) throw explained(error);
  }
  throw new CommandError(
    `--new begins a chain where there is none, but ${dataDirectory} has a data file: start without --new, or name another directory`,
  );
}

/** Threads have no memory in common, so what workers read is on the disk, if only for as long as the server runs. */
function openStore(
  { dataDirectory, threads = 0, sqlUrl }: StartOptions,
  access: StoreAccess,
  listeners: Pick<LmdbStoreOptions, 'onBroken' | 'onDamage'>,
): StorePlace {
  if (dataDirectory === undefined && threads === 0 && sqlUrl === undefined) {
    const store = new MemoryStore();
    const nothing = { directory: undefined, workers: undefined, kept: undefined };
    return { store, ...nothing, expectTransactions: () => {}, remove: () => {} };
  }
  const directory = dataDirectory ?? mkdtempSync(join(tmpdir(), 'weir-ephemeral-'));
  const remove = () => {
    if (dataDirectory === undefined) rmSync(directory, { recursive: true, force: true });
  };
  try {
    const store = openLmdbStore(directory, { pacer: serverPacers().close, access, ...listeners });
    const plan = { count: threads, directory, attach: (readers: StoreReaders) => store.attachReaders(readers) };
    const expectTransactions = () => store.expectTransactions();
    const kept = dataDirectory === undefined ? undefined : store;
    return { store, directory, expectTransactions, workers: threads === 0 ? undefined : plan, kept, remove };
  } catch (error) {
    remove();
    throw explained(error);
  }
}

function scrubOf({ kept }: StorePlace, limits: ServerLimits, clock: Clock): Scrub | undefined {
  if (kept === undefined) return undefined;
  const { longWork: pacer } = serverPacers();
  return new Scrub({ store: kept, clock, pacer, bytesPerSecond: limits.scrubBytesPerSecond });
}

async function openedFork({ fork }: StartOptions, place: StorePlace, log: Logger): Promise<Fork | undefined> {
  if (fork === undefined) return undefined;
  try {
    return await openForkOf(fork, place.store, { log, randomBytes });
  } catch (error) {
    await place.store.close();
    place.remove();
    throw explained(error);
  }
}

function limitsOf({ limitsFile, isDevelopment }: StartOptions): ServerLimits {
  const defaults = isDevelopment === true ? DEVELOPMENT_LIMITS : DEFAULT_LIMITS;
  return limitsFile === undefined ? defaults : readLimitsFile(limitsFile, defaults);
}

async function openWeir(
  options: Omit<WeirOptions, 'journal' | 'pacers' | 'log'> & { readonly log: Logger },
  start: StartOptions,
  onReplaced: () => void,
): Promise<Weir> {
  const { store } = options;
  try {
    checkNewestLedger(store);
    checkFees(store, start.fees);
    checkAmendments(store, start.amendments);
    const complete = { ...options, pacers: serverPacers() };
    if (start.cluster === undefined) return await createWeir({ ...complete, journal: await openJournal(start) });
    return await createWeir({ ...complete, composed: await joinCluster(start.cluster, complete, start, onReplaced) });
  } catch (error) {
    await store.close();
    throw explained(error);
  }
}

/** A member of a cluster may begin with a copy of another one's data. */
async function prepareMember({ cluster, dataDirectory }: StartOptions, log: Logger): Promise<void> {
  if (cluster === undefined || dataDirectory === undefined) return;
  const { prepareData } = await import('./join-cluster.ts');
  await prepareData(cluster, dataDirectory, log).catch((error) => {
    throw explained(error);
  });
}

/** Loaded on use. */
async function joinCluster(
  cluster: ClusterStartOptions,
  weir: Omit<WeirOptions, 'log'> & { readonly log: Logger },
  start: StartOptions,
  onReplaced: () => void,
): Promise<ComposedNode> {
  const { store: own, genesis = DEFAULT_GENESIS, clock = systemClock, log } = weir;
  const { joinAs } = await import('./join-cluster.ts');
  return joinAs({ start, cluster, weir: { ...weir, genesis }, own, onReplaced, clock, log });
}

/** The store is closed. */
function logReplacement(directory: string, log: Logger): void {
  log.warn({ damaged: putReplacementInPlace(directory) }, 'the data were built again; the damaged file is kept');
}

/** Errors that the operator can fix become a `CommandError`. Others are bugs and keep their stack. */
function explained(error: unknown): unknown {
  if (error instanceof LedgerTooOldError) return new CommandError(`${error.message}: ${String(error.cause)}`);
  return error instanceof StoreError || error instanceof StateReadError ? new CommandError(error.message) : error;
}
