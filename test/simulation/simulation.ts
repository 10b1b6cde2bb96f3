/**
 * One run: a node on a store that fails on purpose, a clock that jumps, submissions, closes, restarts and questions, all
 * in virtual time. After each step the model (model.ts) says what should have come of it; after each ledger the whole
 * of it is audited. No timers, sockets or files: nothing happens that the plan did not decide.
 */

import assert from 'node:assert/strict';
import { DEFAULT_GENESIS } from '../../src/ledger/genesis.ts';
import type { ClosingNode } from '../../src/node/ledger-node.ts';
import { DROPS_PER_XRP, RIPPLE_EPOCH_OFFSET_SECONDS } from '../../src/protocol/amounts/amount-math.ts';
import { decodeObject } from '../../src/protocol/codec/decode.ts';
import { checkLocally } from '../../src/protocol/transaction/local-checks.ts';
import { parseTransaction, type Transaction } from '../../src/protocol/transaction/transaction.ts';
import { signatureProblem, signTransaction } from '../../src/protocol/transaction/transaction-signature.ts';
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
const QUIET_CLOSE = { seconds: 4, fate: 'kept', meanwhile: [], between: [] } as const;
const FUNDS_XRP: readonly number[] = [50, 40, 30, 12, 4, 2];

type PlannedClose = Omit<PlannedAction & { do: 'close' }, 'do'>;

interface Submitted {
  readonly transaction: Transaction;
  readonly meaning: ModelTransaction;
}

export interface RunFigures {
  submissions: number;
  ledgers: number;
  transactions: number;
  questions: number;
  faults: number;
  restarts: number;
  /** Result → how often a submission had it. */
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
  /** The last ledger that the model has followed. */
  #judged = 0;
  /** The open ledger as the model has it, and how many of its transactions that covers. */
  #open = new Model();
  #openCount = 0;
  #between: PlannedClose['between'] = [];
  #stepsOfClose = 0;
  #hadFault = false;
  /** Every channel that there ever was. */
  readonly #channels = new Set<string>();
  /** Ids that this process knows to be malformed. */
  #malformed = new Set<string>();

