/** Random histories of one order book, on a ledger and on the model. */
import assert from 'node:assert/strict';
import { accountKeylet } from '../../src/protocol/entries/keylets.ts';
import { TransactionFlags } from '../../src/protocol/tables/flags.ts';
import type { AccountId, Amount } from '../../src/protocol/values.ts';
import type { SeededRandom } from '../support/seeded-random.ts';
import { testAccount } from '../support/test-view.ts';
import { TokenLedger, testCurrency, tokens } from '../support/token-ledger.ts';
import { BookModel, type NewOffer, type Side } from './book-model.ts';
import { Rational } from './rational.ts';

const { tfPassive, tfImmediateOrCancel, tfFillOrKill, tfSell } = TransactionFlags.OfferCreate;
const ISSUER = testAccount('G');
const TRADERS: readonly AccountId[] = ['A', 'B', 'C', 'D'].map(testAccount);
const ACTIONS = 30;
const BASE_CURRENCY = testCurrency('EUR');
const DROPS_PER_UNIT = 1_000_000n;
const PLAIN_AMOUNTS = [1, 2, 4, 5, 8, 10, 16, 20, 25, 32, 40, 50, 64, 80, 100];
/** More than an account can spend, because reserves and fees are not tested here. */
const PLENTY_DROPS = 1_000_000_000_000n;

/** Sum of the rounding of tokens in a history; with drops, a drop for each exchange. */
const TOKEN_TOLERANCE = Rational.ofDecimal(1n, -9);
const DROP_TOLERANCE = Rational.ofDecimal(1n, -3);

export type Pair = 'tokens for tokens' | 'drops for tokens';

export interface HistoryFigures {
  placed: number;
  refused: number;
  /** Offers that exchanged something when they were placed. */
  crossed: number;
}

/** Plays one history; throws where ledger and model differ. */
export class BookHistory {
  readonly figures: HistoryFigures = { placed: 0, refused: 0, crossed: 0 };
  readonly #random: SeededRandom;
  readonly #pair: Pair;
  readonly #isPlain: boolean;
  readonly #ledger = new TokenLedger();
  readonly #model = new BookModel();
  #placed: { owner: AccountId; sequence: number; gives: Side }[] = [];

  constructor(random: SeededRandom, pair: Pair) {
    this.#random = random;
    this.#pair = pair;
    this.#isPlain = random.chance(0.5) && pair === 'tokens for tokens';
    this.#ledger.fund(ISSUER, { Balance: PLENTY_DROPS });
    this.#ledger.view.rawReplace({ ...this.#ledger.account(ISSUER), Flags: 0x00800000 });
    for (const trader of TRADERS) this.#found(trader);
  }

  play(): void {
    for (let action = 0; action < ACTIONS; action++) {
      const choice = this.#random.next();
      if (choice < 0.75) this.#placeOffer();
      else if (choice < 0.88) this.#cancelOffer();
      else this.#payAnother();
      this.#cancelUnfunded();
      this.#compare(action);
    }
  }

