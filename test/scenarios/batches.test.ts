/** Batches, from the submission to the methods that show them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { explanationText } from '../../src/cli/explain/explain-text.ts';
import type { Ter } from '../../src/protocol/tables/ter.ts';
import type { Transaction } from '../../src/protocol/transaction/transaction.ts';
import type { JsonObject, StObject } from '../../src/protocol/values.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import { BATCH_GENESIS, type BatchMode, inner, signedBatch } from '../support/batch-ledger.ts';
import { Env, type Party, party, submitNow } from '../support/env.ts';
import { type Answer, type Call, rpcOf } from '../support/rpc-call.ts';

const [ALICE, BOB, CAROL] = ['alice', 'bob', 'carol'].map((name) => party(name)) as [Party, Party, Party];

describe('batches', () => {
  let env: Env;
  let call: Call;

  before(async () => {
    env = await Env.create({ genesis: BATCH_GENESIS });
    call = rpcOf(env);
    await env.fund(1000, ALICE, BOB, CAROL);
  });
  after(() => env.stop());

  const submit = async (batch: Transaction, expected: Ter = 'tesSUCCESS') => {
    assert.equal(submitNow(env.node, batch).result, expected);
    await env.close();
    return call('tx', { transaction: batch.id });
  };
  /** The transactions of the last ledger: type, result and batch. */
  const lastLedger = async () => {
    const { ledger } = await call('ledger', { ledger_index: 'validated', transactions: true, expand: true });
    return (ledger.transactions as Answer[])
      .sort((one, other) => one.metaData.TransactionIndex - other.metaData.TransactionIndex)
      .map(({ TransactionType, metaData: { TransactionResult, ParentBatchID } }) => {
        return [TransactionType, TransactionResult, ParentBatchID];
      });
  };
  const sequenceOf = (who: Party) => env.account(who)!.Sequence;
  const pay = (from: Party, to: Party, xrp: number, sequencesAhead: number): StObject => {
    const fields = { TransactionType: 'Payment', Destination: to.id, Amount: BigInt(xrp) * 1_000_000n };
    return inner(env, from, { ...fields, Sequence: sequenceOf(from) + sequencesAhead });
  };

  /** A payment of all that Alice has leaves her below the reserve. */
  const failing = (sequencesAhead: number) => pay(ALICE, BOB, 100_000, sequencesAhead);
  const modes: readonly [BatchMode, readonly Ter[]][] = [
    ['tfAllOrNothing', []],
    ['tfOnlyOne', ['tesSUCCESS']],
    ['tfUntilFailure', ['tesSUCCESS', 'tecUNFUNDED_PAYMENT']],
    ['tfIndependent', ['tesSUCCESS', 'tecUNFUNDED_PAYMENT', 'tesSUCCESS']],
  ];
  for (const [mode, results] of modes) {
    test(`${mode} keeps ${results.length} of three of which the second fails`, async () => {
      const [before, sequence] = [env.account(ALICE)!.Balance, sequenceOf(ALICE)];
      const batch = signedBatch(env, ALICE, mode, [pay(ALICE, BOB, 1, 1), failing(2), pay(ALICE, BOB, 2, 3)]);
      await submit(batch);
      const expected = results.map((result) => ['Payment', result, batch.id]);
      assert.deepEqual(await lastLedger(), [['Batch', 'tesSUCCESS', undefined], ...expected]);
      assert.equal(sequenceOf(ALICE), sequence + 1 + results.length);
      const paid = [0n, 1n, 1n, 3n][results.length]! * 1_000_000n;
      assert.equal(before - env.account(ALICE)!.Balance, paid + 50n);
    });
  }

  test('tfOnlyOne applies transactions until one succeeds', async () => {
    const batch = signedBatch(env, ALICE, 'tfOnlyOne', [failing(1), pay(ALICE, BOB, 1, 2), pay(ALICE, BOB, 2, 3)]);
    await submit(batch);
    assert.deepEqual(
      (await lastLedger()).map(([, result]) => result),
      ['tesSUCCESS', 'tecUNFUNDED_PAYMENT', 'tesSUCCESS'],
    );
  });

  test('an account that the batch creates signs it with its master key', async () => {
    const dave = party('dave');
    const fund = pay(ALICE, dave, 300, 1);
    // The sequence of a new account is the index of its ledger.
    const Sequence = env.node.openLedger.view.ledgerIndex;
    const back = inner(env, dave, { TransactionType: 'AccountSet', Sequence });
    const batch = signedBatch(env, ALICE, 'tfAllOrNothing', [fund, back], [dave]);
    await submit(batch);
    assert.deepEqual(
      (await lastLedger()).map(([type]) => type),
      ['Batch', 'Payment', 'AccountSet'],
    );
    assert.equal(sequenceOf(dave), Sequence + 1);
  });

  test('every other account must sign, and no further one', async () => {
    const both = [pay(BOB, CAROL, 1, 0), pay(ALICE, CAROL, 1, 1)];
    const refused = async (signers: readonly Party[]) => {
      const batch = signedBatch(env, ALICE, 'tfAllOrNothing', both, signers);
      return (await call('submit', { tx_blob: bytesToHex(batch.blob) })).engine_result;
    };
    assert.equal(await refused([]), 'temBAD_SIGNER');
    assert.equal(await refused([BOB, CAROL]), 'temBAD_SIGNER');
    assert.equal(await refused([ALICE, BOB]), 'temBAD_SIGNER');
    const impostor = { ...BOB, keys: CAROL.keys };
    assert.equal(await refused([impostor]), 'tefBAD_AUTH');
    await submit(signedBatch(env, ALICE, 'tfAllOrNothing', both, [BOB]));
    assert.equal((await lastLedger()).length, 3);
  });

  test('a signature of one batch is worth nothing in another', async () => {
    const both = [pay(BOB, CAROL, 1, 0), pay(ALICE, CAROL, 1, 1)];
    const { BatchSigners } = signedBatch(env, ALICE, 'tfAllOrNothing', both, [BOB]).fields;
    const { fields } = signedBatch(env, ALICE, 'tfIndependent', both);
    const forged = env.sign(ALICE, { ...fields, BatchSigners, Fee: 50n } as StObject);
    const answer = await call('submit', { tx_blob: bytesToHex(forged.blob) });
    assert.equal(answer.error_exception, 'fails local checks: Invalid signature.');
  });

  test('the methods show inner transactions with their batch', async () => {
    const transactions = [pay(BOB, CAROL, 1, 0), pay(ALICE, CAROL, 2, 1)];
    const batch = signedBatch(env, ALICE, 'tfAllOrNothing', transactions, [BOB]);
    const outer = await submit(batch);
    assert.equal(outer.meta.ParentBatchID, undefined);
    const history = await call('account_tx', { account: BOB.address, limit: 1, ledger_index_min: -1 });
    const [{ tx, meta }] = history.transactions;
    assert.equal(meta.ParentBatchID, batch.id);
    assert.equal(tx.Fee, '0');
    const alone = await call('tx', { transaction: tx.hash });
    assert.equal(alone.meta.ParentBatchID, batch.id);
    assert.equal(alone.meta.delivered_amount, '1000000');
  });

  test('explain applies an inner transaction again where it was', async () => {
    const transactions = [pay(ALICE, CAROL, 1, 1), failing(2), pay(ALICE, BOB, 2, 3)];
    await submit(signedBatch(env, ALICE, 'tfIndependent', transactions));
    const { ledger } = await call('ledger', { ledger_index: 'validated', transactions: true });
    const results = await Promise.all(
      (ledger.transactions as string[]).map(
        async (transaction) => (await call('explain', { transaction })).engine_result,
      ),
    );
    assert.deepEqual(results.sort(), ['tecUNFUNDED_PAYMENT', 'tesSUCCESS', 'tesSUCCESS', 'tesSUCCESS']);
  });

  test('explain says what becomes of each, in the open ledger and afterwards', async () => {
    const batch = signedBatch(env, ALICE, 'tfAllOrNothing', [pay(ALICE, CAROL, 1, 1), failing(2)]);
    const inside = [
      ['Payment', 'tesSUCCESS', false],
      ['Payment', 'tecUNFUNDED_PAYMENT', false],
    ];
    const explained = async (params: JsonObject) => {
      const { explanation } = await call('explain', params);
      const rows = explanation.inner.map(({ transaction_type, engine_result, applied }: Answer) => {
        return [transaction_type, engine_result, applied];
      });
      assert.deepEqual(rows, inside);
      assert.match(explanation.inner[1].reason, /has .* XRP.* needs 100000 XRP/);
      return explanation.reason;
    };
    const blob = { tx_blob: bytesToHex(batch.blob) };
    const soon = 'Of the 2 transactions inside, 0 are applied when the ledger closes.';
    assert.equal(await explained(blob), soon);
    const { engine_result_reason: warning } = await call('submit', blob);
    assert.match(warning, /0 are applied when the ledger closes\. Transaction 2 of the batch, Payment, gets tecUNF/);
    await env.close();
    assert.equal(await explained({ transaction: batch.id }), 'Of the 2 transactions inside, 0 are applied.');
  });

  const faults: readonly [Ter, RegExp, (sequence: number) => StObject[], StObject?][] = [
    ['temINVALID_FLAG', /^Transaction 2 .* does not have the flag tfInnerBatchTxn/, () => [{ Flags: 0 }]],
    ['temINVALID_INNER_BATCH', /^Transaction 2 .* is temBAD_AMOUNT by itself\. .*[aA]mount/, () => [{ Amount: 0n }]],
    ['temBAD_FEE', /has the fee 10 drops/, () => [{ Fee: 10n }]],
    ['temBAD_SIGNATURE', /has a signature/, () => [{ TxnSignature: '00' }]],
    ['temSEQ_AND_TICKET', /either a Sequence or a TicketSequence/, () => [{ TicketSequence: 1 }]],
    ['temREDUNDANT', /uses sequence \d+ .* with tfAllOrNothing/, (sequence) => [{ Sequence: sequence + 1 }]],
    ['temARRAY_EMPTY', /./, () => []],
  ];
  for (const [result, reason, second] of faults) {
    test(`a batch that is ${result} says why`, async () => {
      const seconds = second(sequenceOf(ALICE)).map((fields) => ({ ...pay(ALICE, CAROL, 2, 2), ...fields }));
      const batch = signedBatch(env, ALICE, 'tfAllOrNothing', [pay(ALICE, CAROL, 1, 1), ...seconds]);
      const answer = await call('submit', { tx_blob: bytesToHex(batch.blob) });
      assert.equal(answer.engine_result, result);
      assert.match(answer.engine_result_reason, reason);
    });
  }

  test('a batch with wrong signers says which', async () => {
    const both = [pay(BOB, CAROL, 1, 0), pay(ALICE, CAROL, 1, 1)];
    const reasonOf = async (signers: readonly Party[]) => {
      const batch = signedBatch(env, ALICE, 'tfAllOrNothing', both, signers);
      return (await call('submit', { tx_blob: bytesToHex(batch.blob) })).engine_result_reason;
    };
    assert.match(await reasonOf([]), new RegExp(`ascending: ${BOB.address}\\. It has none`));
    const impostor = { ...BOB, keys: CAROL.keys };
    assert.match(await reasonOf([impostor]), new RegExp(`^${BOB.address} did not sign the batch as it must: the key`));
  });

  test('weir explain prints them', async () => {
    const batch = signedBatch(env, ALICE, 'tfOnlyOne', [failing(1), pay(ALICE, CAROL, 1, 2), pay(ALICE, CAROL, 2, 3)]);
    const lines = explanationText(await call('explain', { tx_blob: bytesToHex(batch.blob) }), true).split('\n');
    const at = lines.indexOf('Inside:');
    assert.match(lines[at + 1]!, /^ {2}1\. Payment, tecUNFUNDED_PAYMENT: .*needs 100000 XRP/);
    assert.match(lines[at + 2]!, /^ {2}2\. Payment, tesSUCCESS: /);
    assert.equal(lines.length, at + 3);
  });

  test('a batch with a malformed transaction is refused by the local checks, and explained', async () => {
    const { Destination: _, ...malformed } = pay(ALICE, CAROL, 1, 1);
    const tx_blob = bytesToHex(signedBatch(env, ALICE, 'tfIndependent', [malformed, pay(ALICE, CAROL, 1, 2)]).blob);
    const fault = "Field 'Destination' is required but missing.";
    assert.equal((await call('submit', { tx_blob })).error_exception, `fails local checks: ${fault}`);
    const { engine_result, explanation } = await call('explain', { tx_blob });
    assert.equal(engine_result, 'tefEXCEPTION');
    assert.equal(explanation.reason, `A transaction inside is malformed: ${fault}`);
  });

  test('an inner transaction with signatures is refused', () => {
    const Signer = { Account: CAROL.id, SigningPubKey: CAROL.keys.publicKey, TxnSignature: 'AB' };
    const rows: [StObject, Ter][] = [
      [{ Signers: [{ Signer }] }, 'temBAD_SIGNER'],
      [{ TxnSignature: 'AB' }, 'temBAD_SIGNATURE'],
      [{ SigningPubKey: ALICE.keys.publicKey }, 'temBAD_REGKEY'],
    ];
    for (const [fields, expected] of rows) {
      const transactions = [{ ...pay(ALICE, BOB, 1, 1), ...fields }, pay(ALICE, BOB, 1, 2)];
      assert.equal(submitNow(env.node, signedBatch(env, ALICE, 'tfIndependent', transactions)).result, expected);
    }
  });

  test('an inner transaction of its own is refused', async () => {
    const fields = pay(ALICE, BOB, 1, 0);
    const blob = bytesToHex(env.sign(ALICE, fields).blob);
    const reason = 'Batch inner transactions are never considered validly signed.';
    const answer = await call('submit', { tx_blob: blob });
    assert.equal(answer.error_exception, `fails local checks: ${reason}`);
    assert.equal(submitNow(env.node, env.sign(ALICE, fields)).result, 'temINVALID_INNER_BATCH');
  });
});

