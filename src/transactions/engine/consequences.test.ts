import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AccountSetFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import type { FieldValue } from '../../protocol/values.ts';
import { consequencesOf } from './consequences.ts';

const TOKENS = { mantissa: 10n ** 15n, exponent: -15, currency: `${'0'.repeat(24)}5553440000000000`, issuer: '0' };
const { asfRequireAuth, asfDisableMaster, asfAccountTxnID, asfRequireDest } = AccountSetFlags;

function of(TransactionType: string, more: Record<string, FieldValue> = {}) {
  return consequencesOf({ TransactionType, Account: 'AA', Fee: 12n, Sequence: 5, SigningPubKey: '', ...more });
}

describe('the consequences of a transaction', () => {
  test('are its fee and one sequence, if it is nothing special', () => {
    const usual = { isBlocker: false, feeDrops: 12n, potentialSpendDrops: 0n, sequencesConsumed: 1 };
    for (const type of ['AccountSet', 'TrustSet', 'PaymentChannelClaim', 'DepositPreauth', 'Clawback']) {
      assert.deepEqual(of(type), usual);
    }
    assert.equal(of('AccountSet', { Sequence: 0, TicketSequence: 3 }).sequencesConsumed, 0);
    assert.equal(of('AccountSet', { Fee: TOKENS }).feeDrops, 0n);
  });

  test('are graver where others may lose their authority', () => {
    for (const type of ['SetRegularKey', 'SignerListSet', 'AccountDelete']) assert.ok(of(type).isBlocker, type);
    for (const flag of [asfRequireAuth, asfDisableMaster, asfAccountTxnID]) {
      assert.ok(of('AccountSet', { SetFlag: flag }).isBlocker);
      assert.ok(of('AccountSet', { ClearFlag: flag }).isBlocker);
    }
    const { tfRequireAuth, tfOptionalAuth, tfRequireDestTag } = TransactionFlags.AccountSet;
    assert.deepEqual(
      [tfRequireAuth, tfOptionalAuth, tfRequireDestTag].map((Flags) => of('AccountSet', { Flags }).isBlocker),
      [true, true, false],
    );
    assert.ok(!of('AccountSet', { SetFlag: asfRequireDest }).isBlocker);
  });

  test('include the drops that an escrow or a bridge may take', () => {
    const spent = (type: string, amounts: readonly FieldValue[]) =>
      amounts.map((Amount) => of(type, { Amount }).potentialSpendDrops);
    assert.deepEqual(spent('EscrowCreate', [1000n, { value: 1n, mptIssuanceId: '1'.repeat(48) }]), [1000n, 0n]);
    assert.deepEqual(spent('XChainCommit', [1000n, -1n, TOKENS]), [1000n, 0n, 0n]);
  });
});
