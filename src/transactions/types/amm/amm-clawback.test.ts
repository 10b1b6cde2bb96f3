import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type AmmLedger,
  CREATOR,
  DOLLARS,
  EUROS,
  eur,
  ISSUER,
  marketLedger,
  PROVIDER,
  TRADER,
  usd,
} from '../../../../test/support/amm-ledger.ts';
import { XRP } from '../../../../test/support/book-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { StObject } from '../../../protocol/values.ts';

const { lsfAllowTrustLineClawback, lsfDefaultRipple, lsfNoFreeze } = EntryFlags.AccountRoot;
const { tfClawTwoAssets } = TransactionFlags.AMMClawback;

/** The issuer may claw back; the creator has 100,000 LP tokens, and the provider 10,000. */
function shared(fields: StObject = {}, flags = lsfDefaultRipple | lsfAllowTrustLineClawback): AmmLedger {
  const at = marketLedger({ Flags: flags });
  assert.equal(at.create(fields), 'tesSUCCESS');
  if (fields.Amount !== undefined) return at;
  const Flags = TransactionFlags.AMMDeposit.tfLPToken;
  assert.equal(at.send('AMMDeposit', { Flags, LPTokenOut: at.lpTokens('10000') }), 'tesSUCCESS');
  return at;
}

const claw = (at: AmmLedger, fields: StObject = {}): Ter =>
  at.send('AMMClawback', { Account: ISSUER, Holder: CREATOR, Asset: DOLLARS, Asset2: XRP, ...fields });

describe('AMMClawback refuses', () => {
  const cases: readonly [string, StObject, Ter][] = [
    ['multi-purpose tokens', { Amount: { value: 5n, mptIssuanceId: '01'.repeat(24) } }, 'temDISABLED'],
    ['the issuer as holder', { Holder: ISSUER }, 'temMALFORMED'],
    ['drops', { Asset: XRP, Asset2: DOLLARS }, 'temMALFORMED'],
    ['both assets if one is not the issuer’s', { Flags: tfClawTwoAssets }, 'temINVALID_FLAG'],
    ['another’s token', { Account: TRADER }, 'temMALFORMED'],
    ['an amount of something else', { Amount: eur('1') }, 'temBAD_AMOUNT'],
    ['an amount of nothing', { Amount: usd('0') }, 'temBAD_AMOUNT'],
    ['a holder who is not there', { Holder: testAccount('X') }, 'terNO_ACCOUNT'],
    ['a pair without market maker', { Asset2: EUROS }, 'terNO_AMM'],
    ['a holder without LP tokens', { Holder: TRADER }, 'tecAMM_BALANCE'],
  ];
  for (const [what, fields, expected] of cases) {
    test(`${what}: ${expected}`, () => assert.equal(claw(shared(), fields), expected));
  }

  test('issuers who have not allowed it, or have given up freezes: tecNO_PERMISSION', () => {
    assert.equal(claw(shared({}, lsfDefaultRipple)), 'tecNO_PERMISSION');
    const flags = lsfDefaultRipple | lsfAllowTrustLineClawback | lsfNoFreeze;
    assert.equal(claw(shared({}, flags)), 'tecNO_PERMISSION');
  });
});

describe('AMMClawback', () => {
  test('takes all that the holder has in the pool; the other asset goes to the holder', () => {
    const at = shared();
    const { Balance } = at.account(CREATOR);
    assert.equal(claw(at), 'tesSUCCESS');
    assert.equal(at.pool(), '1000000 100 10000');
    assert.equal(at.held(CREATOR, ISSUER), '9000');
    assert.equal(at.account(CREATOR).Balance, Balance + 10_000_000n);
  });

  test('takes an amount, for as many LP tokens as that takes', () => {
    const at = shared();
    assert.equal(claw(at, { Amount: usd('110') }), 'tesSUCCESS');
    assert.equal(`${at.pool()}; ${at.share(CREATOR)}`, '9900000 990 99000; 89000');
    assert.equal(at.held(CREATOR, ISSUER), '9000');
  });

  test('takes what there is if the amount is more', () => {
    const at = shared();
    assert.equal(claw(at, { Holder: PROVIDER, Amount: usd('5000') }), 'tesSUCCESS');
    assert.equal(at.pool(), '10000000 1000 100000');
  });

  test('takes both assets of one issuer if it is asked to', () => {
    const at = shared({ Amount: eur('400'), Amount2: usd('100') });
    const both = { Asset: EUROS, Asset2: DOLLARS, Amount: eur('200') };
    assert.equal(claw(at, { ...both, Flags: tfClawTwoAssets }), 'tesSUCCESS');
    assert.equal(at.pool(EUROS, DOLLARS), '200 50 100');
    assert.equal(at.held(CREATOR, ISSUER), '9900');
  });

  test('takes frozen tokens too', () => {
    const at = shared();
    const { tfSetFreeze: Flags } = TransactionFlags.TrustSet;
    at.trust(ISSUER, CREATOR, '0', { Flags });
    at.trust(ISSUER, at.amm()!.Account, '0', { Flags });
    assert.equal(claw(at), 'tesSUCCESS');
  });

  test('of the last LP tokens removes the market maker', () => {
    const at = shared();
    assert.equal(claw(at, { Holder: PROVIDER }), 'tesSUCCESS');
    assert.equal(claw(at), 'tesSUCCESS');
    assert.equal(at.pool(), 'none');
  });
});
