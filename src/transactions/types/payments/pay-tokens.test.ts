import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { testAccount } from '../../../../test/support/test-view.ts';
import { TokenLedger, textOf, tokens } from '../../../../test/support/token-ledger.ts';
import { compareIssued } from '../../../protocol/amounts/issued-amount.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { AccountId, IssuedAmount, StObject } from '../../../protocol/values.ts';

const ALICE = testAccount('A');
const BOB = testAccount('B');
const CAROL = testAccount('C');
const ISSUER = testAccount('I');
const OTHER_ISSUER = testAccount('O');
const { AccountRoot: Bits } = EntryFlags;
const { tfPartialPayment, tfLimitQuality, tfNoRippleDirect } = TransactionFlags.Payment;
const Tf = TransactionFlags.TrustSet;
const BILLION = 1_000_000_000;

/** Alice has 100 of the issuer's; Bob and Carol may hold as much. */
function ledger(issuer: { Flags?: number; TransferRate?: number } = {}): TokenLedger {
  const made = new TokenLedger();
  for (const account of [ALICE, BOB, CAROL]) made.fund(account);
  made.fund(ISSUER, { Flags: Bits.lsfDefaultRipple, ...issuer });
  made.fund(OTHER_ISSUER, { Flags: Bits.lsfDefaultRipple });
  for (const holder of [ALICE, BOB, CAROL]) made.trust(holder, ISSUER, '100');
  assert.equal(made.pay(ISSUER, ALICE, '100', ISSUER).result, 'tesSUCCESS');
  return made;
}

function setFlags(at: TokenLedger, account: AccountId, flags: number): void {
  at.view.rawReplace({ ...at.account(account), Flags: flags });
}

function balances(at: TokenLedger): (string | undefined)[] {
  return [ALICE, BOB].map((holder) => at.held(holder, ISSUER));
}

