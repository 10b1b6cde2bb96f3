/** The node: opens or founds a chain in a store, applies submissions, closes ledgers, and emits validated ledgers. */

import { randomBytes } from 'node:crypto';
import { ledgerFees } from '../ledger/chain-entries.ts';
import type { LedgerHeader } from '../ledger/ledger-header.ts';
import type { ReadView } from '../ledger/read-view.ts';
import type { Fees } from '../protocol/amounts/amount-math.ts';
import { amendmentsKeylet } from '../protocol/entries/keylets.ts';
import type { Rules } from '../protocol/tables/rules.ts';
import type { Transaction } from '../protocol/transaction/transaction.ts';
import type { AccountId, Hash256 } from '../protocol/values.ts';
import { StateTree } from '../shamap/state-tree.ts';
import type { ForkFacts } from '../storage/fork/fork.ts';
import { type LedgerStore, StoreError } from '../storage/ledger-store.ts';
import type { OnBug } from '../transactions/engine/engine.ts';
import type { Explanation } from '../transactions/explain/explanation.ts';
import type { LedgerContext } from '../transactions/transaction-type.ts';
import { assert } from '../util/assert.ts';
import { type Awaitable, andThen } from '../util/awaitable.ts';
import type { Clock } from '../util/clock.ts';
import { Listeners } from '../util/listeners.ts';
import { type Pacer, paceSteps, withoutPause } from '../util/steps.ts';
import type { Span } from '../util/tracer.ts';
import { READ_BUDGETS_MS, withAwaitedState } from './awaited-state.ts';
import { type ChainParameters, ensureMarkerKey, readChainParameters } from './chain-parameters.ts';
import { ChainTip } from './chain-tip.ts';
import { ClockControl, ClockReader } from './close/clock-control.ts';
import { type CloseInput, type CloseResult, closeLedger } from './close/close-ledger.ts';
import {
  type CloseFailureListener,
  type CloseSchedule,
  createCloseSchedule,
  MANUAL_CLOSE,
} from './close/close-schedule.ts';
import { DeferredChannelCloses } from './close/deferred-channel-closes.ts';
import { checkClock, LedgerClock, ledgerSeconds } from './close/ledger-clock.ts';
import { checkExactTime, LedgerTime } from './close/ledger-time.ts';
import { RecentLedger } from './close/recent-ledger.ts';
import { votedTransactions } from './close/votes.ts';
import { explainNow, inOpenLedger } from './explain-now.ts';
import { foundChain, needsFounding } from './found-chain.ts';
import {
  type ClosingNode,
  LeadLostError,
  type NodeSnapshot,
  type OpenLedgerReader,
  type RevertedListener,
  type ValidatedListener,
} from './ledger-node.ts';
import { LedgerTurns } from './ledger-turns.ts';
import { nodePublicKey } from './node-identity.ts';
import type { LedgerNodeOptions, NodeLog } from './node-options.ts';
import { type CloseTrace, NodeTraces } from './node-traces.ts';
import { requireNoFork } from './open-fork.ts';
import { type DroppedTransaction, OpenLedger } from './open-ledger/open-ledger.ts';
import type {
  GivenTransaction,
  ProposedListener,
  SimulateOptions,
  SimulationResult,
  SubmitOptions,
  SubmitOutcome,
  SubmittedListener,
} from './open-ledger/submission.ts';
import type { QueueMetrics } from './queue/transaction-queue.ts';
import { queueOptions } from './queue/transaction-queue-options.ts';
import { firstOutcome } from './repeated-submission.ts';
import { Rewind } from './rewind.ts';
import { SubmissionJournal } from './submission-journal.ts';
import { type AlteredSince, readAlterations } from './test-bench/alterations.ts';
import type { AppliedEdit } from './test-bench/entry-edit.ts';
import { TestBench } from './test-bench/test-bench.ts';
import { recentLocation } from './validated-range.ts';