  #found(trader: AccountId): void {
    this.#ledger.fund(trader, { Balance: PLENTY_DROPS });
    const sides: readonly Side[] = this.#pair === 'tokens for tokens' ? ['base', 'quote'] : ['quote'];
    for (const side of sides) {
      const { currency } = this.#tokensOf(side, 1);
      const trusted = this.#ledger.apply({
        TransactionType: 'TrustSet',
        Account: trader,
        LimitAmount: tokens('1000000000', ISSUER, currency),
      });
      assert.equal(trusted.result, 'tesSUCCESS');
      const amount = this.#random.between(0, 400);
      if (amount === 0) continue;
      const paid = this.#pay(ISSUER, trader, side, amount);
      assert.equal(paid, 'tesSUCCESS');
      this.#model.give(trader, side, Rational.ofDecimal(BigInt(amount), 0));
    }
    if (this.#pair === 'drops for tokens') this.#model.give(trader, 'base', this.#heldInLedger(trader, 'base'));
  }

  #placeOffer(): void {
    const random = this.#random;
    const owner = random.pick(TRADERS);
    const gives: Side = random.pick(['base', 'quote']);
    const [givesAmount, getsAmount] = [this.#offeredAmount(), this.#offeredAmount()];
    // The model does not remove the taker's own offers, as the ledger does.
    for (const placed of this.#placed) if (placed.owner === owner && placed.gives !== gives) this.#cancel(placed);
    const earlier = random.chance(0.1) ? random.pick([...this.#ofOwner(owner), undefined]) : undefined;
    const offer: NewOffer = {
      owner,
      sequence: this.#ledger.account(owner).Sequence,
      gives,
      givesAmount: thousandths(givesAmount),
      getsAmount: thousandths(getsAmount),
      replaces: earlier,
      sells: random.chance(0.25),
      isPassive: random.chance(0.1),
      isImmediate: random.chance(0.1),
      isAllOrNothing: false,
    };
    const before = this.#model.held(owner, gives);
    // Exact fractions cannot predict whether rounded amounts are exchanged completely.
    const mayComeOutEven = !offer.sells && before.compare(offer.givesAmount) >= 0;
    const isAllOrNothing = !offer.isImmediate && mayComeOutEven && random.chance(0.15);
    const { result } = this.#ledger.apply({
      TransactionType: 'OfferCreate',
      Account: owner,
      TakerGets: this.#amount(gives, givesAmount),
      TakerPays: this.#amount(gives === 'base' ? 'quote' : 'base', getsAmount),
      Flags: flagsOf({ ...offer, isAllOrNothing }),
      ...(earlier === undefined ? {} : { OfferSequence: earlier }),
    });
    const isTaken = this.#model.place({ ...offer, isAllOrNothing });
    assert.equal(result === 'tesSUCCESS', isTaken, `${result}: ${JSON.stringify({ gives, givesAmount, getsAmount })}`);
    if (!isTaken) {
      this.figures.refused += 1;
      return;
    }
    this.figures.placed += 1;
    if (this.#model.held(owner, gives).compare(before) !== 0) this.figures.crossed += 1;
    this.#chargeFee(owner);
    this.#placed.push({ owner, sequence: offer.sequence, gives });
  }

  #cancelOffer(): void {
    if (this.#placed.length === 0) return;
    this.#cancel(this.#random.pick(this.#placed));
  }

  /** Cancels offers without funds. The ledger removes them only when a taker finds them, which matters if they are funded again. */
  #cancelUnfunded(): void {
    for (const placed of this.#placed) {
      if (!this.#model.held(placed.owner, placed.gives).isPositive) this.#cancel(placed);
    }
    this.#placed = this.#placed.filter(({ owner, gives }) => this.#model.held(owner, gives).isPositive);
  }

  #cancel({ owner, sequence }: { readonly owner: AccountId; readonly sequence: number }): void {
    const { result } = this.#ledger.apply({ TransactionType: 'OfferCancel', Account: owner, OfferSequence: sequence });
    assert.equal(result, 'tesSUCCESS');
    this.#chargeFee(owner);
    this.#model.cancel(owner, sequence);
  }

  /** Removes funds that an offer may need. */
  #payAnother(): void {
    const [from, to] = [this.#random.pick(TRADERS), this.#random.pick(TRADERS)];
    if (from === to) return;
    const amount = this.#random.between(1, 200);
    const isPaid = this.#pay(from, to, 'quote', amount) === 'tesSUCCESS';
    assert.equal(isPaid, this.#model.held(from, 'quote').compare(whole(amount)) >= 0);
    if (!isPaid) return;
    this.#chargeFee(from);
    this.#model.give(from, 'quote', whole(-amount));
    this.#model.give(to, 'quote', whole(amount));
  }

  #pay(from: AccountId, to: AccountId, side: Side, amount: number): string {
    const { currency, issuer } = this.#tokensOf(side, amount);
    return this.#ledger.pay(from, to, String(amount), issuer, { Amount: tokens(String(amount), issuer, currency) })
      .result;
  }

  #chargeFee(account: AccountId): void {
    if (this.#pair === 'drops for tokens') this.#model.give(account, 'base', new Rational(-10n, DROPS_PER_UNIT));
  }

  #compare(action: number): void {
    const tolerance = this.#pair === 'tokens for tokens' ? TOKEN_TOLERANCE : DROP_TOLERANCE;
    for (const trader of TRADERS) {
      for (const side of ['base', 'quote'] as const) {
        const inLedger = this.#heldInLedger(trader, side);
        const inModel = this.#model.held(trader, side);
        const isSame = inLedger.minus(inModel).absolute.compare(tolerance) <= 0;
        assert.ok(isSame, `action ${action}: of ${side} an account has ${inLedger}, and ${inModel} in the model`);
      }
    }
  }

  #heldInLedger(trader: AccountId, side: Side): Rational {
    if (side === 'base' && this.#pair === 'drops for tokens') {
      return new Rational(this.#ledger.read(accountKeylet(trader))!.Balance, DROPS_PER_UNIT);
    }
    const { currency } = this.#tokensOf(side, 1);
    const line = this.#ledger.line(trader, ISSUER, currency)!;
    const { mantissa, exponent } = line.Balance;
    return Rational.ofDecimal(trader < ISSUER ? mantissa : -mantissa, exponent);
  }

  /**
   * In thousandths. Either prices of a history are hardly ever equal, or all ratios have few digits: if a price has more digits
   * than an amount, rounding decides whether two offers of the same price cross. Drops have too few digits for the latter.
   */
  #offeredAmount(): number {
    return this.#isPlain ? this.#random.pick(PLAIN_AMOUNTS) * 1_000 : this.#random.between(1_000, 120_000);
  }

  #amount(side: Side, thousandthsOf: number): Amount {
    if (side === 'base' && this.#pair === 'drops for tokens') return (BigInt(thousandthsOf) * DROPS_PER_UNIT) / 1_000n;
    const { currency } = this.#tokensOf(side, 1);
    return tokens((thousandthsOf / 1_000).toFixed(3), ISSUER, currency);
  }

  #tokensOf(side: Side, units: number): ReturnType<typeof tokens> {
    return tokens(String(units), ISSUER, side === 'base' ? BASE_CURRENCY : undefined);
  }

  #ofOwner(account: AccountId): number[] {
    return this.#placed.filter(({ owner }) => owner === account).map(({ sequence }) => sequence);
  }
}

function whole(units: number): Rational {
  return new Rational(BigInt(units));
}

function thousandths(count: number): Rational {
  return new Rational(BigInt(count), 1_000n);
}

function flagsOf({ sells, isPassive, isImmediate, isAllOrNothing }: NewOffer): number {
  const flags = [
    [sells, tfSell],
    [isPassive, tfPassive],
    [isImmediate, tfImmediateOrCancel],
    [isAllOrNothing, tfFillOrKill],
  ] as const;
  return flags.reduce((bits, [isSet, bit]) => (isSet ? bits | bit : bits), 0);
}
