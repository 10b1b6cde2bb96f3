import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, ISSUER, MptLedger } from '../../../test/support/mpt-ledger.ts';
import { TEST_FEES } from '../../../test/support/test-view.ts';
import { credentialKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { EntryFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import { enforceMptAuthorization, requireAuth } from './asset-auth.ts';

const { tfMPTRequireAuth } = TransactionFlags.MPTokenIssuanceCreate;
const { lsfMPTAuthorized } = EntryFlags.MPToken;
const DOMAIN = '12'.repeat(32);
const TYPE = 'AB';
const RICH = { fees: TEST_FEES, balanceDrops: 100_000_000n };

/** A token that only members of a domain may hold. */
function domainToken(ledger: MptLedger): string {
  ledger.put({
    ...newEntry({ type: 'PermissionedDomain', key: DOMAIN }),
    Owner: ISSUER,
    AcceptedCredentials: [{ Credential: { Issuer: ISSUER, CredentialType: TYPE } }],
  });
  return ledger.issue({ Flags: tfMPTRequireAuth, DomainID: DOMAIN });
}

function credential(ledger: MptLedger, subject: string, Expiration?: number): void {
  const entry = newEntry(credentialKeylet(subject, ISSUER, TYPE));
  const parts = { Subject: subject, Issuer: ISSUER, CredentialType: TYPE, Flags: EntryFlags.Credential.lsfAccepted };
  ledger.put(Object.assign(entry, parts, Expiration === undefined ? {} : { Expiration }));
}

describe('permission that is enforced while a transaction is applied', () => {
  const enforce = (ledger: MptLedger, id: string, account: string, reserve = RICH) =>
    ledger.attempt((sandbox) => enforceMptAuthorization(sandbox, id, account, reserve));

  test('without a domain is the issuer’s', () => {
    const ledger = new MptLedger();
    const id = ledger.issue({ Flags: tfMPTRequireAuth });
    assert.equal(enforce(ledger, id, ALICE), 'tecNO_AUTH');
    ledger.distribute(id, 0n, ALICE);
    assert.equal(enforce(ledger, id, ALICE), 'tecNO_AUTH');
    ledger.amend(ledger.token(id, ALICE), { Flags: lsfMPTAuthorized });
    assert.equal(enforce(ledger, id, ALICE), 'tesSUCCESS');
    assert.equal(enforce(ledger, id, ISSUER), 'tefINTERNAL');
    assert.equal(enforce(ledger, '00'.repeat(24), ALICE), 'tefINTERNAL');
  });

  test('of a domain gives its members a holding, once', () => {
    const ledger = new MptLedger();
    const id = domainToken(ledger);
    credential(ledger, ALICE);
    assert.equal(enforce(ledger, id, ALICE), 'tesSUCCESS');
    assert.ok(ledger.token(id, ALICE));
    assert.equal(ledger.account(ALICE).OwnerCount, 1);
    assert.equal(enforce(ledger, id, ALICE), 'tesSUCCESS');
    assert.equal(ledger.account(ALICE).OwnerCount, 1);
  });

  test('of a domain is for accounts with an accepted credential that is not expired', () => {
    const ledger = new MptLedger();
    const id = domainToken(ledger);
    const said = { CredentialType: TYPE, Subject: ALICE };
    ledger.expect('tesSUCCESS', { TransactionType: 'CredentialCreate', ...said });
    ledger.view.rawReplace({ ...ledger.read(credentialKeylet(ALICE, ISSUER, TYPE))!, Expiration: 5 });
    assert.equal(enforce(ledger, id, ALICE), 'tecEXPIRED');
    credential(ledger, BOB);
    ledger.view.rawReplace({ ...ledger.read(credentialKeylet(BOB, ISSUER, TYPE))!, Flags: 0 });
    assert.equal(enforce(ledger, id, BOB), 'tecNO_AUTH');
    assert.equal(requireAuth(ledger.view, BOB, { mptIssuanceId: id }, 'weak'), 'tecNO_AUTH');
  });
});
