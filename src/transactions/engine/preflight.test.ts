import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { party } from '../../../test/support/env.ts';
import { TEST_FEES } from '../../../test/support/test-view.ts';
import { createTransaction } from '../../protocol/transaction/transaction.ts';
import { signTransaction } from '../../protocol/transaction/transaction-signature.ts';
import type { StObject } from '../../protocol/values.ts';
import type { ApplyFlags, PreflightContext } from '../transaction-type.ts';
import { transactionTypeOf } from '../types/table.ts';
import { preflight as preflightOf } from './preflight.ts';

const ALICE = party('alice');
const BOB = party('bob');
const ACCOUNT_SET = { TransactionType: 'AccountSet', Account: ALICE.id, Fee: 10n, Sequence: 1 };

/** As the engine asks. */
function preflight(context: PreflightContext): string {
  return preflightOf(context, transactionTypeOf(context.tx.TransactionType));
}

function check(fields: StObject, { networkId = 0, flags = {} as ApplyFlags } = {}): string {
  const transaction = signTransaction({ ...ACCOUNT_SET, ...fields }, ALICE.keys);
  return preflight({ transaction, tx: transaction.fields, flags, fees: TEST_FEES, networkId });
}

describe('the checks that need no ledger', () => {
  test('demand the id of networks above 1024, and forbid it on others', () => {
    const ids = [undefined, 1024, 1025, 1026];
    const results = (networkId: number) =>
      ids.map((NetworkID) => check(NetworkID === undefined ? {} : { NetworkID }, { networkId }));
    const forbidden = 'telNETWORK_ID_MAKES_TX_NON_CANONICAL';
    assert.deepEqual(results(1024), ['tesSUCCESS', forbidden, forbidden, forbidden]);
    assert.deepEqual(results(1025), ['telREQUIRES_NETWORK_ID', 'telWRONG_NETWORK', 'tesSUCCESS', 'telWRONG_NETWORK']);
  });

  test('come before the signature, which a dry run may lack', () => {
    const signed = signTransaction(ACCOUNT_SET, ALICE.keys).fields;
    const wrong = createTransaction({ ...signed, Fee: 11n });
    const context = { transaction: wrong, tx: wrong.fields, fees: TEST_FEES, networkId: 0 };
    assert.equal(preflight({ ...context, flags: {} }), 'temINVALID');
    assert.equal(preflight({ ...context, flags: { dryRun: true } }), 'tesSUCCESS');
    const contradictory = createTransaction({ ...signed, SetFlag: 5, ClearFlag: 5 });
    assert.equal(
      preflight({ ...context, transaction: contradictory, tx: contradictory.fields, flags: {} }),
      'temINVALID_FLAG',
    );
    const both = { Signers: [{ Signer: { Account: BOB.id, SigningPubKey: '', TxnSignature: '' } }] };
    assert.equal(check(both, { flags: { dryRun: true } }), 'temINVALID');
  });
});
