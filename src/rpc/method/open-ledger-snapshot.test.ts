import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Env, MASTER, party, submitNow } from '../../../test/support/env.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { openLedgerSnapshot } from './open-ledger-snapshot.ts';

const ALICE = party('alice');
const BOB = party('bob');

describe('the open ledger of a request that pauses', () => {
  test('is the open ledger until the pause, and then stays what it was', async () => {
    const env = await Env.create();
    await env.fund(1_000, ALICE);
    const pay = (amount: bigint) =>
      env.submit(MASTER, { TransactionType: 'Payment', Destination: BOB.id, Amount: amount }, 'tesSUCCESS');
    const settlings: (() => void)[] = [];
    const { view: openView } = env.node.openLedger;
    const view = openLedgerSnapshot({ beforePause: (action) => settlings.push(action) }, openView);
    pay(300_000_000n);
    assert.equal(view.read(accountKeylet(BOB.id))?.Balance, 300_000_000n);
    for (const settle of settlings) settle();
    const transaction = env.sign(MASTER, { TransactionType: 'Payment', Destination: BOB.id, Amount: 5n });
    submitNow(env.node, transaction);
    assert.equal(view.read(accountKeylet(BOB.id))?.Balance, 300_000_000n);
    assert.equal(view.hasTransaction(transaction.id), false);
    assert.deepEqual([view.isOpen, view.ledgerIndex], [true, openView.ledgerIndex]);
    await env.close();
    assert.equal(view.read(accountKeylet(BOB.id))?.Balance, 300_000_000n);
    assert.equal(env.node.openLedger.view.read(accountKeylet(BOB.id))?.Balance, 300_000_005n);
  });

  test('is walked in the same order as the open ledger', async () => {
    const env = await Env.create();
    await env.fund(1_000, ALICE);
    for (let at = 0; at < 20; at++) await env.submit(MASTER, { TransactionType: 'TicketCreate', TicketCount: 1 });
    await env.close();
    for (let at = 0; at < 5; at++) {
      env.submit(MASTER, { TransactionType: 'Payment', Destination: party(`p${at}`).id, Amount: 300_000_000n });
    }
    const settlings: (() => void)[] = [];
    const { view: openView } = env.node.openLedger;
    const view = openLedgerSnapshot({ beforePause: (action) => settlings.push(action) }, openView);
    for (const settle of settlings) settle();
    let key: string | undefined = '0'.repeat(64);
    let count = 0;
    while (key !== undefined) {
      assert.equal(view.nextKey(key), openView.nextKey(key));
      assert.deepEqual(view.readAny(key), openView.readAny(key));
      key = openView.nextKey(key);
      count++;
    }
    assert.ok(count > 10);
  });
});
