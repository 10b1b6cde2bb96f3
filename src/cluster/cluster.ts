/**
 * A member of a cluster: joins the cluster with its own store, and gives the parts of a server (`weir.ts`): a node, the relay to
 * the leader, and streams.
 */

import type { GenesisOptions } from '../ledger/genesis.ts';
import { LedgerWait, type LedgerWaitOptions } from '../link/ledger-wait.ts';
import type { ClusterTransport } from '../link/transport.ts';
import { readChainParameters } from '../node/chain-parameters.ts';
import { MANUAL_CLOSE } from '../node/close/close-schedule.ts';
import { ledgerSeconds } from '../node/close/ledger-clock.ts';
import { foundChain, needsFounding } from '../node/found-chain.ts';
import { createLedgerNode } from '../node/node.ts';
import type { LedgerNodeOptions } from '../node/node-options.ts';
import type { SubmitOutcome } from '../node/open-ledger/submission.ts';
import { TransactionQueue } from '../node/queue/transaction-queue.ts';
import { queueOptions } from '../node/queue/transaction-queue-options.ts';
import type { Transaction } from '../protocol/transaction/transaction.ts';
import type { MainServices } from '../rpc/method/context.ts';
import { RpcError } from '../rpc/method/errors.ts';
import type { SubmissionRecords } from '../storage/append-journal.ts';
import { type LedgerStore, StoreError } from '../storage/ledger-store.ts';
import { type ClusterStore, FencedError, ForgedRowError, type MemberProcess } from '../storage/shared/cluster-store.ts';
import type { Clock } from '../util/clock.ts';
import type { ComposedNode } from '../weir.ts';
import { Acknowledgements, type KeepMessage } from './acknowledgements.ts';
import { adoptChainValues } from './chain-values.ts';
import { ClusterNode } from './cluster-node.ts';
import { ClusterRelay } from './cluster-relay.ts';
import { endOnDisk, KeptRecords } from './kept-records.ts';
import { type LeadLog, publishMissing } from './lead.ts';
import { LeaderLog } from './leader-log.ts';
import { LeaderPort } from './leader-port.ts';
import { ApartError, LedgerFollower } from './ledger-follower.ts';
import { LEDGER_FORMS, type LedgerForms } from './ledger-forms.ts';
import type { MemberHistory } from './member-history.ts';
import { claimName, MemberReports, reportApart } from './member-reports.ts';
import { MemberStatus } from './member-status.ts';
import { Membership, type MembershipTerms, USUAL_TERMS } from './membership.ts';
import { StoreRepair, type StoreReplacement } from './store-repair.ts';
import { reasonNotToLead } from './succession.ts';

export interface AcknowledgeOptions {
  readonly count: number;
  /** Submissions that this member keeps for the leader; on its disk. Closed when the node stops. */
  readonly journal: SubmissionRecords;
}

export interface ClusterOptions {
  /** The member's own store. The node closes it when it stops. */
  readonly own: LedgerStore;
  /** Closed when the node stops. */
  readonly shared: ClusterStore;
  readonly transport: ClusterTransport;
  /** Identifies this member; it is kept in the data directory. */
  readonly id: string;
  readonly version: string;
  /** How to found the chain if there is none. */
  readonly genesis: GenesisOptions;
  /** Called when the member has the chain. Throws if it is not the chain that the operator expects. */
  readonly checkChain?: (own: LedgerStore) => void;
  /** The network id that the operator expects. */
  readonly expectedNetworkId: number | undefined;
  /** Options of the node that this member opens when it leads. */
  readonly nodeOptions: Omit<
    LedgerNodeOptions,
    'store' | 'log' | 'journal' | 'genesis' | 'clock' | 'isTestBench' | 'answersRepeats'
  >;
  readonly clock: Clock;
  readonly randomBytes: (count: number) => Uint8Array;
  readonly random: () => number;
  readonly terms?: Partial<MembershipTerms>;
  readonly isDurableSubmit: boolean;
  /** So many other members have a ledger or a durable submission on disk before it counts. Without it none need to. */
  readonly acknowledge?: AcknowledgeOptions | undefined;
  /** The forms of this version if absent. */
  readonly forms?: LedgerForms | undefined;
  readonly log: LeadLog;
  /** Reads older ledgers from the archive, and fills it. */
  readonly history?: MemberHistory | undefined;
  /** How long a request waits for a leader, in milliseconds. */
  readonly timeoutMs?: number;
  /** Where the own store is built again if it is damaged; without it a damaged member waits for the operator. */
  readonly replacement?: StoreReplacement | undefined;
}

const TIMEOUT_MS = 10_000;
const TOKEN_BYTES = 16;
/** The link to the leader counts as broken after so long without a message from it, in milliseconds. */
const SILENCE_MS = 2_000;
const RETRY_MS = 250;

export interface Cluster extends ComposedNode {
  readonly node: ClusterNode;
  readonly membership: Membership;
}

