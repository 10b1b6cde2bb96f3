import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TEST_FEE_DROPS, testAccount } from '../../../../test/support/test-view.ts';
import { TokenLedger, textOf, tokens } from '../../../../test/support/token-ledger.ts';
import { isDirectoryEmpty } from '../../../ledger/directory.ts';
import type { AccountRoot } from '../../../protocol/entries/entries.ts';
import { accountKeylet, checkKeylet, ownerDirKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import { type AccountId, BAD_CURRENCY, type IssuedAmount, type StObject } from '../../../protocol/values.ts';
import type { Check } from '../../checks/check.ts';

const WRITER = testAccount('M');
const PAYEE = testAccount('P');
const STRANGER = testAccount('S');
/** High on its lines, and low. */
const ISSUER = testAccount('X');
const LOW_ISSUER = testAccount('A');
const NOW = 1_000_000;
const MPT = { value: 1n, mptIssuanceId: '1'.repeat(48) };
const CHECK = checkKeylet(WRITER, 1);
const { AccountRoot: Bits, RippleState: Line } = EntryFlags;
const Tf = TransactionFlags.TrustSet;

const CREATE = { TransactionType: 'CheckCreate', Account: WRITER, Destination: PAYEE, SendMax: 1000n };
const CASH = { TransactionType: 'CheckCash', Account: PAYEE, CheckID: CHECK.key };
const CANCEL = { TransactionType: 'CheckCancel', Account: PAYEE, CheckID: CHECK.key };

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
    ['a multi-purpose token, even to itself', { SendMax: MPT, Destination: WRITER }, {}, {}, 'temDISABLED'],
    ['itself', { Destination: WRITER, SendMax: 0n }, {}, {}, 'temREDUNDANT'],
    ['nothing', { SendMax: 0n, Expiration: 0 }, {}, {}, 'temBAD_AMOUNT'],
    ['less than nothing', { SendMax: tokens('-1', ISSUER) }, {}, {}, 'temBAD_AMOUNT'],
    ['no currency', { SendMax: tokens('1', ISSUER, BAD_CURRENCY), Expiration: 0 }, {}, {}, 'temBAD_CURRENCY'],
    ['an expiration of zero', { Expiration: 0, Destination: testAccount('N') }, {}, {}, 'temBAD_EXPIRATION'],
    ['nobody', { Destination: testAccount('N') }, {}, {}, 'tecNO_DST'],
    ['a payee that wants none', {}, {}, { Flags: Bits.lsfDisallowIncomingCheck }, 'tecNO_PERMISSION'],
    ['an account of a ledger object', {}, {}, { VaultID: '1'.repeat(64) }, 'tecNO_PERMISSION'],
    ['a payee that wants a tag', { Expiration: 1 }, {}, { Flags: Bits.lsfRequireDestTag }, 'tecDST_TAG_NEEDED'],
    ['an expiration right now', { Expiration: NOW }, { Balance: 1_000_000n }, {}, 'tecEXPIRED'],
    ['too little for the reserve', {}, { Balance: 1_199_999n }, {}, 'tecINSUFFICIENT_RESERVE'],
    ['just enough for the reserve', { Expiration: NOW + 1 }, { Balance: 1_200_000n }, {}, 'tesSUCCESS'],
  ];
  for (const [name, fields, writer, payee, expected] of cases) {
    test(`over ${name}: ${expected}`, () => {
      assert.equal(result(emptyLedger(writer, payee), { ...CREATE, ...fields }), expected);
    });
  }

  test('is listed with both, and counts for its writer', () => {
    const ledger = emptyLedger();
    const terms = { SourceTag: 1, DestinationTag: 2, InvoiceID: 'A'.repeat(64), Expiration: NOW + 1 };
    assert.equal(result(ledger, { ...CREATE, ...terms }), 'tesSUCCESS');
    const check = ledger.read(CHECK);
    const { SourceTag, DestinationTag, InvoiceID, Expiration } = check!;
    assert.deepEqual({ SourceTag, DestinationTag, InvoiceID, Expiration }, terms);
    assert.deepEqual([check?.Sequence, check?.SendMax], [1, 1000n]);
    for (const end of [WRITER, PAYEE]) assert.deepEqual(ledger.read(ownerDirKeylet(end))?.Indexes, [CHECK.key]);
    assert.deepEqual([ledger.account(WRITER).OwnerCount, ledger.account(PAYEE).OwnerCount], [1, 0]);
  });

  for (const issuer of [ISSUER, LOW_ISSUER]) {
    const over = { ...CREATE, SendMax: tokens('1', issuer) };

    test(`needs no line, but frozen tokens forbid it (${issuer === ISSUER ? 'high' : 'low'} issuer)`, () => {
      assert.equal(result(emptyLedger(), over), 'tesSUCCESS');
      const frozen = emptyLedger();
      setRoot(frozen, issuer, { Flags: Bits.lsfGlobalFreeze });
      assert.equal(result(frozen, { ...over, Expiration: 1 }), 'tecFROZEN');
      const frozenLine = emptyLedger();
      frozenLine.trust(WRITER, issuer, '10');
      frozenLine.trust(issuer, WRITER, '0', { Flags: Tf.tfSetFreeze });
      assert.equal(result(frozenLine, over), 'tecFROZEN');
    });

    test(`forbids what its payee froze, not what the issuer froze for it (${issuer === ISSUER ? 'high' : 'low'})`, () => {
      const byPayee = emptyLedger();
      byPayee.trust(PAYEE, issuer, '10', { Flags: Tf.tfSetFreeze });
      assert.equal(result(byPayee, over), 'tecFROZEN');
      const byIssuer = emptyLedger();
      byIssuer.trust(PAYEE, issuer, '10');
      byIssuer.trust(issuer, PAYEE, '0', { Flags: Tf.tfSetFreeze });
      assert.equal(result(byIssuer, over), 'tesSUCCESS');
    });
  }
});

