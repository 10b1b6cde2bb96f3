/** After any transactions, the outstanding amount of a multi-purpose token equals the sum of its holders' balances. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ALICE, BOB, EVERYDAY_FLAGS, ISSUER, MptLedger, payment, units } from '../../../test/support/mpt-ledger.ts';
import { testAccount } from '../../../test/support/test-view.ts';
import { TransactionFlags } from '../../protocol/tables/flags.ts';
import { lockEscrowMpt, unlockEscrowMpt } from './mpt-escrow.ts';

const CAROL = testAccount('C');
const HOLDERS = [ALICE, BOB, CAROL];
const MAXIMUM = 1_000n;
const { tfPartialPayment } = TransactionFlags.Payment;
const { tfMPTLock, tfMPTUnlock } = TransactionFlags.MPTokenIssuanceSet;
const { tfMPTUnauthorize } = TransactionFlags.MPTokenAuthorize;

type Act = (ledger: MptLedger, id: string) => void;

const anyHolder = fc.constantFrom(...HOLDERS);
const anyParty = fc.constantFrom(ISSUER, ...HOLDERS);
const anyValue = fc.bigInt({ min: 1n, max: 600n });

const payments = fc
  .record({ from: anyParty, to: anyParty, value: anyValue, limit: anyValue, isPartial: fc.boolean() })
  .map(({ from, to, value, limit, isPartial }): Act => {
    return (ledger, id) => {
      const terms = { SendMax: units(id, limit), Flags: isPartial ? tfPartialPayment : 0 };
      ledger.result(payment(from, to, units(id, value), terms));
    };
  });

const holdings = fc.record({ Account: anyHolder, leaves: fc.boolean() }).map(({ Account, leaves }): Act => {
  const Flags = leaves ? tfMPTUnauthorize : 0;
  return (ledger, MPTokenIssuanceID) =>
    void ledger.result({ TransactionType: 'MPTokenAuthorize', Account, MPTokenIssuanceID, Flags });
});

const clawbacks = fc.record({ Holder: anyHolder, value: anyValue }).map(({ Holder, value }): Act => {
  return (ledger, id) => void ledger.result({ TransactionType: 'Clawback', Holder, Amount: units(id, value) });
});

const locks = fc
  .record({ Holder: anyHolder, Flags: fc.constantFrom(tfMPTLock, tfMPTUnlock) })
  .map(({ Holder, Flags }): Act => {
    return (ledger, MPTokenIssuanceID) =>
      void ledger.result({ TransactionType: 'MPTokenIssuanceSet', MPTokenIssuanceID, Holder, Flags });
  });

const escrows = fc
  .record({ sender: anyHolder, receiver: anyParty, value: anyValue, fee: fc.bigInt({ min: 0n, max: 20n }) })
  .map(({ sender, receiver, value, fee }): Act => {
    return (ledger, id) => {
      ledger.attempt((sandbox) => lockEscrowMpt(sandbox, sender, units(id, value)));
      const net = units(id, value > fee ? value - fee : value);
      if (value % 2n === 0n) {
        ledger.attempt((sandbox) => unlockEscrowMpt(sandbox, { sender, receiver, net, gross: units(id, value) }));
      }
    };
  });

test('what is held and locked is what is outstanding, and no more than may be', () => {
  const acts = fc.array(fc.oneof(payments, holdings, clawbacks, locks, escrows), { minLength: 20, maxLength: 60 });
  fc.assert(
    fc.property(fc.constantFrom(0, 1, 1_000, 50_000), acts, (TransferFee, sequence) => {
      const ledger = new MptLedger();
      ledger.fund(CAROL);
      const id = ledger.issue({ Flags: EVERYDAY_FLAGS, TransferFee, MaximumAmount: MAXIMUM });
      ledger.distribute(id, 200n, ALICE, BOB);
      for (const act of sequence) {
        act(ledger, id);
        const tokens = HOLDERS.map((holder) => ledger.token(id, holder)).filter((token) => token !== undefined);
        const locked = tokens.reduce((sum, { LockedAmount = 0n }) => sum + LockedAmount, 0n);
        const held = tokens.reduce((sum, { MPTAmount = 0n }) => sum + MPTAmount, 0n);
        const { OutstandingAmount: outstanding, LockedAmount = 0n } = ledger.issuance(id)!;
        assert.equal(held + locked, outstanding);
        assert.equal(LockedAmount, locked);
        assert.ok(outstanding <= MAXIMUM);
      }
    }),
    { numRuns: 60, seed: 7 },
  );
});
