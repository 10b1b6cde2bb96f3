import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import type { IssuedAmount, PathSet, StObject } from '../../../protocol/values.ts';

const ALICE = testAccount('Alice');
const BOB = testAccount('Bob');
const CAROL = testAccount('Carol');
const USD = `${'0'.repeat(24)}5553440000000000`;
const BAD_CURRENCY = `${'0'.repeat(24)}5852500000000000`;

function tokens(mantissa: bigint, currency = USD, issuer = CAROL): IssuedAmount {
  return { mantissa: mantissa * 10n ** 15n, exponent: -15, currency, issuer };
}

function ledgerWith(bob: Partial<AccountRoot> | undefined, alice: Partial<AccountRoot> = {}): TestLedger {
  const ledger = new TestLedger();
  ledger.fund(ALICE, alice);
  if (bob !== undefined) ledger.fund(BOB, bob);
  return ledger;
}

function pay(ledger: TestLedger, fields: StObject): string {
  return ledger.apply({ TransactionType: 'Payment', Account: ALICE, Destination: BOB, Amount: 1n, ...fields }).result;
}

describe('a payment is refused for its form', () => {
  const cases: readonly [string, StObject, string][] = [
    ['a domain of zeros', { DomainID: '0'.repeat(64), Amount: 0n }, 'temMALFORMED'],
    ['a currency called XRP', { Amount: tokens(1n, BAD_CURRENCY), Destination: ALICE }, 'temBAD_CURRENCY'],
    ['a credential twice', { CredentialIDs: ['1'.repeat(64), '1'.repeat(64)] }, 'temMALFORMED'],
  ];
  for (const [name, fields, expected] of cases) {
    test(`${name}: ${expected}`, () => assert.equal(pay(ledgerWith({}), fields), expected));
  }
});

describe('a payment of drops', () => {
  test('limits the number and length of paths in the open ledger only', () => {
    const withPaths = (isOpen: boolean, Paths: PathSet) => {
      const ledger = new TestLedger({ isOpen });
      for (const account of [ALICE, BOB, CAROL]) ledger.fund(account);
      return pay(ledger, { Amount: tokens(1n), Paths });
    };
    const path = (length: number) => new Array(length).fill({ account: CAROL });
    for (const [paths, isTooMuch] of [
      [new Array(6).fill(path(8)), false],
      [new Array(7).fill(path(1)), true],
      [[path(9)], true],
    ] as const) {
      assert.equal(withPaths(true, paths) === 'telBAD_PATH_COUNT', isTooMuch);
      assert.notEqual(withPaths(false, paths), 'telBAD_PATH_COUNT');
    }
  });

  test('leaves the reserve, or the fee where that is more, to the sender', () => {
    const rich = { Balance: 1_400_100n, OwnerCount: 2 };
    assert.equal(pay(ledgerWith({}, rich), { Amount: 101n }), 'tecUNFUNDED_PAYMENT');
    assert.equal(pay(ledgerWith({}, rich), { Amount: 100n }), 'tesSUCCESS');
    assert.equal(pay(ledgerWith({}, rich), { Amount: 100n, Fee: 1_400_001n }), 'tecUNFUNDED_PAYMENT');
  });
});
