/** Puts a server together from its parts and starts it: the only place where concrete ones meet. */
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { DEFAULT_GENESIS, type GenesisOptions } from '../../ledger/genesis.ts';
import { readChainParameters } from '../../node/chain-parameters.ts';
import type { CloseRule } from '../../node/close/close-schedule.ts';
import { parentAgeLimitSeconds } from '../../node/close/ledger-time.ts';
import { fundDevelopmentAccounts } from '../../node/development-funds.ts';
import { needsFounding } from '../../node/found-chain.ts';
import { LedgerHealth } from '../../node/ledger-health.ts';
import type { LedgerNode } from '../../node/ledger-node.ts';
import { createLedgerNode } from '../../node/node.ts';
import type { LedgerNodeOptions } from '../../node/node-options.ts';
import { LedgerTooOldError } from '../../node/open-ledger/submission-line.ts';
import type { QueueOptions } from '../../node/queue/transaction-queue-options.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { DEFAULT_LIMITS, DEVELOPMENT_LIMITS, type ServerLimits } from '../../server/admission/limits.ts';
import { type AppendJournal, openAppendJournal } from '../../storage/append-journal.ts';
import { type LedgerStore, StoreError } from '../../storage/ledger-store.ts';
import { openLmdbStore } from '../../storage/lmdb/lmdb-store.ts';
import { MemoryStore } from '../../storage/memory/memory-store.ts';
import { assert } from '../../util/assert.ts';
import { type Clock, systemClock } from '../../util/clock.ts';
import { bytesToHex } from '../../util/hex.ts';
import { createPacer, type Pacer } from '../../util/steps.ts';
import { checkNewestLedger } from '../../verify/startup-check.ts';
import { CommandError } from '../command-error.ts';
import { packageVersion } from '../version.ts';
import { checkAdminHost } from './admin-host.ts';
import { logCloses } from './close-log.ts';
import { checkFees, withFees } from './fee-options.ts';
import { readGenesisFile } from './genesis-file.ts';
import { readLimitsFile } from './limits-file.ts';
import { type OpenPorts, openPorts, renewCertificates } from './open-ports.ts';
import { logSubmissions } from './request-log.ts';
import { warnOfSlowSignatures } from './slow-signatures.ts';
import type { StartOptions } from './start-options.ts';

/** How much of each turn of the event loop a close may take; requests have the rest. More where these take more. */
const CLOSE_SLICE_MS = 8;
const LONGEST_CLOSE_SLICE_MS = 25;

export interface RunningServer {
  readonly port: number;
  /** The second port, where one was asked for. */
  readonly webSocketPort: number | undefined;
  /** The one on which nobody is the operator, where it was asked for. */
  readonly publicPort: number | undefined;
  /** True if the chain began just now. */
  readonly isNewChain: boolean;
  /** Reads the files of the certificate again, for connections from now on. */
  renewCertificates(): void;
  /** Settles when a client said `stop`; the server then stops. */
  readonly stopRequested: Promise<void>;
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
  const store = openStore(options);
  const isNewChain = store.ledgerRange() === undefined;
  const genesisHere = { ...genesis, ...networkIdFor(options, genesis, store) };
  const closing = closeRule(options.closeIntervalMs);
  const node = await openNode(
    {
      store,
      genesis: genesisHere,
      clock,
      closing,
      queue: queueTerms(limits),
      parentAgeLimitSeconds: parentAgeLimitSeconds(options.closeIntervalMs),
    },
    options,
    log,
  );
  const health = new LedgerHealth(node, closing, clock);
  logCloses(node, log, clock);
  logSubmissions(node, log);
  const stopRequest = Promise.withResolvers<void>();
  let ports: OpenPorts;
  try {
    await node.start();
    if (options.isDevelopment === true) await fundDevelopmentAccounts(node);
    ports = await openPorts(options, {
      node,
      health,
      log,
      clock,
      startedAtMs,
      limits,
      requestStop: stopRequest.resolve,
    });
  } catch (error) {
    await node.stop();
    throw explained(error);
  }
  const stopAll = async () => {
    await ports.close();
    if (options.closeIntervalMs !== undefined) await closeWhatIsOpen(node, log);
    await node.stop();
  };
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= stopAll();
    return stopping;
  };
  stopRequest.promise.then(stop).catch((error) => log.error({ err: error }, 'the server could not stop'));
  logStart(options, ports, node, log);
  warnOfRemoteAdmin(options, log);
  warnOfSlowSignatures(log);
  return {
    port: ports.main.port,
    webSocketPort: ports.webSocket?.port,
    publicPort: ports.public?.port,
    isNewChain,
    renewCertificates: () => renewCertificates(options, ports.all, log),
    stopRequested: stopRequest.promise,
    stop,
  };
}

