import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import { ownerDirKeylet, signersKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { EntryFlags } from '../../../protocol/tables/flags.ts';
import type { StArray, StObject } from '../../../protocol/values.ts';

const ALICE = testAccount('Alice');
const BOB = testAccount('Bob');
const CAROL = testAccount('Carol');
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

describe('SignerListSet notes', () => {
  test('on which page of the owner’s directory the list is', () => {
    const ledger = ledgerWith();
    const root = newEntry(ownerDirKeylet(ALICE));
    const Indexes = Array.from({ length: 32 }, (_, n) => n.toString().padStart(64, '0'));
    ledger.put({ ...root, RootIndex: root.index, Owner: ALICE, Indexes });
    assert.equal(set(ledger, 1, [signer(BOB)]), 'tesSUCCESS');
    assert.equal(ledger.read(LIST)!.OwnerNode, 1n);
    assert.equal(set(ledger, 0), 'tesSUCCESS');
    assert.equal(ledger.read(LIST), undefined);
  });
});

describe('SignerListSet refuses', () => {
  const crowd = Array.from({ length: 33 }, (_, index) => signer(testAccount(`S${index}`)));
  const cases: readonly [string, number, StArray | undefined, string][] = [
    ['a quorum without signers', 1, undefined, 'temMALFORMED'],
    ['signers without a quorum', 0, [signer(BOB)], 'temMALFORMED'],
    ['no signers', 1, [], 'temMALFORMED'],
    ['33 signers', 1, crowd, 'temMALFORMED'],
    ['a signer twice, before a weight of zero', 1, [signer(BOB, 0), signer(BOB, 0)], 'temBAD_SIGNER'],
    ['a weight of zero', 1, [signer(BOB, 0)], 'temBAD_WEIGHT'],
    ['oneself', 1, [signer(ALICE)], 'temBAD_SIGNER'],
    ['a quorum out of reach', 3, [signer(BOB), signer(CAROL)], 'temBAD_QUORUM'],
  ];
  for (const [name, quorum, entries, expected] of cases) {
    test(`${name}: ${expected}`, () => assert.equal(set(ledgerWith(), quorum, entries), expected));
  }

  test('a list that the reserve does not cover', () => {
    assert.equal(set(ledgerWith({ Balance: 1_199_999n }), 1, [signer(BOB)]), 'tecINSUFFICIENT_RESERVE');
    assert.equal(set(ledgerWith({ Balance: 1_200_000n }), 1, [signer(BOB)]), 'tesSUCCESS');
  });

  test('no 32 signers', () => {
    assert.equal(set(ledgerWith(), 1, crowd.slice(1)), 'tesSUCCESS');
  });

  test('to remove the last key', () => {
    const disabled = ledgerWith({ Flags: EntryFlags.AccountRoot.lsfDisableMaster });
    assert.equal(set(disabled, 0), 'tecNO_ALTERNATIVE_KEY');
  });
});

describe('SignerListSet', () => {
  test('lists signers in order, replaces them and takes them away', () => {
    const ledger = ledgerWith();
    assert.equal(set(ledger, 2, [signer(CAROL), signer(BOB, 2)]), 'tesSUCCESS');
    const { Owner, SignerQuorum, SignerEntries, Flags } = ledger.read(LIST)!;
    const { lsfOneOwnerCount } = EntryFlags.SignerList;
    assert.deepEqual({ Owner, SignerQuorum, Flags }, { Owner: ALICE, SignerQuorum: 2, Flags: lsfOneOwnerCount });
    assert.deepEqual(SignerEntries, [signer(BOB, 2), signer(CAROL)]);
    assert.equal(ledger.account(ALICE).OwnerCount, 1);

    assert.equal(set(ledger, 1, [signer(BOB)]), 'tesSUCCESS');
    assert.deepEqual(ledger.read(LIST)!.SignerEntries, [signer(BOB)]);
    assert.equal(ledger.account(ALICE).OwnerCount, 1);

    assert.equal(set(ledger, 0), 'tesSUCCESS');
    assert.equal(ledger.read(LIST), undefined);
    assert.equal(ledger.account(ALICE).OwnerCount, 0);
    assert.equal(set(ledger, 0), 'tesSUCCESS');
  });

  test('gives back what an old list counted for: two and one for each signer', () => {
    const ledger = ledgerWith();
    set(ledger, 1, [signer(BOB), signer(CAROL)]);
    ledger.put({ ...ledger.read(LIST)!, Flags: 0 });
    ledger.put({ ...ledger.account(ALICE), OwnerCount: 4 });
    assert.equal(set(ledger, 0), 'tesSUCCESS');
    assert.equal(ledger.account(ALICE).OwnerCount, 0);
  });
});

test('SignerListSet stores an account that was left empty as the account of zeros', () => {
  const ledger = ledgerWith();
  const zero = '0'.repeat(40);
  assert.equal(set(ledger, 1, [signer(''), signer(zero)]), 'temBAD_SIGNER');
  assert.equal(set(ledger, 1, [signer(BOB), signer('')]), 'tesSUCCESS');
  assert.deepEqual(ledger.read(LIST)?.SignerEntries, [signer(zero), signer(BOB)]);
});
