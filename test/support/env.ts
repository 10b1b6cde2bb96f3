/**
 * An in-process fixture for scenario tests: a ledger in memory, a clock that the test moves, funded accounts,
 * submissions with an expected result, and closes. It uses no network and no disk.
 */

import assert from 'node:assert/strict';
import { accountIdOfPublicKey, accountIdToAddress } from '../../src/crypto/address.ts';
import { deriveKeyPair, type KeyPair, type KeyType } from '../../src/crypto/key-pair.ts';
import { seedOfPassphrase } from '../../src/crypto/seed.ts';
import { DEFAULT_GENESIS, type GenesisOptions, MASTER_PASSPHRASE } from '../../src/ledger/genesis.ts';
import { type CloseRule, MANUAL_CLOSE } from '../../src/node/close/close-schedule.ts';
import type { ClosingNode, LedgerEngine, LedgerNode } from '../../src/node/ledger-node.ts';
import type { SimulationResult, SubmitOptions, SubmitOutcome } from '../../src/node/open-ledger/submission.ts';
import type { QueueOptions } from '../../src/node/queue/transaction-queue-options.ts';
import { DROPS_PER_XRP, RIPPLE_EPOCH_OFFSET_SECONDS } from '../../src/protocol/amounts/amount-math.ts';
import type { AccountRoot } from '../../src/protocol/entries/entries.ts';
import { accountKeylet } from '../../src/protocol/entries/keylets.ts';
import type { Ter } from '../../src/protocol/tables/ter.ts';
import type { Transaction } from '../../src/protocol/transaction/transaction.ts';
import { signTransaction } from '../../src/protocol/transaction/transaction-signature.ts';
import type { AccountId, StObject } from '../../src/protocol/values.ts';
import type { AppendJournal } from '../../src/storage/append-journal.ts';
import type { Fork } from '../../src/storage/fork/fork.ts';
import type { LedgerStore } from '../../src/storage/ledger-store.ts';
import { MemoryStore } from '../../src/storage/memory/memory-store.ts';
import type { Pacer } from '../../src/util/steps.ts';
import { createWeir, type Weir } from '../../src/weir.ts';
import { TestClock } from './test-clock.ts';

/** An account with its keys. */
export interface Party {
  readonly id: AccountId;
  readonly address: string;
  readonly keys: KeyPair;
}

/** A party whose key is derived from the passphrase. */
export function party(passphrase: string, keyType: KeyType = 'secp256k1'): Party {
  const keys = deriveKeyPair(seedOfPassphrase(passphrase), keyType);
  const id = accountIdOfPublicKey(keys.publicKey);
  return { id, address: accountIdToAddress(id), keys };
}

export interface EnvOptions {
  readonly store?: LedgerStore;
  readonly genesis?: Partial<GenesisOptions>;
  /** How many entries the node keeps in memory. */
  readonly cachedEntries?: number;
  /** The store is that of this fork. */
  readonly fork?: Fork;
  /** Options of the transaction queue. */
  readonly queue?: Partial<QueueOptions>;
  readonly pacer?: Pacer;
  /** The rule for automatic closes. If absent, only the test closes ledgers. */
  readonly closing?: CloseRule;
  /** True: the test may move the clock and edit the ledger. */
  readonly isTestBench?: boolean;
  /** Where `weir_state` writes and reads files. */
  readonly stateDirectory?: string | undefined;
  /** Stores submissions until they are in a ledger. */
  readonly journal?: AppendJournal;
  /** Called with the node before it starts. */
  readonly beforeStart?: (node: LedgerNode) => void;
  /** The clock of an earlier `Env`, for a restart. */
  readonly clock?: TestClock;
  /** Makes an `Env` deterministic. */
  readonly randomBytes?: (count: number) => Buffer;
}

export const MASTER = party(MASTER_PASSPHRASE);
/** A log whose error method fails the test. */
export const THROWING_LOG = {
  error: (details: object) => {
    throw (details as { err: unknown }).err;
  },
};

