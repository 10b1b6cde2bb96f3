import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../test/support/test-view.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import { accountKeylet } from '../../protocol/entries/keylets.ts';
import { payFeeOnly } from './sender.ts';

const ALICE = testAccount('Alice');
const ACCOUNT_SET = { TransactionType: 'AccountSet', Account: ALICE, Fee: 30n };

describe('the sender of a transaction', () => {
  test('pays no more than it has for a transaction that did nothing else', () => {
    const ledger = new TestLedger();
    ledger.fund(ALICE, { Balance: 20n, Sequence: 7 });
    const sandbox = new Sandbox(ledger.view);
    assert.equal(payFeeOnly(sandbox, ledger.transaction(ACCOUNT_SET), 30n), 20n);
    const { Balance, Sequence } = sandbox.read(accountKeylet(ALICE))!;
    assert.deepEqual([Balance, Sequence], [0n, 8]);
  });
});
