/**
 * A fork of each ledger of random chains applies the next ledger's transactions, and gives the same metadata. The chains are those of
 * the reference, with transactions of all types. A fork that continues longer has other parent hashes, which show in the addresses of
 * automated market makers and vaults.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { parseTransaction } from '../../src/protocol/transaction/transaction.ts';
import { submitNow } from '../support/env.ts';
import { forkedEnv } from '../support/forked-env.ts';
import { recordedChains } from '../support/packed-recordings.ts';
import { sentChain } from '../support/recorded-chain.ts';
import { StoreForkBase } from '../support/store-fork-base.ts';

const CHAINS = [
  'fuzz-all-1',
  'fuzz-all-2',
  'fuzz-amm-1',
  'fuzz-nft-1',
  'fuzz-mpt-2',
  'fuzz-vaults-305',
  'fuzz-all-305',
  'fuzz-permdex-305',
  'fuzz-identity-2',
  'fuzz-escrow-2',
  'fuzz-channels-2',
  'fuzz-mission-2',
  'fuzz-tokens-2',
];
/** An outcome of votes, which no client submits. */
const PSEUDO = new Set(['EnableAmendment', 'SetFee', 'UNLModify']);
const IS_ROOMY = { minimumTxnInLedger: 1000 };

describe('a fork of each ledger of a random chain', () => {
  let transactions = 0;
  const types = new Set<string>();

  for (const recording of recordedChains(CHAINS.map((name) => `${name}.jsonl`))) {
    test(`gives the metadata of the next one: ${recording.name}`, async () => {
      const origin = await sentChain(recording);
      const { node } = origin;
      for (let index = 3; index <= node.validated.ledgerIndex; index++) {
        const stored = [...node.store.ledgerTransactions(index)];
        if (stored.length === 0) continue;
        const base = new StoreForkBase(node, index - 1);
        const fork = await forkedEnv(base, { queue: IS_ROOMY });
        for (const { blob } of stored) {
          const transaction = parseTransaction(blob);
          types.add(transaction.fields.TransactionType);
          if (!PSEUDO.has(transaction.fields.TransactionType)) submitNow(fork.node, transaction);
        }
        const expected = node.store.header(index)!;
        await fork.node.acceptLedger(expected.closeTimeSeconds);
        const made = fork.node.validated;
        assert.deepEqual([...fork.node.store.ledgerTransactions(index)], stored);
        assert.deepEqual(made, { ...expected, hash: made.hash, accountHash: made.accountHash });
        transactions += stored.length;
        await fork.node.stop();
        assert.ok(base.isClosed);
      }
      await origin.stop();
    });
  }

  after(() => {
    assert.ok(transactions >= 1000, `${transactions} transactions`);
    assert.ok(types.size >= 55, [...types].sort().join(' '));
  });
});
