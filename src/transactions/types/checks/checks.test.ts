import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testAccount } from '../../../../test/support/test-view.ts';
import { TokenLedger, tokens } from '../../../../test/support/token-ledger.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import { checkKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import { type AccountId, BAD_CURRENCY, type StObject } from '../../../protocol/values.ts';
import type { Check } from '../../checks/check.ts';

const WRITER = testAccount('M');
const PAYEE = testAccount('P');
const STRANGER = testAccount('S');
/** High on its lines, and low. */
const ISSUER = testAccount('X');
const LOW_ISSUER = testAccount('A');
const NOW = 1_000_000;
const CHECK = checkKeylet(WRITER, 1);
const { AccountRoot: Bits } = EntryFlags;
const Tf = TransactionFlags.TrustSet;

const CREATE = { TransactionType: 'CheckCreate', Account: WRITER, Destination: PAYEE, SendMax: 1000n };
const CASH = { TransactionType: 'CheckCash', Account: PAYEE, CheckID: CHECK.key };

function emptyLedger(writer: Partial<AccountRoot> = {}, payee: Partial<AccountRoot> = {}): TokenLedger {
  const ledger = new TokenLedger({ closeTimeSeconds: NOW });
  ledger.fund(WRITER, writer);
  ledger.fund(PAYEE, payee);
  ledger.fund(STRANGER);
  for (const issuer of [ISSUER, LOW_ISSUER]) ledger.fund(issuer, { Flags: Bits.lsfDefaultRipple });
  return ledger;
}

/** A ledger with a check; fields given here replace those that it was made with. */
function ledgerWithCheck(check: Partial<Check> = {}, ledger = emptyLedger()): TokenLedger {
  const fields = check.SendMax === undefined ? CREATE : { ...CREATE, SendMax: check.SendMax };
  assert.equal(ledger.apply({ ...fields, Sequence: 1 }).result, 'tesSUCCESS');
  ledger.put({ ...ledger.read(CHECK)!, ...check });
  return ledger;
}

/** The writer holds 100 of the issuer's tokens, and its check allows up to 50. */
function tokenCheck(issuer: AccountId = ISSUER, root: Partial<AccountRoot> = {}): TokenLedger {
  const ledger = emptyLedger();
  setRoot(ledger, issuer, { Flags: Bits.lsfDefaultRipple, ...root });
  const check = ledgerWithCheck({ SendMax: tokens('50', issuer) }, ledger);
  check.trust(WRITER, issuer, '100');
  assert.equal(check.pay(issuer, WRITER, '100', issuer).result, 'tesSUCCESS');
  return check;
}

function setRoot(ledger: TokenLedger, account: AccountId, fields: Partial<AccountRoot>): void {
  ledger.view.rawReplace({ ...ledger.account(account), ...fields });
}

function result(ledger: TokenLedger, fields: StObject): string {
  return ledger.apply(fields).result;
}

describe('CheckCreate', () => {
  const cases: readonly [string, StObject, Partial<AccountRoot>, Partial<AccountRoot>, string][] = [
    ['no currency', { SendMax: tokens('1', ISSUER, BAD_CURRENCY), Expiration: 0 }, {}, {}, 'temBAD_CURRENCY'],
    ['an expiration of zero', { Expiration: 0, Destination: testAccount('N') }, {}, {}, 'temBAD_EXPIRATION'],
    ['a payee that wants a tag', { Expiration: 1 }, {}, { Flags: Bits.lsfRequireDestTag }, 'tecDST_TAG_NEEDED'],
  ];
  for (const [name, fields, writer, payee, expected] of cases) {
    test(`over ${name}: ${expected}`, () => {
      assert.equal(result(emptyLedger(writer, payee), { ...CREATE, ...fields }), expected);
    });
  }
});

describe('CheckCash', () => {
  const cases: readonly [string, Partial<Check>, StObject, Partial<AccountRoot>, string][] = [
    ['one of a gone account', { Account: testAccount('G') }, { Amount: 1n }, {}, 'tecNO_ENTRY'],
  ];
  for (const [name, check, fields, payee, expected] of cases) {
    test(`of ${name}: ${expected}`, () => {
      const ledger = ledgerWithCheck(check);
      setRoot(ledger, PAYEE, payee);
      assert.equal(result(ledger, { ...CASH, ...fields }), expected);
    });
  }

  test('of at least an amount takes what there is, up to what the check allows', () => {
    const rich = ledgerWithCheck();
    assert.deepEqual(rich.apply({ ...CASH, DeliverMin: 10n }), { result: 'tesSUCCESS', delivered: 1000n });
    const poor = ledgerWithCheck();
    setRoot(poor, WRITER, { Balance: 1_000_900n });
    assert.equal(result(poor, { ...CASH, DeliverMin: 901n }), 'tecUNFUNDED_PAYMENT');
    assert.deepEqual(poor.apply({ ...CASH, DeliverMin: 10n }), { result: 'tesSUCCESS', delivered: 900n });
  });

  test('by the issuer takes tokens back; the limit of a high writer counts as set meanwhile', () => {
    const toIssuer = (issuer: AccountId): TokenLedger => {
      const ledger = emptyLedger();
      const check = { ...CREATE, Destination: issuer, SendMax: tokens('100', issuer), Sequence: 1 };
      assert.equal(result(ledger, check), 'tesSUCCESS');
      ledger.trust(WRITER, issuer, '100');
      ledger.pay(issuer, WRITER, '100', issuer);
      ledger.trust(WRITER, issuer, '0', { Flags: Tf.tfSetNoRipple });
      assert.equal(result(ledger, { ...CASH, Account: issuer, Amount: tokens('100', issuer) }), 'tesSUCCESS');
      return ledger;
    };
    assert.equal(toIssuer(ISSUER).line(WRITER, ISSUER), undefined);
    assert.equal(toIssuer(LOW_ISSUER).held(WRITER, LOW_ISSUER), '0');
  });

  const refused: readonly [string, (at: TokenLedger) => void, StObject, string][] = [
    ['of a gone issuer', (at) => at.view.rawErase({ ...at.account(ISSUER) }), {}, 'tecNO_ISSUER'],
  ];
  for (const [name, prepare, fields, expected] of refused) {
    test(`of tokens ${name}: ${expected}`, () => {
      const ledger = tokenCheck();
      prepare(ledger);
      assert.equal(result(ledger, { ...CASH, Amount: tokens('30', ISSUER), ...fields }), expected);
    });
  }

  test('of more than any token can express is not applied', () => {
    const ledger = tokenCheck();
    ledger.trust(PAYEE, ISSUER, '10', { QualityIn: 1 });
    assert.equal(result(ledger, { ...CASH, DeliverMin: tokens('1', ISSUER) }), 'tefEXCEPTION');
  });
});
