/**
 * Forks of ledgers of random chains, read over a WebSocket from a server that takes only existing keys as markers, apply the
 * next ledger's transactions and give the same metadata. (`fork-metadata.test.ts` does so for more chains without a server.)
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openForkBase } from '../../src/fork/open-fork-base.ts';
import { parseTransaction } from '../../src/protocol/transaction/transaction.ts';
import { submitNow } from '../support/env.ts';
import { TRIES_EVERY_CASE } from '../support/every-case.ts';
import { ForkOrigin, type OriginLedger } from '../support/fork-origin/fork-origin.ts';
import { forkedEnv } from '../support/forked-env.ts';
import { recordedChains } from '../support/packed-recordings.ts';

const CHAINS = ['fuzz-permdex-305', 'fuzz-nft-1', 'fuzz-amm-1'];
const LEDGERS_OF_EACH = TRIES_EVERY_CASE ? 8 : 3;
const IS_ROOMY = { minimumTxnInLedger: 1000 };
/** An outcome of votes, which no client submits. */
const PSEUDO = new Set(['EnableAmendment', 'SetFee', 'UNLModify']);

async function checkFork(origin: ForkOrigin, { header, transactions }: OriginLedger): Promise<void> {
  const base = await openForkBase({
    url: origin.url,
    ledger: header.ledgerIndex - 1,
    cacheFolder: false,
    requestsPerSecond: Number.POSITIVE_INFINITY,
  });
  const fork = await forkedEnv(base, { queue: IS_ROOMY });
  for (const { blob } of transactions) {
    const transaction = parseTransaction(blob);
    if (!PSEUDO.has(transaction.fields.TransactionType)) submitNow(fork.node, transaction);
  }
  await fork.node.acceptLedger(header.closeTimeSeconds);
  const made = [...fork.node.store.ledgerTransactions(header.ledgerIndex)];
  await fork.stop();
  assert.deepEqual(made.map(hexOf), transactions.map(hexOf));
}

function hexOf({ blob, metadata }: OriginLedger['transactions'][number]): readonly string[] {
  return [blob, metadata].map((bytes) => Buffer.from(bytes).toString('hex'));
}

describe('a fork of a server with Clio’s markers', () => {
  for (const recording of recordedChains(CHAINS.map((name) => `${name}.jsonl`))) {
    test(`gives the metadata of the next ledger: ${recording.name}`, async (t) => {
      const origin = await ForkOrigin.start({ recording });
      t.after(() => origin.stop());
      await origin.set({ isClio: true });
      const { ledgers } = origin.facts;
      const busiest = ledgers.toSorted((a, b) => b.transactions.length - a.transactions.length);
      for (const ledger of busiest.slice(0, LEDGERS_OF_EACH)) await checkFork(origin, ledger);
      const methods = new Set(await origin.set({}));
      assert.ok(
        methods.has(recording.name.includes('nft') ? 'account_objects' : 'book_offers'),
        [...methods].join(' '),
      );
    });
  }
});
