import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALICE, ISSUER, MptLedger } from '../../../test/support/mpt-ledger.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import { mptIssuanceId, mptIssuanceKeylet, mptokenKeylet } from '../../protocol/entries/keylets.ts';
import { availableAmount, createMptIssuance, maximumAmount, mptTransferRate } from './mpt-issuance.ts';
import { createMptoken } from './mptoken.ts';

test('an issuer may bring 2^63 - 1 units into circulation unless the token says less', () => {
  const ledger = new MptLedger();
  const [open, limited] = [ledger.issue(), ledger.issue({ MaximumAmount: 7n })];
  ledger.distribute(limited, 2n, ALICE);
  assert.equal(maximumAmount(ledger.issuance(open)!), 0x7fffffffffffffffn);
  assert.equal(availableAmount(ledger.issuance(limited)!), 5n);
});

test('a transfer fee is a rate above parity', () => {
  const ledger = new MptLedger();
  assert.equal(mptTransferRate(ledger.view, ledger.issue({ TransferFee: 1 })), 1_000_010_000);
  assert.equal(mptTransferRate(ledger.view, ledger.issue({ TransferFee: 50_000 })), 1_500_000_000);
  assert.equal(mptTransferRate(ledger.view, ledger.issue()), 1_000_000_000);
  assert.equal(mptTransferRate(ledger.view, '00'.repeat(24)), 1_000_000_000);
});

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

test('a holding that is made by the way counts for its holder', () => {
  const ledger = new MptLedger();
  const id = ledger.issue();
  const sandbox = new Sandbox(ledger.view);
  assert.equal(createMptoken(sandbox, id, ALICE, 4), 'tesSUCCESS');
  sandbox.applyTo(ledger.view);
  assert.deepEqual([ledger.token(id, ALICE)?.Flags, ledger.account(ALICE).OwnerCount], [4, 1]);
  assert.equal(ledger.account(ISSUER).OwnerCount, 1);
});
