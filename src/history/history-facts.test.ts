import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { arbitraryIssuedAmount } from '../../test/support/arbitrary-object.ts';
import { compareIssued } from '../protocol/amounts/issued-amount.ts';
import { encodeObject } from '../protocol/codec/encode.ts';
import { escrowKeylet } from '../protocol/entries/keylets.ts';
import { type StObject, XRP_CURRENCY } from '../protocol/values.ts';
import { amountMagnitude, currencyDigest } from './history-facts.ts';
import { type TransactionSubject, transactionSubject } from './transaction-subject.ts';

const ALICE = 'A1'.repeat(20);
const BOB = 'B2'.repeat(20);
const CAROL = 'C3'.repeat(20);
const USD = `${'0'.repeat(24)}5553440000000000`;

describe('facts about a transaction', () => {
  test('keep the order of amounts', () => {
    const drops = fc.bigInt({ min: 0n, max: 10n ** 17n });
    fc.assert(
      fc.property(drops, drops, (one, other) => {
        if (one <= other) assert.ok(amountMagnitude(one) <= amountMagnitude(other));
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(arbitraryIssuedAmount, arbitraryIssuedAmount, (one, other) => {
        if (compareIssued(one, other) <= 0) assert.ok(amountMagnitude(one) <= amountMagnitude(other));
      }),
      { numRuns: 500 },
    );
    assert.ok(amountMagnitude(1_000_000n) > amountMagnitude(500_000n));
  });

  test('have the digest 0 for XRP only', () => {
    assert.equal(currencyDigest(XRP_CURRENCY), 0);
    assert.notEqual(currencyDigest(USD), 0);
    // A multiple of the modulus in every group.
    assert.notEqual(currencyDigest(`${'0'.repeat(39)}0`.replace(/^0/, '8')), 0);
  });
});

describe('the destination of a transaction', () => {
  const escrow = { Account: ALICE, Destination: BOB };
  const finish = { TransactionType: 'EscrowFinish', Owner: ALICE, OfferSequence: 7 };

  /** The subject of a transaction that removed that entry, or none. */
  function subjectOf(fields: StObject, LedgerIndex: string, FinalFields?: StObject): TransactionSubject {
    const node = { LedgerEntryType: 'Escrow', LedgerIndex, FinalFields: FinalFields as StObject };
    const AffectedNodes = FinalFields === undefined ? [] : [{ DeletedNode: node }];
    const metadata = encodeObject({ TransactionIndex: 0, AffectedNodes, TransactionResult: 'tesSUCCESS' });
    return transactionSubject(fields, metadata);
  }

  for (const [name, sender, expected] of [
    ['the payee, if its owner finishes it', ALICE, BOB],
    ['its owner, if the payee finishes it', BOB, ALICE],
    ['its owner, if another account does', CAROL, ALICE],
  ] as const) {
    test(`an escrow: ${name}`, () => {
      const { key } = escrowKeylet(ALICE, 7);
      for (const TransactionType of ['EscrowFinish', 'EscrowCancel']) {
        const subject = subjectOf({ ...finish, TransactionType, Account: sender }, key, escrow);
        assert.equal(subject.destination, expected);
        assert.equal(subject.amount, undefined);
      }
    });
  }
});
