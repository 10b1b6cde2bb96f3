import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import { signersKeylet } from '../../../protocol/entries/keylets.ts';
import type { StArray, StObject } from '../../../protocol/values.ts';

const ALICE = testAccount('Alice');
const BOB = testAccount('Bob');
const LIST = signersKeylet(ALICE);

function ledgerWith(alice: Partial<AccountRoot> = {}): TestLedger {
  const ledger = new TestLedger();
  ledger.fund(ALICE, alice);
  return ledger;
}

function signer(account: string, weight = 1): { SignerEntry: StObject } {
  return { SignerEntry: { Account: account, SignerWeight: weight } };
}

function set(ledger: TestLedger, quorum: number, entries?: StArray): string {
  const fields = entries === undefined ? {} : { SignerEntries: entries };
  return ledger.apply({ TransactionType: 'SignerListSet', Account: ALICE, SignerQuorum: quorum, ...fields }).result;
}

describe('SignerListSet refuses', () => {
  const crowd = Array.from({ length: 33 }, (_, index) => signer(testAccount(`S${index}`)));
  const cases: readonly [string, number, StArray | undefined, string][] = [
    ['33 signers', 1, crowd, 'temMALFORMED'],
    ['a weight of zero', 1, [signer(BOB, 0)], 'temBAD_WEIGHT'],
  ];
  for (const [name, quorum, entries, expected] of cases) {
    test(`${name}: ${expected}`, () => assert.equal(set(ledgerWith(), quorum, entries), expected));
  }

  test('a list that the reserve does not cover', () => {
    assert.equal(set(ledgerWith({ Balance: 1_199_999n }), 1, [signer(BOB)]), 'tecINSUFFICIENT_RESERVE');
    assert.equal(set(ledgerWith({ Balance: 1_200_000n }), 1, [signer(BOB)]), 'tesSUCCESS');
  });
});

test('SignerListSet stores an account that was left empty as the account of zeros', () => {
  const ledger = ledgerWith();
  const zero = '0'.repeat(40);
  assert.equal(set(ledger, 1, [signer(''), signer(zero)]), 'temBAD_SIGNER');
  assert.equal(set(ledger, 1, [signer(BOB), signer('')]), 'tesSUCCESS');
  assert.deepEqual(ledger.read(LIST)?.SignerEntries, [signer(zero), signer(BOB)]);
});