/**
 * Resolves when this member has the chain and can serve. Rejects with a `StoreError` if its data belong to another chain, and
 * with an `UnreachableError` if it has no data and cannot reach the log.
 */
export async function joinCluster(options: ClusterOptions): Promise<Cluster> {
  const { own, shared, transport, clock, genesis, forms = LEDGER_FORMS, timeoutMs = TIMEOUT_MS } = options;
  const token = Buffer.from(options.randomBytes(TOKEN_BYTES)).toString('hex');
  const member: MemberProcess = { id: options.id, address: transport.address, token };
  const terms = { ...USUAL_TERMS, ...options.terms };
  await prepareStore(options, member, terms);
  const networkId = checkChain(options);
  let lastMetrics = new TransactionQueue(queueOptions(options.nodeOptions.queue), () => {}).metrics(0);
  const { closing = MANUAL_CLOSE } = options.nodeOptions;
  const store = options.history?.store ?? own;
  const node = new ClusterNode({ store, clock, closing, lastMetrics: () => lastMetrics });
  const { journal } = options.acknowledge ?? {};
  const kept = journal && new KeptRecords({ journal, node, decode: forms.decode });
  const acknowledgements = new Acknowledgements(options.acknowledge?.count ?? 0);
  const { replacement } = options;
  const repair =
    replacement &&
    new StoreRepair({
      ...{ shared, forms, clock, replacement, log: options.log, pacer: options.nodeOptions.pacer },
      validated: () => node.validated,
    });
  const membership = new Membership({
    member,
    own,
    shared,
    node,
    clock,
    terms,
    randomBytes: options.randomBytes,
    random: options.random,
    acknowledgements,
    kept,
    repair,
    isDurableSubmit: options.isDurableSubmit,
    forms,
    log: options.log,
    pacer: options.nodeOptions.pacer,
    openLeader: (log, journal) =>
      createLedgerNode({
        ...options.nodeOptions,
        answersRepeats: true,
        store: own,
        log,
        journal,
        clock,
        genesis: { ...genesis, networkId },
      }),
  });
  const wake = () => membership.wake();
  const wait = ledgerWaitOf(node, { name: options.id, clock, timeoutMs, onWait: wake });
  const shape = { transport, node, wait };
  const port = new LeaderPort({ ...shape, acknowledgements, epoch: () => membership.news.epoch });
  const relay: ClusterRelay = new ClusterRelay({
    ...shape,
    name: options.id,
    port,
    clock,
    silenceMs: SILENCE_MS,
    timeoutMs,
    onLeading: (confirmed, metrics) => {
      lastMetrics = metrics;
      membership.noteConfirmed(confirmed);
    },
    onReached: () => passOnKept(),
    onKeep: (message) => keep(message, shared, kept),
    onUnreachable: () => membership.recheckSoon(),
    isApart: () => membership.role === 'apart' || membership.role === 'damaged',
  });
  const passOnKept = () => kept?.passOnSubmissions((transaction) => passOn(relay, transaction));
  membership.onNews((news) => {
    relay.follow(news.leader);
    port.announce();
    if (node.isLeading) passOnKept();
  });
  membership.onUnconfirmed((transactions) => {
    for (const transaction of transactions) void passOn(relay, transaction);
  });
  const reports = new MemberReports({
    shared,
    clock,
    member,
    node,
    membership,
    kept,
    reachedEpoch: () => relay.reachedEpoch,
    version: options.version,
    readsLedgerVersion: forms.newestRead,
  });
  const durability = () => shared.durability;
  const followerCount = () => port.followerCount;
  const archivedIndex = () => options.history?.archivedIndex;
  const status = new MemberStatus({ name: options.id, node, membership, durability, followerCount, archivedIndex });
  node.onStop(async () => {
    await membership.stop(closing.kind !== 'manual');
    relay.close();
    port.close();
    await transport.close();
    await reports.stop();
    await options.history?.stop();
    await kept?.close();
    await shared.close();
  });
  return {
    node,
    relay,
    streams: relay,
    membership,
    member: status,
    timeoutMs,
    wake,
    onApart: (listener) => membership.onApart(listener),
    archiveKey: options.history?.archiveKey,
    archivedRange: () => options.history?.archivedRange,
    problem: () => status.problem(),
    leadProblem: () => status.leadProblem(),
    readProblem: () => status.readProblem(),
    serve(services: MainServices) {
      relay.serve(services);
      membership.start();
      reports.start();
      options.history?.start(() => node.isLeading && port.followerCount > 0);
    },
  };
}

/** Gives the network id. Throws a `StoreError` if it is not the one that the operator expects. */
function checkChain({ own, expectedNetworkId, checkChain }: ClusterOptions): number {
  const { networkId } = readChainParameters(own);
  if (expectedNetworkId !== undefined && networkId !== expectedNetworkId)
    throw new StoreError(`the cluster's chain has network id ${networkId}, not ${expectedNetworkId}`);
  checkChain?.(own);
  return networkId;
}

