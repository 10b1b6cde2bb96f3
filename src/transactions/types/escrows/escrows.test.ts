import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TEST_FEE_DROPS, TEST_FEES, TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import type { AccountRoot, LedgerEntries } from '../../../protocol/entries/entries.ts';
import {
  accountKeylet,
  credentialKeylet,
  depositPreauthKeylet,
  escrowKeylet,
  ownerDirKeylet,
} from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { EntryFlags } from '../../../protocol/tables/flags.ts';
import { BAD_CURRENCY, type StObject } from '../../../protocol/values.ts';
import { transactionTypeOf } from '../table.ts';

const OWNER = testAccount('M');
const DESTINATION = testAccount('P');
const STRANGER = testAccount('S');
const NOW = 1_000_000;
const ESCROW = escrowKeylet(OWNER, 1);
const FUNDS = 100_000_000n;
const { AccountRoot: Bits, Credential: CredentialBits } = EntryFlags;

const CONDITION = 'A02580209834876DCFB05CB167A5C24953EBA58C4AC89B1ADF57F28F2F9D09AF107EE8F0810103';
const FULFILLMENT = 'A0058003616161';
const OTHER_CONDITION = 'A0258020E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855810100';
const OTHER_FULFILLMENT = 'A0028000';
const SECRET = { Condition: CONDITION, Fulfillment: FULFILLMENT };

const CREATE = {
  TransactionType: 'EscrowCreate',
  Account: OWNER,
  Destination: DESTINATION,
  Amount: 1000n,
  FinishAfter: NOW,
};
const FINISH = { TransactionType: 'EscrowFinish', Account: STRANGER, Owner: OWNER, OfferSequence: 1 };
const CANCEL = { ...FINISH, TransactionType: 'EscrowCancel' };

type Escrow = LedgerEntries['Escrow'];

function emptyLedger(owner: Partial<AccountRoot> = {}, destination: Partial<AccountRoot> = {}): TestLedger {
  const ledger = new TestLedger({ closeTimeSeconds: NOW });
  ledger.fund(OWNER, owner);
  ledger.fund(DESTINATION, destination);
  ledger.fund(STRANGER);
  return ledger;
}

/** A ledger with an escrow that can be finished; fields given here replace those that it was made with. */
function ledgerWithEscrow(escrow: Partial<Escrow> = {}, destination: Partial<AccountRoot> = {}): TestLedger {
  const ledger = emptyLedger({}, destination);
  assert.equal(ledger.apply(CREATE).result, 'tesSUCCESS');
  ledger.put({ ...ledger.read(ESCROW)!, FinishAfter: NOW - 1, ...escrow });
  return ledger;
}

function result(ledger: TestLedger, fields: StObject): string {
  return ledger.apply(fields).result;
}

/** The fields, without the time after which the escrow may be finished. */
function withoutFinishAfter(fields: StObject): StObject {
  const { FinishAfter: _, ...rest } = { ...CREATE, ...fields } as StObject;
  return rest;
}

