import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { testAccount } from '../../../test/support/test-view.ts';
import { TokenLedger, textOf, tokens, USD } from '../../../test/support/token-ledger.ts';
import { PaymentSandbox } from '../../ledger/payment-sandbox.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import { ownerDirKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import { type AccountId, type IssuedAmount, ZERO_ACCOUNT } from '../../protocol/values.ts';
import { accountHolds } from './account-funds.ts';
import { accountSend, directSend } from './token-transfer.ts';

const ALICE = testAccount('A');
const ISSUER = testAccount('I');
const ZED = testAccount('Z');
const { AccountRoot: Bits, RippleState: Line } = EntryFlags;

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

for (const holder of [ALICE, ZED]) {
  describe(`Tokens of ${holder < ISSUER ? 'a low' : 'a high'} holder`, () => {
    test('come over a line that is made for them, at the holder’s expense', () => {
      const at = ledger();
      assert.equal(send(at, ISSUER, holder, tokens('5', ISSUER)), 'tesSUCCESS');
      assert.equal(at.held(holder, ISSUER), '5');
      assert.equal(at.account(holder).OwnerCount, 1);
      const [reserve, noRipple] =
        holder < ISSUER ? [Line.lsfLowReserve, Line.lsfLowNoRipple] : [Line.lsfHighReserve, Line.lsfHighNoRipple];
      assert.equal(at.line(holder, ISSUER)?.Flags, reserve | noRipple);
    });

    test('take the line with them when the last of them goes and nothing else is set', () => {
      const at = ledger();
      send(at, ISSUER, holder, tokens('5', ISSUER));
      assert.equal(send(at, holder, ISSUER, tokens('5', ISSUER)), 'tesSUCCESS');
      assert.equal(at.line(holder, ISSUER), undefined);
      assert.equal(at.account(holder).OwnerCount, 0);
      assert.equal(at.read(ownerDirKeylet(holder)), undefined);
    });

    test('leave the line when a limit is set', () => {
      const at = ledger();
      at.trust(holder, ISSUER, '10');
      send(at, ISSUER, holder, tokens('5', ISSUER));
      send(at, holder, ISSUER, tokens('5', ISSUER));
      assert.equal(at.held(holder, ISSUER), '0');
      assert.equal(at.account(holder).OwnerCount, 1);
    });

    test('leave the line to the other side when that side pays for it too', () => {
      const at = ledger();
      send(at, ISSUER, holder, tokens('5', ISSUER));
      at.trust(ISSUER, holder, '0', { Flags: TransactionFlags.TrustSet.tfSetFreeze });
      assert.equal(send(at, holder, ISSUER, tokens('5', ISSUER)), 'tesSUCCESS');
      assert.equal(at.held(holder, ISSUER), '0');
      assert.deepEqual([at.account(holder).OwnerCount, at.account(ISSUER).OwnerCount], [0, 1]);
    });
  });
}

describe('A payment between holders', () => {
  test('costs the sender the transfer fee, which the issuer keeps', () => {
    const at = ledger({ TransferRate: 1_250_000_000 });
    send(at, ISSUER, ALICE, tokens('100', ISSUER));
    assert.equal(send(at, ALICE, ZED, tokens('40', ISSUER)), 'tesSUCCESS');
    assert.deepEqual([at.held(ALICE, ISSUER), at.held(ZED, ISSUER)], ['50', '40']);
  });

  test('costs no fee when that is waived', () => {
    const at = ledger({ TransferRate: 1_250_000_000 });
    send(at, ISSUER, ALICE, tokens('100', ISSUER));
    send(at, ALICE, ZED, tokens('40', ISSUER), true);
    assert.equal(at.held(ALICE, ISSUER), '60');
  });

  test('of nothing, or to oneself, does nothing', () => {
    const at = ledger();
    assert.equal(send(at, ALICE, ZED, tokens('0', ISSUER)), 'tesSUCCESS');
    assert.equal(send(at, ALICE, ALICE, tokens('4', ISSUER)), 'tesSUCCESS');
    assert.equal(at.line(ALICE, ISSUER), undefined);
  });

  test('refuses a negative amount', () => {
    assert.equal(send(ledger(), ALICE, ZED, tokens('-1', ISSUER)), 'tecINTERNAL');
    assert.equal(send(ledger(), ALICE, ZED, -1n), 'tecINTERNAL');
  });
});

describe('Tokens that are issued', () => {
  test('release no reserve of the issuer, who had none of the other’s before', () => {
    const at = ledger();
    at.fund(ALICE, { OwnerCount: 1 });
    at.trust(ISSUER, ALICE, '10');
    const flags = Line.lsfLowReserve | Line.lsfLowNoRipple | Line.lsfHighReserve;
    at.view.rawReplace({ ...at.line(ALICE, ISSUER)!, Flags: flags });
    assert.equal(send(at, ALICE, ISSUER, tokens('5', ALICE)), 'tesSUCCESS');
    assert.equal(at.account(ALICE).OwnerCount, 1);
    assert.equal(at.line(ALICE, ISSUER)!.Flags, flags);
  });

  test('cannot be spent again in the payment that brings them', () => {
    const at = ledger();
    for (const holder of [ALICE, ZED]) send(at, ISSUER, holder, tokens('10', ISSUER));
    const sandbox = new PaymentSandbox(at.view);
    directSend(sandbox, ISSUER, ALICE, tokens('5', ISSUER));
    assert.equal(textOf(accountHolds(sandbox, ALICE, { currency: USD, issuer: ISSUER })), '10');
    directSend(sandbox, ALICE, ISSUER, tokens('3', ISSUER));
    assert.equal(textOf(accountHolds(sandbox, ALICE, { currency: USD, issuer: ISSUER })), '7');
  });
});

describe('Drops', () => {
  test('may all go', () => {
    const at = ledger();
    assert.equal(send(at, ALICE, ZED, 100_000_000n), 'tesSUCCESS');
    assert.equal(at.account(ALICE).Balance, 0n);
  });

  test('move in two halves by way of the account of zeros', () => {
    const at = ledger();
    assert.equal(send(at, ALICE, ZERO_ACCOUNT, 1_000n), 'tesSUCCESS');
    assert.equal(send(at, ZERO_ACCOUNT, ZED, 1_000n), 'tesSUCCESS');
    assert.deepEqual([at.account(ALICE).Balance, at.account(ZED).Balance], [99_999_000n, 100_001_000n]);
  });

  test('do not move when the sender lacks them', () => {
    assert.equal(send(ledger(), ALICE, ZED, 100_000_001n), 'tecFAILED_PROCESSING');
  });
});

test('Tokens cannot reach an account that is not there', () => {
  const at = ledger();
  const result = directSend(new Sandbox(at.view), ISSUER, testAccount('Q'), tokens('1', ISSUER));
  assert.equal(result, 'tefINTERNAL');
});

test('What an issuer owes is what its holders have, whatever they pay each other', () => {
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