  /** Founds a chain whose actors have their funds. */
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
    simulation.#judged = ledgerIndex;
    simulation.#followOpenLedger(true);
    return simulation;
  }

  async act(action: PlannedAction): Promise<void> {
    switch (action.do) {
      case 'submit':
        return this.#submitPlanned(action);
      case 'submit again':
        return this.#submitAgain(action.which);
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

  /** Everything that was ever seen is still so, also for a new process. Returns the hash of the last ledger. */
  async finish(): Promise<string> {
    await this.#close(QUIET_CLOSE);
    this.#witness.verifyAll();
    const { validated } = this.#node;
    auditTree(this.#store, validated, stateLeavesOf(this.#store, validated.ledgerIndex));
    await this.#restart();
    this.#witness.verifyAll();
    return this.#node.validated.hash;
  }

  /** No close takes time here, however busy the machine is. */
  readonly #clock = new TestClock(START_MS);

  /** Pauses where the plan has something to do. */
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
  }

  /** Nothing is asked of the old node: the process may have been killed. */
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
    const nowSeconds = Math.floor(this.#clock.nowMs() / 1000) - RIPPLE_EPOCH_OFFSET_SECONDS;
    const { ledgerIndex } = this.#place();
    const meaning = resolveTransaction(planned, this.#open, ledgerIndex, nowSeconds, [...this.#channels]);
    const transaction = parseTransaction(signed(meaning).blob);
    this.#submitted.set(transaction.id, { transaction, meaning });
    this.#submit({ transaction, meaning });
  }

  #submitAgain(which: number): void {
    const all = [...this.#submitted.values()];
    if (all.length > 0) this.#submit(all[which % all.length] as Submitted);
  }

  /** As `submit` does with a blob; the model says with which result. */
  #submit({ transaction, meaning }: Submitted): void {
    const expected = this.#expected(transaction, meaning);
    const refusal = signatureProblem(transaction) ?? checkLocally(transaction.fields);
    assert.equal(refusal, undefined);
    const { result } = submitNow(this.#node, transaction);
    assert.equal(
      result,
      expected,
      `${JSON.stringify(meaning, inText)} submitted to ledger ${this.#place().ledgerIndex}`,
    );
    if (result.startsWith('tem')) this.#malformed.add(transaction.id);
    this.figures.submissions += 1;
    this.figures.results.set(result, (this.figures.results.get(result) ?? 0) + 1);
    this.#followOpenLedger(false);
  }

  #expected(transaction: Transaction, meaning: ModelTransaction): string {
    if (this.#malformed.has(transaction.id)) return 'temBAD_SIGNATURE';
    return this.#open.clone().apply(meaning, this.#place());
  }

  /** Applies to the model what the open ledger holds and the model has not seen: it must fit. */
  #followOpenLedger(isNew: boolean): void {
    if (isNew) {
      this.#open = this.#validated.clone();
      this.#openCount = 0;
    }
    const transactions = Array.from(this.#node.openLedger.view.transactions, ({ transaction }) => transaction);
    for (const { id } of transactions.slice(this.#openCount)) {
      const { meaning } = this.#submitted.get(id) as Submitted;
      assert.match(this.#open.apply(meaning, this.#place()), /^te[sc]/, 'the open ledger holds what can be applied');
    }
    this.#openCount = transactions.length;
  }

  #place(): ModelPlace {
    const { ledgerIndex, closeTimeSeconds } = this.#node.validated;
    return { ledgerIndex: ledgerIndex + 1, parentCloseSeconds: closeTimeSeconds, isOpen: true };
  }

  async #close({ seconds, fate, meanwhile, between }: PlannedClose): Promise<void> {
    this.#clock.jump(seconds);
    this.#between = between;
    this.#stepsOfClose = 0;
    const before = this.#node.validated;
    const openBefore = this.#node.openLedger.view;
    this.#store.prepare(fate, () => {
      this.#followOpenLedger(false);
      for (const planned of meanwhile) this.#submitPlanned(planned);
    });
    try {
      await this.#node.acceptLedger();
    } catch (error) {
      if (!(error instanceof CommitFault)) throw error;
      this.figures.faults += 1;
    }
    const wasOpen = Array.from(openBefore.transactions, ({ transaction }) => transaction.id);
    const isKept = fate === 'kept' || fate === 'kept unnoticed';
    const last = this.#store.ledgerRange()!.last;
    assert.equal(last, before.ledgerIndex + (isKept ? 1 : 0), 'a ledger is kept or not');
    // After a fault, and after the close that follows one, in which what the fault left behind would show.
    if (fate !== 'kept' || this.#hadFault)
      auditTree(this.#store, this.#store.header(last)!, stateLeavesOf(this.#store, last));
    this.#hadFault = fate !== 'kept';
    if (fate === 'lost' || fate === 'kept unnoticed') {
      if (isKept) this.#judgeLedger(last);
      return this.#restart();
    }
    assert.equal(this.#node.validated.ledgerIndex, last);
    this.#catchUp();
    this.#verifyNothingForgotten(wasOpen);
  }

  /** Follows the node to where it is now, perhaps in the middle of a close. */
  #catchUp(): void {
    const { ledgerIndex } = this.#node.validated;
    const isNew = ledgerIndex > this.#judged;
    if (isNew) this.#judgeLedger(ledgerIndex);
    this.#followOpenLedger(isNew);
  }

  /** What was open is in the ledger, or open again, or can no longer succeed. */
  #verifyNothingForgotten(wasOpen: readonly string[]): void {
    const isOpen = new Set(Array.from(this.#node.openLedger.view.transactions, ({ transaction }) => transaction.id));
    for (const id of wasOpen) {
      if (isOpen.has(id) || this.#store.transactionLocation(id) !== undefined) continue;
      const { meaning } = this.#submitted.get(id) as Submitted;
      const result = this.#open.clone().apply(meaning, this.#place());
      assert.notEqual(result, 'tesSUCCESS', `${JSON.stringify(meaning, inText)} got lost`);
    }
  }

  /** The ledger's transactions in their order, by the model: same results, same balances. */
  #judgeLedger(ledgerIndex: number): void {
    const state = auditLedger(this.#store, ledgerIndex);
    const parent = this.#store.header(ledgerIndex - 1)!;
    const place = { ledgerIndex, parentCloseSeconds: parent.closeTimeSeconds, isOpen: false };
    for (const { blob, metadata } of this.#store.ledgerTransactions(ledgerIndex)) {
      const { meaning } = this.#submitted.get(parseTransaction(blob).id) as Submitted;
      const expected = this.#validated.apply(meaning, place);
      const text = `${JSON.stringify(meaning, inText)} in ledger ${ledgerIndex}`;
      assert.equal(decodeObject(metadata).TransactionResult, expected, text);
      this.figures.transactions += 1;
    }
    compareStates(state, this.#validated, CAST);
    this.#witness.observe(ledgerIndex);
    this.#witness.observeState(state);
    for (const key of this.#validated.channels.keys()) this.#channels.add(key);
    this.#judged = ledgerIndex;
    this.figures.ledgers += 1;
  }
}

/** For JSON.stringify, which knows no bigint. */
function inText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
