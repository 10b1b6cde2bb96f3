import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type AmmLedger,
  ammLedger,
  CREATOR,
  EUROS,
  eur,
  ISSUER,
  PROVIDER,
  usd,
} from '../../../../test/support/amm-ledger.ts';
import { XRP } from '../../../../test/support/book-ledger.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { BAD_CURRENCY, type StObject } from '../../../protocol/values.ts';

const Tf = TransactionFlags.AMMDeposit;
const Trust = TransactionFlags.TrustSet;
const { AccountRoot: Bits } = EntryFlags;
const MPT = { value: 5n, mptIssuanceId: '01'.repeat(24) };
/** Parts of a transaction that depend on the ledger, for LP tokens. */
type Fields = StObject | ((at: AmmLedger) => StObject);

function deposit(at: AmmLedger, fields: Fields): Ter {
  return at.send('AMMDeposit', typeof fields === 'function' ? fields(at) : fields);
}

const single = (Amount: bigint | object, fields: StObject = {}) =>
  ({ Flags: Tf.tfSingleAsset, Amount, ...fields }) as StObject;
const both = (Amount: bigint, Amount2: object, fields: StObject = {}) =>
  ({ Flags: Tf.tfTwoAsset, Amount, Amount2, ...fields }) as StObject;
const forTokens =
  (text: string, fields: StObject = {}) =>
  (at: AmmLedger) => ({
    Flags: Tf.tfLPToken,
    LPTokenOut: at.lpTokens(text),
    ...fields,
  });

describe('AMMDeposit is malformed', () => {
  const forms: readonly [string, Fields, Ter][] = [
    ['with a multi-purpose token', single(MPT, { Flags: 0 }), 'temDISABLED'],
    ['without a mode', { Amount: 5n }, 'temMALFORMED'],
    ['with two modes', { Flags: Tf.tfSingleAsset | Tf.tfTwoAsset, Amount: 5n }, 'temMALFORMED'],
    ['by tokens without any', { Flags: Tf.tfLPToken }, 'temMALFORMED'],
    ['by tokens with one limit', forTokens('1', { Amount: 5n }), 'temMALFORMED'],
    ['by tokens with the other limit', forTokens('1', { Amount2: 5n }), 'temMALFORMED'],
    ['by tokens at a price', forTokens('1', { EPrice: usd('1') }), 'temMALFORMED'],
    ['of one asset without an amount', { Flags: Tf.tfSingleAsset }, 'temMALFORMED'],
    ['of one asset with two amounts', single(5n, { Amount2: usd('1') }), 'temMALFORMED'],
    ['of one asset with a fee', single(5n, { TradingFee: 5 }), 'temMALFORMED'],
    ['of two assets with one amount', { Flags: Tf.tfTwoAsset, Amount: 5n }, 'temMALFORMED'],
    ['of one asset for tokens without these', { Flags: Tf.tfOneAssetLPToken, Amount: 5n }, 'temMALFORMED'],
    ['at a price without one', { Flags: Tf.tfLimitLPToken, Amount: 5n }, 'temMALFORMED'],
    ['into an empty one with one amount', { Flags: Tf.tfTwoAssetIfEmpty, Amount: 5n }, 'temMALFORMED'],
    ['for an asset and itself', single(5n, { Asset2: XRP }), 'temBAD_AMM_TOKENS'],
    ['for no currency', single(5n, { Asset2: { currency: BAD_CURRENCY, issuer: ISSUER } }), 'temBAD_CURRENCY'],
    ['of one asset twice', { Flags: Tf.tfTwoAsset, Amount: 5n, Amount2: 5n }, 'temBAD_AMM_TOKENS'],
    ['for less than no tokens', forTokens('-1'), 'temBAD_AMM_TOKENS'],
    ['of another asset', single(eur('1')), 'temBAD_AMM_TOKENS'],
    ['of nothing', single(0n), 'temBAD_AMOUNT'],
    ['of nothing of the other', both(5n, usd('0')), 'temBAD_AMOUNT'],
    ['at a price in another asset', { Flags: Tf.tfLimitLPToken, Amount: 5n, EPrice: usd('1') }, 'temBAD_AMM_TOKENS'],
    ['at no price', { Flags: Tf.tfLimitLPToken, Amount: 5n, EPrice: 0n }, 'temBAD_AMOUNT'],
    [
      'with a fee above one per cent',
      { ...both(5n, usd('1')), Flags: Tf.tfTwoAssetIfEmpty, TradingFee: 1001 },
      'temBAD_FEE',
    ],
  ];
  for (const [what, fields, expected] of forms) {
    test(`${what}: ${expected}`, () => assert.equal(deposit(ammLedger(), fields), expected));
  }
});

