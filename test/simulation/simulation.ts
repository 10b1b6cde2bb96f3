/**
 * One run: a node on a store with injected faults, a clock that jumps, submissions, closes, restarts and queries, all
 * in virtual time. After each step the result is compared with the prediction of the model (model.ts), and after each
 * ledger its whole content is audited. There are no timers, sockets or files, so the plan alone decides what happens.
 */

import assert from 'node:assert/strict';
import { DEFAULT_GENESIS } from '../../src/ledger/genesis.ts';
import type { ClosingNode } from '../../src/node/ledger-node.ts';
import type { SubmitOutcome } from '../../src/node/open-ledger/submission.ts';
import { DROPS_PER_XRP, RIPPLE_EPOCH_OFFSET_SECONDS } from '../../src/protocol/amounts/amount-math.ts';
import { decodeObject } from '../../src/protocol/codec/decode.ts';
import { NEW_CHAIN_RULES } from '../../src/protocol/tables/rules.ts';
import { checkLocally } from '../../src/protocol/transaction/local-checks.ts';
import { parseTransaction, type Transaction } from '../../src/protocol/transaction/transaction.ts';
import { signatureProblem, signTransaction } from '../../src/protocol/transaction/transaction-signature.ts';
import type { Hash256 } from '../../src/protocol/values.ts';
import { createWeir, type Weir } from '../../src/weir.ts';
import { MASTER, submitNow, THROWING_LOG } from '../support/env.ts';
import { TestClock } from '../support/test-clock.ts';
import { auditLedger, stateLeavesOf } from './audit-ledger.ts';
import { auditTree } from './audit-tree.ts';
import { CAST, signed } from './cast.ts';
import { compareStates, openingModel } from './compare-states.ts';
import { CommitFault, FaultyStore } from './faulty-store.ts';
import { LedgerWitness } from './ledger-witness.ts';
import { Model } from './model.ts';
import type { ModelPlace, ModelTransaction } from './model-state.ts';
import type { PlannedAction, PlannedTransaction } from './plan.ts';
import { askAbout } from './questions.ts';
import { resolveTransaction } from './resolve.ts';

/** 2026-01-01T00:00:00Z. */
const START_MS = Date.UTC(2026, 0, 1);
const QUIET_CLOSE = { seconds: 4, outcome: 'kept', meanwhile: [], between: [] } as const;
const FUNDS_XRP: readonly number[] = [50, 40, 30, 12, 4, 2];

type PlannedClose = Omit<PlannedAction & { do: 'close' }, 'do'>;

interface Submitted {
  readonly transaction: Transaction;
  readonly modelTransaction: ModelTransaction;
}

export interface RunFigures {
  submissions: number;
  ledgers: number;
  transactions: number;
  questions: number;
  faults: number;
  restarts: number;
  /** Result → number of submissions with it. */
  readonly results: Map<string, number>;
}

export class Simulation {
  readonly figures: RunFigures = {
    submissions: 0,
    ledgers: 0,
    transactions: 0,
    questions: 0,
    faults: 0,
    restarts: 0,
    results: new Map(),
  };
  readonly #store = new FaultyStore();
  readonly #witness = new LedgerWitness(this.#store);
  readonly #submitted = new Map<string, Submitted>();
  #weir!: Weir;
  #node!: ClosingNode;
  #validated = new Model();
  /** The last ledger that was applied to the model. */
  #lastAudited = 0;
  /** The open ledger in the model, and the number of the node's open transactions that it includes. */
  #open = new Model();
  #openCount = 0;
  #between: PlannedClose['between'] = [];
  #stepsOfClose = 0;
  /** Submissions that wait for the close under way. */
  readonly #waiting: Promise<unknown>[] = [];
  /** True if the process ended during the commit under way. */
  #isKilled = false;
  /** Number of ledgers that submissions had closed first. */
  #closedFirst = 0;
  /** The model's result of the submission under way. */
  #expectation = '';
  #hadFault = false;
  /** Every channel that ever existed. */
  readonly #channels = new Set<string>();
  /** Ids that the process has cached as malformed. */
  #malformed = new Set<string>();

