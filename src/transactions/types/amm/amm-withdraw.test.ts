import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AmmLedger, ammLedger, CREATOR, ISSUER, PROVIDER, usd } from '../../../../test/support/amm-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { Sandbox } from '../../../ledger/sandbox.ts';
import { lineKeylet } from '../../../protocol/entries/keylets.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { AccountId, StObject } from '../../../protocol/values.ts';
import { deleteTrustLine } from '../../trust-lines/trust-line.ts';

const Tf = TransactionFlags.AMMWithdraw;
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
    ['of one asset twice', { Flags: Tf.tfTwoAsset, Amount: 5n, Amount2: 5n }, 'temBAD_AMM_TOKENS'],
    ['for less than no tokens', forTokens('-1'), 'temBAD_AMM_TOKENS'],
  ];
  for (const [what, fields, expected] of forms) {
    test(`${what}: ${expected}`, () => assert.equal(withdraw(shared(), fields), expected));
  }
});

describe('AMMWithdraw is refused', () => {
  const cases: readonly [string, Fields, (at: AmmLedger) => void, Ter][] = [
    ['from an empty one', ALL, (at) => at.empty(), 'tecAMM_EMPTY'],
    ['for tokens that are lost in rounding', forTokens('0.00000000001'), () => {}, 'tecAMM_INVALID_TOKENS'],
    ['for so few tokens that one asset is nothing', forTokens('0.000001'), () => {}, 'tecAMM_FAILED'],
    ['of one asset, for tokens that are lost', oneForTokens(0n, '0.00000000001'), () => {}, 'tecAMM_INVALID_TOKENS'],
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