describe('A token payment', () => {
  test('issues, passes on through the issuer, and redeems', () => {
    const at = ledger();
    assert.deepEqual(at.pay(ALICE, BOB, '30', ISSUER), { result: 'tesSUCCESS', delivered: undefined });
    assert.deepEqual(balances(at), ['70', '30']);
    assert.equal(at.pay(BOB, ISSUER, '12.5', ISSUER).result, 'tesSUCCESS');
    assert.deepEqual(balances(at), ['70', '17.5']);
  });

  test('means the same whichever of issuer and receiver its amount names', () => {
    const at = ledger();
    assert.equal(at.pay(ALICE, BOB, '30', BOB, { SendMax: tokens('30', ISSUER) }).result, 'tesSUCCESS');
    assert.deepEqual(balances(at), ['70', '30']);
  });

  test('fails without a SendMax that covers the transfer fee', () => {
    const at = ledger({ TransferRate: 1_100_000_000 });
    assert.equal(at.pay(ALICE, BOB, '30', ISSUER).result, 'tecPATH_PARTIAL');
    assert.equal(at.pay(ALICE, BOB, '30', ISSUER, { SendMax: tokens('32.9', ISSUER) }).result, 'tecPATH_PARTIAL');
    assert.equal(at.pay(ALICE, BOB, '30', ISSUER, { SendMax: tokens('33', ISSUER) }).result, 'tesSUCCESS');
    assert.deepEqual(balances(at), ['67', '30']);
  });

  test('pays no transfer fee to or from the issuer', () => {
    const at = ledger({ TransferRate: 1_100_000_000 });
    assert.equal(at.pay(ALICE, ISSUER, '30', ISSUER).result, 'tesSUCCESS');
    assert.equal(at.pay(ISSUER, BOB, '30', ISSUER).result, 'tesSUCCESS');
    assert.deepEqual(balances(at), ['70', '30']);
  });

  const dry: readonly [string, (at: TokenLedger) => void, Ter][] = [
    ['to a full line', (at) => void at.pay(ISSUER, BOB, '100', ISSUER), 'tecPATH_DRY'],
    ['of more than is there', (at) => void at.pay(ALICE, ISSUER, '95', ISSUER), 'tecPATH_PARTIAL'],
    ['from an empty line', (at) => void at.pay(ALICE, ISSUER, '100', ISSUER), 'tecPATH_DRY'],
    ['of globally frozen tokens', (at) => setFlags(at, ISSUER, Bits.lsfGlobalFreeze), 'tecPATH_DRY'],
    ['from a frozen line', (at) => at.trust(ISSUER, ALICE, '0', { Flags: Tf.tfSetFreeze }), 'tecPATH_DRY'],
    [
      'to a deeply frozen line',
      (at) => at.trust(ISSUER, BOB, '0', { Flags: Tf.tfSetFreeze | Tf.tfSetDeepFreeze }),
      'tecPATH_DRY',
    ],
  ];
  for (const [what, prepare, expected] of dry) {
    test(`${what} fails with ${expected}`, () => {
      const at = ledger();
      prepare(at);
      const before = balances(at);
      assert.equal(at.pay(ALICE, BOB, '10', ISSUER).result, expected);
      assert.deepEqual(balances(at), before);
    });
  }

  test('to a line with room for a part of it fails, and delivers that part if it may', () => {
    const at = ledger();
    at.pay(ISSUER, BOB, '95', ISSUER);
    assert.equal(at.pay(ALICE, BOB, '10', ISSUER).result, 'tecPATH_PARTIAL');
    const { result, delivered } = at.pay(ALICE, BOB, '10', ISSUER, { Flags: tfPartialPayment });
    assert.deepEqual([result, textOf(delivered as IssuedAmount)], ['tesSUCCESS', '5']);
  });

  test('never goes through its sender again', () => {
    const at = ledger();
    for (const account of [ALICE, CAROL]) setFlags(at, account, Bits.lsfDefaultRipple);
    at.trust(ALICE, CAROL, '100');
    at.trust(BOB, ALICE, '100');
    const loop = { Paths: [[{ account: ISSUER }, { account: CAROL }, { account: ALICE }]], Flags: tfNoRippleDirect };
    const { result } = at.pay(ALICE, BOB, '1', ALICE, { ...loop, SendMax: tokens('5', ISSUER) });
    assert.equal(result, 'temBAD_PATH_LOOP');
  });

  test('goes by its paths alone if it asks for that', () => {
    const at = ledger();
    const path = { Paths: [[{ account: CAROL }]] };
    assert.equal(at.pay(ALICE, BOB, '10', ISSUER, { ...path, Flags: tfNoRippleDirect }).result, 'tecPATH_DRY');
    assert.equal(at.pay(ALICE, BOB, '10', ISSUER, path).result, 'tesSUCCESS');
  });

  test('through an issuer that forbids rippling on both lines fails, but not if on one', () => {
    const at = ledger({ Flags: 0 });
    assert.equal(at.pay(ALICE, BOB, '10', ISSUER).result, 'tecPATH_DRY');
    at.trust(ISSUER, BOB, '0', { Flags: Tf.tfClearNoRipple });
    assert.equal(at.pay(ALICE, BOB, '10', ISSUER).result, 'tesSUCCESS');
  });

  test('to a frozen line arrives, for a freeze only stops what goes out', () => {
    const at = ledger();
    at.trust(ISSUER, BOB, '0', { Flags: Tf.tfSetFreeze });
    assert.equal(at.pay(ALICE, BOB, '10', ISSUER).result, 'tesSUCCESS');
  });

  test('without a line fails, and so does one through an order book, for there are no offers', () => {
    const at = ledger();
    assert.equal(at.pay(OTHER_ISSUER, BOB, '10', OTHER_ISSUER).result, 'tecPATH_DRY');
    const euros = { SendMax: tokens('10', ISSUER, `${'0'.repeat(24)}4555520000000000`) };
    assert.equal(at.pay(ALICE, BOB, '10', ISSUER, euros).result, 'tecPATH_DRY');
    assert.equal(at.pay(ALICE, BOB, '10', ISSUER, { SendMax: 1_000_000n }).result, 'tecPATH_PARTIAL');
  });

  test('needs the receiver’s permission where that is asked for', () => {
    const at = ledger();
    setFlags(at, BOB, Bits.lsfDepositAuth);
    assert.equal(at.pay(ALICE, BOB, '10', ISSUER).result, 'tecNO_PERMISSION');
  });
});

