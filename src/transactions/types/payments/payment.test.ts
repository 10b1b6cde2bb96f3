import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import {
  accountKeylet,
  credentialKeylet,
  depositPreauthKeylet,
  permissionedDomainKeylet,
} from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { IssuedAmount, PathSet, StObject } from '../../../protocol/values.ts';

const ALICE = testAccount('Alice');
const BOB = testAccount('Bob');
const CAROL = testAccount('Carol');
const USD = `${'0'.repeat(24)}5553440000000000`;
const BAD_CURRENCY = `${'0'.repeat(24)}5852500000000000`;
const PATHS = [[{ account: CAROL }]];
const { tfNoRippleDirect, tfPartialPayment, tfLimitQuality } = TransactionFlags.Payment;
const { AccountRoot: Bits } = EntryFlags;

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
  const mpt = { value: 5n, mptIssuanceId: '01'.repeat(24) };
  const cases: readonly [string, StObject, string][] = [
    ['a domain of zeros', { DomainID: '0'.repeat(64), Amount: 0n }, 'temMALFORMED'],
    ['multi-purpose tokens with paths', { Amount: mpt, Paths: PATHS }, 'temMALFORMED'],
    ['multi-purpose tokens for drops', { Amount: mpt, SendMax: 5n }, 'temMALFORMED'],
    ['no destination', { Destination: '0'.repeat(40), Amount: 0n }, 'temDST_NEEDED'],
    ['nothing to spend', { SendMax: 0n }, 'temBAD_AMOUNT'],
    ['nothing to deliver', { Amount: 0n }, 'temBAD_AMOUNT'],
    ['a currency called XRP', { Amount: tokens(1n, BAD_CURRENCY), Destination: ALICE }, 'temBAD_CURRENCY'],
    ['nothing to deliver for something', { Amount: 0n, SendMax: tokens(5n) }, 'temBAD_AMOUNT'],
    ['drops to oneself', { Destination: ALICE, SendMax: 5n }, 'temREDUNDANT'],
    ['tokens to oneself, whoever issues them', { Destination: ALICE, Amount: tokens(1n) }, 'temREDUNDANT'],
    ['drops with a limit', { SendMax: 5n, Paths: PATHS }, 'temBAD_SEND_XRP_MAX'],
    ['drops with paths', { Paths: PATHS, Flags: tfPartialPayment }, 'temBAD_SEND_XRP_PATHS'],
    ['a part of drops', { Flags: tfPartialPayment | tfLimitQuality }, 'temBAD_SEND_XRP_PARTIAL'],
    ['drops of limited quality', { Flags: tfLimitQuality | tfNoRippleDirect }, 'temBAD_SEND_XRP_LIMIT'],
    ['drops not directly', { Flags: tfNoRippleDirect, DeliverMin: 1n }, 'temBAD_SEND_XRP_NO_DIRECT'],
    ['a minimum without partial payment', { DeliverMin: 1n, CredentialIDs: [] }, 'temBAD_AMOUNT'],
    ['a minimum of another asset', { Amount: tokens(2n), DeliverMin: 1n, Flags: tfPartialPayment }, 'temBAD_AMOUNT'],
    ['a minimum of none', { Amount: tokens(2n), DeliverMin: tokens(-1n), Flags: tfPartialPayment }, 'temBAD_AMOUNT'],
    ['a minimum above all', { Amount: tokens(2n), DeliverMin: tokens(3n), Flags: tfPartialPayment }, 'temBAD_AMOUNT'],
    ['no credentials', { CredentialIDs: [] }, 'temMALFORMED'],
    ['a credential twice', { CredentialIDs: ['1'.repeat(64), '1'.repeat(64)] }, 'temMALFORMED'],
  ];
  for (const [name, fields, expected] of cases) {
    test(`${name}: ${expected}`, () => assert.equal(pay(ledgerWith({}), fields), expected));
  }
});

