/**
 * Property: for the settle delay after a request to close a channel, measured by the ledger's clock, every claim pays, and
 * no claim pays long after the end. Steps are random: requests, claims, restarts, kills, failing commits, and moves of a test
 * bench's clock.
 */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import type { ClockChange } from '../../src/node/close/clock-control.ts';
import { type CloseRule, closeEvery, INSTANT_CLOSE } from '../../src/node/close/close-schedule.ts';
import { LedgerTooOldError } from '../../src/node/close/recent-ledger.ts';
import type { ClosingNode } from '../../src/node/ledger-node.ts';
import type { SubmitOutcome } from '../../src/node/open-ledger/submission.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../src/protocol/amounts/amount-math.ts';
import { decodeObject } from '../../src/protocol/codec/decode.ts';
import { payChanKeylet } from '../../src/protocol/entries/keylets.ts';
import type { Hash256, StObject } from '../../src/protocol/values.ts';
import { channelKeylet } from '../../src/transactions/channels/payment-channel.ts';
import type { ClockTimer } from '../../src/util/clock.ts';
import { CommitFault, FaultyStore } from '../simulation/faulty-store.ts';
import { channelKeys, funding, redemption, request, tfClose } from '../support/channel-ledger.ts';
import { Env, MASTER, type Party, party } from '../support/env.ts';
import { TestClock } from '../support/test-clock.ts';

const RUNS = 25;
const SEED = 3;
const TIMER_MS = 4000;
const PAYER = party('payer');
const PAYEE = party('payee');
const DELAYS_SECONDS = [1, 3, 10, 30] as const;
const LIFETIME_SECONDS = 200;

interface ChannelFacts {
  readonly id: Hash256;
  readonly delaySeconds: number;
  paidDrops: bigint;
  /** Closure requests → milliseconds that had passed by the ledger's clock when each was seen. */
  readonly requests: Map<Hash256, number | undefined>;
}

