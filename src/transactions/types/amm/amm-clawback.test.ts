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
  usd,
} from '../../../../test/support/amm-ledger.ts';
import { XRP } from '../../../../test/support/book-ledger.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { StObject } from '../../../protocol/values.ts';

const { lsfAllowTrustLineClawback, lsfDefaultRipple } = EntryFlags.AccountRoot;
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
    ['drops', { Asset: XRP, Asset2: DOLLARS }, 'temMALFORMED'],
    ['an amount of something else', { Amount: eur('1') }, 'temBAD_AMOUNT'],
    ['an amount of nothing', { Amount: usd('0') }, 'temBAD_AMOUNT'],
  ];
  for (const [what, fields, expected] of cases) {
    test(`${what}: ${expected}`, () => assert.equal(claw(shared(), fields), expected));
  }
});

describe('AMMClawback', () => {
  test('takes both assets of one issuer if its flag is set', () => {
    const at = shared({ Amount: eur('400'), Amount2: usd('100') });
    const both = { Asset: EUROS, Asset2: DOLLARS, Amount: eur('200') };
    assert.equal(claw(at, { ...both, Flags: tfClawTwoAssets }), 'tesSUCCESS');
    assert.equal(at.pool(EUROS, DOLLARS), '200 50 100');
    assert.equal(at.held(CREATOR, ISSUER), '9900');
  });
});