describe('EscrowCreate', () => {
  const malformed: readonly [string, StObject, string][] = [
    ['nothing', { Amount: 0n }, 'temBAD_AMOUNT'],
    ['less than nothing', { Amount: -1n }, 'temBAD_AMOUNT'],
    ['no tokens', { Amount: { mantissa: 0n, exponent: -100, currency: BAD_CURRENCY, issuer: OWNER } }, 'temBAD_AMOUNT'],
    ['no multi-purpose tokens', { Amount: { value: 0n, mptIssuanceId: '1'.repeat(48) } }, 'temBAD_AMOUNT'],
    [
      'no currency',
      { Amount: { mantissa: 10n ** 15n, exponent: 0, currency: BAD_CURRENCY, issuer: OWNER } },
      'temBAD_CURRENCY',
    ],
    ['a cancellation before it can be finished', { CancelAfter: NOW }, 'temBAD_EXPIRATION'],
    ['a condition that is none', { Condition: 'A0' }, 'temMALFORMED'],
    ['an empty condition', { Condition: '' }, 'temMALFORMED'],
  ];
  for (const [name, fields, expected] of malformed) {
    test(`with ${name}: ${expected}`, () => assert.equal(result(emptyLedger(), { ...CREATE, ...fields }), expected));
  }

  test('needs a time, and a condition if the only time is that of cancellation', () => {
    const create = (fields: StObject): string => result(emptyLedger(), withoutFinishAfter(fields));
    assert.equal(create({ Condition: CONDITION }), 'temBAD_EXPIRATION');
    assert.equal(create({ CancelAfter: NOW }), 'temMALFORMED');
    assert.equal(create({ CancelAfter: NOW, Condition: CONDITION }), 'tesSUCCESS');
  });

  const poor = { Balance: 1_200_000n + 1000n + TEST_FEE_DROPS };
  const refused: readonly [string, StObject, Partial<AccountRoot>, Partial<AccountRoot>, string][] = [
    ['nobody', { Destination: testAccount('N'), FinishAfter: 1 }, {}, {}, 'tecNO_DST'],
    ['an account of a ledger object', { FinishAfter: 1 }, {}, { VaultID: '1'.repeat(64) }, 'tecNO_PERMISSION'],
    ['an account that it could go to at once', { FinishAfter: NOW - 1 }, { Balance: 10n }, {}, 'tecNO_PERMISSION'],
    [
      'an account that it could never go to',
      { FinishAfter: 1, CancelAfter: NOW - 1 },
      { Balance: 10n },
      {},
      'tecNO_PERMISSION',
    ],
    ['anybody without the reserve', {}, { Balance: 1_200_009n }, {}, 'tecINSUFFICIENT_RESERVE'],
    ['anybody without the drops', {}, { Balance: poor.Balance - 1n }, { Flags: Bits.lsfRequireDestTag }, 'tecUNFUNDED'],
    ['somebody who wants a tag', {}, poor, { Flags: Bits.lsfRequireDestTag }, 'tecDST_TAG_NEEDED'],
    ['somebody who wants no drops', { CancelAfter: NOW + 1 }, poor, { Flags: Bits.lsfDisallowXRP }, 'tesSUCCESS'],
  ];
  for (const [name, fields, owner, destination, expected] of refused) {
    test(`to ${name}: ${expected}`, () => {
      assert.equal(result(emptyLedger(owner, destination), { ...CREATE, ...fields }), expected);
    });
  }

  test('sets the drops aside, listed with both ends, and counts for its owner', () => {
    const ledger = emptyLedger();
    const terms = { Condition: CONDITION, CancelAfter: NOW + 1, FinishAfter: NOW, SourceTag: 1, DestinationTag: 2 };
    assert.equal(result(ledger, { ...CREATE, ...terms }), 'tesSUCCESS');
    const escrow = ledger.read(ESCROW)!;
    for (const [name, value] of Object.entries(terms)) assert.equal(escrow[name as keyof Escrow], value);
    assert.deepEqual([escrow.Amount, escrow.Sequence, escrow.TransferRate], [1000n, 1, undefined]);
    const { Balance, OwnerCount } = ledger.account(OWNER);
    assert.deepEqual([Balance, OwnerCount], [FUNDS - 1000n - TEST_FEE_DROPS, 1]);
    for (const end of [OWNER, DESTINATION]) assert.deepEqual(ledger.read(ownerDirKeylet(end))?.Indexes, [ESCROW.key]);
  });

  test('may be for its own owner, who then lists it once', () => {
    const ledger = emptyLedger();
    assert.equal(result(ledger, { ...CREATE, Destination: OWNER }), 'tesSUCCESS');
    assert.equal(ledger.read(ESCROW)?.DestinationNode, undefined);
    ledger.put({ ...ledger.read(ESCROW)!, FinishAfter: NOW - 1 });
    assert.equal(result(ledger, FINISH), 'tesSUCCESS');
    assert.equal(ledger.account(OWNER).Balance, FUNDS - TEST_FEE_DROPS);
  });

  test('tells the queue how many drops it may spend', () => {
    const consequences = transactionTypeOf('EscrowCreate')!.consequences!;
    const spend = (Amount: unknown) => consequences({ Amount } as never).potentialSpendDrops;
    assert.equal(spend(1000n), 1000n);
    assert.equal(spend({ value: 1n, mptIssuanceId: '1'.repeat(48) }), 0n);
  });
});