describe('Line qualities', () => {
  test('make what the receiver takes at a discount cost more', () => {
    const at = ledger();
    at.trust(BOB, ISSUER, '100', { QualityIn: 0.5 * BILLION });
    assert.equal(at.pay(ALICE, BOB, '10', ISSUER, { SendMax: tokens('25', ISSUER) }).result, 'tesSUCCESS');
    assert.deepEqual(balances(at), ['80', '20']);
  });

  test('of an account in the middle ask the worse of two prices for what it pays back', () => {
    const at = ledger();
    setFlags(at, CAROL, Bits.lsfDefaultRipple);
    at.trust(CAROL, BOB, '100');
    at.trust(CAROL, ALICE, '100', { QualityIn: 0.8 * BILLION });
    assert.equal(at.pay(BOB, CAROL, '50', BOB).result, 'tesSUCCESS');
    const path = { Paths: [[{ account: CAROL }]], SendMax: tokens('50', ALICE), Flags: tfNoRippleDirect };
    assert.equal(at.pay(ALICE, BOB, '8', BOB, path).result, 'tesSUCCESS');
    assert.deepEqual([at.held(CAROL, ALICE), at.held(CAROL, BOB)], ['10', '42']);
  });

  test('that divide unevenly are rounded against the sender', () => {
    const at = ledger();
    at.trust(BOB, ISSUER, '100', { QualityIn: 0.3 * BILLION });
    assert.equal(at.pay(ALICE, BOB, '10', ISSUER, { SendMax: tokens('50', ISSUER) }).result, 'tesSUCCESS');
    assert.deepEqual(balances(at), ['66.66666666666666', '33.33333333333334']);
  });

  test('above one do not give the receiver at the end more than was paid', () => {
    const at = ledger();
    at.trust(BOB, ISSUER, '100', { QualityIn: 2 * BILLION });
    assert.equal(at.pay(ALICE, BOB, '10', ISSUER).result, 'tesSUCCESS');
    assert.deepEqual(balances(at), ['90', '10']);
  });

  test('of an account in the middle are its price for passing on', () => {
    const at = ledger();
    at.trust(BOB, CAROL, '100');
    setFlags(at, CAROL, Bits.lsfDefaultRipple);
    at.trust(CAROL, ISSUER, '100', { QualityIn: 0.8 * BILLION, Flags: Tf.tfClearNoRipple });
    at.trust(CAROL, BOB, '0', { Flags: Tf.tfClearNoRipple });
    const path = { Paths: [[{ account: ISSUER }, { account: CAROL }]], SendMax: tokens('50', ALICE) };
    assert.equal(at.pay(ALICE, BOB, '8', BOB, { ...path, Flags: tfNoRippleDirect }).result, 'tesSUCCESS');
    assert.equal(at.held(ALICE, ISSUER), '90');
    assert.equal(at.held(CAROL, ISSUER), '10');
    assert.equal(at.held(BOB, CAROL), '8');
  });
});

