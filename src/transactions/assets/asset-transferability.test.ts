import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, ISSUER, MptLedger } from '../../../test/support/mpt-ledger.ts';
import { USD } from '../../../test/support/token-ledger.ts';
import { mptokenKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import { canTrade, canTransfer } from './asset-transferability.ts';

const { tfMPTCanTransfer, tfMPTCanTrade } = TransactionFlags.MPTokenIssuanceCreate;
const TOKEN = { currency: USD, issuer: ISSUER };

describe('passing an asset on', () => {
  test('a token needs an issuer who lets it ripple on one of the lines', () => {
    const ledger = new MptLedger();
    assert.equal(canTransfer(ledger.view, TOKEN, ALICE, BOB), 'terNO_RIPPLE');
    assert.equal(canTransfer(ledger.view, TOKEN, ISSUER, BOB), 'tesSUCCESS');
    assert.equal(canTransfer(ledger.view, TOKEN, ALICE, ISSUER), 'tesSUCCESS');
    // New lines ripple on the issuer's side only with its default-ripple flag.
    ledger.trust(ALICE, ISSUER, '10');
    assert.equal(canTransfer(ledger.view, TOKEN, ALICE, BOB), 'terNO_RIPPLE');
    ledger.view.rawReplace({ ...ledger.account(ISSUER), Flags: EntryFlags.AccountRoot.lsfDefaultRipple });
    assert.equal(canTransfer(ledger.view, TOKEN, ALICE, BOB), 'tesSUCCESS');
    ledger.trust(BOB, ISSUER, '10');
    assert.equal(canTransfer(ledger.view, TOKEN, BOB, ALICE), 'tesSUCCESS');
    assert.equal(canTransfer(ledger.view, { ...TOKEN, issuer: 'CC'.repeat(20) }, BOB, ALICE), 'tefINTERNAL');
  });

  test('a multi-purpose token must be made for it, unless it goes to or from its issuer', () => {
    const ledger = new MptLedger();
    const fixed = { mptIssuanceId: ledger.issue({ Flags: 0 }) };
    assert.equal(canTransfer(ledger.view, fixed, ALICE, BOB), 'tecNO_AUTH');
    assert.equal(canTransfer(ledger.view, fixed, ALICE, BOB, { waivesMptCanTransfer: true }), 'tesSUCCESS');
    assert.equal(canTransfer(ledger.view, fixed, ISSUER, BOB), 'tesSUCCESS');
    assert.equal(canTransfer(ledger.view, fixed, ALICE, ISSUER), 'tesSUCCESS');
    assert.equal(canTrade(ledger.view, fixed), 'tecNO_PERMISSION');
    const free = { mptIssuanceId: ledger.issue({ Flags: tfMPTCanTransfer | tfMPTCanTrade }) };
    assert.equal(canTransfer(ledger.view, free, ALICE, BOB), 'tesSUCCESS');
    assert.equal(canTrade(ledger.view, free), 'tesSUCCESS');
    const gone = { mptIssuanceId: '00'.repeat(24) };
    assert.equal(canTransfer(ledger.view, gone, ALICE, BOB), 'tecOBJECT_NOT_FOUND');
    assert.equal(canTrade(ledger.view, gone), 'tecOBJECT_NOT_FOUND');
  });

  test('a share goes where the vault’s asset goes', () => {
    const ledger = new MptLedger();
    const asset = ledger.issue({ Flags: 0 });
    const share = ledger.issue({ Flags: tfMPTCanTransfer | tfMPTCanTrade });
    ledger.distribute(asset, 0n, ALICE);
    // Alice issues the shares here, and holds the asset for them.
    ledger.amend(ledger.issuance(share), { Issuer: ALICE, ReferenceHolding: mptokenKeylet(asset, ALICE).key });
    const third = 'CC'.repeat(20);
    assert.equal(canTransfer(ledger.view, { mptIssuanceId: share }, BOB, third), 'tecNO_AUTH');
    assert.equal(canTransfer(ledger.view, { mptIssuanceId: share }, BOB, ALICE), 'tesSUCCESS');
    assert.equal(canTrade(ledger.view, { mptIssuanceId: share }), 'tecNO_PERMISSION');
  });
});
