import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testAccount } from '../../../test/support/test-view.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { Recorder } from './recorder.ts';

const ALICE = testAccount('A');
const KEYLET = accountKeylet(ALICE);

function account(): AccountRoot {
  return Object.assign(newEntry(KEYLET), { Account: ALICE, Sequence: 3, Balance: 7n, OwnerCount: 0 });
}

describe('A recorder', () => {
  test('records nothing after the decision but the invariants', () => {
    const recorder = new Recorder();
    recorder.stage('preflight', 'tesSUCCESS');
    recorder.stage('preclaim', 'tecNO_DST');
    assert.equal(recorder.watchFields({ TransactionType: 'AccountSet', Fee: 5n }).Fee, 5n);
    recorder.watchEntry('AccountRoot', KEYLET.key, account());
    recorder.stage('invariants', 'tesSUCCESS');
    assert.equal(recorder.watchEntry('AccountRoot', KEYLET.key, account())!.Balance, 7n);
    assert.deepEqual(recorder.events, []);
    recorder.fact('invariantBroken', { name: 'someRule' });
    assert.equal(recorder.events.length, 1);
  });

  test('records at most 1000 events', () => {
    const recorder = new Recorder();
    for (let i = 0; i < 1001; i++) recorder.watchEntry(undefined, i.toString(16).padStart(64, '0'), undefined);
    assert.equal(recorder.events.length, 1000);
    assert.equal(recorder.isCut, true);
  });
});