describe('a payment of drops', () => {
  test('makes the account of its destination, if it brings the reserve', () => {
    const ledger = ledgerWith(undefined);
    assert.equal(pay(ledger, { Amount: 999_999n }), 'tecNO_DST_INSUF_XRP');
    assert.equal(pay(ledger, { Amount: 1_000_000n }), 'tesSUCCESS');
    const { Balance, Sequence, OwnerCount, Flags } = ledger.account(BOB);
    assert.deepEqual([Balance, Sequence, OwnerCount, Flags], [1_000_000n, 1000, 0, 0]);
    assert.equal(ledger.account(ALICE).Balance, 98_999_990n);
  });

  test('needs a tag where one is required, and not an account to exist', () => {
    const ledger = ledgerWith({ Flags: Bits.lsfRequireDestTag });
    assert.equal(pay(ledger, {}), 'tecDST_TAG_NEEDED');
    assert.equal(pay(ledger, { DestinationTag: 0 }), 'tesSUCCESS');
    assert.equal(pay(ledgerWith({ Flags: Bits.lsfDisallowXRP }), {}), 'tesSUCCESS');
  });

  test('shows credentials that are there before a domain that is', () => {
    assert.equal(
      pay(ledgerWith({}), { CredentialIDs: ['1'.repeat(64)], DomainID: '1'.repeat(64) }),
      'tecBAD_CREDENTIALS',
    );
    assert.equal(pay(ledgerWith({}), { DomainID: '1'.repeat(64) }), 'tecNO_PERMISSION');
  });

  test('through a domain is between members of it', () => {
    const ledger = ledgerWith({});
    const named = { Credential: { Issuer: ALICE, CredentialType: 'AB' } };
    const domain = { TransactionType: 'PermissionedDomainSet', Account: ALICE, AcceptedCredentials: [named] };
    assert.equal(ledger.apply(domain).result, 'tesSUCCESS');
    const DomainID = permissionedDomainKeylet(ALICE, 1).key;
    assert.equal(pay(ledger, { DomainID }), 'tecNO_PERMISSION');
    assert.equal(pay(ledger, { Account: BOB, Destination: ALICE, DomainID }), 'tecNO_PERMISSION');
    const credential = { ...newEntry(credentialKeylet(BOB, ALICE, 'AB')), Subject: BOB, Issuer: ALICE };
    ledger.put({ ...credential, Flags: EntryFlags.Credential.lsfAccepted });
    assert.equal(pay(ledger, { DomainID }), 'tesSUCCESS');
  });

  test('has few and short paths in the open ledger; in a closed one they were somebody’s to accept', () => {
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

  test('to oneself makes sense where paths may make it arbitrage', () => {
    assert.notEqual(pay(ledgerWith({}), { Destination: ALICE, Amount: tokens(1n), Paths: PATHS }), 'temREDUNDANT');
  });

  test('finds no multi-purpose token to send', () => {
    const amount = { value: 5n, mptIssuanceId: '01'.repeat(24) };
    assert.equal(pay(ledgerWith({}), { Amount: amount }), 'tecOBJECT_NOT_FOUND');
    assert.equal(pay(ledgerWith(undefined), { Amount: amount }), 'tecNO_DST');
  });

  test('leaves the reserve, or the fee where that is more, to the sender', () => {
    const rich = { Balance: 1_400_100n, OwnerCount: 2 };
    assert.equal(pay(ledgerWith({}, rich), { Amount: 101n }), 'tecUNFUNDED_PAYMENT');
    assert.equal(pay(ledgerWith({}, rich), { Amount: 100n }), 'tesSUCCESS');
    assert.equal(pay(ledgerWith({}, rich), { Amount: 100n, Fee: 1_400_001n }), 'tecUNFUNDED_PAYMENT');
  });

  test('does not go to an account that a ledger object owns', () => {
    assert.equal(pay(ledgerWith({ AMMID: '1'.repeat(64) }), {}), 'tecNO_PERMISSION');
  });

  test('needs permission where deposits do, unless both deposit and balance are small', () => {
    const depositAuth = { Flags: Bits.lsfDepositAuth };
    assert.equal(pay(ledgerWith(depositAuth), {}), 'tecNO_PERMISSION');
    assert.equal(pay(ledgerWith({ ...depositAuth, Balance: 1_000_000n }), { Amount: 1_000_000n }), 'tesSUCCESS');
    assert.equal(pay(ledgerWith({ ...depositAuth, Balance: 1_000_000n }), { Amount: 1_000_001n }), 'tecNO_PERMISSION');
    assert.equal(pay(ledgerWith({ ...depositAuth, Balance: 1_000_001n }), {}), 'tecNO_PERMISSION');
    const permitted = ledgerWith(depositAuth);
    permitted.put(newEntry(depositPreauthKeylet(BOB, ALICE)));
    assert.equal(pay(permitted, {}), 'tesSUCCESS');
  });

  test('arms the free change of the regular key again', () => {
    const ledger = ledgerWith({ Flags: (Bits.lsfPasswordSpent | Bits.lsfAllowTrustLineClawback) >>> 0 });
    pay(ledger, {});
    assert.equal(ledger.account(BOB).Flags, Bits.lsfAllowTrustLineClawback);
    assert.notEqual(ledger.read(accountKeylet(ALICE)), undefined);
  });
});
