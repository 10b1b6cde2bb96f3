/**
 * A run with transactions of every type, in a ledger with entries that they can use. Results are not predicted. Checked
 * are rules for all types: drops, tokens, owner counts, reserves and directories (audit-ledger.ts), histories, and that
 * failed commits and ended processes do not change stored ledgers.
 */
import assert from 'node:assert/strict';
import { EngineRound } from '../../fuzz/engine-target.ts';
import { createFuzzLedger } from '../../fuzz/fuzz-ledger.ts';
import { Env } from '../support/env.ts';
import { SeededRandom } from '../support/seeded-random.ts';
import { TestClock } from '../support/test-clock.ts';
import { auditLedger, stateLeavesOf } from './audit-ledger.ts';
import { auditReserves } from './audit-reserves.ts';
import { auditTree } from './audit-tree.ts';
import { CommitFault, type CommitOutcome, FaultyStore } from './faulty-store.ts';
import { LedgerWitness } from './ledger-witness.ts';

/** 2026-01-01T00:00:00Z. */
const START_MS = Date.UTC(2026, 0, 1);
const STEPS = 400;
const FATES: readonly CommitOutcome[] = ['refused', 'lost', 'kept unnoticed'];

export interface WildOutcome {
  /** Hash of the last ledger, which depends on everything before it. */
  readonly hash: string;
  readonly submissions: number;
  readonly ledgers: number;
  /** Result → number of submissions with it. */
  readonly results: ReadonlyMap<string, number>;
}

/** Runs a seed. Throws if a rule is broken. */
export async function runWild(seed: number): Promise<WildOutcome> {
  const run = await WildRun.create(new SeededRandom(seed));
  for (let step = 0; step < STEPS; step++) await run.step();
  return run.finish();
}

class WildRun {
  readonly #random: SeededRandom;
  readonly #store: FaultyStore;
  readonly #clock: TestClock;
  readonly #witness: LedgerWitness;
  readonly #results = new Map<string, number>();
  #env: Env;
  #round: EngineRound;
  #judged: number;
  #submissions = 0;
  #ledgers = 0;

  private constructor(random: SeededRandom, store: FaultyStore, clock: TestClock, env: Env) {
    this.#random = random;
    this.#store = store;
    this.#clock = clock;
    this.#env = env;
    this.#round = new EngineRound([], env);
    this.#judged = env.node.validated.ledgerIndex;
    this.#witness = new LedgerWitness(store);
    for (let ledgerIndex = 1; ledgerIndex <= this.#judged; ledgerIndex++) this.#witness.observe(ledgerIndex);
  }

  static async create(random: SeededRandom): Promise<WildRun> {
    const [store, clock] = [new FaultyStore(), new TestClock(START_MS)];
    return new WildRun(random, store, clock, await createFuzzLedger({ store, clock }));
  }

  async step(): Promise<void> {
    const dice = this.#random.below(100);
    if (dice < 90) await this.#submit();
    else if (dice < 98) await this.#close(this.#random.chance(0.15) ? this.#random.pick(FATES) : 'kept');
    else await this.#restart();
  }

  async finish(): Promise<WildOutcome> {
    await this.#close('kept');
    await this.#restart();
    this.#witness.verifyAll();
    const { validated } = this.#env.node;
    auditTree(this.#store, validated, stateLeavesOf(this.#store, validated.ledgerIndex));
    await this.#env.stop();
    const [submissions, ledgers, results] = [this.#submissions, this.#ledgers, this.#results];
    return { hash: validated.hash, submissions, ledgers, results };
  }

  async #submit(): Promise<void> {
    const result = await this.#round.submit(this.#round.makeInput(this.#random));
    this.#results.set(result, (this.#results.get(result) ?? 0) + 1);
    this.#submissions += 1;
  }

  async #close(outcome: CommitOutcome): Promise<void> {
    const isKill = outcome === 'lost' || outcome === 'kept unnoticed';
    let late: Promise<void> | undefined;
    this.#store.prepare(outcome, () => {
      // A process that ends answers none.
      if (!isKill) late = this.#submit();
    });
    this.#clock.jump(this.#random.pick([0, 4, 4, 10, 60]));
    try {
      await this.#env.node.acceptLedger();
    } catch (error) {
      if (!(error instanceof CommitFault)) throw error;
    }
    await late;
    const isKept = outcome === 'kept' || outcome === 'kept unnoticed';
    assert.equal(
      this.#store.ledgerRange()!.last,
      this.#judged + (isKept ? 1 : 0),
      'the ledger is stored if the commit succeeded',
    );
    if (isKept) this.#judge();
    if (isKill) await this.#restart();
    else this.#round = new EngineRound([], this.#env);
  }

  #judge(): void {
    this.#judged += 1;
    this.#ledgers += 1;
    auditLedger(this.#store, this.#judged);
    auditReserves(this.#store.ledgerTransactions(this.#judged));
    this.#witness.observe(this.#judged);
  }

  /** Starts a new node without stopping the old one, as after a kill. */
  async #restart(): Promise<void> {
    this.#env = await Env.create({ store: this.#store, clock: this.#clock });
    const { ledgerIndex, hash } = this.#env.node.validated;
    assert.equal(ledgerIndex, this.#judged);
    assert.equal(hash, this.#witness.hashOf(ledgerIndex), 'a restart changes nothing');
    this.#round = new EngineRound([], this.#env);
  }
}
