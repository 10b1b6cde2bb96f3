import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MapView } from '../../../test/support/map-view.ts';
import { accountKeylet, ticketKeylet } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import type { Transaction } from '../../protocol/transaction/transaction.ts';
import { finishSteps } from '../../util/steps.ts';
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
  test('are kept for five ledgers, at most until one after their LastLedgerSequence, and not at all with the highest', () => {
    const last = [undefined, 1000, 11, 0xffff_ffff];
    assert.deepEqual(last.map(forgottenAfter), [16, 16, 13, 10]);
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

  test('are forgotten when a ledger holds them or makes them impossible', () => {
    const root = { ...newEntry(accountKeylet('A'.repeat(40))), Account: 'A'.repeat(40), Sequence: 8 };
    const ticket = newEntry(ticketKeylet('A'.repeat(40), 5));
    const local = new LocalTransactions();
    const withSequence = (id: string, fields: object) => {
      const { blob, ...made } = transaction(id);
      return { ...made, blob, fields: { ...made.fields, ...fields } };
    };
    const all = [
      withSequence('7', { Sequence: 7 }),
      withSequence('55', { Sequence: 5 }),
      withSequence('8', { Sequence: 8 }),
      withSequence('9', { Sequence: 9 }),
      withSequence('4', { Sequence: 0, TicketSequence: 4 }),
      withSequence('5', { Sequence: 0, TicketSequence: 5 }),
      withSequence('20', { Sequence: 0, TicketSequence: 20 }),
    ];
    for (const one of all) local.add(one, 10);
    const { possible, impossible } = finishSteps(local.split(new MapView([root, ticket]), (id) => id === all[3]!.id));
    const names = (some: readonly Transaction[]) => some.map(({ id }) => id.replace(/^0+/, ''));
    assert.deepEqual(names(all.filter(({ id }) => possible.get(id) !== undefined)), ['8', '5', '20']);
    assert.deepEqual(names(impossible).toSorted(), ['4', '55', '7']);
  });

  test('stay as long as after the later of two submissions', () => {
    const local = new LocalTransactions();
    local.add(transaction('1'), 10);
    local.add(transaction('1'), 12);
    local.dropExpired(17);
    assert.notEqual(local.get(transaction('1').id), undefined);
  });
});