/** Submits if nothing has to be waited for: the last ledger is recent, and there is no journal. */
export function submitNow(engine: LedgerEngine, transaction: Transaction, options?: SubmitOptions): SubmitOutcome {
  return atOnce(engine.submit(transaction, options));
}

export function simulateNow(engine: LedgerEngine, transaction: Transaction): SimulationResult {
  return atOnce(engine.simulate(transaction));
}

function atOnce<Outcome>(outcome: Outcome | Promise<Outcome>): Outcome {
  assert(!(outcome instanceof Promise), 'the submission completes at once');
  return outcome;
}

export class Env {
  readonly weir: Weir;
  readonly node: ClosingNode;
  readonly clock: TestClock;

  private constructor(weir: Weir, clock: TestClock) {
    this.weir = weir;
    assert(weir.engine !== undefined, 'this process has the engine');
    this.node = weir.engine;
    this.clock = clock;
  }

  static async create(options: EnvOptions = {}): Promise<Env> {
    const { store = new MemoryStore(), genesis = {}, queue = {}, pacer, beforeStart = () => {} } = options;
    const { clock = new TestClock(), closing = MANUAL_CLOSE, journal, isTestBench } = options;
    const weir = await createWeir({
      store,
      genesis: { ...DEFAULT_GENESIS, ...genesis },
      clock,
      closing,
      isTestBench,
      ...(journal && { journal }),
      ...(options.fork && { fork: options.fork }),
      cachedEntries: options.cachedEntries,
      stateDirectory: options.stateDirectory,
      ...(options.randomBytes === undefined ? {} : { randomBytes: options.randomBytes }),
      queue,
      ...(pacer && { pacers: { close: pacer } }),
      log: THROWING_LOG,
      about: { version: '1.2.3', hostName: 'testhost' },
    });
    beforeStart(weir.node);
    await weir.start();
    return new Env(weir, clock);
  }

  /** Seconds since 2000-01-01T00:00:00Z. */
  get nowSeconds(): number {
    return Math.floor(this.clock.nowMs() / 1000) - RIPPLE_EPOCH_OFFSET_SECONDS;
  }

  /** The account in the open ledger. */
  account(who: Party): Readonly<AccountRoot> | undefined {
    return this.node.openLedger.view.read(accountKeylet(who.id));
  }

  /** Signs with the party's key. Fills in Account, Fee, Sequence and Flags if they are missing. */
  sign(who: Party, fields: StObject, signer: Party = who): Transaction {
    const filled = {
      Account: who.id,
      Fee: this.node.fees.baseDrops,
      Sequence: this.account(who)?.Sequence ?? 0,
      Flags: 0,
      ...fields,
    };
    return signTransaction({ ...filled, SigningPubKey: signer.keys.publicKey }, signer.keys);
  }

  /** Submits, and asserts the provisional result if `expected` is given. */
  submit(who: Party, fields: StObject, expected?: Ter, signer: Party = who): SubmitOutcome {
    const outcome = submitNow(this.node, this.sign(who, fields, signer));
    if (expected !== undefined) assert.equal(outcome.result, expected);
    return outcome;
  }

  /** As `submit`, if a ledger may have to be closed first. */
  async submitFresh(who: Party, fields: StObject, expected?: Ter): Promise<SubmitOutcome> {
    const outcome = await this.node.submit(() => this.sign(who, fields));
    if (expected !== undefined) assert.equal(outcome.result, expected);
    return outcome;
  }

  /** Pays from the master account and closes, so that the parties exist in a validated ledger. */
  async fund(xrp: number, ...parties: readonly Party[]): Promise<void> {
    for (const { id } of parties) {
      const amount = BigInt(xrp) * DROPS_PER_XRP;
      await this.submitFresh(MASTER, { TransactionType: 'Payment', Destination: id, Amount: amount }, 'tesSUCCESS');
    }
    await this.close();
  }

  /** Closes four seconds later by the time of day. Timers for other work, such as pings of clients, do not run. */
  async close(closeTimeSeconds?: number): Promise<void> {
    this.clock.jump(4);
    await this.node.acceptLedger(closeTimeSeconds);
  }

  async stop(): Promise<void> {
    await this.weir.stop();
  }
}
