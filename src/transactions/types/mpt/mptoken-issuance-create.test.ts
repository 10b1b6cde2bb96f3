import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { EVERYDAY_FLAGS, ISSUER, MptLedger } from '../../../../test/support/mpt-ledger.ts';
import { mptIssuanceId } from '../../../protocol/entries/keylets.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { type StObject, ZERO_HASH } from '../../../protocol/values.ts';

const { tfMPTCanTransfer, tfMPTRequireAuth, tfMPTCanLock } = TransactionFlags.MPTokenIssuanceCreate;
const DOMAIN = '12'.repeat(32);

describe('MPTokenIssuanceCreate', () => {
  test('makes a token with the terms it is given, and charges the issuer for it', () => {
    const ledger = new MptLedger();
    const id = ledger.issue({
      Flags: EVERYDAY_FLAGS + tfMPTRequireAuth + TransactionFlags.universal.tfFullyCanonicalSig,
      AssetScale: 2,
      TransferFee: 50_000,
      MaximumAmount: 0x7fffffffffffffffn,
      MPTokenMetadata: 'AB',
      DomainID: DOMAIN,
    });
    const issuance = ledger.issuance(id);
    assert.ok(issuance);
    assert.equal(issuance.Flags, EVERYDAY_FLAGS | tfMPTRequireAuth);
    assert.deepEqual([issuance.Issuer, issuance.Sequence], [ISSUER, 1]);
    assert.deepEqual([issuance.AssetScale, issuance.TransferFee, issuance.OutstandingAmount], [2, 50_000, 0n]);
    assert.deepEqual([issuance.MaximumAmount, issuance.MPTokenMetadata], [0x7fffffffffffffffn, 'AB']);
    assert.equal(issuance.DomainID, DOMAIN);
    assert.equal(ledger.account(ISSUER).OwnerCount, 1);
  });

  test('leaves out what is as it is by default', () => {
    const ledger = new MptLedger();
    const issuance = ledger.issuance(ledger.issue({ TransferFee: 0, AssetScale: 0 }));
    assert.ok(issuance);
    assert.equal('TransferFee' in issuance || 'AssetScale' in issuance, false);
  });

  test('names the token by the ticket where there is one', () => {
    const ledger = new MptLedger();
    ledger.expect('tesSUCCESS', { TransactionType: 'TicketCreate', TicketCount: 1 });
    ledger.expect('tesSUCCESS', { TransactionType: 'MPTokenIssuanceCreate', Sequence: 0, TicketSequence: 2 });
    assert.equal(ledger.issuance(mptIssuanceId(2, ISSUER))?.Sequence, 2);
  });

  const refusals: readonly [string, StObject, Ter][] = [
    ['terms that may change later', { MutableFlags: 2 }, 'temDISABLED'],
    ['a fee above a half', { TransferFee: 50_001, Flags: tfMPTCanTransfer }, 'temBAD_TRANSFER_FEE'],
    ['a fee for what cannot be passed on', { TransferFee: 1, Flags: tfMPTCanLock }, 'temMALFORMED'],
    ['no domain in particular', { DomainID: ZERO_HASH, Flags: tfMPTRequireAuth }, 'temMALFORMED'],
    ['a domain for a token that asks nobody', { DomainID: DOMAIN }, 'temMALFORMED'],
    ['empty metadata', { MPTokenMetadata: '' }, 'temMALFORMED'],
    ['metadata of 1025 bytes', { MPTokenMetadata: '00'.repeat(1025) }, 'temMALFORMED'],
    ['a maximum of nothing', { MaximumAmount: 0n }, 'temMALFORMED'],
    ['a maximum of more than 63 bits', { MaximumAmount: 0x8000000000000000n }, 'temMALFORMED'],
  ];
  for (const [what, fields, expected] of refusals) {
    test(`refuses ${what}`, () => {
      const result = new MptLedger().result({ TransactionType: 'MPTokenIssuanceCreate', ...fields });
      assert.equal(result, expected);
    });
  }

  test('takes metadata of 1024 bytes', () => {
    const ledger = new MptLedger();
    assert.ok(ledger.issuance(ledger.issue({ MPTokenMetadata: '00'.repeat(1024) })));
  });

  test('needs the reserve for one object more, before the fee', () => {
    const ledger = new MptLedger();
    ledger.view.rawReplace({ ...ledger.account(ISSUER), Balance: 1_199_999n });
    assert.equal(ledger.result({ TransactionType: 'MPTokenIssuanceCreate' }), 'tecINSUFFICIENT_RESERVE');
    ledger.view.rawReplace({ ...ledger.account(ISSUER), Balance: 1_200_000n });
    assert.equal(ledger.result({ TransactionType: 'MPTokenIssuanceCreate' }), 'tesSUCCESS');
  });
});
