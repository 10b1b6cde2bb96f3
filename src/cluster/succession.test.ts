/** Which members may lead, in cases that no simulated fault causes: ledgers that contradict each other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryStore } from '../storage/memory/memory-store.ts';
import type { ListedMember } from '../storage/shared/cluster-store.ts';
import { reasonNotToLead } from './succession.ts';

const OTHER: ListedMember = {
  ...{ id: 'other', address: 'other:1', role: 'follower', epoch: 1, reachedEpoch: 0, version: '1.2.3' },
  ...{ ledgerIndex: 7, hash: 'B7', readsLedgerVersion: 1, ageMs: 0, isKnown: true, isHere: true },
};
const LEASE = {
  ...{ epoch: 1, holder: undefined, remainingMs: 0, isVoid: false, isReplicated: false },
  ...{ incarnation: 'server', recoverFrom: undefined },
};

/** Ledgers 5 to 9 with the hashes A5 to A9. */
class OwnLedgers extends MemoryStore {
  override ledgerRange() {
    return { first: 5, last: 9 };
  }

  override header(ledgerIndex: number) {
    return { ledgerIndex, hash: `A${ledgerIndex}` } as ReturnType<MemoryStore['header']>;
  }
}

function reasonWith(end: { ledgerIndex: number; hash: string }): string | undefined {
  const common = { id: 'one', own: new OwnLedgers(), lease: LEASE, heard: undefined, acknowledge: 0 };
  const log = { ledgerIndex: 9, hash: 'A9' };
  return reasonNotToLead({ ...common, log, end: log, members: [{ ...OTHER, ...end }] });
}

test('a member leads only if it has the last ledger of each other member, by its hash', () => {
  assert.equal(reasonWith({ ledgerIndex: 7, hash: 'A7' }), undefined);
  assert.equal(reasonWith({ ledgerIndex: 9, hash: 'A9' }), undefined);
  assert.match(reasonWith({ ledgerIndex: 7, hash: 'B7' })!, /^member other has ledger 7 \(B7\), which this node lacks/);
  assert.match(reasonWith({ ledgerIndex: 10, hash: 'A10' })!, /ledger 10 \(A10\)/);
});

test('ledgers before the first one of the store count as had', () => {
  assert.equal(reasonWith({ ledgerIndex: 4, hash: 'B4' }), undefined);
});