/** A close that takes longer than this leaves no room for larger ledgers (rippled: RCLConsensus.cpp, buildLCL). */
const SLOW_CLOSE_MS = 5_000;

/**
 * Opens the chain in the store, or founds it. Ledgers do not close by themselves before `start`.
 * @throws StoreError if the chain has another network id, or a clock that only a test bench can have
 */
export async function createLedgerNode(options: LedgerNodeOptions): Promise<ClosingNode> {
  const { store, genesis, clock, log } = options;
  const unpredictable = options.randomBytes ?? randomBytes;
  if (options.fork === undefined) requireNoFork(store);
  if (needsFounding(store)) {
    await foundChain(store, genesis, { nowSeconds: ledgerSeconds(clock), randomBytes: unpredictable, log });
  }
  const parameters = readChainParameters(store);
  if (parameters.networkId !== genesis.networkId) {
    throw new StoreError(`the store's chain has network id ${parameters.networkId}, not ${genesis.networkId}`);
  }
  checkClock(store, options.isTestBench === true);
  ensureMarkerKey(store, unpredictable);
  return new Node(parameters, options);
}

const NO_TRANSACTIONS: ReadonlySet<Transaction> = new Set();

/** The result of a stored close, its start, and whether it took too long. */
interface StoredClose extends CloseResult {
  readonly startedMs: number;
  readonly isSlow: boolean;
}

/** A new chain begins with the first ledger and an empty one. */
const GENESIS_LEDGERS = 2;

class Node implements ClosingNode {
  readonly networkId: number;
  readonly isNetworkIdGiven: boolean;
  #publicKey: string | undefined;
  readonly store: LedgerStore;
  readonly bench: TestBench | undefined;
  readonly clock: ClockReader;
  readonly #fork: LedgerNodeOptions['fork'];
  /** Changes by hand from earlier runs, on a server that is no test bench. */
  readonly #altered: AlteredSince;
  readonly #log: NodeLog;
  /** True if the store stays open after this node stops. */
  readonly #keepsStore: boolean;
  readonly #answersRepeats: boolean;
  /** The term of this node as the writer of the log. */
  readonly #term: number;
  #votedFees: Fees;
  readonly #time: LedgerTime;
  readonly #deferredCloses = new DeferredChannelCloses();
  readonly #recentLedger: RecentLedger;
  /** Closes, submissions, and all else that changes the open ledger. */
  readonly #turns: LedgerTurns;
  readonly #clock: Clock;
  readonly #schedule: CloseSchedule;
  readonly #journal: SubmissionJournal | undefined;
  readonly #pacer: Pacer;
  readonly #onBug: OnBug;
  readonly #tree: StateTree;
  readonly #tip: ChainTip;
  readonly #openLedger: OpenLedger;
  readonly #rewind: Rewind;
  readonly #traces: NodeTraces | undefined;
  readonly #revertedListeners = new Listeners<Parameters<RevertedListener>>();
  readonly #validatedListeners = new Listeners<Parameters<ValidatedListener>>();
  readonly #closeFailureListeners = new Listeners<Parameters<CloseFailureListener>>();
  readonly #proposedListeners = new Listeners<Parameters<ProposedListener>>();
  readonly #submittedListeners = new Listeners<Parameters<SubmittedListener>>();
  /** On a fork, the last submission of each sender that waits for the other server. Undefined: of those that are signed here. */
  readonly #reading = new Map<AccountId | undefined, Promise<unknown>>();
  #closeStartedMs: number | undefined;
  /** Of the close under way. */
  #closeTrace: CloseTrace | undefined;
  /** A stored ledger whose successor could not be opened yet. */
  #unopened: StoredClose | undefined;
  /** True if the last close stored a ledger and failed afterwards, and nothing was submitted since: it can be repeated. */
  #isCloseInterrupted = false;
  /** The last failure that was emitted. */
  #reportedFailure: unknown;
  #isStopped = false;
  #stopping: Promise<void> | undefined;

