import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALICE, MptLedger } from '../../../../test/support/mpt-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import type { StObject } from '../../../protocol/values.ts';

const { tfMPTLock } = TransactionFlags.MPTokenIssuanceSet;
const { tfMPTCanLock, tfMPTRequireAuth } = TransactionFlags.MPTokenIssuanceCreate;
const DOMAIN = '12'.repeat(32);

function set(id: string, fields: StObject): StObject {
  return { TransactionType: 'MPTokenIssuanceSet', MPTokenIssuanceID: id, ...fields };
}

describe('MPTokenIssuanceSet', () => {
  const malformed: readonly [string, StObject, Ter][] = [
    ['a holder who is not there', { Flags: tfMPTLock, Holder: testAccount('Q') }, 'tecNO_DST'],
  ];
  for (const [what, fields, expected] of malformed) {
    test(`refuses ${what}`, () => {
      const ledger = new MptLedger();
      const id = ledger.issue();
      ledger.distribute(id, 0n, ALICE);
      assert.equal(ledger.result(set(id, fields)), expected);
    });
  }

  test('refuses a token or a domain that is not there', () => {
    const ledger = new MptLedger();
    const id = ledger.issue({ Flags: tfMPTCanLock | tfMPTRequireAuth });
    assert.equal(ledger.result(set('00'.repeat(24), { Flags: tfMPTLock })), 'tecOBJECT_NOT_FOUND');
    assert.equal(ledger.result(set(id, { DomainID: DOMAIN })), 'tecOBJECT_NOT_FOUND');
  });
});
