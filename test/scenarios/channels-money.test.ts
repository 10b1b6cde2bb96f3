/**
 * Property of payment channels under random transactions of payer, payee and strangers: the payee never gets more than the
 * largest signed claim, no drop is lost or created, and an expired channel pays nothing.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { TOTAL_DROPS } from '../../src/protocol/amounts/amount-math.ts';
import type { Hash256, StObject } from '../../src/protocol/values.ts';
import { channelKeylet } from '../../src/transactions/channels/payment-channel.ts';
import {
  ChannelWorld,
  claimSignature,
  funding,
  redemption,
  request,
  tfClose,
  tfRenew,
} from '../support/channel-world.ts';
import { MASTER } from '../support/env.ts';

const FEE = 10n;
const CHANNEL_COUNT = 2;
const RUNS = 25;
/** The scale of everything: small enough that amounts meet, and that delays pass. */
const DROPS = fc.bigInt({ min: 1n, max: 60n });
const SECONDS = fc.integer({ min: 1, max: 160 });

type Who = 'payer' | 'payee' | 'stranger';

type Step =
  | { readonly kind: 'sign'; readonly channel: number; readonly drops: bigint }
  | { readonly kind: 'send'; readonly who: Who; readonly channel: number; readonly move: Move }
  | { readonly kind: 'close'; readonly seconds: number };

type Move =
  | { readonly kind: 'redeem'; readonly drops: bigint; readonly flags: number }
  | { readonly kind: 'forge'; readonly drops: bigint }
  | { readonly kind: 'overclaim'; readonly drops: bigint }
  | { readonly kind: 'pay'; readonly drops: bigint }
  | { readonly kind: 'request'; readonly flags: number }
  | { readonly kind: 'fund'; readonly drops: bigint; readonly expiresIn: number | undefined };

const channelArbitrary = fc.integer({ min: 0, max: CHANNEL_COUNT - 1 });
const whoArbitrary = fc.constantFrom<Who>('payer', 'payee', 'stranger');
const moveArbitrary: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('redeem'), drops: DROPS, flags: fc.constantFrom(0, 0, tfClose) }),
  },
  fc.record({ kind: fc.constantFrom('forge', 'overclaim'), drops: DROPS }),
  fc.record({ kind: fc.constant('pay'), drops: DROPS }),
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('request'), flags: fc.constantFrom(0, tfClose, tfClose, tfRenew) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fund'),
      drops: DROPS,
      expiresIn: fc.option(SECONDS, { nil: undefined }),
    }),
  },
) as fc.Arbitrary<Move>;
const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sign'), channel: channelArbitrary, drops: DROPS }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('send'),
      who: whoArbitrary,
      channel: channelArbitrary,
      move: moveArbitrary,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('close'), seconds: SECONDS }) },
) as fc.Arbitrary<Step>;

interface Ledgered {
  readonly Amount: bigint;
  readonly Balance: bigint;
  readonly Expiration?: number;
  readonly CancelAfter?: number;
}

/** Runs the steps, and checks the open ledger after each. */
class Play {
  readonly #world: ChannelWorld;
  readonly #ids: readonly Hash256[];
  /** Per channel: the claims signed, and the most that the payer itself asked to be paid. */
  readonly #signed: bigint[][];
  readonly #largestByPayer: bigint[];
  readonly #everHeld: bigint[];
  #feesDrops: bigint;
  #payeeFeesDrops = 0n;
  readonly #payeeStartDrops: bigint;
  redeemed = 0;
  expired = 0;

  constructor(world: ChannelWorld, ids: readonly Hash256[]) {
    this.#world = world;
    this.#ids = ids;
    this.#signed = ids.map(() => []);
    this.#largestByPayer = ids.map(() => 0n);
    this.#everHeld = ids.map((id) => this.#channel(id)!.Amount);
    this.#feesDrops = TOTAL_DROPS - this.#allDrops();
    this.#payeeStartDrops = this.#drops('payee');
  }

  async take(step: Step): Promise<void> {
    if (step.kind === 'sign') this.#signed[step.channel]!.push(step.drops);
    else if (step.kind === 'close') await this.#world.closeAt(this.#world.nowSeconds + step.seconds);
    else await this.#send(step.who, step.channel, step.move);
    this.#check();
  }