  /** Creates a chain with funded actors. */
  static async create(): Promise<Simulation> {
    const simulation = new Simulation();
    await simulation.#start();
    for (const [at, xrp] of FUNDS_XRP.entries()) {
      const Amount = BigInt(xrp) * DROPS_PER_XRP;
      const fields = { TransactionType: 'Payment', Destination: CAST[at]!.id, Amount, Fee: 10n, Sequence: at + 1 };
      submitNow(simulation.#node, signTransaction({ Account: MASTER.id, ...fields }, MASTER.keys));
    }
    await simulation.#node.acceptLedger();
    const { ledgerIndex } = simulation.#node.validated;
    simulation.#validated = openingModel(auditLedger(simulation.#store, ledgerIndex), CAST);
    simulation.#witness.observe(ledgerIndex);
    simulation.#lastAudited = ledgerIndex;
    simulation.#followOpenLedger(true);
    return simulation;
  }

  async act(action: PlannedAction): Promise<void> {
    switch (action.do) {
      case 'submit':
        this.#submitPlanned(action);
        return this.#answered();
      case 'submit again':
        this.#submitAgain(action.which);
        return this.#answered();
      case 'close':
        return this.#close(action);
      case 'close many':
        for (let count = 0; count < action.count; count++) await this.#close(QUIET_CLOSE);
        return;
      case 'restart':
        return this.#restart();
      default:
        this.figures.questions += await askAbout(action.party, this.#weir, this.#validated, this.#witness);
    }
  }

  /** Checks that all recorded ledgers are unchanged, also for a new process. Returns the hash of the last ledger. */
  async finish(): Promise<string> {
    await this.#close(QUIET_CLOSE);
    this.#witness.verifyAll();
    const { validated } = this.#node;
    auditTree(this.#store, validated, stateLeavesOf(this.#store, validated.ledgerIndex));
    await this.#restart();
    this.#witness.verifyAll();
    return this.#node.validated.hash;
  }

  /** A close takes no time by this clock, even on a busy machine. */
  readonly #clock = new TestClock(START_MS);

  /** Called between steps of a close: pauses if the plan has a transaction for this step. */
  readonly #pacer = (): Promise<void> | undefined => {
    const due = this.#between.filter(({ step }) => step === this.#stepsOfClose);
    this.#stepsOfClose += 1;
    if (due.length === 0) return undefined;
    return Promise.resolve().then(() => {
      this.#catchUp();
      for (const { transaction } of due) this.#submitPlanned(transaction);
    });
  };

  async #start(): Promise<void> {
    this.#weir = await createWeir({
      store: this.#store,
      genesis: DEFAULT_GENESIS,
      clock: this.#clock,
      pacers: { close: this.#pacer },
      log: THROWING_LOG,
      about: { version: '1.2.3', hostName: 'testhost' },
    });
    this.#node = this.#weir.engine!;
    this.#isKilled = false;
    this.#node.onSubmitted((outcome) => this.#judge(outcome));
  }

