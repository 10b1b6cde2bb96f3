import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AmmLedger, ammLedger, DOLLARS, eur, ISSUER, usd } from '../../../test/support/amm-ledger.ts';
import { XRP } from '../../../test/support/book-ledger.ts';
import { TEST_FEE_DROPS } from '../../../test/support/test-view.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import type { AMM } from '../../protocol/entries/entries.ts';
import { accountKeylet, ammKeylet, lineKeylet } from '../../protocol/entries/keylets.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { ammsAreValid } from './amms.ts';
import { invariantInput } from './invariant.ts';

type Act = (sandbox: Sandbox, at: AmmLedger) => void;

/** Whether the invariant holds after this was done by a transaction of that type. */
function holds(TransactionType: string, act: Act, result: Ter = 'tesSUCCESS'): boolean {
  const at = ammLedger();
  const sandbox = new Sandbox(at.view);
  act(sandbox, at);
  return ammsAreValid(
    invariantInput({
      view: sandbox,
      transaction: ofType(TransactionType),
      result,
      feeDrops: TEST_FEE_DROPS,
      changes: sandbox.changes(),
    }),
  );
}

/** The invariant looks at nothing else of a transaction. */
function ofType(TransactionType: string): Transaction {
  return { fields: { TransactionType } } as Transaction;
}

/** Changes the entry. */
const amm = (edit: (entry: AMM, at: AmmLedger) => void): Act => {
  return (sandbox, at) => {
    const entry = sandbox.peek(ammKeylet(XRP, DOLLARS))!;
    edit(entry, at);
    sandbox.update(entry);
  };
};
const lpTokens = (text: string): Act =>
  amm((entry, at) => {
    entry.LPTokenBalance = at.lpTokens(text);
  });
/** Sets the pool's balance in drops. */
const drops =
  (balance: bigint): Act =>
  (sandbox, at) => {
    const root = sandbox.peek(accountKeylet(at.amm()!.Account))!;
    root.Balance = balance;
    sandbox.update(root);
  };
const line: Act = (sandbox, at) => {
  const entry = sandbox.peek(lineKeylet(at.amm()!.Account, ISSUER, DOLLARS.currency))!;
  entry.Balance = { ...entry.Balance, ...{ mantissa: 5n * 10n ** 15n, exponent: 0 } };
  sandbox.update(entry);
};
const erase: Act = (sandbox) => sandbox.erase(sandbox.peek(ammKeylet(XRP, DOLLARS))!);
const nothing: Act = () => {};
const all =
  (...acts: readonly Act[]): Act =>
  (sandbox, at) => {
    for (const act of acts) act(sandbox, at);
  };

describe('The invariant of market makers', () => {
  const cases: readonly [string, string, Act, boolean][] = [
    ['AMMCreate', 'makes one', amm(() => {}), true],
    ['AMMCreate', 'must make one', nothing, false],
    ['AMMCreate', 'gives the root of the product, and no more', lpTokens('100001'), false],
    ['AMMCreate', 'puts in both assets', drops(0n), false],
    ['AMMDeposit', 'changes one', nothing, false],
    ['AMMDeposit', 'may give fewer LP tokens', lpTokens('99999'), true],
    ['AMMDeposit', 'may give more by what rounding takes', lpTokens('100000.0000001'), true],
    ['AMMDeposit', 'may not give more', lpTokens('100000.00001'), false],
    ['AMMDeposit', 'leaves something of both assets', all(lpTokens('1'), drops(0n)), false],
    ['AMMWithdraw', 'may remove it', erase, true],
    ['AMMWithdraw', 'may not take more than it gives', all(lpTokens('100000'), drops(9_999_000n)), false],
    ['AMMWithdraw', 'takes all or something of both', all(lpTokens('0'), drops(0n)), false],
    ['AMMClawback', 'may not take more than it gives', all(lpTokens('100000'), drops(9_999_000n)), false],
    ['AMMBid', 'burns LP tokens', lpTokens('99999'), true],
    ['AMMBid', 'makes no LP tokens', lpTokens('100001'), false],
    ['AMMBid', 'does not burn all', lpTokens('0'), false],
    ['AMMBid', 'leaves the pool', drops(5n), false],
    ['AMMVote', 'may change the fee', amm((entry) => Object.assign(entry, { TradingFee: 5 })), true],
    ['AMMVote', 'leaves LP tokens', lpTokens('99999'), false],
    ['AMMVote', 'leaves the pool', line, false],
    ['AMMDelete', 'removes it', erase, true],
    ['AMMDelete', 'leaves nothing of it', amm(() => {}), false],
    ['Payment', 'may change the pool', all(drops(5n), line), true],
    ['Payment', 'leaves the entry', amm(() => {}), false],
    ['OfferCreate', 'leaves the entry', amm(() => {}), false],
    ['CheckCash', 'leaves the entry', amm(() => {}), false],
    ['AccountSet', 'is not checked', lpTokens('5'), true],
  ];
  for (const [type, what, act, expected] of cases) {
    test(`${type} ${what}`, () => assert.equal(holds(type, act), expected));
  }

  test('is not checked for failures, except for unfinished deletions', () => {
    assert.equal(holds('AMMDeposit', lpTokens('900000'), 'tecAMM_FAILED'), true);
    assert.equal(
      holds(
        'AMMDelete',
        amm(() => {}),
        'tecINCOMPLETE',
      ),
      false,
    );
  });

  test('is the same for tokens only', () => {
    const at = ammLedger({ Amount: eur('400'), Amount2: usd('100') });
    const sandbox = new Sandbox(at.view);
    const entry = sandbox.peek(ammKeylet({ currency: eur('1').currency, issuer: ISSUER }, DOLLARS))!;
    sandbox.update(entry);
    const input = invariantInput({
      view: sandbox,
      transaction: ofType('AMMDeposit'),
      result: 'tesSUCCESS',
      feeDrops: TEST_FEE_DROPS,
      changes: sandbox.changes(),
    });
    assert.equal(ammsAreValid(input), true);
  });
});
