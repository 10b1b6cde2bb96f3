import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { LocalTransactions } from './local-transactions.ts';

function transaction(id: string, LastLedgerSequence?: number): Transaction {
  const fields = {
    TransactionType: 'AccountSet',
    Account: 'A'.repeat(40),
    Fee: 10n,
    Sequence: 1,
    SigningPubKey: '',
    ...(LastLedgerSequence === undefined ? {} : { LastLedgerSequence }),
  };
  return { id: id.padStart(64, '0'), blob: Buffer.alloc(0), fields };
}

/** The first validated ledger after which the transaction is forgotten. */
function forgottenAfter(lastLedgerSequence: number | undefined): number {
  const local = new LocalTransactions();
  const { id } = transaction('1');
  local.add(transaction('1', lastLedgerSequence), 10);
  for (let ledgerIndex = 10; ; ledgerIndex++) {
    local.dropExpired(ledgerIndex);
    if (local.get(id) === undefined) return ledgerIndex;
  }
}

describe('local transactions', () => {
  test('are kept for five ledgers', () => {
    assert.equal(forgottenAfter(undefined), 16);
    assert.equal(forgottenAfter(1000), 16);
  });

  test('are kept no longer than they say, and one ledger more', () => {
    assert.equal(forgottenAfter(11), 13);
  });

  test('are forgotten at once when they name the highest ledger index', () => {
    assert.equal(forgottenAfter(0xffff_ffff), 10);
  });

  test('are limited in bytes, and make room when they are forgotten', () => {
    const local = new LocalTransactions();
    const big = (id: number) => ({ ...transaction(String(id)), blob: Buffer.alloc(500_000) });
    const kept = Array.from({ length: 100 }, (_, id) => local.add(big(id), 10));
    assert.equal(kept.indexOf(false), 64);
    assert.equal(local.add(big(0), 10), true, 'what is in stays in');
    assert.equal(local.add(transaction('7777'), 10), true);
    local.dropExpired(16);
    assert.equal(local.add(big(1000), 16), true);
  });

  test('stay as long as the later of two submissions says', () => {
    const local = new LocalTransactions();
    local.add(transaction('1'), 10);
    local.add(transaction('1'), 12);
    local.dropExpired(17);
    assert.notEqual(local.get(transaction('1').id), undefined);
  });
});
