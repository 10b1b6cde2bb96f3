import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MapView } from '../../test/support/map-view.ts';
import { testAccount } from '../../test/support/test-view.ts';
import { textOf, tokens } from '../../test/support/token-ledger.ts';
import { accountKeylet } from '../protocol/entries/keylets.ts';
import { newEntry } from '../protocol/entries/new-entry.ts';
import { ZERO_ACCOUNT } from '../protocol/values.ts';
import { adjustOwnerCount } from './owner-count.ts';
import {
  PaymentSandbox,
  recordCredit,
  recordOwnerCount,
  reservedOwnerCount,
  usableBalance,
} from './payment-sandbox.ts';
import { Sandbox } from './sandbox.ts';

const ISSUER = testAccount('I');
const ALICE = testAccount('A');
const ZED = testAccount('Z');
const usd = (text: string) => tokens(text, ISSUER);

describe('a payment sandbox', () => {
  for (const holder of [ALICE, ZED]) {
    const whose = holder < ISSUER ? 'a low' : 'a high';
    test(`does not let ${whose} account spend what it received`, () => {
      const sandbox = new PaymentSandbox(new MapView());
      recordCredit(sandbox, ISSUER, holder, usd('50'), usd('-10'));
      assert.equal(textOf(usableBalance(sandbox, holder, ISSUER, usd('60'))), '10');
    });

    test(`takes off what ${whose} account has spent since, from what it had at first`, () => {
      const sandbox = new PaymentSandbox(new MapView());
      recordCredit(sandbox, ISSUER, holder, usd('50'), usd('-10'));
      recordCredit(sandbox, holder, ISSUER, usd('4'), usd('60'));
      assert.equal(textOf(usableBalance(sandbox, holder, ISSUER, usd('56'))), '6');
    });
  }

  test('gives back a small balance exactly, whatever large credit came in between', () => {
    const sandbox = new PaymentSandbox(new MapView());
    recordCredit(sandbox, ISSUER, ALICE, usd('9000000000000000'), usd('-0.000001'));
    assert.equal(textOf(usableBalance(sandbox, ALICE, ISSUER, usd('9000000000000000'))), '0.000001');
  });

  test('never makes more usable than there is', () => {
    const sandbox = new PaymentSandbox(new MapView());
    recordCredit(sandbox, ALICE, ISSUER, usd('0'), usd('10'));
    assert.equal(textOf(usableBalance(sandbox, ALICE, ISSUER, usd('3'))), '3');
  });

  test('counts what the sandboxes around it know, and tells the one around it when it is applied', () => {
    const outer = new PaymentSandbox(new MapView());
    const inner = new PaymentSandbox(outer);
    recordCredit(outer, ISSUER, ALICE, usd('5'), usd('-10'));
    recordCredit(inner, ALICE, ISSUER, usd('2'), usd('15'));
    assert.equal(textOf(usableBalance(inner, ALICE, ISSUER, usd('13'))), '8');
    assert.equal(textOf(usableBalance(outer, ALICE, ISSUER, usd('15'))), '10');
    inner.applyTo(outer);
    assert.equal(textOf(usableBalance(outer, ALICE, ISSUER, usd('13'))), '8');
  });

  test('counts all that went either way, in one sandbox and in the one around it', () => {
    for (const [account, other] of [
      [ALICE, ISSUER],
      [ISSUER, ALICE],
    ] as const) {
      const outer = new PaymentSandbox(new MapView());
      for (const drops of ['2', '3']) recordCredit(outer, account, other, usd(drops), usd('20'));
      assert.equal(textOf(usableBalance(outer, account, other, usd('20'))), '15');
      const inner = new PaymentSandbox(outer);
      for (const drops of ['1', '4']) recordCredit(inner, account, other, usd(drops), usd('15'));
      inner.applyTo(outer);
      assert.equal(textOf(usableBalance(outer, account, other, usd('20'))), '10');
    }
  });

  test('never allows more than there ever was on the way', () => {
    const outer = new PaymentSandbox(new MapView());
    recordCredit(outer, ALICE, ISSUER, usd('5'), usd('15'));
    const inner = new PaymentSandbox(outer);
    recordCredit(inner, ISSUER, ALICE, usd('17'), usd('-3'));
    assert.equal(textOf(usableBalance(inner, ALICE, ISSUER, usd('20'))), '3');
  });

  test('knows pairs and currencies apart', () => {
    const sandbox = new PaymentSandbox(new MapView());
    recordCredit(sandbox, ISSUER, ALICE, usd('5'), usd('-10'));
    assert.equal(textOf(usableBalance(sandbox, ZED, ISSUER, usd('15'))), '15');
    const other = tokens('15', ISSUER, `${'AB'.repeat(20)}`);
    assert.equal(textOf(usableBalance(sandbox, ALICE, ISSUER, other)), '15');
  });

  test('counts drops towards the account of zeros, and never below nothing', () => {
    const sandbox = new PaymentSandbox(new MapView());
    recordCredit(sandbox, ZERO_ACCOUNT, ALICE, 100n, -5n);
    assert.equal(usableBalance(sandbox, ALICE, ZERO_ACCOUNT, 105n), 5n);
    recordCredit(sandbox, ALICE, ZERO_ACCOUNT, 50n, 105n);
    assert.equal(usableBalance(sandbox, ALICE, ZERO_ACCOUNT, 55n), 0n);
  });

  test('remembers the largest owner count on the way', () => {
    const account = newEntry(accountKeylet(ALICE));
    account.Account = ALICE;
    account.OwnerCount = 3;
    const outer = new PaymentSandbox(new MapView([account]));
    const inner = new PaymentSandbox(outer);
    const peeked = inner.peek(accountKeylet(ALICE));
    assert.ok(peeked);
    adjustOwnerCount(inner, peeked, -2);
    assert.equal(reservedOwnerCount(inner, ALICE, 1), 3);
    assert.equal(reservedOwnerCount(outer, ALICE, 1), 1);
    inner.applyTo(outer);
    assert.equal(reservedOwnerCount(outer, ALICE, 1), 3);
    recordOwnerCount(outer, ALICE, 1, 7);
    assert.equal(reservedOwnerCount(outer, ALICE, 1), 7);
  });
});

test('an ordinary sandbox notes nothing', () => {
  const sandbox = new Sandbox(new MapView());
  recordCredit(sandbox, ISSUER, ALICE, usd('50'), usd('-10'));
  recordOwnerCount(sandbox, ALICE, 5, 6);
  assert.equal(textOf(usableBalance(sandbox, ALICE, ISSUER, usd('60'))), '60');
  assert.equal(reservedOwnerCount(sandbox, ALICE, 1), 1);
});
