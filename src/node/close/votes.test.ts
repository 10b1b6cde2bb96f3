import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Env } from '../../../test/support/env.ts';
import { amendmentsKeylet, feesKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { GENESIS_AMENDMENTS } from '../../protocol/tables/amendments.ts';
import { TransactionFlags } from '../../protocol/tables/flags.ts';
import { votedTransactions } from './votes.ts';

const FEES = { baseDrops: 10n, reserveDrops: 1_000_000n, reserveIncrementDrops: 200_000n };
const OTHER = { baseDrops: 12n, reserveDrops: 2_000_000n, reserveIncrementDrops: 400_000n };

describe('the vote on amendments', () => {
  const [first, second] = GENESIS_AMENDMENTS;
  const majority = (Amendment: string) => ({ Majority: { Amendment, CloseTime: 5 } });
  const unknown = 'AB'.repeat(32);
  const amendments = {
    ...newEntry(amendmentsKeylet()),
    Amendments: [second!],
    Majorities: [majority(first!), majority(second!), majority(unknown)],
  };

  test('is held only after every 256th ledger, and where there is something to lose', () => {
    assert.deepEqual(votedTransactions(255, { fees: FEES, amendments }, FEES), []);
    assert.deepEqual(votedTransactions(256, { fees: FEES, amendments: newEntry(amendmentsKeylet()) }, FEES), []);
  });

  test('takes the majority of each amendment that is known and not enabled', () => {
    const votes = votedTransactions(256, { fees: FEES, amendments }, FEES);
    assert.deepEqual(
      votes.map(({ fields }) => [fields.Amendment, fields.LedgerSequence, fields.Flags]),
      [[first, 257, TransactionFlags.EnableAmendment.tfLostMajority]],
    );
  });
});

describe('the fee vote', () => {
  test('is held only after every 256th ledger, and only to change something', () => {
    const current = { fees: FEES, amendments: undefined };
    assert.deepEqual(votedTransactions(255, current, OTHER), []);
    assert.deepEqual(votedTransactions(256, current, FEES), []);
    assert.deepEqual(
      votedTransactions(256, current, OTHER).map(({ fields }) => fields.LedgerSequence),
      [257],
    );
  });

  test('changes the fees of the ledgers that follow', async () => {
    const env = await Env.create({ genesis: { fees: FEES, votedFees: OTHER } });
    while (env.node.validated.ledgerIndex < 256) await env.close();
    assert.deepEqual(env.node.fees, FEES);
    await env.close();
    assert.deepEqual(env.node.fees, OTHER);
    assert.equal(env.node.openLedger.view.read(feesKeylet())?.BaseFeeDrops, 12n);
    assert.equal([...env.node.store.ledgerTransactions(257)].length, 1);
    await env.close();
    assert.equal([...env.node.store.ledgerTransactions(258)].length, 0);
  });
});
