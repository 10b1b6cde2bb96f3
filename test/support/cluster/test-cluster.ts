/**
 * A cluster in this process: members with stores in memory, and a lease clock that only the test moves, so a lease
 * expires only when the test makes it expire.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type Cluster, joinCluster } from '../../../src/cluster/cluster.ts';
import type { LedgerForms } from '../../../src/cluster/ledger-forms.ts';
import type { MembershipTerms } from '../../../src/cluster/membership.ts';
import { DEFAULT_GENESIS, MASTER_PASSPHRASE } from '../../../src/ledger/genesis.ts';
import { type CloseRule, MANUAL_CLOSE } from '../../../src/node/close/close-schedule.ts';
import { type QueueOptions, queueOptions } from '../../../src/node/queue/transaction-queue-options.ts';
import { signTransaction } from '../../../src/protocol/transaction/transaction-signature.ts';
import type { JsonObject, StObject } from '../../../src/protocol/values.ts';
import type { LedgerStore } from '../../../src/storage/ledger-store.ts';
import { MemoryStore } from '../../../src/storage/memory/memory-store.ts';
import { systemClock } from '../../../src/util/clock.ts';
import { bytesToHex } from '../../../src/util/hex.ts';
import { createWeir, type Weir } from '../../../src/weir.ts';
import { party } from '../env.ts';
import { TestClock } from '../test-clock.ts';
import { until } from '../until.ts';
import { MemoryCluster } from './memory-cluster.ts';
import { type CallOutcome, type ClusterCall, MemoryClusterStore } from './memory-cluster-store.ts';
import { MemoryNetwork, type MemoryTransport } from './memory-transport.ts';

/** Longer than any test by the members' clocks. The lease's own clock moves only by `expireLease`. */
const LEASE_MS = 3_600_000;
const TERMS = { durationMs: LEASE_MS, renewalMs: 200, tailMs: 10, lookMs: 20 };
/** A name becomes free this long after its last report. */
const NAME_MS = 3_000;
const MASTER = party(MASTER_PASSPHRASE);

export interface MemberOptions {
  readonly store?: LedgerStore;
  readonly isDurableSubmit?: boolean;
  readonly closing?: CloseRule;
  readonly outcomeOf?: (call: ClusterCall) => CallOutcome;
  readonly networkId?: number;
  readonly timeoutMs?: number;
  readonly forms?: LedgerForms;
  readonly terms?: Partial<MembershipTerms>;
  readonly queue?: Partial<QueueOptions>;
}

export interface TestMember {
  readonly name: string;
  readonly weir: Weir;
  readonly cluster: Cluster;
  readonly store: LedgerStore;
  readonly shared: MemoryClusterStore;
  /** Calls a method as admin. */
  ask(method: string, params?: JsonObject): Promise<JsonObject>;
  /** Cuts the member off from the database and from the other members, as a kill does. */
  kill(): void;
  stop(): Promise<void>;
}

export class TestCluster {
  readonly leaseClock = new TestClock();
  readonly common = new MemoryCluster(this.leaseClock);
  readonly #network = new MemoryNetwork();
  readonly #members = new Set<TestMember>();
  /** Killed members still have timers, so `stop` stops them too. */
  readonly #killed = new Set<TestMember>();
  #sequence = 1;

  async join(name: string, options: MemberOptions = {}): Promise<TestMember> {
    const { closing = MANUAL_CLOSE, store = new MemoryStore(), outcomeOf, isDurableSubmit = false } = options;
    const shared = new MemoryClusterStore({
      cluster: this.common,
      clock: systemClock,
      ...(outcomeOf && { outcomeOf }),
    });
    const transport = this.#network.open(`${name}:1`);
    const composed = await joinCluster({
      ...{ own: store, shared, transport, id: name, version: '1.2.3', genesis: DEFAULT_GENESIS },
      ...{ terms: { ...TERMS, ...options.terms }, forms: options.forms },
      ...{ clock: systemClock, randomBytes, random: () => 0, expectedNetworkId: options.networkId, isDurableSubmit },
      nodeOptions: { closing, ...(options.queue && { queue: queueOptions(options.queue) }) },
      log: { info: () => {}, warn: () => {} },
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    });
    const weir = await createWeir({
      ...{ store, composed, closing },
      log: { error: (details) => assert.fail(String((details as { err: Error }).err.stack)) },
      about: { version: '1.2.3', hostName: name },
    });
    await weir.start();
    const member = this.#member({ name, weir, cluster: composed, store, shared }, transport);
    this.#members.add(member);
    return member;
  }

  /** Advances the lease clock: a leader that does not renew its lease loses it. */
  expireLease(): void {
    this.leaseClock.advanceMs(LEASE_MS + 1);
  }

  /** Signs the next payment of the master account. */
  payment(to: string, drops: bigint): { readonly id: string; readonly blob: string } {
    const fields: StObject = {
      ...{ TransactionType: 'Payment', Account: MASTER.id, Destination: party(to).id, Amount: drops },
      ...{ Fee: 10n, Flags: 0, Sequence: this.#sequence++, SigningPubKey: MASTER.keys.publicKey },
    };
    const { id, blob } = signTransaction(fields, MASTER.keys);
    return { id, blob: bytesToHex(blob) };
  }

  async stop(): Promise<void> {
    for (const member of this.#killed) member.shared.isCutOff = false;
    await Promise.all([...this.#members, ...this.#killed].map(({ weir }) => weir.stop()));
  }

  #member(
    parts: Pick<TestMember, 'name' | 'weir' | 'cluster' | 'store' | 'shared'>,
    transport: MemoryTransport,
  ): TestMember {
    const member: TestMember = {
      ...parts,
      ask: (method, params = {}) => parts.weir.execute({ method, params, apiVersion: 2, role: 'admin' }),
      kill: () => {
        parts.shared.isCutOff = true;
        transport.cut();
        // Another process may use the name from now on.
        this.leaseClock.advanceMs(NAME_MS);
        this.#members.delete(member);
        this.#killed.add(member);
      },
      stop: async () => {
        this.#members.delete(member);
        await parts.weir.stop();
      },
    };
    return member;
  }
}

/** Resolves when this member leads. */
export function leads({ name, cluster }: TestMember): Promise<void> {
  return until(() => cluster.node.isLeading, `${name} leads`);
}

/** The balance of an account in this member's validated ledger, in drops; undefined if there is no such account. */
export async function balance(member: TestMember, of: string): Promise<string | undefined> {
  const answer = await member.ask('account_info', { account: party(of).address, ledger_index: 'validated' });
  return (answer.account_data as JsonObject | undefined)?.Balance as string | undefined;
}