/** True when it is on this member's disk. A ledger is read from the log. */
async function keep(message: KeepMessage, { log }: ClusterStore, kept: KeptRecords | undefined): Promise<boolean> {
  if (kept === undefined) return false;
  if (message.kind === 'keep') {
    await kept.keepSubmissions(message.records.map(({ id, body }) => ({ id, body: Buffer.from(body, 'hex') })));
    return true;
  }
  const [bytes] = await log.read(message.ledgerIndex - 1, 1);
  return bytes !== undefined && (await kept.keepLedger(bytes));
}

/** Submits a transaction to the next leader, however long there is none. Undefined if it fails, or this member stops. */
async function passOn(relay: ClusterRelay, transaction: Transaction): Promise<SubmitOutcome | undefined> {
  while (!relay.isClosed) {
    try {
      return await relay.submit(transaction, {});
    } catch (error) {
      if (!(error instanceof RpcError && error.token === 'notSynced')) return undefined;
    }
  }
  return undefined;
}

/** Waits until the node has a ledger. */
function ledgerWaitOf(node: ClusterNode, options: Omit<LedgerWaitOptions, 'reachedIndex'>): LedgerWait {
  const wait = new LedgerWait({ ...options, reachedIndex: () => node.validated.ledgerIndex });
  node.onValidated(() => wait.noteReached());
  return wait;
}

/** Resolves when this process has its name, and the own store a chain that clients can read. */
async function prepareStore(options: ClusterOptions, member: MemberProcess, terms: MembershipTerms): Promise<void> {
  const { own, shared, clock, version, forms = LEDGER_FORMS } = options;
  const readsLedgerVersion = forms.newestRead;
  const nameOptions = () => {
    const end = endOnDisk(own, { journal: options.acknowledge?.journal, decode: forms.decode });
    return { shared, clock, member, version, readsLedgerVersion, end };
  };
  let hasName = false;
  for (;;) {
    const hasOwn = !needsFounding(own);
    try {
      if (!hasName) await claimName(nameOptions());
      hasName = true;
      if (await isChainThere(options)) await follow(options);
      if (needsFounding(own) || (await shared.log.range()) === undefined) await foundOrPublish(options, member, terms);
    } catch (error) {
      if (hasName && error instanceof ApartError) await reportApart(nameOptions());
      const isForged = error instanceof ForgedRowError;
      if (error instanceof StoreError && !(isForged && hasOwn)) throw error;
      // Reads work without the log; membership tries again.
      if (hasOwn) return;
      if (!(error instanceof FencedError)) throw error;
    }
    if (!needsFounding(own)) return;
    await new Promise<void>((resolve) => void clock.after(RETRY_MS, resolve));
  }
}

/** The values are stored before the first ledger, so no store has ledgers without them. */
function isChainThere({ own, shared }: ClusterOptions): Promise<boolean> {
  return adoptChainValues(shared.chain, own);
}

function follow(options: ClusterOptions): Promise<unknown> {
  return followerOf(options).catchUp();
}

function followerOf({ own, shared, nodeOptions: { pacer }, forms = LEDGER_FORMS }: ClusterOptions): LedgerFollower {
  const { log } = shared;
  return new LedgerFollower({
    own,
    log,
    decode: forms.decode,
    confirmed: () => undefined,
    pacer,
    onFollowed: () => {},
  });
}

/** For an empty log: the member that gets the lease fills it with its own chain, or with a new one. */
async function foundOrPublish(options: ClusterOptions, member: MemberProcess, terms: MembershipTerms): Promise<void> {
  const { own, shared, genesis, clock, randomBytes, forms = LEDGER_FORMS } = options;
  const lease = await shared.lease.read(terms.durationMs);
  const members = await shared.members.list();
  const log = (await shared.log.range())?.last;
  const acknowledge = options.acknowledge?.count ?? 0;
  const reason = reasonNotToLead({
    id: member.id,
    own,
    end: undefined,
    lease,
    log,
    members,
    heard: undefined,
    acknowledge,
  });
  if (reason !== undefined) return;
  const epoch = await shared.lease.take(member, terms.durationMs, own.term(), lease.incarnation);
  if (epoch === undefined) return;
  const term = { epoch, token: member.token };
  try {
    if (await isChainThere(options)) await followerOf(options).catchUpAll();
    const leaderLog = new LeaderLog({
      ...{ own, shared, term, randomBytes, forms, onLost: () => {} },
      acknowledgements: new Acknowledgements(0),
    });
    await publishMissing(leaderLog, { shared, own, term, randomBytes });
    if (needsFounding(own))
      await foundChain(own, genesis, { nowSeconds: ledgerSeconds(clock), randomBytes, log: leaderLog });
    await shared.lease.renew(term, terms.durationMs, own.ledgerRange()!.last);
  } finally {
    await shared.lease.release(term);
  }
}
