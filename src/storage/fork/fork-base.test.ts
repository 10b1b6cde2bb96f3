import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { party } from '../../../test/support/env.ts';
import { MapView } from '../../../test/support/map-view.ts';
import { TEST_CONTEXT } from '../../../test/support/test-view.ts';
import { OpenView } from '../../ledger/open-view.ts';
import type { ReadView } from '../../ledger/read-view.ts';
import { signTransaction } from '../../protocol/transaction/transaction-signature.ts';
import { applyTransaction, preclaimOnly, rethrow } from '../../transactions/engine/engine.ts';
import { type ForkBase, ForkReadError } from './fork-base.ts';

const ALICE = party('alice');

/** A ledger whose entries the other server does not give. */
function viewOf(base: Pick<ForkBase, 'entry'>): ReadView {
  const view = new MapView();
  view.read = ({ key }) => {
    base.entry(key);
    return undefined;
  };
  return view;
}

describe('a failed read of a fork', () => {
  test('passes through the engine, and is no result of a transaction', () => {
    const error = new ForkReadError('example.com does not answer');
    const parent = viewOf({
      entry: () => {
        throw error;
      },
    });
    const header = { ledgerIndex: 3, hash: parent.parentHash, closeTimeSeconds: 1000 };
    const view = new OpenView(parent, header, true);
    const fields = { TransactionType: 'AccountSet', Account: ALICE.id, Fee: 10n, Sequence: 1 };
    const transaction = signTransaction(fields, ALICE.keys);
    assert.throws(() => applyTransaction(view, transaction, TEST_CONTEXT, {}, rethrow), error);
    assert.throws(() => preclaimOnly(view, transaction, TEST_CONTEXT, {}, rethrow), error);
    assert.equal(view.transactionCount, 0);
  });
});
