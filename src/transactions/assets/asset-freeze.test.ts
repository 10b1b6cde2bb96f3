import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, BOB, MptLedger } from '../../../test/support/mpt-ledger.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { Issue } from '../../protocol/values.ts';
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

const { lsfMPTLocked } = EntryFlags.MPToken;

/** Whether the asset is frozen globally, for Alice, for sending, for receiving. */
function checks(ledger: MptLedger, asset: Issue): string[] {
  return [
    checkGlobalFrozen(ledger.view, asset),
    checkIndividualFrozen(ledger.view, ALICE, asset),
    checkFrozen(ledger.view, ALICE, asset),
    checkDeepFrozen(ledger.view, ALICE, asset),
  ].map((result) => result.slice(3));
}

describe('frozen assets', () => {
  test('a multi-purpose token is locked for all holders or for one, and cannot be received either', () => {
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
});
