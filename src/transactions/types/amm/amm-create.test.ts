import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type AmmLedger,
  ammLedger,
  CREATOR,
  DOLLARS,
  EUROS,
  eur,
  ISSUER,
  marketLedger,
  usd,
} from '../../../../test/support/amm-ledger.ts';
import { XRP } from '../../../../test/support/book-ledger.ts';
import { TEST_FEES, testAccount } from '../../../../test/support/test-view.ts';
import { tokens } from '../../../../test/support/token-ledger.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import { ammKeylet, ownerDirKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { BAD_CURRENCY, type StObject } from '../../../protocol/values.ts';
import { pseudoAccountAddress } from '../../accounts/pseudo-account.ts';
import { ammCreate } from './amm-create.ts';

const { AccountRoot: Bits, RippleState: Line } = EntryFlags;
const Tf = TransactionFlags.TrustSet;
const MPT = { value: 5n, mptIssuanceId: '01'.repeat(24) };

/** The creator has so many drops. */
const withDrops = (Balance: bigint) => (at: AmmLedger) => setRoot(at, CREATOR, { Balance });

function setRoot(at: AmmLedger, account: string, fields: Partial<AccountRoot>): void {
  at.view.rawReplace({ ...at.account(account), ...fields });
}

describe('AMMCreate refuses', () => {
  const cases: readonly [string, StObject, (at: AmmLedger) => void, Ter][] = [
    ['multi-purpose tokens', { Amount: MPT, TradingFee: 9999 }, () => {}, 'temDISABLED'],
    ['the same asset twice', { Amount: usd('1'), Amount2: usd('2'), TradingFee: 9999 }, () => {}, 'temBAD_AMM_TOKENS'],
    ['no currency', { Amount: tokens('1', ISSUER, BAD_CURRENCY) }, () => {}, 'temBAD_CURRENCY'],
    ['nothing of the first', { Amount: 0n }, () => {}, 'temBAD_AMOUNT'],
    ['less than nothing of the second', { Amount2: usd('-1') }, () => {}, 'temBAD_AMOUNT'],
    ['a fee above one per cent', { TradingFee: 1001 }, () => {}, 'temBAD_FEE'],
    ['assets that have one', {}, (at) => at.create(), 'tecDUPLICATE'],
    [
      'an asset that the sender may not hold',
      {},
      (at) => setRoot(at, ISSUER, { Flags: Bits.lsfDefaultRipple | Bits.lsfRequireAuth }),
      'tecNO_AUTH',
    ],
    ['a frozen line', {}, (at) => at.trust(ISSUER, CREATOR, '0', { Flags: Tf.tfSetFreeze }), 'tecFROZEN'],
    [
      'assets that are frozen for everybody',
      {},
      (at) => setRoot(at, ISSUER, { Flags: Bits.lsfDefaultRipple | Bits.lsfGlobalFreeze }),
      'tecFROZEN',
    ],
    ['an issuer who lets nothing ripple', {}, (at) => setRoot(at, ISSUER, { Flags: 0 }), 'terNO_RIPPLE'],
    ['without the reserve of another line', {}, withDrops(1_600_000n), 'tecINSUF_RESERVE_LINE'],
    ['more drops than there are above the reserve', {}, withDrops(11_599_999n), 'tecUNFUNDED_AMM'],
    ['more tokens than there are', { Amount2: usd('10001') }, () => {}, 'tecUNFUNDED_AMM'],
  ];
  for (const [what, fields, prepare, expected] of cases) {
    test(`${what}: ${expected}`, () => {
      const at = marketLedger();
      prepare(at);
      assert.equal(at.create(fields), expected);
    });
  }

  test('LP tokens of another one', () => {
    const at = ammLedger();
    assert.equal(at.create({ Amount: at.lpTokens('1') }), 'tecAMM_INVALID_TOKENS');
  });

  test('when every account that it could have exists', () => {
    const at = marketLedger();
    const { key } = ammKeylet(XRP, DOLLARS);
    for (let id = pseudoAccountAddress(at.view, key); id !== undefined; id = pseudoAccountAddress(at.view, key)) {
      at.fund(id);
    }
    assert.equal(at.create(), 'terADDRESS_COLLISION');
  });
});

describe('AMMCreate', () => {
  test('costs the reserve of an object', () => {
    assert.equal(ammCreate.baseFee!({} as never, {} as never, { fees: TEST_FEES, networkId: 0 }), 200_000n);
  });

  test('makes an account that nobody has a key for, which owns the rest', () => {
    const at = ammLedger();
    const amm = at.amm()!;
    const root = at.account(amm.Account);
    assert.equal(root.AMMID, amm.index);
    assert.equal(root.Sequence, 0);
    assert.equal(root.Flags, Bits.lsfDisableMaster | Bits.lsfDefaultRipple | Bits.lsfDepositAuth);
    assert.equal(root.Balance, 10_000_000n);
    assert.equal(at.read(ownerDirKeylet(amm.Account))?.Indexes.length, 3);
    assert.equal(at.line(amm.Account, ISSUER)!.Flags & Line.lsfAMMNode, Line.lsfAMMNode);
  });

  test('gives LP tokens, which are the root of the product, and the first vote and auction slot', () => {
    const at = ammLedger({ TradingFee: 105 });
    assert.equal(at.pool(), '10000000 1000 100000');
    assert.equal(at.share(CREATOR), '100000');
    const { VoteSlots, AuctionSlot, TradingFee, Asset, Asset2 } = at.amm()!;
    assert.deepEqual([Asset, Asset2], [XRP, DOLLARS]);
    assert.equal(TradingFee, 105);
    assert.deepEqual(VoteSlots, [{ VoteEntry: { Account: CREATOR, TradingFee: 105, VoteWeight: 100_000 } }]);
    assert.deepEqual(AuctionSlot, {
      Account: CREATOR,
      Expiration: at.view.parentCloseTimeSeconds + 86_400,
      Price: at.lpTokens('0'),
      DiscountedFee: 10,
    });
  });

  test('leaves out fees of zero, and the discounted fee below ten', () => {
    const slotOf = (fields: StObject) => ammLedger(fields).amm()!.AuctionSlot as StObject;
    assert.equal(ammLedger().amm()!.TradingFee, undefined);
    assert.equal('TradingFee' in (ammLedger().amm()!.VoteSlots![0]!.VoteEntry as StObject), false);
    assert.equal('DiscountedFee' in slotOf({ TradingFee: 9 }), false);
  });

  test('takes assets in either order, tokens for tokens too, without their transfer fee', () => {
    const at = marketLedger({ TransferRate: 1_500_000_000 });
    assert.equal(at.create({ Amount: eur('400'), Amount2: usd('100') }), 'tesSUCCESS');
    assert.equal(at.pool(EUROS, DOLLARS), '400 100 200');
    assert.deepEqual(at.amm(DOLLARS, EUROS)?.Asset, EUROS);
    assert.equal(at.held(CREATOR, ISSUER), '9900');
  });

  test('takes from an issuer as much as it issues', () => {
    const at = marketLedger();
    assert.equal(at.create({ Account: ISSUER, Amount2: usd('99999999') }), 'tesSUCCESS');
    assert.equal(at.held(testAccount('T'), ISSUER), '10000');
  });
});
