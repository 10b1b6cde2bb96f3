import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, ISSUER, MptLedger } from '../../../test/support/mpt-ledger.ts';
import { TEST_FEES } from '../../../test/support/test-view.ts';
import { USD } from '../../../test/support/token-ledger.ts';
import { credentialKeylet, mptokenKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { EntryFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import { type Issue, XRP_CURRENCY } from '../../protocol/values.ts';
import { type AuthType, enforceMptAuthorization, requireAuth } from './asset-auth.ts';

const { tfMPTRequireAuth } = TransactionFlags.MPTokenIssuanceCreate;
const { lsfMPTAuthorized } = EntryFlags.MPToken;
const DOMAIN = '12'.repeat(32);
const TYPE = 'AB';
const TYPES: readonly AuthType[] = ['strong', 'weak', 'legacy'];
const RICH = { fees: TEST_FEES, balanceDrops: 100_000_000n };

/** Of a strong, a weak and a legacy check of that account. */
function results(ledger: MptLedger, account: string, asset: Issue): string[] {
  return TYPES.map((type) => requireAuth(ledger.view, account, asset, type).slice(3));
}

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

describe('permission to hold an asset', () => {
  test('nobody needs it for drops', () => {
    assert.deepEqual(results(new MptLedger(), ALICE, { currency: XRP_CURRENCY }), ['SUCCESS', 'SUCCESS', 'SUCCESS']);
  });

  test('for a token on lines only a strong check asks for the line', () => {
    const ledger = new MptLedger();
    const token = { currency: USD, issuer: ISSUER };
    assert.deepEqual(results(ledger, ALICE, token), ['NO_LINE', 'SUCCESS', 'SUCCESS']);
    ledger.view.rawReplace({ ...ledger.account(ISSUER), Flags: EntryFlags.AccountRoot.lsfRequireAuth });
    ledger.trust(ALICE, ISSUER, '10');
    assert.deepEqual(results(ledger, ALICE, token), ['NO_AUTH', 'NO_AUTH', 'NO_AUTH']);
    assert.deepEqual(results(ledger, BOB, token), ['NO_LINE', 'NO_LINE', 'NO_LINE']);
  });

  test('for a multi-purpose token a weak check does without the holding', () => {
    const ledger = new MptLedger();
    const asset = { mptIssuanceId: ledger.issue() };
    assert.deepEqual(results(ledger, ALICE, asset), ['NO_AUTH', 'SUCCESS', 'NO_AUTH']);
    ledger.distribute(asset.mptIssuanceId, 0n, ALICE);
    assert.deepEqual(results(ledger, ALICE, asset), ['SUCCESS', 'SUCCESS', 'SUCCESS']);
    assert.deepEqual(results(ledger, ISSUER, asset), ['SUCCESS', 'SUCCESS', 'SUCCESS']);
    const gone = { mptIssuanceId: '00'.repeat(24) };
    assert.deepEqual(results(ledger, ALICE, gone), ['OBJECT_NOT_FOUND', 'OBJECT_NOT_FOUND', 'OBJECT_NOT_FOUND']);
  });

  test('the issuer gives it, and accounts of ledger objects need none', () => {
    const ledger = new MptLedger();
    const asset = { mptIssuanceId: ledger.issue({ Flags: tfMPTRequireAuth }) };
    assert.deepEqual(results(ledger, ALICE, asset), ['NO_AUTH', 'NO_AUTH', 'NO_AUTH']);
    ledger.distribute(asset.mptIssuanceId, 0n, ALICE);
    assert.deepEqual(results(ledger, ALICE, asset), ['NO_AUTH', 'NO_AUTH', 'NO_AUTH']);
    ledger.amend(ledger.token(asset.mptIssuanceId, ALICE), { Flags: lsfMPTAuthorized });
    assert.deepEqual(results(ledger, ALICE, asset), ['SUCCESS', 'SUCCESS', 'SUCCESS']);
    ledger.view.rawReplace({ ...ledger.account(BOB), LoanBrokerID: DOMAIN });
    assert.deepEqual(results(ledger, BOB, asset), ['NO_AUTH', 'SUCCESS', 'NO_AUTH']);
  });

  test('a domain gives it to who has one of its credentials', () => {
    const ledger = new MptLedger();
    const asset = { mptIssuanceId: domainToken(ledger) };
    assert.deepEqual(results(ledger, ALICE, asset), ['NO_AUTH', 'NO_AUTH', 'NO_AUTH']);
    credential(ledger, ALICE);
    assert.deepEqual(results(ledger, ALICE, asset), ['NO_AUTH', 'SUCCESS', 'NO_AUTH']);
    ledger.distribute(asset.mptIssuanceId, 0n, ALICE);
    assert.deepEqual(results(ledger, ALICE, asset), ['SUCCESS', 'SUCCESS', 'SUCCESS']);
    credential(ledger, BOB, 5);
    assert.deepEqual(results(ledger, BOB, asset), ['NO_AUTH', 'EXPIRED', 'NO_AUTH']);
  });

  test('with a holding, the issuer’s word counts beside the domain’s', () => {
    const ledger = new MptLedger();
    const asset = { mptIssuanceId: domainToken(ledger) };
    ledger.distribute(asset.mptIssuanceId, 0n, ALICE);
    assert.equal(requireAuth(ledger.view, ALICE, asset), 'tecNO_AUTH');
    ledger.amend(ledger.token(asset.mptIssuanceId, ALICE), { Flags: lsfMPTAuthorized });
    assert.equal(requireAuth(ledger.view, ALICE, asset), 'tesSUCCESS');
  });

  test('a share needs the permission that the vault’s asset needs', () => {
    const ledger = new MptLedger();
    const asset = ledger.issue({ Flags: tfMPTRequireAuth });
    const share = ledger.issue();
    ledger.distribute(asset, 0n, ALICE);
    ledger.distribute(share, 0n, ALICE);
    ledger.amend(ledger.issuance(share), { ReferenceHolding: mptokenKeylet(asset, ALICE).key });
    assert.equal(requireAuth(ledger.view, ALICE, { mptIssuanceId: share }), 'tecNO_AUTH');
    ledger.amend(ledger.token(asset, ALICE), { Flags: lsfMPTAuthorized });
    assert.equal(requireAuth(ledger.view, ALICE, { mptIssuanceId: share }), 'tesSUCCESS');
  });
});

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

  test('of a domain is for who accepted a credential that is not expired', () => {
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

  test('of a domain costs the reserve of the holding', () => {
    const ledger = new MptLedger();
    const id = domainToken(ledger);
    credential(ledger, ALICE);
    ledger.view.rawReplace({ ...ledger.account(ALICE), OwnerCount: 2 });
    const poor = { ...RICH, balanceDrops: 1_599_999n };
    assert.equal(enforce(ledger, id, ALICE, poor), 'tecINSUFFICIENT_RESERVE');
  });

  test('of a domain does without the issuer’s word, and the other way round it does not', () => {
    const ledger = new MptLedger();
    const id = domainToken(ledger);
    assert.equal(enforce(ledger, id, BOB), 'tecNO_AUTH');
    ledger.distribute(id, 0n, BOB);
    ledger.amend(ledger.token(id, BOB), { Flags: lsfMPTAuthorized });
    assert.equal(enforce(ledger, id, BOB), 'tecNO_AUTH');
  });
});