  /** Starts a new node without stopping the old one, as after a kill. */
  async #restart(): Promise<void> {
    const durable = this.#store.ledgerRange()!.last;
    await this.#start();
    assert.equal(this.#node.validated.ledgerIndex, durable);
    assert.equal(this.#node.validated.hash, this.#witness.hashOf(durable), 'a restart changes nothing');
    this.figures.restarts += 1;
    this.#malformed = new Set();
    this.#followOpenLedger(true);
    assert.equal(this.#openCount, 0, 'a new process has an empty open ledger');
  }

  #submitPlanned(planned: PlannedTransaction): void {
    this.#submit(() => {
      const nowSeconds = Math.floor(this.#clock.nowMs() / 1000) - RIPPLE_EPOCH_OFFSET_SECONDS;
      const { ledgerIndex } = this.#place();
      const modelTransaction = resolveTransaction(planned, this.#open, ledgerIndex, nowSeconds, [...this.#channels]);
      const transaction = parseTransaction(signed(modelTransaction).blob);
      this.#submitted.set(transaction.id, { transaction, modelTransaction });
      return { transaction, modelTransaction };
    });
  }

  #submitAgain(which: number): void {
    const all = [...this.#submitted.values()];
    if (all.length > 0) this.#submit(() => all[which % all.length]!);
  }

  /**
   * Submits as the method `submit` does with a blob. During a close it waits, so the transaction is made in its turn; a process that
   * was killed meanwhile makes none.
   */
  #submit(choose: () => Submitted): void {
    const node = this.#node;
    const make = () => {
      if (node !== this.#node || this.#isKilled) throw new KilledError();
      this.#catchUp();
      const { transaction, modelTransaction } = choose();
      const refusal =
        signatureProblem(transaction, NEW_CHAIN_RULES) ?? checkLocally(transaction.fields, NEW_CHAIN_RULES);
      assert.equal(refusal, undefined);
      this.#expectation = this.#expected(transaction, modelTransaction);
      return transaction;
    };
    const outcome = node.submit(make);
    if (!(outcome instanceof Promise)) return;
    const answered = outcome.catch((error) => {
      if (!(error instanceof KilledError)) throw error;
    });
    this.#waiting.push(answered);
  }

  /** Resolves when all submissions are answered. */
  async #answered(): Promise<void> {
    await Promise.all(this.#waiting.splice(0));
  }

  /** The result of a submission must be that of the model. */
  #judge({ transaction, result }: SubmitOutcome): void {
    const submitted = this.#submitted.get(transaction.id);
    // The first payments create the accounts of the model.
    if (submitted === undefined) return;
    // A request to close a channel closes a ledger first.
    if (this.#compareNewLedgers()) {
      this.#closedFirst += 1;
      this.#followOpenLedger(true, transaction.id);
      this.#expectation = this.#expected(transaction, submitted.modelTransaction);
    }
    assert.equal(
      result,
      this.#expectation,
      `${JSON.stringify(submitted.modelTransaction, inText)} submitted to ledger ${this.#place().ledgerIndex}`,
    );
    if (result.startsWith('tem')) this.#malformed.add(transaction.id);
    this.figures.submissions += 1;
    this.figures.results.set(result, (this.figures.results.get(result) ?? 0) + 1);
    this.#followOpenLedger(false);
  }

  #expected(transaction: Transaction, modelTransaction: ModelTransaction): string {
    if (this.#malformed.has(transaction.id)) return 'temBAD_SIGNATURE';
    return this.#open.clone().apply(modelTransaction, this.#place());
  }

  /** Applies new transactions of the node's open ledger to the model, where they must succeed; only those before `end`, if it is given. */
  #followOpenLedger(isNew: boolean, end?: Hash256): void {
    if (isNew) {
      this.#open = this.#validated.clone();
      this.#openCount = 0;
    }
    const all = Array.from(this.#node.openLedger.view.transactions, ({ transaction }) => transaction);
    const at = all.findIndex(({ id }) => id === end);
    const transactions = at < 0 ? all : all.slice(0, at);
    for (const { id } of transactions.slice(this.#openCount)) {
      const { modelTransaction } = this.#submitted.get(id) as Submitted;
      assert.match(
        this.#open.apply(modelTransaction, this.#place()),
        /^te[sc]/,
        'transactions of the open ledger can be applied',
      );
    }
    this.#openCount = transactions.length;
  }

  #place(): ModelPlace {
    const { ledgerIndex, closeTimeSeconds } = this.#node.validated;
    return { ledgerIndex: ledgerIndex + 1, parentCloseSeconds: closeTimeSeconds, isOpen: true };
  }

