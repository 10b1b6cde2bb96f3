import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type AmmLedger,
  ammLedger,
  CREATOR,
  DOLLARS,
  EUR,
  EUROS,
  eur,
  ISSUER,
  marketLedger,
  PROVIDER,
  TRADER,
  usd,
} from '../../../test/support/amm-ledger.ts';
import { XRP } from '../../../test/support/book-ledger.ts';
import { USD } from '../../../test/support/token-ledger.ts';
import { qualityOf } from '../../protocol/amounts/quality.ts';
import { EntryFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import type { StObject } from '../../protocol/values.ts';
import { AmmContext, MAX_AMM_ITERATIONS } from './amm-context.ts';
import { AmmLiquidity } from './amm-liquidity.ts';

const { tfPartialPayment, tfLimitQuality, tfNoRippleDirect } = TransactionFlags.Payment;
const { AccountRoot: Bits } = EntryFlags;
const FEE_DROPS = 10n;

/** The trader pays the provider dollars for drops. Gives the result, what it cost in drops, and the pool afterwards. */
function buy(at: AmmLedger, dollars: string, fields: StObject = {}): string {
  const before = at.account(TRADER).Balance;
  const Amount = usd(dollars);
  const { result } = at.pay(TRADER, PROVIDER, '0', ISSUER, { Amount, SendMax: 50_000_000n, ...fields });
  return `${result} ${before - at.account(TRADER).Balance - FEE_DROPS}; ${at.pool()}`;
}

describe('A payment through a market maker', () => {
  test('keeps the product of the pool, rounded up', () => {
    assert.equal(buy(ammLedger(), '100'), 'tesSUCCESS 1111112; 11111112 900 100000');
  });

  test('pays the trading fee on what goes in', () => {
    // 1,111,111.1 drops by 0.99.
    assert.equal(buy(ammLedger({ TradingFee: 1000 }), '100'), 'tesSUCCESS 1122335; 11122335 900 100000');
  });

  test('pays a tenth of the fee with the auction slot', () => {
    const at = ammLedger({ TradingFee: 1000 });
    const before = at.account(CREATOR).Balance;
    at.pay(CREATOR, PROVIDER, '0', ISSUER, { Amount: usd('100'), SendMax: 50_000_000n });
    assert.equal(before - at.account(CREATOR).Balance - FEE_DROPS, 1_112_224n);
  });

  test('gives as much as comes out of what goes in', () => {
    const at = ammLedger();
    const flags = { Amount: usd('5000'), SendMax: 10_000_000n, Flags: tfPartialPayment };
    assert.equal(buy(at, '0', flags), 'tesSUCCESS 10000000; 20000000 500 100000');
  });

  test('turns tokens into drops, and tokens into tokens, and pays the issuer for passing them on', () => {
    const at = marketLedger({ TransferRate: 1_250_000_000 });
    assert.equal(at.create({ Amount: eur('1000'), Amount2: usd('1000') }), 'tesSUCCESS');
    assert.equal(at.create({}), 'tesSUCCESS');
    const held = Number(at.held(TRADER, ISSUER));
    at.pay(TRADER, PROVIDER, '0', ISSUER, { Amount: eur('400'), SendMax: usd('2000') });
    assert.equal(at.pool(EUROS, DOLLARS), '500 2000 1000');
    // The trader pays a quarter on what goes in and on what comes out; the pool gives 500 and gets 1000.
    assert.equal(held - Number(at.held(TRADER, ISSUER)), 1250);
    const { Balance } = at.account(PROVIDER);
    at.pay(TRADER, PROVIDER, '0', ISSUER, { Amount: 5_000_000n, SendMax: usd('2000') });
    assert.equal(at.account(PROVIDER).Balance - Balance, 5_000_000n);
    assert.equal(at.pool(), '5000000 2000 100000');
  });

  test('is dry when an asset of the pool is frozen, or there is no pool any more', () => {
    const at = ammLedger();
    at.trust(ISSUER, at.amm()!.Account, '0', { Flags: TransactionFlags.TrustSet.tfSetFreeze });
    assert.match(buy(at, '100'), /^tecPATH_PARTIAL /);
    const empty = ammLedger();
    empty.empty();
    assert.match(buy(empty, '100'), /^tecPATH_PARTIAL /);
  });

  test('is dry when the pool may not hold what goes in', () => {
    const at = ammLedger();
    const flags = Bits.lsfDefaultRipple | Bits.lsfRequireAuth;
    at.view.rawReplace({ ...at.account(ISSUER), Flags: flags });
    const { result } = at.pay(TRADER, PROVIDER, '0', ISSUER, { Amount: 5n, SendMax: usd('100') });
    assert.equal(result, 'tecPATH_PARTIAL');
  });

  test('cannot empty the pool', () => {
    assert.match(buy(ammLedger(), '1000', { SendMax: 90_000_000n }), /^tecPATH_PARTIAL /);
  });

  test('with a limit takes as much as the average quality allows', () => {
    // 20,000 drops for a dollar on average: half of the pool.
    const fields = { Amount: usd('2500'), SendMax: 50_000_000n, Flags: tfPartialPayment | tfLimitQuality };
    const [outcome, pool] = buy(ammLedger(), '0', fields).split('; ');
    const [result, cost] = outcome!.split(' ');
    const bought = 1000 - Number(pool!.split(' ')[1]);
    assert.equal(result, 'tesSUCCESS');
    assert.ok(Math.abs(Number(cost) / bought - 20_000) < 0.01, `${cost} for ${bought}`);
    assert.ok(Math.abs(bought - 500) < 0.001);
  });
});

describe('A market maker beside an order book', () => {
  test('gives nothing while the book is better', () => {
    const at = ammLedger({ TradingFee: 1000 });
    at.offer(PROVIDER, 1_000_000n, usd('100'));
    assert.equal(buy(at, '100'), 'tesSUCCESS 1000000; 10000000 1000 100000');
  });

  test('gives what is better than the book, and the book the rest', () => {
    const at = ammLedger();
    at.offer(PROVIDER, 12_100_000n, usd('1000'));
    const [outcome, pool] = buy(at, '200').split('; ');
    assert.equal(outcome!.split(' ')[0], 'tesSUCCESS');
    const [drops, dollars] = pool!.split(' ').map(Number);
    // The pool's price is that of the book now: 12,100 drops for a dollar.
    assert.ok(Math.abs(drops! / dollars! - 12_100) < 1);
    assert.ok(Math.abs(1000 - dollars! - 90.909) < 0.01);
  });

  test('gives what is better than the book for drops too', () => {
    const at = ammLedger();
    at.offer(PROVIDER, usd('121'), 1_000_000n);
    at.pay(TRADER, PROVIDER, '0', ISSUER, { Amount: 1_200_000n, SendMax: usd('500') });
    const [drops, dollars] = at.pool().split(' ').map(Number);
    assert.ok(Math.abs(drops! / dollars! - 1_000_000 / 121) < 1, at.pool());
    assert.equal(at.book(DOLLARS, XRP).length, 1);
  });

  test('is not part of permissioned books', () => {
    const at = ammLedger();
    const DomainID = 'D'.repeat(64);
    at.domain(DomainID, ISSUER, TRADER, PROVIDER);
    assert.match(buy(at, '100', { DomainID }), /^tecPATH_PARTIAL /);
  });
});

describe('An offer that crosses a market maker', () => {
  test('takes as much as is at its price or better, and places the rest', () => {
    const at = marketLedger();
    assert.equal(at.create({ Amount: eur('1000'), Amount2: usd('1000') }), 'tesSUCCESS');
    at.offer(TRADER, usd('500'), eur('625'));
    // 250 euros for 200 dollars are 1.25 on average, as it asks.
    const [euros, dollars] = at.pool(EUROS, DOLLARS).split(' ').map(Number);
    assert.ok(Math.abs(euros! - 1250) < 1e-6 && Math.abs(dollars! - 800) < 1e-6, at.pool(EUROS, DOLLARS));
    assert.equal(at.book(DOLLARS, EUROS).length, 1);
  });

  test('takes nothing where drops are too coarse for its price', () => {
    const at = ammLedger();
    at.offer(TRADER, usd('500'), 6_050_000n);
    assert.equal(at.pool(), '10000000 1000 100000');
  });

  test('takes nothing if the market maker is worse', () => {
    const at = ammLedger();
    at.offer(TRADER, usd('500'), 4_900_000n);
    assert.equal(at.pool(), '10000000 1000 100000');
    assert.equal(at.book(DOLLARS, XRP).length, 1);
  });

  test('is not stopped by an offer in the book that is not good enough', () => {
    const at = ammLedger();
    at.offer(PROVIDER, 20_000_000n, usd('1000'));
    at.offer(TRADER, usd('50'), 600_000n);
    assert.match(at.pool(), / 950 /);
  });
});

describe('Market makers on several paths', () => {
  const throughEuros = { Paths: [[{ currency: EUR, issuer: ISSUER }]] };
  /** Drops for dollars directly, or by way of euros at the same price. */
  const twoWays = (): AmmLedger => {
    const at = ammLedger();
    assert.equal(at.create({ Account: PROVIDER, Amount2: eur('1000') }), 'tesSUCCESS');
    assert.equal(at.create({ Account: PROVIDER, Amount: eur('1000'), Amount2: usd('1000') }), 'tesSUCCESS');
    return at;
  };

  test('are taken from by turns, in larger and larger parts', () => {
    const at = twoWays();
    assert.match(buy(at, '100', throughEuros), /^tesSUCCESS /);
    const direct = 1000 - Number(at.pool().split(' ')[1]);
    const other = 1000 - Number(at.pool(EUROS, DOLLARS).split(' ')[1]);
    assert.ok(direct > 0 && other > 0, `${direct} ${other}`);
    assert.ok(Math.abs(direct + other - 100) < 1e-6);
  });

  test('are left out when they are not better than the book', () => {
    const at = twoWays();
    at.offer(PROVIDER, 1_000_000n, usd('100'));
    assert.match(buy(at, '100', throughEuros), /^tesSUCCESS 1000000; 10000000 1000 100000$/);
  });

  test('are curves again when one path is left', () => {
    const at = ammLedger();
    assert.equal(buy(at, '100', throughEuros), 'tesSUCCESS 1111112; 11111112 900 100000');
    const bridged = ammLedger();
    const only = { ...throughEuros, Paths: [[{ currency: USD, issuer: ISSUER }]], Flags: tfNoRippleDirect };
    assert.equal(buy(bridged, '100', only), 'tesSUCCESS 1111112; 11111112 900 100000');
  });
});

test('A market maker is traded with in so many turns only', () => {
  const at = ammLedger();
  const context = new AmmContext(TRADER);
  context.isMultiPath = true;
  const liquidity = AmmLiquidity.find(at.view, context, { in: XRP, out: DOLLARS })!;
  const sizes: string[] = [];
  for (let turn = 0; turn < MAX_AMM_ITERATIONS; turn++) {
    context.clearAmmUsed();
    const offer = liquidity.offer(at.view, undefined);
    if (turn < 4) sizes.push(String(offer?.amounts.in));
    context.setAmmUsed();
    context.finishIteration();
  }
  assert.equal(liquidity.offer(at.view, undefined), undefined);
  // A Fibonacci sequence of what comes out: the first is one four-thousandth of the pool.
  assert.deepEqual(sizes, ['2500', '2501', '5002', '7504']);
});

test('An offer of a market maker is no larger than the pool, with several paths too', () => {
  const at = ammLedger();
  const context = new AmmContext(TRADER);
  context.isMultiPath = true;
  const liquidity = AmmLiquidity.find(at.view, context, { in: XRP, out: DOLLARS })!;
  for (let turn = 0; turn < 20; turn++) {
    context.setAmmUsed();
    context.finishIteration();
  }
  assert.equal(liquidity.offer(at.view, undefined), undefined);
});

test('A market maker offers nothing that is hardly better than the book', () => {
  const at = ammLedger();
  const liquidity = AmmLiquidity.find(at.view, new AmmContext(TRADER), { in: XRP, out: DOLLARS })!;
  const quality = (drops: bigint) => qualityOf({ in: drops, out: usd('1000') });
  assert.equal(liquidity.offer(at.view, quality(10_000_000n)), undefined);
  assert.equal(liquidity.offer(at.view, quality(9_000_000n)), undefined);
  assert.equal(liquidity.offer(at.view, quality(10_000_000n) + 10n), undefined);
  assert.notEqual(liquidity.offer(at.view, quality(10_100_000n)), undefined);
  assert.equal(AmmLiquidity.find(at.view, new AmmContext(TRADER), { in: XRP, out: EUROS }), undefined);
});
