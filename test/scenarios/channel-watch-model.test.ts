/**
 * Claims, closes, outages and kills in random order: at the end each channel has paid its best claim, and none has paid
 * a claim twice.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { claimOf, WatchedLedger, type WatchRun } from '../support/watched-ledger.ts';

const XRP = 1_000_000n;
const CHANNELS = 3;
const RUNS = 10;

/** Claims differ by more than a fee, because the watch does not redeem less than a fee. */
type Step =
  | { readonly kind: 'claim'; readonly channel: number; readonly tenths: number }
  | { readonly kind: 'askToClose' | 'fund' | 'demand'; readonly channel: number }
  | { readonly kind: 'cut' | 'reconnect' | 'close' | 'restart' }
  | { readonly kind: 'killAt'; readonly points: number };

const channel = fc.nat(CHANNELS - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('claim' as const), channel, tenths: fc.integer({ min: 1, max: 120 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('askToClose' as const, 'fund', 'demand'), channel }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom('cut' as const, 'reconnect', 'close', 'close', 'restart') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('killAt' as const), points: fc.integer({ min: 1, max: 12 }) }),
  },
);

class History {
  readonly #ledger: WatchedLedger;
  readonly #ids: readonly string[];
  #run: WatchRun;
  readonly best = new Map<string, bigint>();

  constructor(ledger: WatchedLedger, ids: readonly string[], run: WatchRun) {
    this.#ledger = ledger;
    this.#ids = ids;
    this.#run = run;
  }

  async take(one: Step): Promise<void> {
    await this.#do(one);
    await this.#run.idle();
    if (this.#run.isDead) await this.#restart();
  }

  async #do(one: Step): Promise<void> {
    switch (one.kind) {
      case 'claim':
        return this.#claim(this.#ids[one.channel]!, (BigInt(one.tenths) * XRP) / 10n);
      case 'askToClose':
        return this.#ledger.askToClose(this.#ids[one.channel]!);
      case 'fund':
        return this.#ledger.fund(this.#ids[one.channel]!, XRP);
      case 'demand':
        return void this.#run.watch.redeem(this.#ids[one.channel]!);
      case 'cut':
        return this.#ledger.cut();
      case 'reconnect':
        return this.#reconnect();
      case 'close':
        return this.#ledger.close();
      case 'restart':
        return this.#restart();
      case 'killAt':
        return this.#restart(one.points);
    }
  }

  /** A claim that the watch confirmed must be paid; an unconfirmed one may be. */
  async #claim(id: string, drops: bigint): Promise<void> {
    const answer = await this.#run.live(this.#run.watch.takeClaim(claimOf(id, drops)));
    const before = this.best.get(id) ?? 0n;
    if (answer?.code === 'kept' && drops > before) this.best.set(id, drops);
  }

  async #reconnect(): Promise<void> {
    this.#ledger.isServerUp = true;
    if (!this.#run.watch.isConnected) await this.#run.live(this.#run.watch.connect());
    await this.#ledger.replayed;
  }

  /** Ends the process as a power loss does, and starts another one, which may be killed at one of its next steps. */
  async #restart(points?: number): Promise<void> {
    this.#run.kill();
    this.#run = await this.#ledger.run({}, points);
    if (this.#ledger.isServerUp) await this.#run.live(this.#run.watch.connect());
  }

  /** The server answers, and the payers request closure of their channels. */
  async end(): Promise<void> {
    await this.#restart();
    await this.#reconnect();
    for (const id of this.#ids) this.#ledger.askToClose(id);
    await this.#ledger.close();
    await this.#ledger.closeUntilQuiet(this.#run);
    assert.equal(this.#run.isDead, false);
    await this.#run.watch.stop();
  }
}

async function check(isPlain: boolean, steps: readonly Step[]): Promise<void> {
  const ledger = await WatchedLedger.create({ isPlain });
  try {
    const ids = await ledger.openMany(CHANNELS, 10n * XRP, { SettleDelay: 100_000 });
    const history = new History(ledger, ids, await ledger.start());
    for (const one of steps) await history.take(one);
    await history.end();
    const redemptions = await ledger.redemptions();
    for (const [id, drops] of history.best) {
      // A channel that has paid its whole amount may be closed by now.
      const amount = BigInt((await ledger.channel(id))?.Amount ?? 0);
      const balances = redemptions.filter(({ channelId }) => channelId === id).map(({ balance }) => BigInt(balance));
      const paid = balances.at(-1) ?? 0n;
      assert.ok(paid >= drops || paid === amount || amount === 0n, `${paid} of ${drops} drops were paid`);
      if (amount === 0n) assert.ok(paid >= 10n * XRP, `a channel was closed that had paid ${paid}`);
    }
    assert.deepEqual(
      redemptions.filter(({ result }) => result !== 'tesSUCCESS'),
      [],
    );
    const done = redemptions.map(({ channelId, balance }) => `${channelId} ${balance}`);
    assert.equal(new Set(done).size, done.length, 'nothing was redeemed twice');
  } finally {
    await ledger.end();
  }
}

describe('the watch', () => {
  for (const isPlain of [false, true]) {
    test(`redeems every best claim once after random events, beside ${isPlain ? 'a plain server' : 'Weir'}`, async () => {
      const steps = fc.array(step, { minLength: 5, maxLength: 25 });
      await fc.assert(
        fc.asyncProperty(steps, (list) => check(isPlain, list)),
        { numRuns: RUNS, seed: 7 },
      );
    });
  }
});
