/** Results of AMM transactions that no recording has, and their effects on the ledger. */
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
  PROVIDER,
  TRADER,
  usd,
} from '../../../../test/support/amm-ledger.ts';
import { XRP } from '../../../../test/support/book-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { Sandbox } from '../../../ledger/sandbox.ts';
import { accountKeylet, ammKeylet, lineKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { type AccountId, BAD_CURRENCY, type StObject } from '../../../protocol/values.ts';
import { pseudoAccountAddress } from '../../accounts/pseudo-account.ts';
import { auctionSlotOf, voteEntriesOf } from '../../amm/auction-slot.ts';
import { deleteTrustLine } from '../../trust-lines/trust-line.ts';

type Fields = StObject | ((at: AmmLedger) => StObject);
type Row = readonly [what: string, fields: Fields, expected: Ter, ...given: ((at: AmmLedger) => unknown)[]];

const { AMMDeposit: Deposit, AMMWithdraw: Withdraw } = TransactionFlags;
const { lsfAllowTrustLineClawback, lsfDefaultRipple } = EntryFlags.AccountRoot;
const DAY = 86_400;
/** Too few LP tokens to be a share of the pool in sixteen digits. */
const LOST = '0.00000000001';

const empty = (at: AmmLedger) => at.empty();
const root = (account: AccountId, fields: StObject) => (at: AmmLedger) =>
  at.view.rawReplace(Object.assign({}, at.account(account), fields));
const entry = (fields: (at: AmmLedger) => StObject) => (at: AmmLedger) =>
  at.view.rawReplace(Object.assign({}, at.amm(), fields(at)));
/** The provider gets LP tokens beside the 100,000 of the creator. */
const shared = (text: string) => (at: AmmLedger) =>
  at.send('AMMDeposit', { Flags: Deposit.tfLPToken, LPTokenOut: at.lpTokens(text) });
const authorized = (...accounts: readonly AccountId[]) => ({
  AuthAccounts: accounts.map((Account) => ({ AuthAccount: { Account } })),
});
const bids = (min: string | undefined, max: string | undefined) => (at: AmmLedger) => ({
  ...(min === undefined ? {} : { BidMin: at.lpTokens(min) }),
  ...(max === undefined ? {} : { BidMax: at.lpTokens(max) }),
});
/** The creator bought the slot 19 and a half of 20 intervals ago, so its price is the least one: 80. */
const sold = entry((at) => {
  const Expiration = at.view.parentCloseTimeSeconds + DAY / 40;
  return { AuctionSlot: { ...auctionSlotOf(at.amm()!), Price: at.lpTokens('0'), Expiration } as StObject };
});
const out =
  (Flags: number, text: string, fields: StObject = {}) =>
  (at: AmmLedger) => ({ Flags, LPTokenOut: at.lpTokens(text), ...fields });
/** The creator withdraws. */
const taken =
  (Flags: number, text: string, fields: StObject = {}) =>
  (at: AmmLedger) => ({ Account: CREATOR, Flags, LPTokenIn: at.lpTokens(text), ...fields });
const forDrops = { Flags: Deposit.tfSingleAsset, Amount: 5n };
/** A tenth of the pool, for 10,000 LP tokens. */
const tenth = { Amount: 1_000_000n, Amount2: usd('100') };
const oneDollar = { Flags: Deposit.tfSingleAsset, Amount: usd('1') };
const all = { Account: CREATOR, Flags: Withdraw.tfWithdrawAll };
const CLAWBACK = { Account: ISSUER, Holder: CREATOR, Asset: DOLLARS, Asset2: XRP };

/** The provider sends unless the fields name another account. */
const ROWS: Readonly<Record<string, readonly Row[]>> = {
  AMMBid: [
    ['a multi-purpose token', { Asset: { mptIssuanceId: '01'.repeat(24) } }, 'temDISABLED'],
    ['one asset twice', { Asset: DOLLARS }, 'temBAD_AMM_TOKENS'],
    ['a lowest bid of 0', bids('0', undefined), 'temBAD_AMOUNT'],
    ['a negative highest bid', bids(undefined, '-1'), 'temBAD_AMOUNT'],
    ['five accounts', authorized(...['A', 'B', 'D', 'E', 'F'].map(testAccount)), 'temMALFORMED'],
    ['the account of the sender', authorized(PROVIDER), 'temMALFORMED'],
    ['an account twice', authorized(TRADER, TRADER), 'temMALFORMED'],
    ['an absent market maker', { Asset2: EUROS }, 'terNO_AMM'],
    ['an absent account', authorized(testAccount('X')), 'terNO_ACCOUNT', shared('100000')],
    ['no LP tokens', { Account: TRADER }, 'tecAMM_INVALID_TOKENS'],
    ['an empty market maker', {}, 'tecAMM_EMPTY', empty],
    ['a highest bid below the price', bids(undefined, '79'), 'tecAMM_FAILED', shared('100000'), sold],
    ['two bids below the price', bids('78', '79'), 'tecAMM_FAILED', shared('100000'), sold],
  ],
  AMMClawback: [
    ['drops', { ...CLAWBACK, Asset: XRP, Asset2: DOLLARS }, 'temMALFORMED'],
    ['an amount of another asset', { ...CLAWBACK, Amount: eur('1') }, 'temBAD_AMOUNT'],
    ['an amount of 0', { ...CLAWBACK, Amount: usd('0') }, 'temBAD_AMOUNT'],
    [
      // The greater balance of the sender and the holder counts (AMMClawback::applyGuts, preFeeBalance_).
      'a holder without a line, both below the reserve of one',
      { ...CLAWBACK, Holder: PROVIDER },
      'tecINSUFFICIENT_RESERVE',
      shared('10000'),
      withoutLine,
      root(PROVIDER, { OwnerCount: 5, Balance: 1_000_000n }),
      root(ISSUER, { Flags: lsfDefaultRipple | lsfAllowTrustLineClawback, Balance: 1_000_000n }),
    ],
  ],
  AMMDeposit: [
    ['no currency', { ...forDrops, Asset2: { currency: BAD_CURRENCY, issuer: ISSUER } }, 'temBAD_CURRENCY'],
    ['one asset twice', { Flags: Deposit.tfTwoAsset, Amount: 5n, Amount2: 5n }, 'temBAD_AMM_TOKENS'],
    ['fewer than no LP tokens', out(Deposit.tfLPToken, '-1'), 'temBAD_AMM_TOKENS'],
    [
      'a fee above one per cent',
      { Flags: Deposit.tfTwoAssetIfEmpty, Amount: 5n, Amount2: usd('1'), TradingFee: 1001 },
      'temBAD_FEE',
    ],
    ['an empty market maker', forDrops, 'tecAMM_EMPTY', empty],
    [
      'a frozen line of the pool',
      oneDollar,
      'tecFROZEN',
      (at) => at.trust(ISSUER, at.amm()!.Account, '0', { Flags: TransactionFlags.TrustSet.tfSetFreeze }),
    ],
    [
      'drops of the reserve',
      { ...forDrops, Amount: 100_000_000n },
      'tecUNFUNDED_AMM',
      (at) => at.send('AMMDeposit', forDrops),
    ],
    [
      'a balance below the reserve of a line',
      oneDollar,
      'tecINSUF_RESERVE_LINE',
      root(PROVIDER, { Balance: 1_600_000n }),
    ],
    ['a balance above the reserve of a line', oneDollar, 'tesSUCCESS', root(PROVIDER, { Balance: 1_600_001n })],
    [
      'drops of the reserve of a line', // AMMDeposit::preclaim, the lambda balance
      { ...forDrops, Amount: 5_000n },
      'tecINSUF_RESERVE_LINE',
      root(PROVIDER, { Balance: 1_602_000n }),
    ],
    ['LP tokens that are lost in rounding', out(Deposit.tfLPToken, LOST), 'tecAMM_INVALID_TOKENS'],
    ['two assets for enough LP tokens', out(Deposit.tfTwoAsset, '9999', tenth), 'tesSUCCESS'],
    ['two assets for too few LP tokens', out(Deposit.tfTwoAsset, '10001', tenth), 'tecAMM_FAILED'],
    ['one asset for enough LP tokens', out(Deposit.tfSingleAsset, '4000', { Amount: usd('100') }), 'tesSUCCESS'],
    ['one asset for too few LP tokens', out(Deposit.tfSingleAsset, '5000', { Amount: usd('100') }), 'tecAMM_FAILED'],
    [
      'amounts too small for LP tokens',
      out(Deposit.tfTwoAsset, '1', { Amount: usd('0.0000000000000001'), Amount2: 5n }),
      'tecAMM_INVALID_TOKENS',
    ],
    [
      'one asset for LP tokens that are lost in rounding',
      out(Deposit.tfOneAssetLPToken, LOST, { Amount: usd('9') }),
      'tecAMM_INVALID_TOKENS',
    ],
  ],
  AMMVote: [
    ['an absent market maker', { TradingFee: 5, Asset2: EUROS }, 'terNO_AMM'],
    ['no LP tokens', { TradingFee: 5 }, 'tecAMM_INVALID_TOKENS'],
    ['an empty market maker', { TradingFee: 5 }, 'tecAMM_EMPTY', empty],
  ],
  AMMWithdraw: [
    ['one asset twice', { Flags: Withdraw.tfTwoAsset, Amount: 5n, Amount2: 5n }, 'temBAD_AMM_TOKENS'],
    ['fewer than no LP tokens', taken(Withdraw.tfLPToken, '-1'), 'temBAD_AMM_TOKENS'],
    ['an empty market maker', all, 'tecAMM_EMPTY', empty],
    ['LP tokens that are lost in rounding', taken(Withdraw.tfLPToken, LOST), 'tecAMM_INVALID_TOKENS', shared('10000')],
    ['LP tokens for no drops', taken(Withdraw.tfLPToken, '0.000001'), 'tecAMM_FAILED', shared('10000')],
    [
      'one asset for LP tokens that are lost',
      taken(Withdraw.tfOneAssetLPToken, LOST, { Amount: 0n }),
      'tecAMM_INVALID_TOKENS',
      shared('10000'),
    ],
    [
      'a price with an infinite quotient',
      (at) => ({ Account: CREATOR, Flags: Withdraw.tfLimitLPToken, Amount: usd('0'), EPrice: at.lpTokens('0.1') }),
      'tefEXCEPTION',
    ],
    [
      'LP tokens of the only provider that differ from the total',
      all,
      'tecAMM_INVALID_TOKENS',
      entry((at) => ({ LPTokenBalance: at.lpTokens('100200') })),
    ],
    [
      'all of one asset to the only provider',
      { Account: CREATOR, Flags: Withdraw.tfOneAssetWithdrawAll, Amount: usd('0') },
      'tecAMM_BALANCE',
    ],
    [
      'a third line below the reserve',
      oneDollarOut,
      'tecINSUFFICIENT_RESERVE',
      shared('10000'),
      withoutLine,
      root(PROVIDER, { OwnerCount: 2, Balance: 1_000_000n }),
    ],
    [
      'a second line below the reserve',
      oneDollarOut,
      'tesSUCCESS',
      shared('10000'),
      withoutLine,
      root(PROVIDER, { OwnerCount: 1, Balance: 1_000_000n }),
    ],
  ],
};

function oneDollarOut(): StObject {
  return { Flags: Withdraw.tfSingleAsset, Amount: usd('1') };
}

/** The provider has no dollars and no line for them. */
function withoutLine(at: AmmLedger): void {
  const sandbox = new Sandbox(at.view);
  deleteTrustLine(sandbox, sandbox.peek(lineKeylet(PROVIDER, ISSUER, DOLLARS.currency))!);
  sandbox.applyTo(at.view);
}

for (const [type, rows] of Object.entries(ROWS)) {
  describe(type, () => {
    for (const [what, fields, expected, ...given] of rows) {
      test(`${what}: ${expected}`, () => {
        const at = ammLedger({ TradingFee: 1000 });
        for (const prepare of given) prepare(at);
        assert.equal(at.send(type, typeof fields === 'function' ? fields(at) : fields), expected);
      });
    }
  });
}

describe('A withdrawal of one asset for LP tokens', () => {
  const withdraw = (at: AmmLedger, least: string) =>
    at.send('AMMWithdraw', taken(Withdraw.tfOneAssetLPToken, '5000', { Amount: usd(least) })(at));

  test('may give exactly the least amount, and not less', () => {
    const free = ammLedger();
    const before = Number(free.held(CREATOR, ISSUER));
    assert.equal(withdraw(free, '0'), 'tesSUCCESS');
    const given = Number(free.held(CREATOR, ISSUER)) - before;
    assert.equal(given, 97.5);
    assert.equal(withdraw(ammLedger(), '97.5'), 'tesSUCCESS');
    assert.equal(withdraw(ammLedger(), '97.50000000000001'), 'tecAMM_FAILED');
  });
});

describe('A market maker', () => {
  test('is not made of LP tokens', () => {
    const at = ammLedger();
    assert.equal(at.create({ Amount: at.lpTokens('1') }), 'tecAMM_INVALID_TOKENS');
  });

  test('has no address if all 256 are taken', () => {
    const at = marketLedger();
    const { key } = ammKeylet(XRP, DOLLARS);
    const next = () => pseudoAccountAddress(at.view, key);
    for (let id = next(); id !== undefined; id = next()) at.fund(id);
    assert.equal(at.create(), 'terADDRESS_COLLISION');
  });

  test('gives the issuer of both assets both with tfClawTwoAssets', () => {
    const at = marketLedger({ Flags: lsfDefaultRipple | lsfAllowTrustLineClawback });
    at.create({ Amount: eur('400'), Amount2: usd('100') });
    const Flags = TransactionFlags.AMMClawback.tfClawTwoAssets;
    const both = { ...CLAWBACK, Asset: EUROS, Asset2: DOLLARS, Amount: eur('200'), Flags };
    assert.equal(at.send('AMMClawback', both), 'tesSUCCESS');
    assert.deepEqual([at.pool(EUROS, DOLLARS), at.held(CREATOR, ISSUER)], ['200 50 100', '9900']);
  });

  test('that is empty starts again with the fee, the vote and the slot of the sender', () => {
    const at = ammLedger({ TradingFee: 500 });
    const AuctionSlot = { ...(at.amm()!.AuctionSlot as StObject), ...authorized(ISSUER) };
    at.view.rawReplace({ ...at.amm()!, AuctionSlot });
    at.empty();
    const fields = { Flags: Deposit.tfTwoAssetIfEmpty, Amount: 1_000_000n, Amount2: usd('100'), TradingFee: 20 };
    assert.equal(at.send('AMMDeposit', fields), 'tesSUCCESS');
    assert.equal(`${at.pool()}; ${at.share(PROVIDER)}`, '1000000 100 10000; 10000');
    const amm = at.amm()!;
    assert.equal(amm.TradingFee, 20);
    assert.deepEqual(amm.VoteSlots, [{ VoteEntry: { Account: PROVIDER, TradingFee: 20, VoteWeight: 100_000 } }]);
    assert.deepEqual(Object.keys(amm.AuctionSlot!).sort(), ['Account', 'DiscountedFee', 'Expiration', 'Price']);
  });

  test('with eight votes replaces the one of least weight by an equal weight only if the fee is higher', () => {
    for (const [fee, isReplaced] of [
      [101, true],
      [100, false],
    ] as const) {
      const at = ammLedger();
      const { issuer } = at.amm()!.LPTokenBalance;
      const vote = (Account: AccountId, weight: string, TradingFee: number) => {
        at.fund(Account);
        shared(weight)(at);
        at.apply({ TransactionType: 'TrustSet', Account, LimitAmount: at.lpTokens('1000000') });
        at.pay(PROVIDER, Account, '0', issuer, { Amount: at.lpTokens(weight) });
        assert.equal(at.send('AMMVote', { Account, TradingFee }), 'tesSUCCESS');
      };
      for (let i = 1; i <= 7; i++) vote(testAccount(`V${i}`), String(i * 100), 100);
      vote(testAccount('V8'), '100', fee);
      const voters = voteEntriesOf(at.amm()!).map(({ Account }) => Account);
      assert.deepEqual([voters.length, voters.includes(testAccount('V8'))], [8, isReplaced]);
    }
  });

  test('with more lines than a withdrawal removes stays empty until AMMDelete', () => {
    const at = ammLedger();
    const holders = Array.from({ length: 513 }, (_, i) => testAccount(`Z${i}`));
    for (const Account of holders) {
      at.fund(Account);
      at.apply({ TransactionType: 'TrustSet', Account, LimitAmount: at.lpTokens('10') });
    }
    const { Account } = at.amm()!;
    assert.equal(at.send('AMMWithdraw', all), 'tesSUCCESS');
    assert.equal(at.pool(), '0 0 0');
    assert.equal(at.send('AMMDelete'), 'tesSUCCESS');
    assert.deepEqual([at.pool(), at.read(accountKeylet(Account))], ['none', undefined]);
    assert.ok(holders.every((holder) => at.account(holder).OwnerCount === 0));
  });
});
