/**
 * After any sequence of deposits, withdrawals, swaps and bids: what an LP token stands for, the root
 * of the pool's product by all LP tokens, does not become less, except by what amounts of 16 digits lose.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type AmmLedger,
  CREATOR,
  DOLLARS,
  EUROS,
  eur,
  ISSUER,
  marketLedger,
  PROVIDER,
  TRADER,
  usd,
} from '../../../test/support/amm-ledger.ts';
import { amountText, XRP } from '../../../test/support/book-ledger.ts';
import { SeededRandom } from '../../../test/support/seeded-random.ts';
import { textOf, tokens } from '../../../test/support/token-ledger.ts';
import { TransactionFlags } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type Issue, isNative, type StObject, type TradedAmount } from '../../protocol/values.ts';
import { poolHolds } from './pool.ts';

const SEEDS = 12;
const STEPS = 40;
/** The reference's invariant allows no more either. */
const TOLERANCE = 1e-11;
const { tfLPToken, tfSingleAsset, tfTwoAsset, tfOneAssetLPToken, tfLimitLPToken } = TransactionFlags.AMMDeposit;
const { tfPartialPayment } = TransactionFlags.Payment;

/** One market maker, and random transactions with it. */
class Trial {
  readonly #at: AmmLedger = marketLedger();
  readonly #random: SeededRandom;
  readonly #pair: readonly [Issue, Issue];

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
    const hasDrops = this.#random.below(2) === 0;
    this.#pair = hasDrops ? [XRP, DOLLARS] : [EUROS, DOLLARS];
    const Amount = hasDrops ? 9_876_543n : eur('1234.567');
    const made = this.#at.create({ Amount, Amount2: usd('765.4321'), TradingFee: this.#random.below(1001) });
    assert.equal(made, 'tesSUCCESS');
  }

  /** What an LP token stands for. */
  get worth(): number {
    const amm = this.#at.amm(...this.#pair)!;
    const [one, other] = poolHolds(this.#at.view, amm.Account, this.#pair).map((amount) => Number(amountText(amount)));
    return Math.sqrt(one! * other!) / Number(textOf(amm.LPTokenBalance));
  }

  /** Does something; most of it succeeds. */
  step(): Ter {
    const Account = this.#oneOf([CREATOR, PROVIDER]);
    switch (this.#random.below(6)) {
      case 0:
      case 1:
        return this.#send('AMMDeposit', { Account, ...this.#depositFields() });
      case 2:
        return this.#send('AMMWithdraw', { Account, ...this.#withdrawalFields() });
      case 3:
        return this.#send('AMMBid', { Account });
      default:
        return this.#swap();
    }
  }

  #send(TransactionType: string, fields: StObject): Ter {
    const [Asset, Asset2] = this.#pair;
    return this.#at.send(TransactionType, { Asset, Asset2, ...fields });
  }

  #depositFields(): StObject {
    const [Amount, Amount2] = [this.#amount(0), this.#amount(1)];
    return this.#oneOf<StObject>([
      { Flags: tfLPToken, LPTokenOut: this.#lpTokens() },
      { Flags: tfSingleAsset, Amount },
      { Flags: tfTwoAsset, Amount, Amount2 },
      { Flags: tfOneAssetLPToken, Amount: Amount2, LPTokenOut: this.#lpTokens() },
      { Flags: tfLimitLPToken, Amount: usd('0'), EPrice: usd(`0.0${1 + this.#random.below(99)}`) },
    ]);
  }

  #withdrawalFields(): StObject {
    const [Amount, Amount2] = [this.#amount(0), this.#amount(1)];
    const { tfWithdrawAll } = TransactionFlags.AMMWithdraw;
    return this.#oneOf<StObject>([
      { Flags: tfLPToken, LPTokenIn: this.#lpTokens() },
      { Flags: tfSingleAsset, Amount },
      { Flags: tfTwoAsset, Amount, Amount2 },
      { Flags: tfOneAssetLPToken, Amount: usd('0'), LPTokenIn: this.#lpTokens() },
      { Flags: tfLimitLPToken, Amount: usd('0'), EPrice: this.#lpTokens() },
      // Only one of the two may leave altogether.
      { Flags: tfWithdrawAll, Account: PROVIDER },
    ]);
  }

  #swap(): Ter {
    const [into, out] = this.#random.below(2) === 0 ? [0, 1] : [1, 0];
    const most = isNative(this.#amount(into)) ? 20_000_000n : { ...(this.#amount(into) as object), ...bulk() };
    const fields = { Amount: this.#amount(out), SendMax: most as TradedAmount, Flags: tfPartialPayment };
    return this.#at.pay(TRADER, PROVIDER, '0', ISSUER, fields).result;
  }

  /** Up to some two hundred of the asset, with digits of all sizes. */
  #amount(side: number): TradedAmount {
    const asset = this.#pair[side]!;
    const size = 10 ** this.#random.below(4);
    if (!('issuer' in asset)) return BigInt(1 + this.#random.below(2_000 * size));
    return side === 1 ? usd(this.#decimal(size)) : eur(this.#decimal(size));
  }

  #decimal(size: number): string {
    return `${this.#random.below(size / 5 + 1)}.${1 + this.#random.below(999_999_999)}`;
  }

  #lpTokens() {
    const { issuer, currency } = this.#at.amm(...this.#pair)!.LPTokenBalance;
    return tokens(this.#decimal(10 ** this.#random.below(5)), issuer, currency);
  }

  #oneOf<T>(choices: readonly T[]): T {
    return choices[this.#random.below(choices.length)]!;
  }
}

/** Five thousand tokens. */
function bulk() {
  const { mantissa, exponent } = usd('5000');
  return { mantissa, exponent };
}

test('What an LP token stands for does not become less', () => {
  const results = new Map<Ter, number>();
  for (let seed = 1; seed <= SEEDS; seed++) {
    const trial = new Trial(seed);
    for (let step = 0; step < STEPS; step++) {
      const before = trial.worth;
      const result = trial.step();
      results.set(result, (results.get(result) ?? 0) + 1);
      const { worth } = trial;
      assert.ok(worth >= before * (1 - TOLERANCE), `seed ${seed}, step ${step}: ${before} became ${worth}`);
    }
  }
  assert.ok(results.get('tesSUCCESS')! > (SEEDS * STEPS) / 2, JSON.stringify([...results]));
});
