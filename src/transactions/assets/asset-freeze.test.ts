import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, ISSUER, MptLedger } from '../../../test/support/mpt-ledger.ts';
import { USD } from '../../../test/support/token-ledger.ts';
import { lineKeylet, mptokenKeylet } from '../../protocol/entries/keylets.ts';
import { EntryFlags, TransactionFlags } from '../../protocol/tables/flags.ts';
import { type Issue, XRP_CURRENCY } from '../../protocol/values.ts';
import {
  checkDeepFrozen,
  checkFrozen,
  checkGlobalFrozen,
  checkIndividualFrozen,
  isAnyFrozen,
  isDeepFrozen,
  isFrozen,
  isGloballyFrozen,
  isIndividuallyFrozen,
} from './asset-freeze.ts';

const XRP: Issue = { currency: XRP_CURRENCY };
const TOKEN: Issue = { currency: USD, issuer: ISSUER };
const { tfSetFreeze, tfSetDeepFreeze } = TransactionFlags.TrustSet;
const { lsfMPTLocked } = EntryFlags.MPToken;

/** The four questions about Alice: for everybody, for her, to give, to receive. */
function checks(ledger: MptLedger, asset: Issue): string[] {
  return [
    checkGlobalFrozen(ledger.view, asset),
    checkIndividualFrozen(ledger.view, ALICE, asset),
    checkFrozen(ledger.view, ALICE, asset),
    checkDeepFrozen(ledger.view, ALICE, asset),
  ].map((result) => result.slice(3));
}

describe('frozen assets', () => {
  test('drops are never frozen', () => {
    assert.deepEqual(checks(new MptLedger(), XRP), ['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS']);
  });

  test('a token on a line: by its issuer, by the line, deeply', () => {
    const ledger = new MptLedger();
    ledger.trust(ALICE, ISSUER, '10');
    assert.deepEqual(checks(ledger, TOKEN), ['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS']);
    ledger.trust(ISSUER, ALICE, '0', { Flags: tfSetFreeze });
    assert.deepEqual(checks(ledger, TOKEN), ['SUCCESS', 'FROZEN', 'FROZEN', 'SUCCESS']);
    ledger.trust(ISSUER, ALICE, '0', { Flags: tfSetDeepFreeze });
    assert.deepEqual(checks(ledger, TOKEN), ['SUCCESS', 'FROZEN', 'FROZEN', 'FROZEN']);
    assert.deepEqual(
      [isAnyFrozen(ledger.view, [BOB], TOKEN), isAnyFrozen(ledger.view, [BOB, ALICE], TOKEN)],
      [false, true],
    );
    ledger.view.rawReplace({ ...ledger.account(ISSUER), Flags: EntryFlags.AccountRoot.lsfGlobalFreeze });
    assert.equal(checks(ledger, TOKEN)[0], 'FROZEN');
  });

  test('a multi-purpose token: for everybody or for one, and a locked one does not come in either', () => {
    const ledger = new MptLedger();
    const asset = { mptIssuanceId: ledger.issue() };
    ledger.distribute(asset.mptIssuanceId, 5n, ALICE, BOB);
    assert.deepEqual(checks(ledger, asset), ['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS']);
    ledger.amend(ledger.token(asset.mptIssuanceId, ALICE), { Flags: lsfMPTLocked });
    assert.deepEqual(checks(ledger, asset), ['SUCCESS', 'LOCKED', 'LOCKED', 'LOCKED']);
    assert.deepEqual([isFrozen(ledger.view, BOB, asset), isAnyFrozen(ledger.view, [BOB, ALICE], asset)], [false, true]);
    ledger.amend(ledger.issuance(asset.mptIssuanceId), { Flags: lsfMPTLocked });
    assert.equal(checks(ledger, asset)[0], 'LOCKED');
    assert.equal(isDeepFrozen(ledger.view, BOB, asset), true);
    assert.equal(isGloballyFrozen(ledger.view, asset), true);
    assert.equal(isIndividuallyFrozen(ledger.view, BOB, asset), false);
  });

  test('one that is not there is not frozen', () => {
    const asset = { mptIssuanceId: '00'.repeat(24) };
    assert.deepEqual(checks(new MptLedger(), asset), ['SUCCESS', 'SUCCESS', 'SUCCESS', 'SUCCESS']);
  });

  test('a share is frozen with what the vault holds, for the vault or for the holder', () => {
    for (const frozen of [ISSUER, ALICE]) {
      const ledger = new MptLedger();
      const asset = ledger.issue();
      const share = ledger.issue();
      ledger.distribute(asset, 0n, ALICE, BOB);
      // The issuer of the shares stands for the vault: it holds the asset as Bob does.
      ledger.amend(ledger.token(asset, BOB), { Account: ISSUER, index: mptokenKeylet(asset, ISSUER).key });
      ledger.amend(ledger.issuance(share), { ReferenceHolding: mptokenKeylet(asset, ISSUER).key });
      assert.equal(isFrozen(ledger.view, ALICE, { mptIssuanceId: share }), false);
      ledger.amend(ledger.token(asset, frozen), { Flags: lsfMPTLocked });
      assert.equal(isFrozen(ledger.view, ALICE, { mptIssuanceId: share }), true);
      assert.equal(isFrozen(ledger.view, BOB, { mptIssuanceId: share }), frozen === ISSUER);
    }
  });

  test('a share of a vault of tokens on lines is frozen with its line', () => {
    const ledger = new MptLedger();
    ledger.trust(ALICE, BOB, '10');
    const share = ledger.issue();
    ledger.amend(ledger.issuance(share), { Issuer: ALICE, ReferenceHolding: lineKeylet(ALICE, BOB, USD).key });
    assert.equal(isFrozen(ledger.view, ISSUER, { mptIssuanceId: share }), false);
    ledger.trust(BOB, ALICE, '0', { Flags: tfSetFreeze });
    assert.equal(isFrozen(ledger.view, ISSUER, { mptIssuanceId: share }), true);
  });
});