describe('AMMDeposit is refused', () => {
  const setDrops = (Balance: bigint) => (at: AmmLedger) => at.view.rawReplace({ ...at.account(PROVIDER), Balance });
  const cases: readonly [string, Fields, (at: AmmLedger) => void, Ter][] = [
    ['where there is none', single(5n, { Asset2: EUROS }), () => {}, 'terNO_AMM'],
    [
      'into one with something, as into an empty one',
      { ...both(5n, usd('1')), Flags: Tf.tfTwoAssetIfEmpty },
      () => {},
      'tecAMM_NOT_EMPTY',
    ],
    ['into an empty one', single(5n), (at) => at.empty(), 'tecAMM_EMPTY'],
    [
      'of an asset that the sender may not hold',
      single(5n),
      (at) => at.view.rawReplace({ ...at.account(ISSUER), Flags: Bits.lsfDefaultRipple | Bits.lsfRequireAuth }),
      'tecNO_AUTH',
    ],
    [
      'when the other asset is frozen',
      single(5n),
      (at) => at.trust(ISSUER, PROVIDER, '0', { Flags: Trust.tfSetFreeze }),
      'tecFROZEN',
    ],
    [
      'of an asset that the pool may not pass on',
      single(usd('1')),
      (at) => at.trust(ISSUER, at.amm()!.Account, '0', { Flags: Trust.tfSetFreeze }),
      'tecFROZEN',
    ],
    [
      'by tokens, when the pool may not pass on one of the assets',
      forTokens('1'),
      (at) => at.trust(ISSUER, at.amm()!.Account, '0', { Flags: Trust.tfSetFreeze }),
      'tecFROZEN',
    ],
    ['of more tokens than there are', single(usd('10001')), () => {}, 'tecUNFUNDED_AMM'],
    ['of drops out of the reserve of the line', single(5n), setDrops(1_600_004n), 'tecINSUF_RESERVE_LINE'],
    [
      'of drops that there are not',
      single(100_000_000n),
      (at) => assert.equal(deposit(at, single(5n)), 'tesSUCCESS'),
      'tecUNFUNDED_AMM',
    ],
    ['for LP tokens of another one', { Flags: Tf.tfLPToken, LPTokenOut: usd('1') }, () => {}, 'temBAD_AMM_TOKENS'],
    ['of tokens without the reserve of the line', single(usd('1')), setDrops(1_600_000n), 'tecINSUF_RESERVE_LINE'],
    ['for less than asked', forTokens('10000', { Amount: 1_000_001n, Amount2: usd('100') }), () => {}, 'tecAMM_FAILED'],
    [
      'for fewer tokens than asked',
      (at) => both(10n, usd('1'), { LPTokenOut: at.lpTokens('9') }),
      () => {},
      'tecAMM_FAILED',
    ],
    ['for tokens that are lost in rounding', forTokens('0.00000000001'), () => {}, 'tecAMM_INVALID_TOKENS'],
    ['of so little that it gives no tokens', single(usd('0.0000000000000001')), () => {}, 'tecAMM_INVALID_TOKENS'],
    [
      'of both, of so little that it gives no tokens',
      (at) => ({ Flags: Tf.tfTwoAsset, Amount: usd('0.0000000000000001'), Amount2: 5n, LPTokenOut: at.lpTokens('1') }),
      () => {},
      'tecAMM_INVALID_TOKENS',
    ],
    ['by tokens, of more than there is', forTokens('1000000'), () => {}, 'tecUNFUNDED_AMM'],
    [
      'of one asset for tokens that cost more',
      (at) => ({ Flags: Tf.tfOneAssetLPToken, Amount: usd('209'), LPTokenOut: at.lpTokens('10000') }),
      () => {},
      'tecAMM_FAILED',
    ],
    [
      'of one asset for tokens that are lost in rounding',
      (at) => ({ Flags: Tf.tfOneAssetLPToken, Amount: usd('9'), LPTokenOut: at.lpTokens('0.00000000001') }),
      () => {},
      'tecAMM_INVALID_TOKENS',
    ],
    [
      'at a price that is not to be had',
      { Flags: Tf.tfLimitLPToken, Amount: usd('0'), EPrice: usd('0.01') },
      () => {},
      'tecAMM_FAILED',
    ],
  ];
  for (const [what, fields, prepare, expected] of cases) {
    test(`${what}: ${expected}`, () => {
      const at = ammLedger();
      prepare(at);
      assert.equal(deposit(at, fields), expected);
    });
  }
});