  constructor(parameters: ChainParameters, options: LedgerNodeOptions) {
    const { store, clock, queue, pacer = withoutPause, onBug = () => {}, closing: rule = MANUAL_CLOSE } = options;
    this.store = store;
    this.#fork = options.fork;
    this.#log = options.log ?? store;
    this.#term = this.#log.term();
    this.#keepsStore = options.log !== undefined;
    this.#answersRepeats = options.answersRepeats === true;
    this.networkId = parameters.networkId;
    this.isNetworkIdGiven = parameters.isNetworkIdGiven || options.genesis.isNetworkIdGiven === true;
    this.#votedFees = parameters.votedFees;
    this.#altered = readAlterations(store);
    const ledgerClock = new LedgerClock(clock, store);
    const { first, last } = store.ledgerRange()!;
    const isNew = last - first < GENESIS_LEDGERS;
    this.#time = new LedgerTime(ledgerClock, rule, isNew && options.genesis.closeTimeSeconds !== undefined);
    this.bench =
      options.isTestBench === true ? new TestBench(this, new ClockControl(ledgerClock, this.#time, this)) : undefined;
    this.clock = this.bench?.clock ?? new ClockReader(ledgerClock, this.#time, this);
    this.#recentLedger = new RecentLedger({
      node: this,
      time: this.#time,
      clock,
      close: (seconds) => this.#close(seconds),
    });
    this.#turns = new LedgerTurns(pacer);
    this.#clock = clock;
    const onFailure = (error: unknown) => {
      if (error !== this.#reportedFailure) this.#reportFailure(error);
    };
    this.#schedule = createCloseSchedule({ rule, node: this, clock, onFailure });
    this.#traces = options.tracer && new NodeTraces(options.tracer);
    this.#journal = options.journal && new SubmissionJournal(options.journal, this);
    this.#pacer = pacer;
    this.#onBug = onBug;
    this.#tree = new StateTree((path) => store.treeNode(path), options.cachedEntries);
    this.#tip = new ChainTip(store, store.header(last)!, options.cachedEntries);
    const { header } = this.#tip;
    const view = this.#tip.viewOf(header);
    const onApplied: ProposedListener = (transaction, result, openView) => {
      if (this.#time.followsClock) this.#deferredCloses.note(openView, transaction, this.#time.clockSeconds);
      this.#proposedListeners.emit(transaction, result, openView);
    };
    const listeners = { onBug, onApplied };
    this.#openLedger = new OpenLedger(view, header, this.#contextOf(view), queueOptions(queue), listeners);
    this.#rewind = new Rewind({
      store,
      tree: this.#tree,
      tip: this.#tip,
      openLedger: this.#openLedger,
      clock: ledgerClock,
      deferredCloses: this.#deferredCloses,
      journal: this.#journal,
      pacer,
      networkId: this.networkId,
      contextOf: (view) => this.#contextOf(view),
    });
  }

  get publicKey(): string {
    this.#publicKey ??= nodePublicKey(this.store);
    return this.#publicKey;
  }

  get altered(): AlteredSince {
    return this.bench?.altered ?? this.#altered;
  }

  get fork(): ForkFacts | undefined {
    return this.#fork?.facts;
  }

  get openLedger(): OpenLedgerReader {
    return this.#openLedger;
  }

  get isOver(): boolean {
    return this.#log.isRevoked === true;
  }

  get validated(): LedgerHeader {
    return this.#tip.header;
  }

  get closingMs(): number | undefined {
    return this.#closeStartedMs === undefined ? undefined : this.#clock.elapsedMs() - this.#closeStartedMs;
  }

  get rules(): Rules {
    return this.#tip.rules;
  }

  get fees(): Fees {
    return this.#tip.fees;
  }

  metrics(): QueueMetrics {
    const { queue, view } = this.#openLedger;
    return queue.metrics(view.transactionCount);
  }

  view(ledgerIndex: number): ReadView | undefined {
    return this.#tip.view(ledgerIndex);
  }

  get nowSeconds(): number {
    return this.#time.nowSeconds(this.validated);
  }

  async ensureRecentLedger(): Promise<void> {
    await this.#turns.run(() => (this.#recentLedger.isRecent() ? undefined : this.#close(undefined)));
  }

  submit(given: GivenTransaction, options: SubmitOptions = {}): SubmitOutcome | Promise<SubmitOutcome> {
    const span = this.#traces?.beginSubmission(options);
    const apply = (transaction: Transaction) => this.#submit(transaction, options, span);
    const submit = () => this.#applyInTurn(makerOf(given), apply);
    return this.#fork === undefined ? submit() : this.#withReads(given, options.isAdmin, submit);
  }

  #submit(
    transaction: Transaction,
    options: SubmitOptions,
    span: Span | undefined,
  ): SubmitOutcome | Promise<SubmitOutcome> {
    if (this.isOver) throw new LeadLostError();
    this.#requireUndamaged();
    this.#fork?.expect(transaction);
    const applied = this.#openLedger.submit(transaction, options, this.validated.ledgerIndex);
    this.#isCloseInterrupted = false;
    const second = applied.applied ? applied : { ...applied, location: recentLocation(this, transaction.id) };
    const outcome = this.#answersRepeats ? firstOutcome(second, this, this.#openLedger) : second;
    if (outcome.applied) this.#schedule.noteApplied?.();
    const saved = this.#journal?.save(outcome, options);
    this.#submittedListeners.emit(outcome, options);
    if (span === undefined) return saved === undefined ? outcome : saved.then(() => outcome);
    return andThen(saved, () => {
      this.#traces?.endSubmission(span, outcome);
      return outcome;
    });
  }

