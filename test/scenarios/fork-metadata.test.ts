/**
 * A fork of a ledger of random chains applies the next ledger's transactions, and gives the same metadata. The chains are those of
 * the reference. `npm test` takes the ledgers whose successors have a result of a transaction type that no other one of them has;
 * `npm run soak -- forks` takes each ledger. A fork that continues longer has other parent hashes, and so other addresses of
 * market makers and vaults.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { parseTransaction } from '../../src/protocol/transaction/transaction.ts';
import { type Env, submitNow } from '../support/env.ts';
import { TRIES_EVERY_CASE } from '../support/every-case.ts';
import { forkedEnv } from '../support/forked-env.ts';
import { recordedChains } from '../support/packed-recordings.ts';
import { sentChain, sentSteps, takeStep } from '../support/recorded-chain.ts';
import { StoreForkBase } from '../support/store-fork-base.ts';

const FUZZ = 'all-1 all-2 nft-1 mpt-2 vaults-305 permdex-305 channels-2 mission-2 escrow-2 dex-2'.split(' ');
/** Types that the random chains do not have. */
const UNIT_TESTS = [
  'app.MultiSign.Fee.00003',
  'app.PermissionedDEX.LedgerStateFix_BookExchangeRate.00056',
  'app.Vault.Scale_clawback_rest.00109',
  'app.Vault.Vault_withdraw_sole_shareholder_fully_exits_after_impaired_loan_is_repaid_fixCle.00128',
  'app.XChain.Add_Attestation.00159',
  'app.XChain.Add_Attestation.00166',
  'app.XChain.Add_Attestation.00176',
  'app.XChain.Modify_Bridge.00117',
  'tx.Loan.LoanPay_minimum_cover_scale_consistency.00071',
];
const CHAINS = [
  ...recordedChains(FUZZ.map((name) => `fuzz-${name}.jsonl`)),
  ...recordedChains(
    UNIT_TESTS.map((name) => `${name}.jsonl`),
    'rippled-tests',
  ),
];
/** An outcome of votes, which no client submits. */
const PSEUDO = new Set(['EnableAmendment', 'SetFee', 'UNLModify']);
const IS_ROOMY = { minimumTxnInLedger: 1000 };

describe('a fork of a ledger of a random chain', () => {
  const types = new Set<string>();
  /** Each with the type of its transaction. */
  const results = new Set<string>();

  for (const recording of CHAINS) {
    test(`gives the metadata of the next one: ${recording.name}`, async () => {
      const origin = await sentChain(recording);
      const { node } = origin;
      for (let index = 3; index <= node.validated.ledgerIndex; index++) {
        const stored = [...node.store.ledgerTransactions(index)];
        const known = results.size;
        for (const { blob, metadata } of stored) results.add(resultOf(blob, metadata));
        if (TRIES_EVERY_CASE ? stored.length === 0 : results.size === known) continue;
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
        await fork.node.stop();
        assert.ok(base.isClosed);
      }
      await origin.stop();
    });
  }

  after(() => {
    assert.ok(results.size >= 160, `${results.size} results`);
    assert.ok(types.size >= 65, [...types].sort().join(' '));
  });
});

/** The type and the result of a transaction: its first field, and the last of its metadata. */
function resultOf(blob: Uint8Array, metadata: Uint8Array): string {
  return [blob.subarray(0, 3), metadata.subarray(-2)].map((bytes) => Buffer.from(bytes).toString('hex')).join(' ');
}

/** Chains without market makers and vaults. */
const LONG = [
  'channels-2',
  'dex-2',
  'nft-1',
  ...(TRIES_EVERY_CASE ? ['checks-3', 'escrow-2', 'tokens-2', 'xrp-2'] : []),
];
const FIRST_LEDGER = 10;

describe('a fork that continues as its origin did', () => {
  for (const recording of recordedChains(LONG.map((name) => `fuzz-${name}.jsonl`))) {
    test(`has the transactions and metadata of all ledgers: ${recording.name}`, async () => {
      const origin = await sentChain(recording);
      const fork = await forkedEnv(new StoreForkBase(origin.node, FIRST_LEDGER));
      let closed = 2;
      for (const step of sentSteps(recording)) {
        if (closed >= FIRST_LEDGER) await takeStep(fork, step);
        if ('closeTimeSeconds' in step) closed++;
      }
      const { last } = origin.node.store.ledgerRange()!;
      const hashes = ({ node }: Env) =>
        Array.from(
          { length: last - FIRST_LEDGER },
          (_, at) => node.store.header(FIRST_LEDGER + 1 + at)?.transactionHash,
        );
      assert.ok(last > FIRST_LEDGER + 10, `${last} ledgers`);
      assert.deepEqual(hashes(fork), hashes(origin));
      await fork.stop();
      await origin.stop();
    });
  }
});
