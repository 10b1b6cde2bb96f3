import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { arbitraryIssuedAmount } from '../../test/support/arbitrary-object.ts';
import { compareIssued } from '../protocol/amounts/issued-amount.ts';
import { encodeObject } from '../protocol/codec/encode.ts';
import { escrowKeylet } from '../protocol/entries/keylets.ts';
import { type StObject, XRP_CURRENCY } from '../protocol/values.ts';
import {
  amountMagnitude,
  currencyDigest,
  encodeHistoryFacts,
  FACT_BITS,
  HISTORY_FACTS_BYTES,
} from './history-facts.ts';
import { type TransactionSubject, transactionSubject } from './transaction-subject.ts';

const ALICE = 'A1'.repeat(20);
const BOB = 'B2'.repeat(20);
const CAROL = 'C3'.repeat(20);
const USD = `${'0'.repeat(24)}5553440000000000`;

const payment = {
  typeCode: 0,
  resultCode: 0,
  fields: { TransactionType: 'Payment', DestinationTag: 0x12345 },
  sender: ALICE,
  destination: BOB,
  amount: 1000n,
  isDelivered: true,
  trades: [],
};

describe('facts about a transaction', () => {
  test('differ by the side that an account is on', () => {
    const [alice, bob, carol] = [ALICE, BOB, CAROL].map((account) => encodeHistoryFacts(payment, account));
    const both = FACT_BITS.destinationTag | FACT_BITS.delivered | FACT_BITS.counterparty | FACT_BITS.amount;
    assert.equal(alice![3], both | FACT_BITS.sent);
    assert.equal(bob![3], both | FACT_BITS.received);
    assert.equal(carol![3], both);
    assert.deepEqual(
      [alice, bob, carol].map((facts) => facts!.subarray(4, 8).toString('hex')),
      ['b2b2b2b2', 'a1a1a1a1', 'a1a1a1a1'],
    );
    assert.equal(alice!.readUInt16BE(12), 0x2345);
    assert.equal(alice!.length, HISTORY_FACTS_BYTES);
  });

  test('have the owner of a taken offer and the taker', () => {
    const trade = { owner: CAROL, amounts: () => [5n, 6n] };
    const bitsOf = (subject: TransactionSubject, account: string) => encodeHistoryFacts(subject, account)[3]! & 0x63;
    const { counterparty, sent, received, severalCurrencies } = FACT_BITS;
    const offer = { ...payment, destination: undefined, isDelivered: false, trades: [trade] };
    assert.equal(bitsOf(offer, CAROL), received | severalCurrencies | counterparty);
    assert.equal(bitsOf(offer, ALICE), sent | severalCurrencies | counterparty);
    assert.equal(bitsOf(offer, BOB), severalCurrencies | counterparty, 'such as the issuer');
    const digestOf = (subject: TransactionSubject) => encodeHistoryFacts(subject, ALICE).readUInt32BE(4);
    assert.equal(digestOf(offer), 0xc3c3c3c3);
    assert.equal(digestOf({ ...offer, trades: [trade, trade] }), 0xc3c3c3c3);
    assert.equal(digestOf({ ...offer, destination: BOB }), 0);
  });

  test('are zero for what a transaction lacks', () => {
    const bare = { ...payment, typeCode: 3, resultCode: 139, fields: { TransactionType: 'AccountSet' } };
    const facts = encodeHistoryFacts({ ...bare, destination: undefined, amount: undefined, isDelivered: false }, ALICE);
    assert.equal(facts.toString('hex'), `00038b01${'00'.repeat(12)}`);
  });

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
  const cash = { TransactionType: 'CheckCash', CheckID: 'C'.repeat(64), Amount: 5n };

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

  test('an unknown escrow: none', () => {
    assert.equal(subjectOf({ ...finish, Account: CAROL }, 'E'.repeat(64)).destination, undefined);
  });

  test('a cashed check: its writer', () => {
    const subject = subjectOf({ ...cash, Account: BOB }, cash.CheckID, escrow);
    assert.deepEqual([subject.destination, subject.amount, subject.isDelivered], [ALICE, 5n, true]);
  });
});
