import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { testAccount } from '../../../../test/support/test-view.ts';
import { TokenLedger, tokens } from '../../../../test/support/token-ledger.ts';
import { compareIssued } from '../../../protocol/amounts/issued-amount.ts';
import { EntryFlags } from '../../../protocol/tables/flags.ts';
import type { IssuedAmount } from '../../../protocol/values.ts';

const ALICE = testAccount('A');
const BOB = testAccount('B');
const CAROL = testAccount('C');
const ISSUER = testAccount('I');
const OTHER_ISSUER = testAccount('O');
const { AccountRoot: Bits } = EntryFlags;
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