  async #send(who: Who, at: number, move: Move): Promise<void> {
    const id = this.#ids[at]!;
    const before = this.#channel(id);
    const payee = this.#drops('payee');
    const { blob } = this.#world.env.sign(this.#world[who], this.#transaction(id, at, move));
    const { applied, engine_result } = await this.#world.call('submit', { tx_blob: blob.toString('hex') });
    assert.doesNotMatch(engine_result, /INVARIANT|EXCEPTION|INTERNAL/, 'no last line of defence was needed');
    if (applied) this.#feesDrops += FEE;
    if (applied && who === 'payee') this.#payeeFeesDrops += FEE;
    if (who === 'payer' && move.kind === 'pay' && engine_result === 'tesSUCCESS' && !this.#isOver(before)) {
      if (move.drops > this.#largestByPayer[at]!) this.#largestByPayer[at] = move.drops;
    }
    const gained = this.#drops('payee') - payee + (applied && who === 'payee' ? FEE : 0n);
    if (gained > 0n) this.redeemed++;
    if (!this.#isOver(before)) return;
    assert.equal(gained, 0n, 'an expired channel pays nothing');
    if (engine_result !== 'tesSUCCESS') return;
    assert.equal(this.#channel(id), undefined, 'an expired channel goes when it is touched');
    this.expired++;
  }

  #transaction(id: Hash256, at: number, move: Move): StObject {
    switch (move.kind) {
      case 'redeem': {
        const signed = this.#signed[at]!.findLast((drops) => drops >= move.drops);
        if (signed === undefined) return request(id, move.flags);
        return redemption(id, move.drops, { authorizedDrops: signed, flags: move.flags });
      }
      case 'forge':
        // A signature that is good for one drop less.
        return { ...redemption(id, move.drops), Signature: claimSignature(id, move.drops - 1n) };
      case 'overclaim': {
        const signed = this.#signed[at]!.at(-1) ?? 1n;
        return redemption(id, signed + move.drops, { authorizedDrops: signed });
      }
      case 'pay':
        return { ...request(id, 0), Balance: move.drops };
      case 'request':
        return request(id, move.flags);
      case 'fund': {
        const { drops, expiresIn } = move;
        const end = expiresIn === undefined ? {} : { Expiration: this.#world.nowSeconds + expiresIn };
        return funding(id, drops, end);
      }
    }
  }

  #check(): void {
    assert.equal(this.#allDrops() + this.#feesDrops, TOTAL_DROPS, 'balances, channels and fees are all there is');
    let most = 0n;
    for (const [at, id] of this.#ids.entries()) {
      const channel = this.#channel(id);
      if (channel !== undefined) this.#everHeld[at] = channel.Amount;
      const authorized = [...this.#signed[at]!, this.#largestByPayer[at]!].sort((a, b) => Number(a - b)).at(-1)!;
      const [cap] = [authorized, this.#everHeld[at]!].sort((a, b) => Number(a - b)) as [bigint, bigint];
      if (channel !== undefined) assert.ok(channel.Balance <= cap, 'a channel pays no more than was authorized');
      most += cap;
    }
    const received = this.#drops('payee') - this.#payeeStartDrops + this.#payeeFeesDrops;
    assert.ok(received <= most, `the payee got ${received} of at most ${most}`);
  }

  #isOver(channel: Ledgered | undefined): boolean {
    if (channel === undefined) return false;
    const now = this.#world.nowSeconds;
    return (
      now > (channel.Expiration ?? Number.POSITIVE_INFINITY) || now > (channel.CancelAfter ?? Number.POSITIVE_INFINITY)
    );
  }

  #channel(id: Hash256): Ledgered | undefined {
    return this.#world.env.node.openLedger.view.read(channelKeylet(id)) as Ledgered | undefined;
  }

  #drops(who: Who): bigint {
    return this.#world.env.account(this.#world[who])!.Balance;
  }

  #allDrops(): bigint {
    const held = this.#ids.map((id) => this.#channel(id)).map((found) => (found ? found.Amount - found.Balance : 0n));
    const { payer, payee, stranger } = this.#world;
    const balances = [MASTER, payer, payee, stranger].map((who) => this.#world.env.account(who)!.Balance);
    return [...held, ...balances].reduce((sum, drops) => sum + drops, 0n);
  }
}

describe('channels and money', () => {
  test('hold their invariants after random steps', async () => {
    const seen = { redeemed: 0, expired: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(stepArbitrary, { minLength: 10, maxLength: 60 }), async (steps) => {
        const world = await ChannelWorld.create();
        try {
          const ids = [await world.open(40n), await world.open(40n, { CancelAfter: world.nowSeconds + 600 })];
          const play = new Play(world, ids);
          for (const step of steps) await play.take(step);
          await world.closeAt(world.nowSeconds + 1);
          seen.redeemed += play.redeemed;
          seen.expired += play.expired;
        } finally {
          await world.env.stop();
        }
      }),
      { numRuns: RUNS, seed: 20260101 },
    );
    assert.ok(
      seen.redeemed > RUNS / 4 && seen.expired > RUNS / 10,
      `the plays show too little: ${JSON.stringify(seen)}`,
    );
  });
});
