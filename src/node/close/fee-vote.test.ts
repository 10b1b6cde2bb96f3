import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Env } from '../../../test/support/env.ts';
import { feesKeylet } from '../../protocol/entries/keylets.ts';
import { feeVote } from './fee-vote.ts';

const FEES = { baseDrops: 10n, reserveDrops: 1_000_000n, reserveIncrementDrops: 200_000n };
const OTHER = { baseDrops: 12n, reserveDrops: 2_000_000n, reserveIncrementDrops: 400_000n };

describe('the fee vote', () => {
  test('is held only after every 256th ledger, and only to change something', () => {
    assert.equal(feeVote(255, FEES, OTHER), undefined);
    assert.equal(feeVote(256, FEES, FEES), undefined);
    assert.equal(feeVote(256, FEES, OTHER)?.fields.LedgerSequence, 257);
  });

  test('changes the fees of the ledgers that follow', async () => {
    const env = await Env.create({ genesis: { fees: FEES, votedFees: OTHER } });
    while (env.node.validated.ledgerIndex < 256) await env.close();
    assert.deepEqual(env.node.fees, FEES);
    await env.close();
    assert.deepEqual(env.node.fees, OTHER);
    assert.equal(env.node.openView.read(feesKeylet())?.BaseFeeDrops, 12n);
    assert.equal([...env.node.store.ledgerTransactions(257)].length, 1);
    await env.close();
    assert.equal([...env.node.store.ledgerTransactions(258)].length, 0);
  });
});
