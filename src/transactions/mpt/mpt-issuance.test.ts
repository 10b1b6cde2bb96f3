import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALICE, MptLedger } from '../../../test/support/mpt-ledger.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import { mptIssuanceId, mptIssuanceKeylet, mptokenKeylet } from '../../protocol/entries/keylets.ts';
import { createMptIssuance } from './mpt-issuance.ts';

test('the shares of a vault point at its holding, which must be there', () => {
  const ledger = new MptLedger();
  const id = ledger.issue();
  ledger.distribute(id, 0n, ALICE);
  const sandbox = new Sandbox(ledger.view);
  const terms = { sequence: 1, flags: 0, referenceHolding: mptokenKeylet(id, ALICE).key };
  assert.equal(createMptIssuance(sandbox, ALICE, terms), 'tesSUCCESS');
  const shares = sandbox.read(mptIssuanceKeylet(mptIssuanceId(1, ALICE)));
  assert.equal(shares?.ReferenceHolding, terms.referenceHolding);
  for (const referenceHolding of ['12'.repeat(32), mptIssuanceKeylet(id).key]) {
    assert.equal(createMptIssuance(sandbox, ALICE, { ...terms, sequence: 2, referenceHolding }), 'tecINTERNAL');
  }
});
