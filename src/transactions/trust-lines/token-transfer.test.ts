import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { testAccount } from '../../../test/support/test-view.ts';
import { TokenLedger, tokens } from '../../../test/support/token-ledger.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { AccountId, IssuedAmount } from '../../protocol/values.ts';
import { accountSend } from './token-transfer.ts';

const ALICE = testAccount('A');
const ISSUER = testAccount('I');
const ZED = testAccount('Z');
const { AccountRoot: Bits } = EntryFlags;

function ledger(issuerFields: { Flags?: number; TransferRate?: number } = {}): TokenLedger {
  const made = new TokenLedger();
  made.fund(ALICE);
  made.fund(ZED);
  made.fund(ISSUER, { Flags: Bits.lsfDefaultRipple, ...issuerFields });
  return made;
}

function send(at: TokenLedger, from: AccountId, to: AccountId, amount: bigint | IssuedAmount, waivesFee = false): Ter {
  const sandbox = new Sandbox(at.view);
  const result = accountSend(sandbox, from, to, amount, { waivesFee });
  sandbox.applyTo(at.view);
  return result;
}

describe('A payment between holders', () => {
  test('refuses a negative amount', () => {
    assert.equal(send(ledger(), ALICE, ZED, tokens('-1', ISSUER)), 'tecINTERNAL');
    assert.equal(send(ledger(), ALICE, ZED, -1n), 'tecINTERNAL');
  });
});

describe('Drops', () => {
  test('do not move when the sender lacks them', () => {
    assert.equal(send(ledger(), ALICE, ZED, 100_000_001n), 'tecFAILED_PROCESSING');
  });
});

test('What an issuer owes is what its holders have, after any payments among them', () => {
  const party = fc.constantFrom(ALICE, ZED, ISSUER);
  const payment = fc.tuple(party, party, fc.integer({ min: 1, max: 1_000_000 }));
  const property = fc.property(fc.array(payment, { maxLength: 12 }), (payments) => {
    const at = ledger();
    let issued = 0;
    const held = new Map<AccountId, number>();
    for (const [from, to, amount] of payments) {
      if (from === to) continue;
      assert.equal(send(at, from, to, tokens(String(amount), ISSUER)), 'tesSUCCESS');
      held.set(from, (held.get(from) ?? 0) - amount);
      held.set(to, (held.get(to) ?? 0) + amount);
    }
    for (const holder of [ALICE, ZED]) {
      const expected = held.get(holder) ?? 0;
      assert.equal(Number(at.held(holder, ISSUER) ?? 0), expected);
      issued += expected;
    }
    assert.equal(issued + (held.get(ISSUER) ?? 0), 0);
  });
  fc.assert(property, { seed: 7, numRuns: 60 });
});
