import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, ISSUER, MptLedger } from '../../../test/support/mpt-ledger.ts';
import { TEST_FEES } from '../../../test/support/test-view.ts';
import { USD } from '../../../test/support/token-ledger.ts';
import { EntryFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import { type Issue, XRP_CURRENCY } from '../../protocol/values.ts';
import { addEmptyHolding, canAddHolding, removeEmptyHolding } from './asset-holding.ts';

const XRP: Issue = { currency: XRP_CURRENCY };
const TOKEN = { currency: USD, issuer: ISSUER };
const RICH = { fees: TEST_FEES, balanceDrops: 100_000_000n };
const { lsfDefaultRipple, lsfGlobalFreeze } = EntryFlags.AccountRoot;

/** The issuer's tokens ripple unless said otherwise. */
function ledgerWith(issuerFlags: number = lsfDefaultRipple): MptLedger {
  const ledger = new MptLedger();
  ledger.view.rawReplace({ ...ledger.account(ISSUER), Flags: issuerFlags });
  return ledger;
}

const add = (ledger: MptLedger, account: string, asset: Issue, reserve = RICH) =>
  ledger.attempt((sandbox) => addEmptyHolding(sandbox, account, asset, reserve));
const remove = (ledger: MptLedger, account: string, asset: Issue) =>
  ledger.attempt((sandbox) => removeEmptyHolding(sandbox, account, asset));

describe('what can be held at all', () => {
  test('drops; tokens that ripple; multi-purpose tokens that can be passed on', () => {
    const ledger = ledgerWith();
    assert.equal(canAddHolding(ledger.view, XRP), 'tesSUCCESS');
    assert.equal(canAddHolding(ledger.view, TOKEN), 'tesSUCCESS');
    assert.equal(canAddHolding(ledger.view, { ...TOKEN, issuer: BOB }), 'terNO_RIPPLE');
    assert.equal(canAddHolding(ledger.view, { ...TOKEN, issuer: 'CC'.repeat(20) }), 'terNO_ACCOUNT');
    assert.equal(canAddHolding(ledger.view, { mptIssuanceId: ledger.issue() }), 'tesSUCCESS');
    assert.equal(canAddHolding(ledger.view, { mptIssuanceId: ledger.issue({ Flags: 0 }) }), 'tecNO_AUTH');
    assert.equal(canAddHolding(ledger.view, { mptIssuanceId: '00'.repeat(24) }), 'tecOBJECT_NOT_FOUND');
  });
});

describe('an empty holding of drops', () => {
  test('needs nothing, and is gone when there are none', () => {
    const ledger = ledgerWith();
    assert.equal(add(ledger, ALICE, XRP), 'tesSUCCESS');
    assert.equal(remove(ledger, ALICE, XRP), 'tecHAS_OBLIGATIONS');
    ledger.view.rawReplace({ ...ledger.account(ALICE), Balance: 0n });
    assert.equal(remove(ledger, ALICE, XRP), 'tesSUCCESS');
    assert.equal(remove(ledger, 'CC'.repeat(20), XRP), 'tecINTERNAL');
  });
});

describe('an empty trust line', () => {
  test('needs the reserve, and an issuer with lsfDefaultRipple and without a freeze', () => {
    assert.equal(add(ledgerWith(), ALICE, TOKEN, { ...RICH, balanceDrops: 1_199_999n }), 'tecNO_LINE_INSUF_RESERVE');
    assert.equal(add(ledgerWith(0), ALICE, TOKEN), 'tecINTERNAL');
    assert.equal(add(ledgerWith(lsfGlobalFreeze | lsfDefaultRipple), ALICE, TOKEN), 'tecFROZEN');
    assert.equal(add(ledgerWith(), 'CC'.repeat(20), TOKEN), 'tefINTERNAL');
  });

  test('is removed for both who pay for it, but not with a balance', () => {
    const ledger = ledgerWith();
    assert.equal(remove(ledger, ALICE, TOKEN), 'tecOBJECT_NOT_FOUND');
    assert.equal(remove(ledger, ISSUER, { ...TOKEN }), 'tesSUCCESS');
    add(ledger, ALICE, TOKEN);
    ledger.pay(ISSUER, ALICE, '5', ISSUER);
    ledger.trust(ALICE, ISSUER, '10');
    assert.equal(ledger.pay(ISSUER, ALICE, '5', ISSUER).result, 'tesSUCCESS');
    assert.equal(remove(ledger, ALICE, TOKEN), 'tecHAS_OBLIGATIONS');
    ledger.pay(ALICE, ISSUER, '5', ISSUER);
    ledger.trust(ISSUER, ALICE, '7');
    assert.equal(ledger.account(ISSUER).OwnerCount, 1);
    assert.equal(remove(ledger, ALICE, TOKEN), 'tesSUCCESS');
    assert.deepEqual([ledger.account(ALICE).OwnerCount, ledger.account(ISSUER).OwnerCount], [0, 0]);
    assert.equal(ledger.line(ALICE, ISSUER), undefined);
  });
});

describe('an empty MPToken', () => {
  test('is not made of a token that is locked or not there', () => {
    const ledger = ledgerWith();
    const asset = { mptIssuanceId: ledger.issue() };
    const { tfMPTLock } = TransactionFlags.MPTokenIssuanceSet;
    ledger.expect('tesSUCCESS', {
      TransactionType: 'MPTokenIssuanceSet',
      MPTokenIssuanceID: asset.mptIssuanceId,
      Flags: tfMPTLock,
    });
    assert.equal(add(ledger, ALICE, asset), 'tefINTERNAL');
    assert.equal(add(ledger, ALICE, { mptIssuanceId: '00'.repeat(24) }), 'tefINTERNAL');
  });

  test('is removed where nothing is in it', () => {
    const ledger = ledgerWith();
    const asset = { mptIssuanceId: ledger.issue() };
    assert.equal(remove(ledger, ALICE, asset), 'tecOBJECT_NOT_FOUND');
    assert.equal(remove(ledger, ISSUER, asset), 'tesSUCCESS');
    ledger.distribute(asset.mptIssuanceId, 5n, ALICE);
    ledger.distribute(asset.mptIssuanceId, 0n, BOB);
    assert.equal(remove(ledger, ALICE, asset), 'tecHAS_OBLIGATIONS');
    assert.equal(remove(ledger, BOB, asset), 'tesSUCCESS');
    assert.equal(ledger.token(asset.mptIssuanceId, BOB), undefined);
    assert.equal(ledger.account(BOB).OwnerCount, 0);
  });
});