describe('CheckCash', () => {
  const cases: readonly [string, Partial<Check>, StObject, Partial<AccountRoot>, string][] = [
    ['multi-purpose tokens', {}, { Amount: MPT, DeliverMin: MPT }, {}, 'temDISABLED'],
    ['neither amount', {}, {}, {}, 'temMALFORMED'],
    ['both amounts', {}, { Amount: 0n, DeliverMin: 0n }, {}, 'temMALFORMED'],
    ['nothing', {}, { Amount: 0n }, {}, 'temBAD_AMOUNT'],
    ['at least nothing', {}, { DeliverMin: 0n }, {}, 'temBAD_AMOUNT'],
    ['no currency', {}, { Amount: tokens('1', ISSUER, BAD_CURRENCY) }, {}, 'temBAD_CURRENCY'],
    ['another entry', {}, { Amount: 1n, CheckID: accountKeylet(PAYEE).key }, {}, 'tecNO_ENTRY'],
    ["somebody else's", { Expiration: NOW }, { Amount: 1n, Account: STRANGER }, {}, 'tecNO_PERMISSION'],
    ["the writer's own", {}, { Amount: 1n, Account: WRITER }, {}, 'tecNO_PERMISSION'],
    ['one of a gone account', { Account: testAccount('G') }, { Amount: 1n }, {}, 'tecNO_ENTRY'],
    ['one without a tag', { Expiration: 1 }, { Amount: 1n }, { Flags: Bits.lsfRequireDestTag }, 'tecDST_TAG_NEEDED'],
    ['an expired one', { Expiration: NOW }, { Amount: tokens('1', ISSUER) }, {}, 'tecEXPIRED'],
    ['tokens for drops', {}, { Amount: tokens('1', ISSUER) }, {}, 'temMALFORMED'],
    ['more than it allows', {}, { Amount: 1001n }, {}, 'tecPATH_PARTIAL'],
    ['all that it allows', { Expiration: NOW + 1 }, { Amount: 1000n }, {}, 'tesSUCCESS'],
  ];
  for (const [name, check, fields, payee, expected] of cases) {
    test(`of ${name}: ${expected}`, () => {
      const ledger = ledgerWithCheck(check);
      setRoot(ledger, PAYEE, payee);
      assert.equal(result(ledger, { ...CASH, ...fields }), expected);
    });
  }

  test('pays drops, removes the check and frees its reserve', () => {
    const ledger = ledgerWithCheck();
    assert.deepEqual(ledger.apply({ ...CASH, Amount: 600n }), { result: 'tesSUCCESS', delivered: undefined });
    assert.equal(ledger.account(PAYEE).Balance, 100_000_000n + 600n - TEST_FEE_DROPS);
    assert.equal(ledger.account(WRITER).Balance, 100_000_000n - 600n - TEST_FEE_DROPS);
    assert.equal(ledger.account(WRITER).OwnerCount, 0);
    assert.equal(ledger.read(CHECK), undefined);
    // The first page of a directory stays, as in the reference.
    for (const end of [WRITER, PAYEE]) {
      assert.equal(isDirectoryEmpty(ledger.view, ownerDirKeylet(end)), true);
      assert.deepEqual(ledger.read(ownerDirKeylet(end))?.Indexes, []);
    }
  });

  test("counts the check's own reserve among what the writer has, and keeps the rest", () => {
    const poor = ledgerWithCheck();
    setRoot(poor, WRITER, { Balance: 1_000_900n });
    // By itself the writer lacks even the reserve of the check, so it counts as having nothing but that.
    assert.equal(result(poor, { ...CASH, Amount: 901n }), 'tecUNFUNDED_PAYMENT');
    assert.equal(result(poor, { ...CASH, Amount: 900n }), 'tesSUCCESS');
    assert.equal(poor.account(WRITER).Balance, 1_000_000n);
    const large = ledgerWithCheck({ SendMax: 900_000n });
    setRoot(large, WRITER, { Balance: 1_300_000n });
    assert.equal(result(large, { ...CASH, Amount: 300_001n }), 'tecPATH_PARTIAL');
    assert.equal(result(large, { ...CASH, Amount: 300_000n }), 'tesSUCCESS');
  });

  test('of at least an amount takes what there is, up to what the check allows', () => {
    const rich = ledgerWithCheck();
    assert.deepEqual(rich.apply({ ...CASH, DeliverMin: 10n }), { result: 'tesSUCCESS', delivered: 1000n });
    const poor = ledgerWithCheck();
    setRoot(poor, WRITER, { Balance: 1_000_900n });
    assert.equal(result(poor, { ...CASH, DeliverMin: 901n }), 'tecUNFUNDED_PAYMENT');
    assert.deepEqual(poor.apply({ ...CASH, DeliverMin: 10n }), { result: 'tesSUCCESS', delivered: 900n });
  });

  for (const issuer of [ISSUER, LOW_ISSUER]) {
    const side = issuer === ISSUER ? 'high' : 'low';

    test(`opens the payee's line to a ${side} issuer, without a limit`, () => {
      const ledger = tokenCheck(issuer);
      const { result: outcome, delivered } = ledger.apply({ ...CASH, Amount: tokens('30', issuer) });
      assert.equal(outcome, 'tesSUCCESS');
      assert.equal(textOf(delivered as IssuedAmount), '30');
      assert.deepEqual([ledger.held(WRITER, issuer), ledger.held(PAYEE, issuer)], ['70', '30']);
      const line = ledger.line(PAYEE, issuer)!;
      const [limit, flags] =
        issuer === ISSUER
          ? [line.LowLimit, Line.lsfLowReserve | Line.lsfLowNoRipple]
          : [line.HighLimit, Line.lsfHighReserve | Line.lsfHighNoRipple];
      assert.deepEqual([textOf({ ...limit, exponent: 0 }), limit.issuer, line.Flags], ['0', PAYEE, flags]);
      assert.equal(ledger.account(PAYEE).OwnerCount, 1);
    });

    test(`may exceed the payee's limit, which stays (${side} issuer)`, () => {
      const ledger = tokenCheck(issuer);
      ledger.trust(PAYEE, issuer, '5');
      assert.equal(result(ledger, { ...CASH, Amount: tokens('50', issuer) }), 'tesSUCCESS');
      const line = ledger.line(PAYEE, issuer)!;
      assert.equal(textOf(issuer === ISSUER ? line.LowLimit : line.HighLimit), '5');
      assert.equal(ledger.held(PAYEE, issuer), '50');
    });
  }

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

  test('of tokens costs the transfer fee on top, out of what the check allows', () => {
    const ledger = (): TokenLedger => tokenCheck(ISSUER, { TransferRate: 1_250_000_000 });
    assert.equal(result(ledger(), { ...CASH, Amount: tokens('40.1', ISSUER) }), 'tecPATH_PARTIAL');
    const exact = ledger();
    assert.equal(result(exact, { ...CASH, Amount: tokens('40', ISSUER) }), 'tesSUCCESS');
    assert.deepEqual([exact.held(WRITER, ISSUER), exact.held(PAYEE, ISSUER)], ['50', '40']);
    const most = ledger();
    const { delivered } = most.apply({ ...CASH, DeliverMin: tokens('1', ISSUER) });
    assert.equal(textOf(delivered as IssuedAmount), '40');
    assert.equal(result(ledger(), { ...CASH, DeliverMin: tokens('40.1', ISSUER) }), 'tecPATH_PARTIAL');
  });

  const refused: readonly [string, (at: TokenLedger) => void, StObject, string][] = [
    ['of another issuer', () => {}, { Amount: tokens('1', LOW_ISSUER) }, 'temMALFORMED'],
    ['that its writer has not got', (at) => at.pay(WRITER, ISSUER, '80', ISSUER), {}, 'tecPATH_PARTIAL'],
    ['frozen at the writer', (at) => at.trust(ISSUER, WRITER, '0', { Flags: Tf.tfSetFreeze }), {}, 'tecPATH_PARTIAL'],
    [
      'frozen at the payee',
      (at) => {
        at.trust(PAYEE, ISSUER, '10');
        at.trust(ISSUER, PAYEE, '0', { Flags: Tf.tfSetFreeze });
      },
      {},
      'tecFROZEN',
    ],
    ['of a gone issuer', (at) => at.view.rawErase({ ...at.account(ISSUER) }), {}, 'tecNO_ISSUER'],
    [
      'that need permission, without a line',
      (at) => setRoot(at, ISSUER, { Flags: Bits.lsfRequireAuth | Bits.lsfDefaultRipple }),
      {},
      'tecNO_AUTH',
    ],
    [
      'that need permission, without it',
      (at) => {
        at.trust(PAYEE, ISSUER, '10');
        setRoot(at, ISSUER, { Flags: Bits.lsfRequireAuth | Bits.lsfDefaultRipple });
      },
      {},
      'tecNO_AUTH',
    ],
    [
      'without the reserve for a line',
      (at) => setRoot(at, PAYEE, { Balance: 1_199_999n }),
      {},
      'tecNO_LINE_INSUF_RESERVE',
    ],
    [
      'over lines that do not ripple',
      (at) => {
        at.trust(PAYEE, ISSUER, '10');
        for (const holder of [WRITER, PAYEE]) {
          const line = at.line(holder, ISSUER)!;
          at.view.rawReplace({ ...line, Flags: line.Flags | Line.lsfHighNoRipple });
        }
      },
      {},
      'terNO_RIPPLE',
    ],
  ];
  for (const [name, prepare, fields, expected] of refused) {
    test(`of tokens ${name}: ${expected}`, () => {
      const ledger = tokenCheck();
      prepare(ledger);
      assert.equal(result(ledger, { ...CASH, Amount: tokens('30', ISSUER), ...fields }), expected);
    });
  }

  test('of tokens that need permission, with it', () => {
    const ledger = tokenCheck();
    ledger.trust(PAYEE, ISSUER, '10');
    setRoot(ledger, ISSUER, { Flags: Bits.lsfRequireAuth | Bits.lsfDefaultRipple });
    for (const holder of [PAYEE, WRITER]) ledger.trust(ISSUER, holder, '0', { Flags: Tf.tfSetfAuth });
    assert.equal(result(ledger, { ...CASH, Amount: tokens('30', ISSUER) }), 'tesSUCCESS');
  });

  test('of tokens that the writer issues itself needs none of them', () => {
    const own = { SendMax: tokens('50', WRITER) };
    const ledger = ledgerWithCheck(own);
    assert.equal(result(ledger, { ...CASH, Amount: tokens('50', WRITER) }), 'tesSUCCESS');
    assert.equal(ledger.held(PAYEE, WRITER), '50');
  });

  test('of more than any token can express is not applied', () => {
    const ledger = tokenCheck();
    ledger.trust(PAYEE, ISSUER, '10', { QualityIn: 1 });
    assert.equal(result(ledger, { ...CASH, DeliverMin: tokens('1', ISSUER) }), 'tefEXCEPTION');
  });
});

describe('CheckCancel', () => {
  const cases: readonly [string, Partial<Check>, StObject, string][] = [
    ['of nothing', {}, { CheckID: accountKeylet(PAYEE).key }, 'tecNO_ENTRY'],
    ['by a stranger', {}, { Account: STRANGER }, 'tecNO_PERMISSION'],
    ['by a stranger too early', { Expiration: NOW + 1 }, { Account: STRANGER }, 'tecNO_PERMISSION'],
    ['by a stranger once it has expired', { Expiration: NOW }, { Account: STRANGER }, 'tesSUCCESS'],
    ['by its writer', {}, { Account: WRITER }, 'tesSUCCESS'],
    ['by its payee', {}, {}, 'tesSUCCESS'],
  ];
  for (const [name, check, fields, expected] of cases) {
    test(`${name}: ${expected}`, () => {
      const ledger = ledgerWithCheck(check);
      assert.equal(result(ledger, { ...CANCEL, ...fields }), expected);
      assert.equal(ledger.read(CHECK) === undefined, expected === 'tesSUCCESS');
      assert.equal(ledger.account(WRITER).OwnerCount, expected === 'tesSUCCESS' ? 0 : 1);
    });
  }
});