  /** Waits for what the submission needs of the other server of a fork. Submissions of a sender keep their order. */
  #withReads<T>(given: GivenTransaction, isAdmin: boolean | undefined, submit: () => Awaitable<T>): Awaitable<T> {
    const budgetMs = READ_BUDGETS_MS[isAdmin ? 'admin' : 'user'];
    const run = () => withAwaitedState(submit, { clock: this.#clock, budgetMs });
    const sender = typeof given === 'function' ? undefined : given.fields.Account;
    const before = this.#reading.get(sender);
    const outcome = before === undefined ? run() : before.then(run);
    if (!(outcome instanceof Promise)) return outcome;
    const settled = outcome.then(
      () => {},
      () => {},
    );
    this.#reading.set(sender, settled);
    void settled.then(() => {
      if (this.#reading.get(sender) === settled) this.#reading.delete(sender);
    });
    return outcome;
  }

  simulate(given: GivenTransaction, options: SimulateOptions = {}): SimulationResult | Promise<SimulationResult> {
    const apply = (transaction: Transaction): SimulationResult => {
      this.#fork?.expect(transaction);
      const { ledgerIndex, parentCloseTimeSeconds } = this.#openLedger.view;
      const { result, metadata } = this.#openLedger.simulate(transaction);
      const explanation = options.isExplained === true ? this.#explanationOf(transaction) : undefined;
      return { transaction, result, metadata, ledgerIndex, parentCloseTimeSeconds, explanation };
    };
    const make = makerOf(given);
    return this.#time.followsClock ? this.#applyInTurn(make, apply) : this.#turns.run(() => apply(make()));
  }

  #explanationOf(transaction: Transaction): Explanation {
    const subject = inOpenLedger(this.#openLedger, this, transaction);
    return explainNow(this.#openLedger, { ...subject, flags: { dryRun: true } });
  }

  /** Makes a transaction and applies it in its turn, to a recent ledger. The next one does not wait until the outcome is saved. */
  #applyInTurn<T>(make: () => Transaction, apply: (transaction: Transaction) => Awaitable<T>): Awaitable<T> {
    const recent = this.#recentLedger;
    const makeAndApply = () => {
      const transaction = make();
      return andThen(recent.ensure(transaction), () => ({ outcome: apply(transaction) }));
    };
    const applied = this.#turns.run(() =>
      andThen(this.#unopened && this.#openUnopened(), () => andThen(recent.ensure(), makeAndApply)),
    );
    return andThen(applied, ({ outcome }) => outcome);
  }

  acceptLedger(closeTimeSeconds?: number): Promise<LedgerHeader> {
    return this.#inTurn(async () => {
      const isRepeated = this.#isCloseInterrupted;
      await this.#openUnopened();
      this.#isCloseInterrupted = false;
      if (isRepeated) return this.validated;
      const closed = await this.#close(closeTimeSeconds);
      this.#time.continueFrom(closeTimeSeconds);
      return closed;
    });
  }

