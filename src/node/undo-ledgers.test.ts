import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hashOf } from '../../test/contracts/store/contract-ledgers.ts';
import { UndoRecords } from './undo-ledgers.ts';

const NODES = ['', '1', 'F', 'F0'];

/** The record of a ledger that replaced these nodes, and one entry. */
function recordOf(ledgerIndex: number, paths: readonly string[] = NODES) {
  return {
    ledger: {
      ledgerIndex,
      hash: hashOf('ledger'),
      transactionIds: [],
      accounts: new Set<string>(),
      keys: new Set<string>(),
    },
    treeChanges: new Map(paths.map((path) => [path, Buffer.from(`before ${ledgerIndex}`)])),
    indexChanges: [{ index: 'rows', key: 'AB', isPresent: ledgerIndex % 2 === 0 }],
    entries: new Map([[hashOf('entry'), null]]),
  };
}

describe('the records of what undoes ledgers', () => {
  test('give for each place the value from before the first of them', () => {
    const records = new UndoRecords();
    for (const ledger of [5, 6, 7]) records.add(recordOf(ledger, ledger === 6 ? ['', '2'] : NODES));
    const undone = records.above(5, 7)!;
    assert.deepEqual(
      undone.ledgers.map(({ ledgerIndex }) => ledgerIndex),
      [6, 7],
    );
    const nodes = Array.from(undone.treeChanges, ([path, node]) => [path, String(node)]);
    assert.deepEqual(Object.fromEntries(nodes), {
      '': 'before 6',
      '1': 'before 7',
      '2': 'before 6',
      F: 'before 7',
      F0: 'before 7',
    });
    assert.deepEqual(
      undone.indexChanges.map(({ isPresent }) => isPresent),
      [false, true],
      'the last change is the oldest',
    );
    assert.deepEqual(records.above(7, 7)!.ledgers, []);
  });

  test('are kept of the latest ledgers, and not of those that were undone', () => {
    const records = new UndoRecords(10);
    for (const ledger of [5, 6, 7]) records.add(recordOf(ledger));
    assert.equal(records.above(4, 7), undefined);
    assert.equal(records.above(5, 7)?.ledgers.length, 2);
    records.forgetAbove(6);
    assert.equal(records.above(5, 6)?.ledgers.length, 1);
    records.add(recordOf(7));
    assert.equal(records.above(5, 7)?.ledgers.length, 2);
  });
});
