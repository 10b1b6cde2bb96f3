import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testAccount } from '../../../test/support/test-view.ts';
import type { AccountRoot } from '../../protocol/entries/entries.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { type EntryRead, Recorder } from './recorder.ts';

const ALICE = testAccount('A');
const KEYLET = accountKeylet(ALICE);

function account(): AccountRoot {
  return Object.assign(newEntry(KEYLET), { Account: ALICE, Sequence: 3, Balance: 7n, OwnerCount: 0 });
}

const looked = ({ events }: Recorder) => (events as EntryRead[]).map(({ fields }) => [...fields]);

describe('A recorder', () => {
  test('writes down which fields of an entry are looked at, absent ones too', () => {
    const recorder = new Recorder();
    const watched = recorder.watchEntry('AccountRoot', KEYLET.key, account())!;
    assert.equal(watched.Balance, 7n);
    assert.equal(watched.RegularKey, undefined);
    assert.deepEqual(looked(recorder), [['Balance', 'RegularKey']]);
    assert.ok(!Object.keys(watched).includes('RegularKey'));
  });

  test('sees no look in a copy, and gives the same values there', () => {
    const recorder = new Recorder();
    const watched = recorder.watchEntry('AccountRoot', KEYLET.key, account())!;
    assert.deepEqual({ ...watched }, { ...account() });
    assert.deepEqual(looked(recorder), [[]]);
    assert.equal(watched.Sequence, 3);
    assert.deepEqual(looked(recorder), [['Sequence']]);
  });

  test('begins a new look where another entry was looked at meanwhile', () => {
    const recorder = new Recorder();
    const watched = recorder.watchEntry('AccountRoot', KEYLET.key, account())!;
    assert.equal(watched.Sequence, 3);
    recorder.watchEntry('AccountRoot', '0'.repeat(64), undefined);
    assert.equal(watched.Balance, 7n);
    assert.deepEqual(looked(recorder), [['Sequence'], [], ['Balance']]);
  });

  test('forgets who goes through all fields of a transaction', () => {
    const recorder = new Recorder();
    const tx: Record<string, unknown> = {
      TransactionType: 'Payment',
      Account: ALICE,
      Fee: 1n,
      Sequence: 2,
      Amount: 5n,
    };
    const watched = recorder.watchFields(tx);
    for (const name in watched) assert.equal(watched[name], tx[name]);
    assert.equal(recorder.events.length, 0);
    assert.deepEqual([watched.Amount, watched.SendMax], [5n, undefined]);
    assert.deepEqual(
      recorder.events.map((event) => event.kind === 'field' && [event.name, event.value]),
      [
        ['Amount', 5n],
        ['SendMax', undefined],
      ],
    );
  });

  test('stops at the decision, after which only rules have a word', () => {
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

  test('writes down no more than there is room for', () => {
    const recorder = new Recorder();
    for (let i = 0; i < 1001; i++) recorder.watchEntry(undefined, i.toString(16).padStart(64, '0'), undefined);
    assert.equal(recorder.events.length, 1000);
    assert.equal(recorder.isCut, true);
  });
});
