import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../../test/support/test-view.ts';
import type { AccountRoot, LedgerEntries } from '../../../protocol/entries/entries.ts';
import { escrowKeylet } from '../../../protocol/entries/keylets.ts';
import { BAD_CURRENCY, type StObject } from '../../../protocol/values.ts';
import { transactionTypeOf } from '../table.ts';

const OWNER = testAccount('M');
const DESTINATION = testAccount('P');
const STRANGER = testAccount('S');
const NOW = 1_000_000;
const ESCROW = escrowKeylet(OWNER, 1);

const CREATE = {
  TransactionType: 'EscrowCreate',
  Account: OWNER,
  Destination: DESTINATION,
  Amount: 1000n,
  FinishAfter: NOW,
};
const FINISH = { TransactionType: 'EscrowFinish', Account: STRANGER, Owner: OWNER, OfferSequence: 1 };

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

describe('EscrowCreate', () => {
  const malformed: readonly [string, StObject, string][] = [
    [
      'no currency',
      { Amount: { mantissa: 10n ** 15n, exponent: 0, currency: BAD_CURRENCY, issuer: OWNER } },
      'temBAD_CURRENCY',
    ],
  ];
  for (const [name, fields, expected] of malformed) {
    test(`with ${name}: ${expected}`, () => assert.equal(result(emptyLedger(), { ...CREATE, ...fields }), expected));
  }

  test('gives the queue its potential spend', () => {
    const consequences = transactionTypeOf('EscrowCreate')!.consequences!;
    const spend = (Amount: unknown) => consequences({ Amount } as never).potentialSpendDrops;
    assert.equal(spend(1000n), 1000n);
    assert.equal(spend({ value: 1n, mptIssuanceId: '1'.repeat(48) }), 0n);
  });
});

describe('EscrowFinish', () => {
  const cases: readonly [string, Partial<Escrow>, StObject, string][] = [
    ['for a gone account', { Destination: testAccount('G') }, {}, 'tecNO_DST'],
  ];
  for (const [name, escrow, fields, expected] of cases) {
    test(`${name}: ${expected}`, () =>
      assert.equal(result(ledgerWithEscrow(escrow), { ...FINISH, ...fields }), expected));
  }
});
