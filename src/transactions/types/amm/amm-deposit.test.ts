import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AmmLedger, ammLedger, ISSUER, PROVIDER, usd } from '../../../../test/support/amm-ledger.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { BAD_CURRENCY, type StObject } from '../../../protocol/values.ts';

const Tf = TransactionFlags.AMMDeposit;
const Trust = TransactionFlags.TrustSet;
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
    ['for no currency', single(5n, { Asset2: { currency: BAD_CURRENCY, issuer: ISSUER } }), 'temBAD_CURRENCY'],
    ['of one asset twice', { Flags: Tf.tfTwoAsset, Amount: 5n, Amount2: 5n }, 'temBAD_AMM_TOKENS'],
    ['for less than no tokens', forTokens('-1'), 'temBAD_AMM_TOKENS'],
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
    ['into an empty one', single(5n), (at) => at.empty(), 'tecAMM_EMPTY'],
    [
      'of an asset that the pool may not pass on',
      single(usd('1')),
      (at) => at.trust(ISSUER, at.amm()!.Account, '0', { Flags: Trust.tfSetFreeze }),
      'tecFROZEN',
    ],
    [
      'of drops that there are not',
      single(100_000_000n),
      (at) => assert.equal(deposit(at, single(5n)), 'tesSUCCESS'),
      'tecUNFUNDED_AMM',
    ],
    ['of tokens without the reserve of the line', single(usd('1')), setDrops(1_600_000n), 'tecINSUF_RESERVE_LINE'],
    ['for tokens that are lost in rounding', forTokens('0.00000000001'), () => {}, 'tecAMM_INVALID_TOKENS'],
    [
      'of both, of so little that it gives no tokens',
      (at) => ({ Flags: Tf.tfTwoAsset, Amount: usd('0.0000000000000001'), Amount2: 5n, LPTokenOut: at.lpTokens('1') }),
      () => {},
      'tecAMM_INVALID_TOKENS',
    ],
    [
      'of one asset for tokens that are lost in rounding',
      (at) => ({ Flags: Tf.tfOneAssetLPToken, Amount: usd('9'), LPTokenOut: at.lpTokens('0.00000000001') }),
      () => {},
      'tecAMM_INVALID_TOKENS',
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
});