describe('AMMDeposit', () => {
  /** What the pool comes to be, and the provider's LP tokens. */
  const after = (fields: Fields, fee = 0): string => {
    const at = ammLedger({ TradingFee: fee });
    assert.equal(deposit(at, fields), 'tesSUCCESS');
    return `${at.pool()}; ${at.share(PROVIDER)}`;
  };

  test('by tokens takes both assets in the pool’s proportion', () => {
    assert.equal(after(forTokens('10000')), '11000000 1100 110000; 10000');
    assert.equal(after(forTokens('10000', { Amount: 1_000_000n, Amount2: usd('100') })), '11000000 1100 110000; 10000');
  });

  test('of both assets takes as much of the one as goes with the other', () => {
    assert.equal(after(both(1_000_000n, usd('200'))), '11000000 1100 110000; 10000');
    assert.equal(after(both(1_000_000n, usd('50'))), '10500000 1050 105000; 5000');
  });

  test('of both assets takes them in either order', () => {
    const fields = { Flags: Tf.tfTwoAsset, Amount: usd('50'), Amount2: 1_000_000n };
    assert.equal(after(fields), '10500000 1050 105000; 5000');
  });

  test('of one asset gives as many tokens as a swap of half of it would leave', () => {
    assert.equal(after(single(usd('210'))), '10000000 1210 110000; 10000');
    assert.equal(after(single(2_100_000n)), '12100000 1000 110000; 10000');
  });

  test('of one asset pays the fee for the part that is swapped', () => {
    const [, tokensOut] = after(single(usd('210')), 1000).split('; ');
    assert.ok(Number(tokensOut) < 10_000 && Number(tokensOut) > 9_940, tokensOut);
  });

  test('of one asset for tokens takes what these cost', () => {
    const fields = (at: AmmLedger) => ({
      Flags: Tf.tfOneAssetLPToken,
      Amount: usd('211'),
      LPTokenOut: at.lpTokens('10000'),
    });
    assert.match(after(fields), /^10000000 1210(\.\d*)? 110000; 10000$/);
  });

  test('at a price takes all of it if the price is good, else as much as the price allows', () => {
    const atPrice = (Amount: object, price: string) =>
      ({ Flags: Tf.tfLimitLPToken, Amount, EPrice: usd(price) }) as StObject;
    assert.equal(after(atPrice(usd('210'), '0.1')), after(single(usd('210'))));
    const [pool, tokensOut] = after(atPrice(usd('210'), '0.0205')).split('; ');
    const deposited = Number(pool!.split(' ')[1]) - 1000;
    assert.ok(deposited > 0 && deposited < 210);
    assert.ok(Math.abs(deposited / Number(tokensOut) - 0.0205) < 1e-9);
    assert.equal(after(atPrice(usd('0'), '0.0205')), `${pool}; ${tokensOut}`);
  });

  test('into an empty one starts it anew, with the sender’s fee, vote and auction slot', () => {
    const at = ammLedger({ TradingFee: 500 });
    const authorized = { ...(at.amm()!.AuctionSlot as StObject), AuthAccounts: [{ AuthAccount: { Account: ISSUER } }] };
    at.view.rawReplace({ ...at.amm()!, AuctionSlot: authorized });
    at.empty();
    const fields = { Flags: Tf.tfTwoAssetIfEmpty, Amount: 1_000_000n, Amount2: usd('100'), TradingFee: 20 };
    assert.equal(deposit(at, fields), 'tesSUCCESS');
    assert.equal(`${at.pool()}; ${at.share(PROVIDER)}`, '1000000 100 10000; 10000');
    const { TradingFee, VoteSlots, AuctionSlot } = at.amm()!;
    assert.equal(TradingFee, 20);
    assert.deepEqual(VoteSlots, [{ VoteEntry: { Account: PROVIDER, TradingFee: 20, VoteWeight: 100_000 } }]);
    assert.deepEqual(Object.keys(AuctionSlot!).sort(), ['Account', 'DiscountedFee', 'Expiration', 'Price']);
  });

  test('of an issuer’s own token needs no funds', () => {
    const at = ammLedger();
    assert.equal(deposit(at, single(usd('1000000'), { Account: ISSUER })), 'tesSUCCESS');
  });

  test('adds to what the sender has', () => {
    const at = ammLedger();
    assert.equal(
      deposit(at, (ledger) => ({ ...forTokens('10000')(ledger), Account: CREATOR })),
      'tesSUCCESS',
    );
    assert.equal(at.share(CREATOR), '110000');
  });
});