describe('Partial payments', () => {
  test('deliver what they can, and say how much', () => {
    const at = ledger({ TransferRate: 1_250_000_000 });
    const { result, delivered } = at.pay(ALICE, BOB, '100', ISSUER, { Flags: tfPartialPayment });
    assert.equal(result, 'tesSUCCESS');
    assert.ok(delivered && typeof delivered === 'object' && 'issuer' in delivered);
    assert.deepEqual([textOf(delivered), delivered.issuer], ['80', ISSUER]);
    assert.deepEqual(balances(at), ['0', '80']);
  });

  test('fail below DeliverMin', () => {
    const at = ledger({ TransferRate: 1_250_000_000 });
    const fields = { Flags: tfPartialPayment };
    const tooMuch = { ...fields, DeliverMin: tokens('80.1', ISSUER) };
    assert.equal(at.pay(ALICE, BOB, '100', ISSUER, tooMuch).result, 'tecPATH_PARTIAL');
    const enough = { ...fields, DeliverMin: tokens('80', ISSUER) };
    assert.equal(at.pay(ALICE, BOB, '100', ISSUER, enough).result, 'tesSUCCESS');
  });

  test('that deliver nothing fail', () => {
    const at = ledger();
    at.pay(ALICE, ISSUER, '100', ISSUER);
    assert.equal(at.pay(ALICE, BOB, '5', ISSUER, { Flags: tfPartialPayment }).result, 'tecPATH_DRY');
  });

  test('stay within the quality that their amounts imply, if asked to', () => {
    const at = ledger({ TransferRate: 1_250_000_000 });
    const limits = { Flags: tfPartialPayment | tfLimitQuality };
    const poor = { ...limits, SendMax: tokens('120', ISSUER) };
    assert.equal(at.pay(ALICE, BOB, '100', ISSUER, poor).result, 'tecPATH_DRY');
    const fair = { ...limits, SendMax: tokens('125', ISSUER) };
    assert.equal(at.pay(ALICE, BOB, '100', ISSUER, fair).result, 'tesSUCCESS');
  });
});

describe('Several paths', () => {
  /** Alice also has 100 of the other issuer's, and Bob may hold as much of both. */
  function twoIssuers(): TokenLedger {
    const at = ledger();
    at.trust(ALICE, OTHER_ISSUER, '100');
    at.trust(BOB, OTHER_ISSUER, '100');
    assert.equal(at.pay(OTHER_ISSUER, ALICE, '100', OTHER_ISSUER).result, 'tesSUCCESS');
    return at;
  }
  const paths: StObject = { Paths: [[{ account: ISSUER }], [{ account: OTHER_ISSUER }]], Flags: tfNoRippleDirect };

  test('are used one after the other until enough is delivered', () => {
    const at = twoIssuers();
    const outcome = at.pay(ALICE, BOB, '150', BOB, { ...paths, SendMax: tokens('150', ALICE) });
    assert.equal(outcome.result, 'tesSUCCESS');
    assert.deepEqual([at.held(BOB, ISSUER), at.held(BOB, OTHER_ISSUER)], ['100', '50']);
  });

  test('are used the cheapest first', () => {
    const at = twoIssuers();
    at.view.rawReplace({ ...at.account(ISSUER), TransferRate: 1_100_000_000 });
    assert.equal(at.pay(ALICE, BOB, '50', BOB, { ...paths, SendMax: tokens('60', ALICE) }).result, 'tesSUCCESS');
    assert.deepEqual([at.held(BOB, ISSUER), at.held(BOB, OTHER_ISSUER)], ['0', '50']);
  });

  test('that cannot be used are left out as long as one can', () => {
    const at = twoIssuers();
    at.trust(ISSUER, ALICE, '0', { Flags: Tf.tfSetFreeze });
    assert.equal(at.pay(ALICE, BOB, '50', BOB, { ...paths, SendMax: tokens('60', ALICE) }).result, 'tesSUCCESS');
    assert.equal(at.held(BOB, OTHER_ISSUER), '50');
  });
});

test('What leaves the sender arrives, less the fee, to within the last of sixteen digits', () => {
  const amount = fc.integer({ min: 1, max: 10 ** 9 }).map((value) => `0.${String(value).padStart(9, '0')}`);
  const property = fc.property(amount, fc.integer({ min: BILLION, max: 2 * BILLION }), (paid, rate) => {
    const at = ledger({ TransferRate: rate });
    const { result } = at.pay(ALICE, BOB, paid, ISSUER, { SendMax: tokens('10', ISSUER) });
    assert.equal(result, 'tesSUCCESS');
    const line = at.line(BOB, ISSUER)?.Balance as IssuedAmount;
    assert.equal(compareIssued(line, tokens(paid, ISSUER)), 0);
    const left = Number(at.held(ALICE, ISSUER));
    assert.ok(Math.abs(100 - (Number(paid) * rate) / BILLION - left) < 1e-12);
  });
  fc.assert(property, { seed: 11, numRuns: 60 });
});