  async #close({ seconds, outcome, meanwhile, between }: PlannedClose): Promise<void> {
    this.#clock.jump(seconds);
    this.#between = between;
    this.#stepsOfClose = 0;
    const before = this.#node.validated;
    const closedBefore = this.#closedFirst;
    const openBefore = this.#node.openLedger.view;
    this.#store.prepare(outcome, () => {
      this.#isKilled = outcome === 'lost' || outcome === 'kept unnoticed';
      this.#followOpenLedger(false);
      for (const planned of meanwhile) this.#submitPlanned(planned);
    });
    try {
      await this.#node.acceptLedger();
    } catch (error) {
      if (!(error instanceof CommitFault)) throw error;
      this.figures.faults += 1;
    }
    await this.#answered();
    const wasOpen = Array.from(openBefore.transactions, ({ transaction }) => transaction.id);
    const isKept = outcome === 'kept' || outcome === 'kept unnoticed';
    const last = this.#store.ledgerRange()!.last;
    const closed = (isKept ? 1 : 0) + this.#closedFirst - closedBefore;
    assert.equal(last, before.ledgerIndex + closed, 'the ledger is stored if the commit succeeded');
    // Audits after a fault, and after the next close, which would show remains of the fault.
    if (outcome !== 'kept' || this.#hadFault)
      auditTree(this.#store, this.#store.header(last)!, stateLeavesOf(this.#store, last));
    this.#hadFault = outcome !== 'kept';
    if (outcome === 'lost' || outcome === 'kept unnoticed') {
      if (isKept) this.#compareLedger(last);
      return this.#restart();
    }
    assert.equal(this.#node.validated.ledgerIndex, last);
    this.#catchUp();
    this.#verifyNoneLost(wasOpen);
  }

  /** Brings the model to the current state of the node, perhaps in the middle of a close. */
  #catchUp(): void {
    this.#followOpenLedger(this.#compareNewLedgers());
  }

  /** True if there are ledgers that have not been compared yet. */
  #compareNewLedgers(): boolean {
    const { ledgerIndex } = this.#node.validated;
    const isNew = ledgerIndex > this.#lastAudited;
    while (this.#lastAudited < ledgerIndex) this.#compareLedger(this.#lastAudited + 1);
    return isNew;
  }

  /** Each transaction of the earlier open ledger must be in a ledger, or open again, or no longer able to succeed. */
  #verifyNoneLost(wasOpen: readonly string[]): void {
    const isOpen = new Set(Array.from(this.#node.openLedger.view.transactions, ({ transaction }) => transaction.id));
    for (const id of wasOpen) {
      if (isOpen.has(id) || this.#store.transactionLocation(id) !== undefined) continue;
      const { modelTransaction } = this.#submitted.get(id) as Submitted;
      const result = this.#open.clone().apply(modelTransaction, this.#place());
      assert.notEqual(result, 'tesSUCCESS', `${JSON.stringify(modelTransaction, inText)} got lost`);
    }
  }

  /** Applies the ledger's transactions to the model in their order: results and state must be equal. */
  #compareLedger(ledgerIndex: number): void {
    const state = auditLedger(this.#store, ledgerIndex);
    const parent = this.#store.header(ledgerIndex - 1)!;
    const place = { ledgerIndex, parentCloseSeconds: parent.closeTimeSeconds, isOpen: false };
    for (const { blob, metadata } of this.#store.ledgerTransactions(ledgerIndex)) {
      const { modelTransaction } = this.#submitted.get(parseTransaction(blob).id) as Submitted;
      const expected = this.#validated.apply(modelTransaction, place);
      const text = `${JSON.stringify(modelTransaction, inText)} in ledger ${ledgerIndex}`;
      assert.equal(decodeObject(metadata).TransactionResult, expected, text);
      this.figures.transactions += 1;
    }
    compareStates(state, this.#validated, CAST);
    this.#witness.observe(ledgerIndex);
    this.#witness.observeState(state);
    for (const key of this.#validated.channels.keys()) this.#channels.add(key);
    this.#lastAudited = ledgerIndex;
    this.figures.ledgers += 1;
  }
}

/** The process that a submission was sent to has ended. */
class KilledError extends Error {}

/** JSON.stringify cannot serialize a bigint. */
function inText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
