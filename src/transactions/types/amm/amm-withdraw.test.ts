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
  TRADER,
  usd,
} from '../../../../test/support/amm-ledger.ts';
import { XRP } from '../../../../test/support/book-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { Sandbox } from '../../../ledger/sandbox.ts';
import { accountKeylet, lineKeylet, ownerDirKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { AccountId, StObject } from '../../../protocol/values.ts';
import { deleteTrustLine } from '../../trust-lines/trust-line.ts';

const Tf = TransactionFlags.AMMWithdraw;
const Trust = TransactionFlags.TrustSet;
const { AccountRoot: Bits } = EntryFlags;
const MPT = { value: 5n, mptIssuanceId: '01'.repeat(24) };
type Fields = StObject | ((at: AmmLedger) => StObject);

/** The creator has 100,000 LP tokens, and the provider 10,000 more. */
function shared(fee = 0): AmmLedger {
  const at = ammLedger({ TradingFee: fee });
  const Flags = TransactionFlags.AMMDeposit.tfLPToken;
  assert.equal(at.send('AMMDeposit', { Flags, LPTokenOut: at.lpTokens('10000') }), 'tesSUCCESS');
  return at;
}

/** The creator withdraws unless the fields say otherwise. */
function withdraw(at: AmmLedger, fields: Fields): Ter {
  return at.send('AMMWithdraw', { Account: CREATOR, ...(typeof fields === 'function' ? fields(at) : fields) });
}

const single = (Amount: bigint | object, fields: StObject = {}) =>
  ({ Flags: Tf.tfSingleAsset, Amount, ...fields }) as StObject;
const forTokens =
  (text: string, fields: StObject = {}) =>
  (at: AmmLedger) => ({
    Flags: Tf.tfLPToken,
    LPTokenIn: at.lpTokens(text),
    ...fields,
  });
const oneForTokens = (Amount: bigint | object, text: string) => (at: AmmLedger) =>
  ({ Flags: Tf.tfOneAssetLPToken, Amount, LPTokenIn: at.lpTokens(text) }) as StObject;
const atPrice = (Amount: bigint | object, text: string) => (at: AmmLedger) =>
  ({ Flags: Tf.tfLimitLPToken, Amount, EPrice: at.lpTokens(text) }) as StObject;
const ALL = { Flags: Tf.tfWithdrawAll };

describe('AMMWithdraw is malformed', () => {
  const forms: readonly [string, Fields, Ter][] = [
    ['with a multi-purpose token', single(MPT, { Flags: 0 }), 'temDISABLED'],
    ['without a mode', { Amount: 5n }, 'temMALFORMED'],
    ['with two modes', { Flags: Tf.tfSingleAsset | Tf.tfTwoAsset, Amount: 5n }, 'temMALFORMED'],
    ['by tokens without any', { Flags: Tf.tfLPToken }, 'temMALFORMED'],
    ['by tokens with an amount', forTokens('1', { Amount: 5n }), 'temMALFORMED'],
    ['of all with an amount', { ...ALL, Amount: 5n }, 'temMALFORMED'],
    ['of all in one asset, without an amount', { Flags: Tf.tfOneAssetWithdrawAll }, 'temMALFORMED'],
    ['of one asset with two amounts', single(5n, { Amount2: usd('1') }), 'temMALFORMED'],
    ['of both assets with one amount', { Flags: Tf.tfTwoAsset, Amount: 5n }, 'temMALFORMED'],
    ['of one asset for tokens without these', { Flags: Tf.tfOneAssetLPToken, Amount: 5n }, 'temMALFORMED'],
    ['at a price without one', { Flags: Tf.tfLimitLPToken, Amount: 5n }, 'temMALFORMED'],
    ['for an asset and itself', { ...ALL, Asset2: XRP }, 'temBAD_AMM_TOKENS'],
    ['of one asset twice', { Flags: Tf.tfTwoAsset, Amount: 5n, Amount2: 5n }, 'temBAD_AMM_TOKENS'],
    ['for less than no tokens', forTokens('-1'), 'temBAD_AMM_TOKENS'],
    ['of another asset', single(eur('1')), 'temBAD_AMM_TOKENS'],
    ['of nothing', single(0n), 'temBAD_AMOUNT'],
    ['of nothing of the other', { Flags: Tf.tfTwoAsset, Amount: 5n, Amount2: usd('0') }, 'temBAD_AMOUNT'],
    ['at no price', atPrice(5n, '0'), 'temBAD_AMOUNT'],
  ];
  for (const [what, fields, expected] of forms) {
    test(`${what}: ${expected}`, () => assert.equal(withdraw(shared(), fields), expected));
  }
});

describe('AMMWithdraw is refused', () => {
  const freezePool = (at: AmmLedger) => at.trust(ISSUER, at.amm()!.Account, '0', { Flags: Trust.tfSetFreeze });
  const cases: readonly [string, Fields, (at: AmmLedger) => void, Ter][] = [
    ['where there is none', { ...ALL, Asset2: EUROS }, () => {}, 'terNO_AMM'],
    ['from an empty one', ALL, (at) => at.empty(), 'tecAMM_EMPTY'],
    ['of more than the pool has', single(usd('1101')), () => {}, 'tecAMM_BALANCE'],
    [
      'of an asset that the sender may not hold',
      single(usd('1')),
      (at) => at.view.rawReplace({ ...at.account(ISSUER), Flags: Bits.lsfDefaultRipple | Bits.lsfRequireAuth }),
      'tecNO_AUTH',
    ],
    ['of an asset that is frozen in the pool', single(usd('1')), freezePool, 'tecFROZEN'],
    [
      'of an asset that is frozen for the sender',
      single(usd('1')),
      (at) => at.trust(ISSUER, CREATOR, '0', { Flags: Trust.tfSetFreeze }),
      'tecFROZEN',
    ],
    ['to somebody without LP tokens', { ...ALL, Account: TRADER }, () => {}, 'tecAMM_BALANCE'],
    ['for other tokens', { Flags: Tf.tfLPToken, LPTokenIn: usd('1') }, () => {}, 'temBAD_AMM_TOKENS'],
    ['for more tokens than the sender has', forTokens('100001'), () => {}, 'tecAMM_INVALID_TOKENS'],
    [
      'at a price in another token',
      { Flags: Tf.tfLimitLPToken, Amount: usd('1'), EPrice: usd('1') },
      () => {},
      'temBAD_AMM_TOKENS',
    ],
    ['by tokens, when one of the assets is frozen', forTokens('1'), freezePool, 'tecFROZEN'],
    ['of everything, when one of the assets is frozen', ALL, freezePool, 'tecFROZEN'],
    ['for tokens that are lost in rounding', forTokens('0.00000000001'), () => {}, 'tecAMM_INVALID_TOKENS'],
    ['for so few tokens that one asset is nothing', forTokens('0.000001'), () => {}, 'tecAMM_FAILED'],
    ['of one asset, for fewer tokens than it takes', oneForTokens(usd('200'), '10000'), () => {}, 'tecAMM_FAILED'],
    ['of one asset, for tokens that are lost', oneForTokens(0n, '0.00000000001'), () => {}, 'tecAMM_INVALID_TOKENS'],
    ['of all of one asset', single(usd('1100')), () => {}, 'tecAMM_INVALID_TOKENS'],
    ['at a price that brings less than asked', atPrice(usd('1000'), '55'), () => {}, 'tecAMM_FAILED'],
    ['at a price that is not to be had', atPrice(usd('0'), '0.0001'), () => {}, 'tecAMM_INVALID_TOKENS'],
  ];
  for (const [what, fields, prepare, expected] of cases) {
    test(`${what}: ${expected}`, () => {
      const at = shared();
      prepare(at);
      assert.equal(withdraw(at, fields), expected);
    });
  }

  test('at a price for which the quotient is infinite: tefEXCEPTION', () => {
    assert.equal(withdraw(ammLedger({ TradingFee: 1000 }), atPrice(usd('0'), '0.1')), 'tefEXCEPTION');
  });

  test('when the only provider’s tokens are not about as many as there are: tecAMM_INVALID_TOKENS', () => {
    const at = ammLedger();
    at.view.rawReplace({ ...at.amm()!, LPTokenBalance: at.lpTokens('100200') });
    assert.equal(withdraw(at, ALL), 'tecAMM_INVALID_TOKENS');
  });

  test('of all of one asset to the only provider: tecAMM_BALANCE', () => {
    const all = { Flags: Tf.tfOneAssetWithdrawAll, Amount: usd('0') };
    assert.equal(withdraw(ammLedger(), all), 'tecAMM_BALANCE');
  });

  test('of a token that the sender cannot afford a line for: tecINSUFFICIENT_RESERVE', () => {
    const at = shared();
    forgetLine(at, PROVIDER);
    at.view.rawReplace({ ...at.account(PROVIDER), OwnerCount: 5, Balance: 1_000_000n });
    assert.equal(withdraw(at, { ...single(usd('1')), Account: PROVIDER }), 'tecINSUFFICIENT_RESERVE');
    at.view.rawReplace({ ...at.account(PROVIDER), OwnerCount: 1 });
    assert.equal(withdraw(at, { ...single(usd('1')), Account: PROVIDER }), 'tesSUCCESS', 'the first two are free');
  });
});

/** Takes the account's dollars away, and the line with them. */
function forgetLine(at: AmmLedger, account: AccountId): void {
  const sandbox = new Sandbox(at.view);
  const line = sandbox.peek(lineKeylet(account, ISSUER, usd('1').currency))!;
  assert.equal(deleteTrustLine(sandbox, line), 'tesSUCCESS');
  sandbox.applyTo(at.view);
}

describe('AMMWithdraw', () => {
  /** What the pool comes to be, and the creator's LP tokens. */
  const after = (fields: Fields, fee = 0): string => {
    const at = shared(fee);
    assert.equal(withdraw(at, fields), 'tesSUCCESS');
    return `${at.pool()}; ${at.share(CREATOR)}`;
  };

  test('by tokens gives both assets in the pool’s proportion', () => {
    assert.equal(after(forTokens('11000')), '9900000 990 99000; 89000');
  });

  test('of everything gives the sender’s share', () => {
    const at = shared();
    assert.equal(withdraw(at, { ...ALL, Account: PROVIDER }), 'tesSUCCESS');
    assert.equal(at.pool(), '10000000 1000 100000');
    assert.equal(at.line(PROVIDER, at.amm()!.Account, at.amm()!.LPTokenBalance.currency), undefined);
  });

  test('of both assets gives as much of the one as goes with the other', () => {
    const both = (Amount: bigint, Amount2: object) => ({ Flags: Tf.tfTwoAsset, Amount, Amount2 }) as StObject;
    assert.equal(after(both(1_100_000n, usd('200'))), '9900000 990 99000; 89000');
    assert.equal(after(both(2_200_000n, usd('110'))), '9900000 990 99000; 89000');
  });

  test('of one asset takes as many tokens as a swap of half of it would leave', () => {
    assert.match(after(single(usd('209'))), /^11000000 891 99000(\.0*\d*)?; 8(9000|8999\.9+\d*)$/);
  });

  test('of one asset pays the fee for the part that is swapped', () => {
    const cost = 100_000 - Number(after(single(usd('209')), 1000).split('; ')[1]);
    assert.ok(cost > 11_000 && cost < 11_070, String(cost));
  });

  test('of one asset for tokens gives what these are worth', () => {
    assert.match(after(oneForTokens(0n, '11000')), /^8910000 1100 99000; 89000$/);
    assert.match(after(oneForTokens(2_089_999n, '11000')), /^8910000 1100 99000; 89000$/);
  });

  test('of everything in one asset takes all LP tokens', () => {
    const at = shared();
    const all = { Flags: Tf.tfOneAssetWithdrawAll, Amount: 0n, Account: PROVIDER };
    assert.equal(withdraw(at, all), 'tesSUCCESS');
    assert.match(at.pool(), /^909090\d 1100 100000$|^90909\d\d 1100 100000$/);
  });

  test('at a price takes as much as the price allows', () => {
    const [pool, share] = after(atPrice(usd('0'), '55')).split('; ');
    const withdrawn = 1100 - Number(pool!.split(' ')[1]);
    const cost = 100_000 - Number(share);
    assert.ok(withdrawn > 0 && Math.abs(cost / withdrawn - 55) < 1e-6);
  });

  test('of the last LP tokens removes the market maker', () => {
    const at = ammLedger();
    const account = at.amm()!.Account;
    assert.equal(withdraw(at, ALL), 'tesSUCCESS');
    assert.equal(at.pool(), 'none');
    assert.equal(at.read(accountKeylet(account)), undefined);
    assert.equal(at.read(ownerDirKeylet(account)), undefined);
    assert.equal(at.held(CREATOR, ISSUER), '10000');
  });

  test('of the last LP tokens goes by the line of who has them', () => {
    const at = ammLedger();
    at.view.rawReplace({ ...at.amm()!, LPTokenBalance: at.lpTokens('100000.0001') });
    assert.equal(withdraw(at, ALL), 'tesSUCCESS');
    assert.equal(at.pool(), 'none');
  });

  test('leaves an empty market maker with too many trust lines', () => {
    const at = ammLedger();
    fillLines(at, 520);
    assert.equal(withdraw(at, ALL), 'tesSUCCESS');
    assert.equal(at.pool(), '0 0 0');
  });
});

/** So many accounts have an empty line for LP tokens. */
function fillLines(at: AmmLedger, count: number): void {
  for (let i = 0; i < count; i++) {
    const account = testAccount(`Z${i}`);
    at.fund(account);
    const LimitAmount = at.lpTokens('10');
    const made = at.apply({ TransactionType: 'TrustSet', Account: account, LimitAmount });
    assert.equal(made.result, 'tesSUCCESS');
  }
}
