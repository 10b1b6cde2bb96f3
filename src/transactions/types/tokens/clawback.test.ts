import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MptLedger, units } from '../../../../test/support/mpt-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { TokenLedger, tokens } from '../../../../test/support/token-ledger.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { StObject } from '../../../protocol/values.ts';

const ALICE = testAccount('A');
const ISSUER = testAccount('I');
const BOB = testAccount('B');
const ZED = testAccount('Z');
const { AccountRoot: Bits } = EntryFlags;
const MPT = { value: 5n, mptIssuanceId: `00000001${ISSUER}` };

function ledger(issuerFlags: number = Bits.lsfAllowTrustLineClawback): TokenLedger {
  const made = new TokenLedger();
  for (const account of [ALICE, BOB, ZED]) made.fund(account);
  made.fund(ISSUER, { Flags: issuerFlags });
  for (const holder of [ALICE, ZED]) {
    made.trust(holder, ISSUER, '100');
    made.pay(ISSUER, holder, '60', ISSUER);
  }
  return made;
}

function clawback(at: TokenLedger, fields: StObject = {}): Ter {
  const defaults = { TransactionType: 'Clawback', Account: ISSUER, Amount: tokens('10', ALICE) };
  return at.apply({ ...defaults, ...fields }).result;
}

describe('Clawback', () => {
  for (const holder of [ALICE, ZED]) {
    test(`takes what it names from ${holder < ISSUER ? 'a low' : 'a high'} holder, and at most what is there`, () => {
      const at = ledger();
      assert.equal(clawback(at, { Amount: tokens('10', holder) }), 'tesSUCCESS');
      assert.equal(at.held(holder, ISSUER), '50');
      assert.equal(clawback(at, { Amount: tokens('1000', holder) }), 'tesSUCCESS');
      assert.equal(at.held(holder, ISSUER), '0');
      assert.equal(clawback(at, { Amount: tokens('1', holder) }), 'tecINSUFFICIENT_FUNDS');
    });
  }

  test('takes frozen tokens too', () => {
    const at = ledger();
    at.trust(ISSUER, ALICE, '0', { Flags: TransactionFlags.TrustSet.tfSetFreeze });
    assert.equal(clawback(at), 'tesSUCCESS');
  });

  const refusals: readonly [string, StObject, Ter][] = [
    ['a Holder beside a token', { Holder: ALICE }, 'temMALFORMED'],
    ['drops', { Amount: 5n }, 'temBAD_AMOUNT'],
    ['tokens of the sender itself', { Amount: tokens('1', ISSUER) }, 'temBAD_AMOUNT'],
    ['nothing', { Amount: tokens('0', ALICE) }, 'temBAD_AMOUNT'],
    ['a multi-purpose token without a Holder', { Amount: MPT }, 'temMALFORMED'],
    ['a multi-purpose token from the sender', { Amount: MPT, Holder: ISSUER }, 'temMALFORMED'],
    ['no multi-purpose tokens', { Amount: { ...MPT, value: 0n }, Holder: ALICE }, 'temBAD_AMOUNT'],
    ['a multi-purpose token that is not there', { Amount: MPT, Holder: ALICE }, 'tecOBJECT_NOT_FOUND'],
    ['a holder who is not there', { Amount: tokens('1', testAccount('Q')) }, 'terNO_ACCOUNT'],
    ['a holder without a line', { Amount: tokens('1', BOB) }, 'tecNO_LINE'],
  ];
  for (const [what, fields, expected] of refusals) {
    test(`refuses ${what}`, () => assert.equal(clawback(ledger(), fields), expected));
  }

  test('needs the issuer’s announcement, and that it has not given up freezing', () => {
    assert.equal(clawback(ledger(0)), 'tecNO_PERMISSION');
    assert.equal(clawback(ledger(Bits.lsfAllowTrustLineClawback | Bits.lsfNoFreeze)), 'tecNO_PERMISSION');
  });

  test('is not for the holder of the other’s tokens', () => {
    const at = ledger();
    at.view.rawReplace({ ...at.account(ALICE), Flags: Bits.lsfAllowTrustLineClawback });
    assert.equal(clawback(at, { Account: ALICE, Amount: tokens('1', ISSUER) }), 'tecNO_PERMISSION');
  });
});

describe('Clawback of a multi-purpose token', () => {
  const { tfMPTCanClawback } = TransactionFlags.MPTokenIssuanceCreate;
  const take = (id: string, value: bigint, fields: StObject = {}) => {
    return { TransactionType: 'Clawback', Amount: units(id, value), Holder: ALICE, ...fields };
  };

  test('takes what it names, and at most what is there, also of what is locked', () => {
    const ledger = new MptLedger();
    const id = ledger.issue({ Flags: tfMPTCanClawback });
    ledger.distribute(id, 50n, ALICE);
    ledger.expect('tesSUCCESS', take(id, 10n));
    assert.deepEqual(ledger.balances(id, ALICE), [40n, 40n]);
    ledger.amend(ledger.token(id, ALICE), { Flags: EntryFlags.MPToken.lsfMPTLocked });
    ledger.expect('tesSUCCESS', take(id, 1000n));
    assert.deepEqual(ledger.balances(id, ALICE), [0n, 0n]);
    assert.equal(ledger.result(take(id, 1n)), 'tecINSUFFICIENT_FUNDS');
  });

  test('leaves units in escrow alone', () => {
    const ledger = new MptLedger();
    const id = ledger.issue({ Flags: tfMPTCanClawback });
    ledger.distribute(id, 0n, ALICE);
    ledger.amend(ledger.token(id, ALICE), { LockedAmount: 5n });
    assert.equal(ledger.result(take(id, 1n)), 'tecINSUFFICIENT_FUNDS');
  });

  test('is for the issuer of a token that was made for it, and for holders', () => {
    const ledger = new MptLedger();
    const id = ledger.issue({ Flags: tfMPTCanClawback });
    const other = ledger.issue({ Flags: 0 });
    ledger.distribute(id, 5n, ALICE);
    assert.equal(ledger.result(take(other, 1n)), 'tecNO_PERMISSION');
    assert.equal(ledger.result(take(id, 1n, { Account: BOB })), 'tecNO_PERMISSION');
    assert.equal(ledger.result(take(id, 1n, { Holder: BOB })), 'tecOBJECT_NOT_FOUND');
    assert.equal(ledger.result(take(id, 1n, { Holder: testAccount('Q') })), 'terNO_ACCOUNT');
    ledger.view.rawReplace({ ...ledger.account(ALICE), VaultID: '12'.repeat(32) });
    assert.equal(ledger.result(take(id, 1n)), 'tecPSEUDO_ACCOUNT');
  });
});