const channelArbitrary = fc.integer({ min: 0, max: DELAYS_SECONDS.length - 1 });
const stepArbitrary = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('idle'), ms: fc.integer({ min: 1, max: 40_000 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('idle'), ms: fc.integer({ min: 1, max: 1500 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('serve'), ticks: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('set back'), ms: fc.integer({ min: 1, max: 20_000 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('advance'), seconds: fc.integer({ min: 0, max: 20 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rate'), rate: fc.constantFrom(0.1, 1, 7) }) },
  ...(['freeze', 'resume', 'restart', 'kill', 'accept', 'fail'] as const).map((what) => ({
    weight: 1,
    arbitrary: fc.record({ do: fc.constant(what) }),
  })),
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pay'), count: fc.integer({ min: 1, max: 4 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('request'),
      channel: channelArbitrary,
      way: fc.constantFrom('close', 'close', 'fund', 'ahead'),
    }),
  },
  { weight: 7, arbitrary: fc.record({ do: fc.constant('claim'), channel: channelArbitrary }) },
);
type Step = typeof stepArbitrary extends fc.Arbitrary<infer T> ? T : never;

/** Does not run timers, so a failed close is not repeated. */
class ClockWithoutTimers extends TestClock {
  override after(): ClockTimer {
    const timer = { cancel: () => {}, unref: () => timer };
    return timer;
  }
}

class Watch {
  readonly #rule: CloseRule;
  readonly #store = new FaultyStore();
  readonly #clock = new ClockWithoutTimers();
  readonly #channels: ChannelFacts[] = [];
  #claims: { readonly id: Hash256; readonly channel: ChannelFacts }[] = [];
  #latestMs = 0;
  /** Milliseconds passed by the ledger's clock, without jumps. */
  #passedMs = 0;
  #endSeconds = 0;
  #env!: Env;
  #node!: ClosingNode;

  private constructor(rule: CloseRule) {
    this.#rule = rule;
  }

  static async create(rule: CloseRule): Promise<Watch> {
    const watch = new Watch(rule);
    await watch.#start();
    for (const { id } of [PAYER, PAYEE]) {
      await watch.#submit(MASTER, { TransactionType: 'Payment', Destination: id, Amount: 1_000_000_000n });
    }
    watch.#endSeconds = watch.#nowSeconds + LIFETIME_SECONDS;
    await watch.#node.acceptLedger();
    for (const delaySeconds of DELAYS_SECONDS) await watch.#open(delaySeconds);
    await watch.#node.acceptLedger();
    return watch;
  }

  async act(step: Step): Promise<void> {
    if (step.do === 'idle') this.#pass(step.ms);
    else if (step.do === 'serve') await this.#serve(step.ticks);
    else if (step.do === 'set back') this.#clock.jump(-step.ms / 1000);
    else if (step.do === 'advance') await this.#move({ advance: step.seconds }, step.seconds * 1000);
    else if (step.do === 'rate') await this.#move({ rate: step.rate });
    else if (step.do === 'freeze' || step.do === 'resume') await this.#move({ isFrozen: step.do === 'freeze' });
    else if (step.do === 'fail') this.#store.prepare('refused', () => {});
    else if (step.do === 'accept') await this.#close();
    else if (step.do === 'restart' || step.do === 'kill') await this.#restart(step.do === 'kill');
    else if (step.do === 'request') await this.#request(this.#channels[step.channel]!, step.way);
    else if (step.do === 'claim') await this.#claim(this.#channels[step.channel]!);
    else if (step.do === 'pay') for (let count = 0; count < step.count; count++) await this.#pay();
    this.#look();
  }

  /** Closes ledgers until every claim is validated. */
  async finish(): Promise<void> {
    for (let count = 0; count < 4; count++) {
      this.#pass(1000);
      await this.#close();
      this.#look();
    }
    assert.deepEqual(this.#claims, [], 'each claim is in a ledger');
  }

  get #nowSeconds(): number {
    return this.#node.clock.read().seconds;
  }

  /** Advances the machine's clock. */
  #pass(ms: number): void {
    const { isFrozen, rate } = this.#node.clock.read();
    this.#clock.advanceMs(ms);
    this.#passedMs += isFrozen ? 0 : ms * rate;
  }

  async #move(change: ClockChange, passedMs = 0): Promise<void> {
    try {
      await this.#node.bench!.clock.change(change);
      this.#passedMs += passedMs;
    } catch (error) {
      unlessFault(error);
    }
  }

  async #start(): Promise<void> {
    const rule = this.#rule;
    this.#env = await Env.create({
      store: this.#store,
      clock: this.#clock,
      isTestBench: true,
      // In a mode with a timer, a step of the test lasts one interval.
      closing: rule.kind === 'timer' ? { ...rule, kind: 'manual' } : rule,
      beforeStart: (node) => node.onCloseFailed(unlessFault),
    });
    this.#node = this.#env.node;
    await this.#node.ensureRecentLedger().catch(unlessFault);
  }

  async #restart(isKill: boolean): Promise<void> {
    if (!isKill && this.#node.openLedger.view.transactionCount > 0) await this.#close();
    // A store that survives its nodes. A stopped node cannot change it any more.
    await this.#node.stop();
    await this.#start();
    const isKept = (id: Hash256) => this.#store.transactionLocation(id) !== undefined;
    this.#claims = this.#claims.filter(({ id }) => isKept(id));
    for (const { requests } of this.#channels) {
      for (const id of requests.keys()) if (!isKept(id)) requests.delete(id);
    }
  }

  async #open(SettleDelay: number): Promise<void> {
    const sequence = this.#env.account(PAYER)!.Sequence;
    await this.#submit(PAYER, {
      TransactionType: 'PaymentChannelCreate',
      Destination: PAYEE.id,
      Amount: 1_000_000n,
      SettleDelay,
      PublicKey: channelKeys.publicKey,
      CancelAfter: this.#endSeconds,
    });
    const id = payChanKeylet(PAYER.id, PAYEE.id, sequence).key;
    this.#channels.push({ id, delaySeconds: SettleDelay, paidDrops: 0n, requests: new Map() });
  }

  async #serve(ticks: number): Promise<void> {
    for (let tick = 0; tick < ticks; tick++) {
      this.#pass(TIMER_MS);
      if (this.#rule.kind === 'timer') await this.#close();
      this.#look();
    }
  }

  async #close(): Promise<void> {
    await this.#node.acceptLedger().catch(unlessFault);
  }

  /** Undefined if no ledger could be closed first. */
  async #submit(who: Party, fields: StObject): Promise<SubmitOutcome | undefined> {
    try {
      const outcome = await this.#node.submit(() => this.#env.sign(who, fields));
      if (this.#rule.kind === 'instant') await this.#closesOfItself();
      return outcome;
    } catch (error) {
      if (error instanceof LedgerTooOldError) return undefined;
      throw error;
    }
  }

  /** Waits until the ledgers that submissions close are closed, or a close has failed. */
  async #closesOfItself(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await setImmediate();
  }

  async #pay(): Promise<void> {
    await this.#submit(PAYER, { TransactionType: 'Payment', Destination: PAYEE.id, Amount: 1n });
  }

  async #request(channel: ChannelFacts, way: string): Promise<void> {
    const next = this.#env.account(PAYER)!.Sequence;
    // The payer requests the earliest expiration that the last ledger allows.
    const Expiration = this.#node.validated.closeTimeSeconds + channel.delaySeconds;
    const fields = way === 'fund' ? funding(channel.id, 1n, { Expiration }) : request(channel.id, tfClose);
    const sent = await this.#submit(PAYER, way === 'ahead' ? { ...fields, Sequence: next + 1 } : fields);
    if (sent !== undefined && (sent.result === 'tesSUCCESS' || sent.kept))
      channel.requests.set(sent.transaction.id, undefined);
  }

  async #claim(channel: ChannelFacts): Promise<void> {
    const before = this.#node.openLedger.view.read(channelKeylet(channel.id));
    if (before === undefined) return;
    this.#look();
    const drops = channel.paidDrops + 1n;
    const sent = await this.#submit(PAYEE, redemption(channel.id, drops));
    if (sent === undefined) return;
    const after = this.#node.openLedger.view.read(channelKeylet(channel.id));
    if (this.#isDue(channel)) {
      assert.equal(sent.result, 'tesSUCCESS');
      assert.equal(after?.Balance, drops, 'a claim in time pays');
      this.#claims.push({ id: sent.transaction.id, channel });
    }
    if (after === undefined) return;
    // `after` allows for a close that was late and so prolonged the channel.
    const end = Math.min(after.Expiration ?? this.#endSeconds, this.#endSeconds);
    const slack = this.#rule.parentAgeLimitSeconds! + 1;
    assert.ok(this.#nowSeconds <= end + slack, 'no claim pays long after the end');
    channel.paidDrops = after.Balance;
  }

  /** True during the settle delay, measured in passed time and not by the machine's clock. */
  #isDue({ requests, delaySeconds }: ChannelFacts): boolean {
    const ends = [...requests.values()].map((atMs) => (atMs ?? Number.POSITIVE_INFINITY) + delaySeconds * 1000);
    const cancelledMs = (this.#endSeconds + RIPPLE_EPOCH_OFFSET_SECONDS) * 1000;
    return this.#latestMs <= cancelledMs && this.#passedMs <= Math.min(...ends);
  }

  /** Records when requests entered a ledger, and checks the results of claims. */
  #look(): void {
    this.#latestMs = Math.max(this.#latestMs, (this.#nowSeconds + RIPPLE_EPOCH_OFFSET_SECONDS) * 1000 + 999);
    for (const { requests } of this.#channels) {
      for (const [id, atMs] of requests) {
        const isIn = this.#node.openLedger.view.hasTransaction(id) || this.#store.transactionLocation(id) !== undefined;
        if (atMs === undefined && isIn) requests.set(id, this.#passedMs);
      }
    }
    this.#claims = this.#claims.filter(({ id }) => {
      const location = this.#store.transactionLocation(id);
      if (location === undefined) return true;
      const { metadata } = this.#store.transaction(location)!;
      assert.equal(decodeObject(metadata).TransactionResult, 'tesSUCCESS');
      const nodes = JSON.stringify(decodeObject(metadata), (_name, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      );
      assert.doesNotMatch(nodes, /DeletedNode/, 'a claim in time pays in the end too');
      return false;
    });
  }
}

function unlessFault(error: unknown): void {
  if (!(error instanceof CommitFault)) throw error;
}

describe('a payee', () => {
  for (const rule of [closeEvery(TIMER_MS), INSTANT_CLOSE]) {
    test(`has the settle delay by the ledger's clock after any events (${rule.kind} mode)`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(stepArbitrary, { minLength: 5, maxLength: 40 }), async (steps) => {
          const watch = await Watch.create(rule);
          for (const step of steps) await watch.act(step);
          await watch.finish();
        }),
        { numRuns: RUNS, seed: SEED },
      );
    });
  }
});
