import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, ISSUER, MptLedger } from '../../../../test/support/mpt-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { isDirectoryEmpty } from '../../../ledger/directory.ts';
import { ownerDirKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { StObject } from '../../../protocol/values.ts';

const { tfMPTUnauthorize } = TransactionFlags.MPTokenAuthorize;
const { tfMPTRequireAuth } = TransactionFlags.MPTokenIssuanceCreate;
const { lsfMPTAuthorized, lsfMPTLocked } = EntryFlags.MPToken;

function authorize(id: string, Account: string, fields: StObject = {}): StObject {
  return { TransactionType: 'MPTokenAuthorize', Account, MPTokenIssuanceID: id, ...fields };
}
const leave = { Flags: tfMPTUnauthorize };

describe('MPTokenAuthorize, from a holder', () => {
  test('makes an empty holding, and removes it', () => {
    const ledger = new MptLedger();
    const id = ledger.issue();
    ledger.expect('tesSUCCESS', authorize(id, ALICE));
    const token = ledger.token(id, ALICE);
    assert.deepEqual([token?.Account, token?.MPTokenIssuanceID, token?.Flags], [ALICE, id, 0]);
    assert.equal(ledger.account(ALICE).OwnerCount, 1);
    assert.equal(ledger.result(authorize(id, ALICE)), 'tecDUPLICATE');
    ledger.expect('tesSUCCESS', authorize(id, ALICE, leave));
    assert.equal(ledger.token(id, ALICE), undefined);
    assert.equal(ledger.account(ALICE).OwnerCount, 0);
    assert.equal(isDirectoryEmpty(ledger.view, ownerDirKeylet(ALICE)), true);
  });

  test('charges no reserve for the first two objects', () => {
    const ledger = new MptLedger();
    const ids = [1, 2, 3].map(() => ledger.issue());
    const poor = { ...ledger.account(ALICE), Balance: 1_000_000n };
    ledger.view.rawReplace(poor);
    assert.deepEqual(
      ids.map((id) => ledger.result(authorize(id, ALICE))),
      ['tesSUCCESS', 'tesSUCCESS', 'tecINSUFFICIENT_RESERVE'],
    );
    ledger.view.rawReplace({ ...ledger.account(ALICE), Balance: 1_600_000n });
    assert.equal(ledger.result(authorize(ids[2]!, ALICE)), 'tesSUCCESS');
  });

  test('is not for the issuer, nor for a token that is not there', () => {
    const ledger = new MptLedger();
    const id = ledger.issue();
    assert.equal(ledger.result(authorize(id, ISSUER)), 'tecNO_PERMISSION');
    assert.equal(ledger.result(authorize('00'.repeat(24), ALICE)), 'tecOBJECT_NOT_FOUND');
    assert.equal(ledger.result(authorize(id, ALICE, leave)), 'tecOBJECT_NOT_FOUND');
  });

  test('keeps a holding with units, locked units or a lock', () => {
    const ledger = new MptLedger();
    const id = ledger.issue();
    ledger.distribute(id, 5n, ALICE);
    assert.equal(ledger.result(authorize(id, ALICE, leave)), 'tecHAS_OBLIGATIONS');
    const { MPTAmount: _, ...empty } = ledger.token(id, ALICE)!;
    ledger.view.rawReplace({ ...empty, LockedAmount: 5n });
    assert.equal(ledger.result(authorize(id, ALICE, leave)), 'tecHAS_OBLIGATIONS');
    ledger.view.rawReplace({ ...empty, Flags: lsfMPTLocked });
    assert.equal(ledger.result(authorize(id, ALICE, leave)), 'tecNO_PERMISSION');
  });

  test('removes an empty holding of a token that has ended; one with units would be a broken ledger', () => {
    const ledger = new MptLedger();
    const id = ledger.issue();
    ledger.distribute(id, 0n, ALICE, BOB);
    ledger.expect('tesSUCCESS', { TransactionType: 'MPTokenIssuanceDestroy', MPTokenIssuanceID: id });
    ledger.amend(ledger.token(id, BOB), { MPTAmount: 1n });
    assert.equal(ledger.result(authorize(id, BOB, leave)), 'tefINTERNAL');
    assert.equal(ledger.result(authorize(id, ALICE, leave)), 'tesSUCCESS');
  });
});

describe('MPTokenAuthorize, from the issuer', () => {
  test('lets a holder hold the token, or no longer, as often as it likes', () => {
    const ledger = new MptLedger();
    const id = ledger.issue({ Flags: tfMPTRequireAuth });
    ledger.distribute(id, 0n, ALICE);
    for (const [fields, flags] of [
      [{}, lsfMPTAuthorized],
      [{}, lsfMPTAuthorized],
      [leave, 0],
      [leave, 0],
    ] as const) {
      ledger.expect('tesSUCCESS', authorize(id, ISSUER, { Holder: ALICE, ...fields }));
      assert.equal(ledger.token(id, ALICE)?.Flags, flags);
    }
  });

  test('refuses what is no question for the issuer', () => {
    const ledger = new MptLedger();
    const id = ledger.issue({ Flags: tfMPTRequireAuth });
    const open = ledger.issue();
    ledger.distribute(id, 0n, ALICE);
    assert.equal(ledger.result(authorize(id, ISSUER, { Holder: ISSUER })), 'temMALFORMED');
    assert.equal(ledger.result(authorize(id, ISSUER, { Holder: testAccount('Q') })), 'tecNO_DST');
    assert.equal(ledger.result(authorize('00'.repeat(24), ISSUER, { Holder: ALICE })), 'tecOBJECT_NOT_FOUND');
    assert.equal(ledger.result(authorize(id, BOB, { Holder: ALICE })), 'tecNO_PERMISSION');
    assert.equal(ledger.result(authorize(open, ISSUER, { Holder: ALICE })), 'tecNO_AUTH');
    assert.equal(ledger.result(authorize(id, ISSUER, { Holder: BOB })), 'tecOBJECT_NOT_FOUND');
    ledger.view.rawReplace({ ...ledger.account(ALICE), VaultID: '12'.repeat(32) });
    assert.equal(ledger.result(authorize(id, ISSUER, { Holder: ALICE, ...leave })), 'tecNO_PERMISSION');
  });
});
