/** EnableAmendment and SetFee, which only result from votes of validators. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TEST_CONTEXT, TestLedger } from '../../../../test/support/test-view.ts';
import type { Amendments } from '../../../protocol/entries/entries.ts';
import { amendmentsKeylet, feesKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Ter } from '../../../protocol/tables/ter.ts';
import { createTransaction } from '../../../protocol/transaction/transaction.ts';
import type { StObject } from '../../../protocol/values.ts';
import { applyTransaction } from '../../engine/engine.ts';

function apply(ledger: TestLedger, TransactionType: string, fields: StObject): Ter {
  const pseudo = { TransactionType, Account: '0'.repeat(40), Fee: 0n, Sequence: 0, SigningPubKey: '' };
  return applyTransaction(ledger.view, createTransaction({ ...pseudo, ...fields }), TEST_CONTEXT).result;
}

describe('EnableAmendment', () => {
  const { tfGotMajority: got, tfLostMajority: lost } = TransactionFlags.EnableAmendment;
  const [ONE, TWO] = ['1'.repeat(64), '2'.repeat(64)];
  const since = (Amendment: string, CloseTime = 5) => ({ Majority: { Amendment, CloseTime } });
  /** Amendments and majorities, then transactions with their results, then what they leave. */
  type State = readonly [enabled: string[] | undefined, majorities: Amendments['Majorities']];
  const rows: readonly [what: string, before: State | undefined, [string, number, Ter][], after: State][] = [
    ['makes the list', undefined, [[ONE, 0, 'tesSUCCESS']], [[ONE], undefined]],
    [
      'enables an amendment once and removes its majority',
      [[ONE], [since(TWO)]],
      [
        [ONE, 0, 'tefALREADY'],
        [TWO, 0, 'tesSUCCESS'],
      ],
      [[ONE, TWO], undefined],
    ],
    [
      'records the time of a majority once',
      [undefined, [since(ONE)]],
      [
        [ONE, got, 'tefALREADY'],
        [TWO, got, 'tesSUCCESS'],
      ],
      [undefined, [since(ONE), since(TWO, 1_000_000)]],
    ],
    [
      'removes a lost majority once',
      [undefined, [since(ONE), since(TWO)]],
      [
        [ONE, lost, 'tesSUCCESS'],
        [ONE, lost, 'tefALREADY'],
      ],
      [undefined, [since(TWO)]],
    ],
    ['removes the last majority', [undefined, [since(ONE)]], [[ONE, lost, 'tesSUCCESS']], [undefined, undefined]],
    ['refuses both flags', undefined, [[ONE, got | lost, 'temINVALID_FLAG']], [undefined, undefined]],
  ];
  for (const [what, before, transactions, after] of rows) {
    test(what, () => {
      const ledger = new TestLedger();
      const [Amendments, Majorities] = before ?? [];
      if (before !== undefined)
        ledger.put(
          Object.assign(newEntry(amendmentsKeylet()), Amendments && { Amendments }, Majorities && { Majorities }),
        );
      for (const [Amendment, Flags, expected] of transactions)
        assert.equal(apply(ledger, 'EnableAmendment', { LedgerSequence: 1000, Amendment, Flags }), expected);
      const entry = ledger.read(amendmentsKeylet());
      assert.deepEqual([entry?.Amendments, entry?.Majorities], after);
    });
  }
});

test('SetFee makes the settings from all three fields, and refuses their older form', () => {
  const fees = { BaseFeeDrops: 1n, ReserveBaseDrops: 2n, ReserveIncrementDrops: 3n };
  const ledger = new TestLedger();
  for (const name of Object.keys(fees)) {
    const { [name as keyof typeof fees]: _, ...others } = fees;
    assert.equal(apply(ledger, 'SetFee', others), 'temMALFORMED', name);
  }
  assert.equal(apply(ledger, 'SetFee', { ...fees, BaseFee: 10n }), 'temMALFORMED');
  assert.equal(apply(ledger, 'SetFee', fees), 'tesSUCCESS');
  assert.equal(ledger.read(feesKeylet())!.ReserveIncrementDrops, 3n);
});
