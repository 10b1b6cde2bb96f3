/**
 * A suite of twenty small tests, as an application would have: each begins with a chain of its own, and is told the same way
 * to a ledger in the process and to a server that was started for it.
 */
import assert from 'node:assert/strict';
import type { SentTransaction } from '../dist/types/sent-transactions.d.ts';
import type { LedgerAccount } from '../src/embedded/ledger.ts';

/** What a test needs of a chain. */
export interface Chain {
  readonly accounts: readonly Pick<LedgerAccount, 'address' | 'seed'>[];
  /** The result code. */
  submit(account: Chain['accounts'][0], transaction: SentTransaction): Promise<string>;
  close(seconds?: number): Promise<void>;
  /** Drops. */
  balance(address: string): Promise<bigint>;
}

type Story = (chain: Chain) => Promise<void>;

const SUITE_TIMES = 4;
const HOUR_SECONDS = 3600;
const RIPPLE_EPOCH_SECONDS = 946_684_800;
const MILLION = 1_000_000n;

const pays: Story = async (chain) => {
  const [payer, payee] = chain.accounts as [Chain['accounts'][0], Chain['accounts'][0]];
  const before = await chain.balance(payee.address);
  const payment = { TransactionType: 'Payment', Destination: payee.address, Amount: String(MILLION) } as const;
  assert.equal(await chain.submit(payer, payment), 'tesSUCCESS');
  await chain.close();
  assert.equal(await chain.balance(payee.address), before + MILLION);
};

const changesSettings: Story = async (chain) => {
  const [account] = chain.accounts as [Chain['accounts'][0]];
  assert.equal(await chain.submit(account, { TransactionType: 'AccountSet', SetFlag: 8 }), 'tesSUCCESS');
  await chain.close();
};

const issues: Story = async (chain) => {
  const [issuer, holder] = chain.accounts as [Chain['accounts'][0], Chain['accounts'][0]];
  const tokens = (value: string) => ({ currency: 'USD', issuer: issuer.address, value });
  assert.equal(await chain.submit(holder, { TransactionType: 'TrustSet', LimitAmount: tokens('100') }), 'tesSUCCESS');
  const payment = { TransactionType: 'Payment', Destination: holder.address } as const;
  assert.equal(await chain.submit(issuer, { ...payment, Amount: tokens('100') }), 'tesSUCCESS');
  assert.equal(await chain.submit(issuer, { ...payment, Amount: tokens('0.01') }), 'tecPATH_DRY');
  await chain.close();
};

const waitsForAnEscrow: Story = async (chain) => {
  const [owner, payee] = chain.accounts as [Chain['accounts'][0], Chain['accounts'][0]];
  const FinishAfter = Math.floor(Date.now() / 1000) - RIPPLE_EPOCH_SECONDS + HOUR_SECONDS / 2;
  const escrow = { TransactionType: 'EscrowCreate', Destination: payee.address, Amount: String(MILLION) } as const;
  assert.equal(await chain.submit(owner, { ...escrow, FinishAfter }), 'tesSUCCESS');
  await chain.close(HOUR_SECONDS);
};

const failsAsItShould: Story = async (chain) => {
  const [payer, payee] = chain.accounts as [Chain['accounts'][0], Chain['accounts'][0]];
  const payment = { TransactionType: 'Payment', Destination: payee.address } as const;
  assert.equal(await chain.submit(payer, { ...payment, Amount: String(10n ** 15n) }), 'tecUNFUNDED_PAYMENT');
  await chain.close();
};

const STORIES = [pays, changesSettings, issues, waitsForAnEscrow, failsAsItShould];

/** How many tests it has. */
export const SUITE_TESTS = STORIES.length * SUITE_TIMES;

/** Runs the suite: `withChain` makes a chain for a test, runs it, and lets go of the chain. */
export async function runSuite(withChain: (test: Story) => Promise<void>): Promise<void> {
  for (let time = 0; time < SUITE_TIMES; time++) for (const story of STORIES) await withChain(story);
}