describe('EscrowFinish', () => {
  const cases: readonly [string, Partial<Escrow>, StObject, string][] = [
    ['with a condition alone', {}, { Condition: CONDITION }, 'temMALFORMED'],
    ['with a fulfillment alone', {}, { Fulfillment: FULFILLMENT }, 'temMALFORMED'],
    ['with no credential in the list', {}, { CredentialIDs: [] }, 'temMALFORMED'],
    ['with unknown credentials', {}, { CredentialIDs: ['1'.repeat(64)], OfferSequence: 2 }, 'tecBAD_CREDENTIALS'],
    ['of none', {}, { OfferSequence: 2 }, 'tecNO_TARGET'],
    ['too early', { FinishAfter: NOW }, {}, 'tecNO_PERMISSION'],
    ['too late', { CancelAfter: NOW - 1 }, {}, 'tecNO_PERMISSION'],
    ['just in time', { CancelAfter: NOW }, {}, 'tesSUCCESS'],
    ['with a secret that nobody asked for', {}, SECRET, 'tecCRYPTOCONDITION_ERROR'],
    ['without the secret', { Condition: CONDITION }, {}, 'tecCRYPTOCONDITION_ERROR'],
    [
      'with another secret',
      { Condition: CONDITION },
      { ...SECRET, Fulfillment: OTHER_FULFILLMENT },
      'tecCRYPTOCONDITION_ERROR',
    ],
    [
      'with the secret of another condition',
      { Condition: CONDITION },
      { Condition: OTHER_CONDITION, Fulfillment: OTHER_FULFILLMENT },
      'tecCRYPTOCONDITION_ERROR',
    ],
    ['with the secret', { Condition: CONDITION }, SECRET, 'tesSUCCESS'],
    ['for a gone account', { Destination: testAccount('G') }, {}, 'tecNO_DST'],
  ];
  for (const [name, escrow, fields, expected] of cases) {
    test(`${name}: ${expected}`, () =>
      assert.equal(result(ledgerWithEscrow(escrow), { ...FINISH, ...fields }), expected));
  }

  test('by anybody gives the drops to the destination and removes the escrow', () => {
    const ledger = ledgerWithEscrow();
    assert.equal(result(ledger, FINISH), 'tesSUCCESS');
    assert.equal(ledger.account(DESTINATION).Balance, FUNDS + 1000n);
    assert.equal(ledger.account(OWNER).OwnerCount, 0);
    assert.equal(ledger.read(ESCROW), undefined);
    // The first page of a directory stays, as in the reference.
    for (const end of [OWNER, DESTINATION]) assert.deepEqual(ledger.read(ownerDirKeylet(end))?.Indexes, []);
  });

  test('costs a fee for each 16 bytes of fulfillment, and 32 for having one', () => {
    const baseFee = transactionTypeOf('EscrowFinish')!.baseFee!;
    const context = { fees: TEST_FEES, networkId: 0 };
    const fee = (fields: object) => baseFee({ ...FINISH, ...fields } as never, emptyLedger().view, context);
    assert.equal(fee({}), 10n);
    assert.equal(fee({ Fulfillment: 'AB'.repeat(15) }), 10n + 320n);
    assert.equal(fee({ Fulfillment: 'AB'.repeat(32) }), 10n + 340n);
    assert.equal(fee({ Fulfillment: 'AB'.repeat(32), Signers: [{}, {}] }), 30n + 340n);
  });

  test('to a destination that wants to be asked needs its permission, for whoever sends it', () => {
    const asking = { Flags: Bits.lsfDepositAuth };
    assert.equal(result(ledgerWithEscrow({}, asking), FINISH), 'tecNO_PERMISSION');
    assert.equal(result(ledgerWithEscrow({}, asking), { ...FINISH, Account: OWNER }), 'tecNO_PERMISSION');
    assert.equal(result(ledgerWithEscrow({}, asking), { ...FINISH, Account: DESTINATION }), 'tesSUCCESS');
    const permitted = ledgerWithEscrow({}, asking);
    permitted.put(newEntry(depositPreauthKeylet(DESTINATION, STRANGER)));
    assert.equal(result(permitted, FINISH), 'tesSUCCESS');
  });

  test('may show credentials of the sender', () => {
    const ledger = ledgerWithEscrow();
    const credential = newEntry(credentialKeylet(STRANGER, OWNER, 'AB'));
    const fields = { Subject: STRANGER, Issuer: OWNER, CredentialType: 'AB', Flags: CredentialBits.lsfAccepted };
    ledger.put(Object.assign(credential, fields, { IssuerNode: 0n, SubjectNode: 0n, Expiration: NOW + 1 }));
    const shown = { ...FINISH, CredentialIDs: [credential.index] };
    assert.equal(result(ledger, shown), 'tesSUCCESS');
  });
});

describe('EscrowCancel', () => {
  const cases: readonly [string, Partial<Escrow>, StObject, string][] = [
    ['of none', {}, { OfferSequence: 2 }, 'tecNO_TARGET'],
    ['of one that does not expire', {}, {}, 'tecNO_PERMISSION'],
    ['too early', { CancelAfter: NOW }, {}, 'tecNO_PERMISSION'],
    ['by anybody', { CancelAfter: NOW - 1, Condition: CONDITION }, {}, 'tesSUCCESS'],
  ];
  for (const [name, escrow, fields, expected] of cases) {
    test(`${name}: ${expected}`, () =>
      assert.equal(result(ledgerWithEscrow(escrow), { ...CANCEL, ...fields }), expected));
  }

  test('gives the drops back to the owner, even if the destination wants to be asked', () => {
    const ledger = ledgerWithEscrow({ CancelAfter: NOW - 1 }, { Flags: Bits.lsfDepositAuth });
    assert.equal(result(ledger, CANCEL), 'tesSUCCESS');
    const { Balance, OwnerCount } = ledger.account(OWNER);
    assert.deepEqual([Balance, OwnerCount], [FUNDS - TEST_FEE_DROPS, 0]);
    assert.equal(ledger.account(DESTINATION).Balance, FUNDS);
    assert.equal(ledger.read(ESCROW), undefined);
    assert.notEqual(ledger.read(accountKeylet(OWNER)), undefined);
  });
});