/** Submissions are journaled beside the ledgers. */
async function openJournal({ isDurableSubmit, dataDirectory }: StartOptions): Promise<AppendJournal | undefined> {
  if (isDurableSubmit !== true) return undefined;
  assert(dataDirectory !== undefined, 'a journal has a place');
  return openAppendJournal(join(dataDirectory, 'submissions.journal'));
}

function logStart({ dataDirectory }: StartOptions, ports: OpenPorts, node: LedgerNode, log: Logger): void {
  log.info(
    {
      version: packageVersion(),
      node_version: process.version,
      pid: process.pid,
      ports: ports.all.map(({ port }) => port),
      data: dataDirectory === undefined ? 'none kept' : resolve(dataDirectory),
      ledger_index: node.validated.ledgerIndex,
    },
    'started',
  );
}

function warnOfRemoteAdmin({ isRemoteAdminAllowed, host }: StartOptions, log: Logger): void {
  if (isRemoteAdminAllowed === true) log.warn({ host }, 'whoever reaches this address is the administrator');
}

/** What was accepted gets into a ledger before the server goes, unless closing is the operator's own business. */
async function closeWhatIsOpen(node: LedgerNode, log: Logger): Promise<void> {
  if (node.openView.transactionCount === 0) return;
  await node.acceptLedger().catch((error) => log.error({ err: error }, 'the last ledger could not be closed'));
}

function genesisOptions({ genesisFile, fees }: StartOptions): GenesisOptions {
  return withFees(genesisFile === undefined ? DEFAULT_GENESIS : readGenesisFile(genesisFile), fees);
}

/** What the operator says; if nothing, what was said when the chain began. */
function networkIdFor(
  { networkId, genesisFile }: StartOptions,
  genesis: GenesisOptions,
  store: LedgerStore,
): Pick<GenesisOptions, 'networkId' | 'isNetworkIdGiven'> {
  if (networkId !== undefined) return { networkId, isNetworkIdGiven: true };
  const isReopened = genesisFile === undefined && !needsFounding(store);
  return isReopened ? { networkId: readChainParameters(store).networkId } : genesis;
}

function closePacer(): Pacer {
  return createPacer(CLOSE_SLICE_MS, LONGEST_CLOSE_SLICE_MS);
}

function openStore({ dataDirectory }: StartOptions): LedgerStore {
  try {
    return dataDirectory === undefined ? new MemoryStore() : openLmdbStore(dataDirectory, { pacer: closePacer() });
  } catch (error) {
    throw explained(error);
  }
}

function limitsOf({ limitsFile, isDevelopment }: StartOptions): ServerLimits {
  const defaults = isDevelopment === true ? DEVELOPMENT_LIMITS : DEFAULT_LIMITS;
  return limitsFile === undefined ? defaults : readLimitsFile(limitsFile, defaults);
}

function queueTerms(limits: ServerLimits): Partial<QueueOptions> {
  return {
    minimumTxnInLedger: limits.openLedgerSize,
    ledgersInQueue: limits.queueLedgers,
    maximumTxnPerAccount: limits.queuePerAccount,
    maximumHeldPerAccount: limits.heldPerAccount,
  };
}

async function openNode(options: LedgerNodeOptions, start: StartOptions, log: Logger): Promise<LedgerNode> {
  try {
    checkNewestLedger(options.store);
    checkFees(options.store, start.fees);
    const journal = await openJournal(start);
    return await createLedgerNode({ ...options, journal, pacer: closePacer(), onBug: bugReporter(log) });
  } catch (error) {
    await options.store.close();
    throw explained(error);
  }
}

/** A bug that a transaction brought to light is worth all that is needed to see it again. */
function bugReporter(log: Logger): (error: unknown, transaction: Transaction) => void {
  return (err, { id, blob }) => log.error({ err, transaction: id, blob: bytesToHex(blob) }, 'a transaction met a bug');
}

function closeRule(intervalMs: number | undefined): CloseRule {
  if (intervalMs === undefined) return { kind: 'manual' };
  return intervalMs === 0 ? { kind: 'instant' } : { kind: 'timer', intervalMs };
}

/** Some errors say what an operator can do; anything else is a bug and keeps its stack. */
function explained(error: unknown): unknown {
  if (error instanceof LedgerTooOldError) return new CommandError(`${error.message}: ${String(error.cause)}`);
  return error instanceof StoreError ? new CommandError(error.message) : error;
}