  snapshot(): Promise<NodeSnapshot> {
    return this.#inTurn(async () => {
      await this.#openUnopened();
      return this.#rewind.save();
    });
  }

  revert(target: NodeSnapshot | number): Promise<LedgerHeader> {
    return this.#inTurn(async () => {
      await this.#openUnopened();
      const revertedFrom = this.validated;
      await this.#rewind.revert(target, () => this.#noteReverted(revertedFrom));
      return this.validated;
    });
  }

  async exportChain<T>(snapshot: NodeSnapshot, use: (records: Iterable<Uint8Array>) => Promise<T>): Promise<T> {
    this.#requireWholeState();
    return this.#inTurn(() => use(this.#rewind.records(snapshot)));
  }

  async importChain(records: readonly Uint8Array[]): Promise<LedgerHeader> {
    this.#requireWholeState();
    return this.#inTurn(async () => {
      await this.#openUnopened();
      const revertedFrom = this.validated;
      await this.#rewind.replace(records, () => {
        this.#votedFees = readChainParameters(this.store).votedFees;
        this.bench?.reread();
        this.#noteReverted(revertedFrom);
      });
      return this.validated;
    });
  }

  #requireWholeState(): void {
    if (this.#fork === undefined) return;
    throw new RangeError('the state of a fork cannot be saved or loaded: most of it is on another server');
  }

  #noteReverted(revertedFrom: LedgerHeader): void {
    this.#isCloseInterrupted = false;
    this.#revertedListeners.emit(this.validated, revertedFrom);
    if (this.#openLedger.view.transactionCount > 0) this.#schedule.noteApplied?.();
  }

  onReverted(listener: RevertedListener): () => void {
    return this.#revertedListeners.add(listener);
  }

  /** Makes a change between two closes; closes the open ledger before, if `isOpenClosed`. */
  betweenCloses<T>(isOpenClosed: boolean, change: () => T | Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      if (isOpenClosed && this.#openLedger.view.transactionCount > 0) await this.#close(undefined);
      return change();
    });
  }

  async closeBetween(): Promise<void> {
    await this.#close(undefined);
  }

  async closeEdit(edit: AppliedEdit): Promise<void> {
    await this.#closeOne(undefined, false, edit);
  }

  takeOut(id: Hash256): DroppedTransaction | undefined {
    return this.#openLedger.takeOut(id);
  }

  onValidated(listener: ValidatedListener): () => void {
    return this.#validatedListeners.add(listener);
  }

  onCloseFailed(listener: CloseFailureListener): () => void {
    return this.#closeFailureListeners.add(listener);
  }

  onProposed(listener: ProposedListener): () => void {
    return this.#proposedListeners.add(listener);
  }

  onSubmitted(listener: SubmittedListener): () => void {
    return this.#submittedListeners.add(listener);
  }

  async start(): Promise<void> {
    await this.#schedule.start();
    await this.#journal?.start();
  }

  stopClosing(): Promise<void> {
    return this.#schedule.stop();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    await this.stopClosing();
    this.#isStopped = true;
    await this.#turns.finished();
    if (!this.#keepsStore) await this.store.close();
    await this.#journal?.close();
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#turns.run(work);
  }

  /** Closes a ledger, and at once a second one if transactions were deferred. */
  async #close(exactSeconds: number | undefined): Promise<LedgerHeader> {
    const isLate = this.#time.isCloseLate(this.validated);
    const hasLeftOut = await this.#closeOne(exactSeconds, isLate);
    if (hasLeftOut) await this.#closeOne(undefined, false);
    return this.validated;
  }

  /** True if transactions were left out. A ledger for an edit leaves out all. */
  async #closeOne(exactSeconds: number | undefined, isLate: boolean, edit?: AppliedEdit): Promise<boolean> {
    await this.#openUnopened();
    const parent = this.validated;
    if (exactSeconds !== undefined) checkExactTime(exactSeconds, parent);
    const closeTimeSeconds = exactSeconds ?? this.#time.closeTimeAfter(parent);
    const leaveOut = () => {
      if (edit !== undefined)
        return new Set(Array.from(this.#openLedger.view.transactions, ({ transaction }) => transaction));
      return exactSeconds === undefined
        ? this.#deferredCloses.notYetClosable(this.#openLedger.view, isLate)
        : NO_TRANSACTIONS;
    };
    const input = { parent, closeTimeSeconds, edit };
    return this.#attempt((started) => this.#closeAt(input, started, leaveOut));
  }

  /** Opens the successor of a stored ledger, and fills it, if that failed before. */
  async #openUnopened(): Promise<void> {
    assert(!this.#isStopped, 'a stopped node closes no ledger');
    const unopened = this.#unopened;
    if (unopened !== undefined) await this.#attempt(() => this.#openSuccessor(unopened));
    await this.#finishOpening();
  }

  async #finishOpening(): Promise<void> {
    await this.#again(() => paceSteps(this.#openLedger.finish(), this.#pacer));
  }

  /** Runs a part of a close, which has changed nothing if it fails, until the entries that it reads are there. */
  #again<T>(part: () => Awaitable<T>): Awaitable<T> {
    return withAwaitedState(part, { clock: this.#clock, budgetMs: READ_BUDGETS_MS.close });
  }

  async #attempt<T>(attempt: (startedMs: number) => Promise<T>): Promise<T> {
    const startedMs = this.#clock.elapsedMs();
    this.#closeStartedMs = startedMs;
    this.#closeTrace = this.#traces?.beginClose();
    try {
      return await attempt(startedMs);
    } catch (error) {
      this.#closeTrace?.end({ 'weir.ledger_index': this.validated.ledgerIndex + 1 }, [], true);
      this.#reportFailure(error);
      throw error;
    } finally {
      this.#closeStartedMs = undefined;
      this.#closeTrace = undefined;
    }
  }

  #reportFailure(error: unknown): void {
    this.#reportedFailure = error;
    this.#closeFailureListeners.emit(error);
  }

  async #closeAt(
    input: Pick<CloseInput, 'parent' | 'closeTimeSeconds' | 'edit'>,
    startedMs: number,
    leaveOut: () => ReadonlySet<Transaction>,
  ): Promise<boolean> {
    this.#requireUndamaged();
    const { parent } = input;
    await this.#again(() => paceSteps(this.#openLedger.applyHeld(), this.#pacer));
    const [leftOut, transactions] = await this.#again(() => {
      const early = leaveOut();
      return [early, this.#transactionsToClose(parent, early)] as const;
    });
    const whole: CloseInput = {
      ...input,
      parentView: this.#tip.viewOf(parent),
      recentLedgers: this.#tip.recentLedgers,
      transactions,
      context: this.#openLedger.context,
      tree: this.#tree,
      onBug: this.#onBug,
      onPhase: this.#closeTrace?.enter,
      ownEntries: this.#fork && this.#ownEntries(parent),
    };
    const closed = await this.#again(() => this.#commit(whole));
    this.#tree.confirmChanges();
    this.#tip.cache.advance(closed.ledger.header.ledgerIndex, closed.changedEntries);
    this.#unopened = { ...closed, startedMs, isSlow: this.#clock.elapsedMs() - startedMs > SLOW_CLOSE_MS };
    this.#isCloseInterrupted = true;
    await this.#openSuccessor(this.#unopened);
    this.#isCloseInterrupted = false;
    const moveOn = () => this.#deferredCloses.moveOn(this.#openLedger.view, this.#time.clockSeconds);
    if (this.#time.followsClock) await this.#again(moveOn);
    return leftOut.size > 0;
  }

  /**
   * Opens the next ledger; from then on the stored one is validated. If the store cannot be read, nothing has changed and this
   * can be tried again.
   */
  async #openSuccessor(close: StoredClose): Promise<void> {
    await this.#again(() => this.#tryToOpen(close));
    await this.#finishOpening();
  }

  async #tryToOpen({ ledger, startedMs, ...outcome }: StoredClose): Promise<void> {
    // The ledger is open, and was not filled.
    if (this.#unopened === undefined) return;
    const { header } = ledger;
    this.#closeTrace?.enter('open');
    const view = this.#tip.viewOf(header);
    const steps = this.#openLedger.advance({ ...outcome, view, header }, this.#contextOf(view), () => {
      this.#tip.moveTo(header);
      this.#unopened = undefined;
    });
    try {
      await paceSteps(steps, this.#pacer);
    } finally {
      // The event is emitted even if queued transactions failed: followers must not miss a ledger.
      if (this.validated === header) {
        const closeSeconds = (this.#clock.elapsedMs() - startedMs) / 1000;
        if (this.#closeTrace !== undefined) this.#traces?.endClose(this.#closeTrace, header, outcome.applied);
        this.#closeTrace = undefined;
        this.#validatedListeners.emit(header, ledger, closeSeconds);
      }
    }
  }

  /** Makes the ledger and stores it. If either fails, the changes of the tree are discarded for the next attempt. */
  async #commit(input: CloseInput): Promise<CloseResult> {
    try {
      const closed = await paceSteps(closeLedger(input), this.#pacer);
      this.#closeTrace?.enter('commit');
      await this.#rewind.record(closed.ledger, () => this.#log.append(closed.ledger, this.#term));
      return closed;
    } catch (error) {
      this.#tree.discardChanges();
      throw error;
    }
  }

  /** Nothing is built on damaged data. */
  #requireUndamaged(): void {
    const { damage } = this.store;
    if (damage !== undefined) throw damage;
  }

  #transactionsToClose(parent: LedgerHeader, leftOut: ReadonlySet<Transaction>): Transaction[] {
    const open = Array.from(this.#openLedger.view.transactions, ({ transaction }) => transaction);
    const transactions = leftOut.size === 0 ? open : open.filter((transaction) => !leftOut.has(transaction));
    const current = { fees: this.fees, amendments: this.#tip.viewOf(parent).read(amendmentsKeylet()) };
    return [...transactions, ...votedTransactions(parent.ledgerIndex, current, this.#votedFees)];
  }

  /** The entries of a ledger that the fork changed. */
  #ownEntries(header: LedgerHeader): Pick<ReadView, 'readAny'> {
    const view = this.#tip.viewOf(header);
    const isOwn = (key: Hash256) => this.store.entryLedger(key, header.ledgerIndex) !== undefined;
    return { readAny: (key) => (isOwn(key) ? view.readAny(key) : undefined) };
  }

  #contextOf(view: ReadView): LedgerContext {
    return { fees: ledgerFees(view), networkId: this.networkId, rules: view.rules };
  }
}

function makerOf(given: GivenTransaction): () => Transaction {
  return typeof given === 'function' ? given : () => given;
}