test('without its amendment a batch is disabled', async () => {
  const env = await Env.create();
  await env.fund(1000, ALICE, BOB);
  const transactions = [1, 2].map((ahead) => {
    const fields = { TransactionType: 'AccountSet', Sequence: env.account(ALICE)!.Sequence + ahead };
    return inner(env, ALICE, fields);
  });
  assert.equal(submitNow(env.node, signedBatch(env, ALICE, 'tfIndependent', transactions)).result, 'temDISABLED');
  await env.stop();
});

test('a batch is never queued', async () => {
  const env = await Env.create({ genesis: BATCH_GENESIS, queue: { minimumTxnInLedger: 3 } });
  await env.fund(1000, ALICE, BOB, CAROL);
  for (let sent = 0; sent < 4; sent += 1) env.submit(CAROL, { TransactionType: 'AccountSet' }, 'tesSUCCESS');
  const transactions = [1, 2].map((ahead) => {
    return inner(env, ALICE, { TransactionType: 'AccountSet', Sequence: env.account(ALICE)!.Sequence + ahead });
  });
  const batch = signedBatch(env, ALICE, 'tfIndependent', transactions);
  assert.equal(submitNow(env.node, batch).result, 'telCAN_NOT_QUEUE');
  env.submit(BOB, { TransactionType: 'AccountSet' }, 'terQUEUED');
  await env.stop();
});
