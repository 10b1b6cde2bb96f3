/** A member of a cluster as `weir start --cluster` creates it, but with simulated sockets, files and time. */
import { type Cluster, joinCluster } from '../../../src/cluster/cluster.ts';
import type { StoreReplacement } from '../../../src/cluster/store-repair.ts';
import { DEFAULT_GENESIS } from '../../../src/ledger/genesis.ts';
import { closeEvery } from '../../../src/node/close/close-schedule.ts';
import type { LedgerNode } from '../../../src/node/ledger-node.ts';
import { queueOptions } from '../../../src/node/queue/transaction-queue-options.ts';
import type { JsonObject } from '../../../src/protocol/values.ts';
import type { RpcRequest } from '../../../src/rpc/method/context.ts';
import type { SubmissionRecords } from '../../../src/storage/append-journal.ts';
import type { LedgerStore } from '../../../src/storage/ledger-store.ts';
import type { ClusterStore } from '../../../src/storage/shared/cluster-store.ts';
import { createWeir } from '../../../src/weir.ts';
import type { SimulatedTransport } from './simulated-network.ts';
import type { MachineClock } from './virtual-time.ts';

const CLOSING = closeEvery(1000);
const SMALL_QUEUE = queueOptions({ minimumTxnInLedger: 2, targetTxnInLedger: 2, maximumTxnInLedger: 2 });
const VERSION = '1.2.3';

export interface SimulatedMemberOptions {
  readonly name: string;
  readonly store: LedgerStore;
  readonly shared: ClusterStore;
  readonly transport: SimulatedTransport;
  readonly clock: MachineClock;
  /** Number of other members that must have a ledger on disk before it is acknowledged. */
  readonly acknowledge: number;
  /** True: submissions are not durable, and a ledger takes so few that others are queued. */
  readonly isQueued: boolean;
  /** Where the data are built again if they are damaged. */
  readonly replacement: StoreReplacement;
  /** Submissions that the member keeps for the leader. */
  readonly kept: SubmissionRecords;
  readonly randomBytes: (count: number) => Buffer;
  /** Called with errors that no fault may cause. */
  readonly onFailure: (error: unknown) => void;
}

export interface SimulatedMember {
  readonly node: LedgerNode;
  readonly cluster: Cluster;
  execute(request: RpcRequest): Promise<JsonObject>;
  /** Leaves the cluster and stops. */
  stop(): Promise<void>;
}

export async function startSimulatedMember(options: SimulatedMemberOptions): Promise<SimulatedMember> {
  const { name, store, shared, transport, clock, randomBytes, acknowledge, isQueued, kept, onFailure } = options;
  const { replacement } = options;
  const composed = await joinCluster({
    ...{ own: store, shared, transport, clock, randomBytes, id: name, version: VERSION, genesis: DEFAULT_GENESIS },
    replacement,
    random: () => randomBytes(4).readUInt32BE() / 2 ** 32,
    nodeOptions: { closing: CLOSING, randomBytes, onBug: onFailure, ...(isQueued && { queue: SMALL_QUEUE }) },
    expectedNetworkId: undefined,
    isDurableSubmit: !isQueued,
    acknowledge: { count: acknowledge, journal: kept },
    log: { info: () => {}, warn: () => {} },
  });
  const weir = await createWeir({
    ...{ store, composed, clock, closing: CLOSING, randomBytes },
    log: { error: (details: object) => onFailure((details as { err: unknown }).err) },
    about: { version: VERSION, hostName: name },
  });
  await weir.start();
  return { node: weir.node, cluster: composed, execute: weir.execute, stop: weir.stop };
}
