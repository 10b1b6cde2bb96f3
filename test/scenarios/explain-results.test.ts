/**
 * Every result that a transaction can fail with is provoked here, and its explanation read: those that recordings of the
 * reference or tests of types hold by what they met (`fixtures/failing-transactions.jsonl`), the others by hand.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountIdOfPublicKey } from '../../src/crypto/address.ts';
import { lineKeylet } from '../../src/protocol/entries/keylets.ts';
import { AccountSetFlags, EntryFlags, TransactionFlags } from '../../src/protocol/tables/flags.ts';
import { rulesOf } from '../../src/protocol/tables/rules.ts';
import { isTec, isTef, isTem, type Ter, terMessage } from '../../src/protocol/tables/ter.ts';
import type { StObject } from '../../src/protocol/values.ts';
import { explain } from '../../src/transactions/explain/explanation.ts';
import { Findings, type Subject } from '../../src/transactions/explain/findings.ts';
import { ammLedger, CREATOR, DOLLARS, PROVIDER } from '../support/amm-ledger.ts';
import { XRP } from '../support/book-ledger.ts';
import { failingTransactions, subjectOf } from '../support/failing-transaction.ts';
import { returnedResults } from '../support/returned-results.ts';
import { TEST_CONTEXT, type TestLedger, testAccount } from '../support/test-view.ts';
import { TokenLedger, tokens } from '../support/token-ledger.ts';

const ALICE = testAccount('A');
const BOB = testAccount('B');
const ISSUER = testAccount('I');
const OTHER_KEY = `ED${'22'.repeat(32)}`;

function unsigned(ledger: TestLedger, fields: StObject): Subject {
  const transaction = ledger.transaction({ Account: ALICE, ...fields });
  return { transaction, view: ledger.view, context: TEST_CONTEXT, flags: { dryRun: true } };
}

function ledgerOf(fields: StObject = {}): TokenLedger {
  const ledger = new TokenLedger();
  ledger.fund(ALICE, fields);
  ledger.fund(BOB);
  return ledger;
}

/** Results that need data too large for a file, or a state that no transaction creates. */
const BY_HAND: readonly (readonly [Ter, RegExp, () => Subject])[] = [
  [
    'tecINSUFF_FEE',
    /The fee is 10 drops, and the sender r\w+ has 5 drops\./,
    () => unsigned(ledgerOf({ Balance: 5n }), { TransactionType: 'AccountSet' }),
  ],
  [
    'tecNEED_MASTER_KEY',
    /Only the master key may do this\. .*SetFlag 4/,
    () => {
      const ledger = ledgerOf({ RegularKey: accountIdOfPublicKey(OTHER_KEY) });
      const SetFlag = AccountSetFlags.asfDisableMaster;
      return unsigned(ledger, { TransactionType: 'AccountSet', SetFlag, SigningPubKey: OTHER_KEY });
    },
  ],
  [
    'temBAD_MPT',
    /a multi-purpose token whose issuer is the zero account/,
    () => {
      const BidMin = { value: 1n, mptIssuanceId: '0'.repeat(48) };
      return unsigned(ledgerOf(), { TransactionType: 'AMMBid', Asset: XRP, Asset2: DOLLARS, BidMin });
    },
  ],
  [
    'temINVALID_INNER_BATCH',
    /tfInnerBatchTxn, so it counts only inside a batch/,
    () => {
      const { tfInnerBatchTxn: Flags } = TransactionFlags.universal;
      const subject = unsigned(ledgerOf(), { TransactionType: 'AccountSet', Flags });
      return { ...subject, context: { ...TEST_CONTEXT, rules: rulesOf([], ['BatchV1_1']) } };
    },
  ],
  [
    'tefALREADY',
    /Ledger 1000 already contains the transaction [0-9A-F]{64}\./,
    () => {
      const subject = unsigned(ledgerOf(), { TransactionType: 'AccountSet' });
      subject.view.addTransaction(subject.transaction, 'tesSUCCESS', undefined);
      return subject;
    },
  ],
  [
    'tecINVARIANT_FAILED',
    /violated the invariant deepFrozenLinesAreFrozen/,
    () => {
      const ledger = ledgerOf();
      ledger.fund(ISSUER);
      ledger.trust(ALICE, ISSUER, '5');
      const line = ledger.read(lineKeylet(ALICE, ISSUER, tokens('1', ISSUER).currency))!;
      ledger.view.rawReplace({ ...line, Flags: line.Flags | EntryFlags.RippleState.lsfHighDeepFreeze });
      return unsigned(ledger, { TransactionType: 'TrustSet', LimitAmount: tokens('7', ISSUER) });
    },
  ],
  [
    'tefINVARIANT_FAILED',
    /violated the invariant \w+/,
    () => unsigned(ledgerOf({ Sequence: 0xffff_ffff }), { TransactionType: 'AccountSet' }),
  ],
  [
    'tecINCOMPLETE',
    /more trust lines than one transaction may remove/,
    () => {
      const at = ammLedger();
      for (let i = 0; i < 1030; i++) {
        const Account = testAccount(`Z${i}`);
        at.fund(Account);
        at.apply({ TransactionType: 'TrustSet', Account, LimitAmount: at.lpTokens('10') });
      }
      at.send('AMMWithdraw', { Account: CREATOR, Flags: TransactionFlags.AMMWithdraw.tfWithdrawAll });
      return unsigned(at, { TransactionType: 'AMMDelete', Account: PROVIDER, Asset: XRP, Asset2: DOLLARS });
    },
  ],
];

/** Results that the source names and that no transaction here can get. */
const UNPROVOKED: ReadonlyMap<Ter, string> = new Map([
  [
    'tecOVERSIZE',
    'takes more than 5,200 changed entries, as of 900 offers by as many owners at as many prices: too much to build here',
  ],
  ['tecXCHAIN_PAYMENT_FAILED', 'a transfer fails like this only for an amount that preflight lets no transaction have'],
]);

/** Checks that apply to every explanation. */
function readExplanation(subject: Subject, expected: Ter): string {
  const { result, reason, advice, checked } = explain(new Findings(subject), 'not submitted');
  assert.equal(result, expected);
  assert.match(reason, /[.…]$/);
  assert.doesNotMatch(reason, /undefined|null|NaN|\[object|`|\]\(/);
  assert.notEqual(reason, terMessage(expected));
  assert.ok(advice.length > 5, `no advice: ${advice}`);
  assert.ok(checked.some((step) => step.result !== undefined && step.result !== 'tesSUCCESS') || checked.length > 0);
  return reason;
}

describe('The explanation of a result', () => {
  const failing = failingTransactions();
  for (const one of failing) {
    test(`${one.result}: ${one.reason.slice(0, 100)}`, () => {
      assert.equal(readExplanation(subjectOf(one), one.result), one.reason);
    });
  }

  for (const [result, words, subject] of BY_HAND) {
    test(`${result}, by hand`, () => assert.match(readExplanation(subject(), result), words));
  }

  test('is there for every tec, tef and tem that the source names', () => {
    const provoked = new Set<Ter>([...failing, ...BY_HAND.map(([result]) => ({ result }))].map(({ result }) => result));
    const named = returnedResults().filter((result) => isTec(result) || isTef(result) || isTem(result));
    assert.ok(named.length > 130, `the source names ${named.length} results`);
    assert.deepEqual(named.filter((result) => !provoked.has(result)).sort(), [...UNPROVOKED.keys()]);
  });
});
