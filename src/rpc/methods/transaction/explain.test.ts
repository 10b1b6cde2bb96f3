import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, party, submitNow } from '../../../../test/support/env.ts';
import { QueueLedger } from '../../../../test/support/queue-ledger.ts';
import { type Answer, type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { tokens } from '../../../../test/support/token-ledger.ts';
import { objectToJson } from '../../../protocol/json/to-json.ts';
import { createTransaction, type Transaction } from '../../../protocol/transaction/transaction.ts';
import type { JsonObject, StObject } from '../../../protocol/values.ts';
import { bytesToHex } from '../../../util/hex.ts';

const ALICE = party('alice');
const BOB = party('bob');
const GATE = party('gate');
const STRANGER = party('stranger');
const UNFUNDED = party('unfunded');
const usd = (text: string) => tokens(text, GATE.id);
const blobOf = (transaction: Transaction) => ({ tx_blob: bytesToHex(transaction.blob) });
const payment = (Amount: bigint, Destination = BOB.id): StObject => ({
  TransactionType: 'Payment',
  Destination,
  Amount,
});

async function fundedEnv(): Promise<{ env: Env; call: Call }> {
  const env = await Env.create();
  await env.fund(1000, ALICE, BOB, GATE);
  return { env, call: rpcOf(env) };
}

const textsOf = ({ explanation }: Answer): string[] => explanation.checked.map(({ text }: Answer) => text);

describe('explain', () => {
  let env: Env;
  let call: Call;
  before(async () => {
    ({ env, call } = await fundedEnv());
  });
  after(() => env.stop());

  test('replays a validated transaction and compares the metadata', async (t) => {
    for (const holder of [ALICE, BOB]) env.submit(holder, { TransactionType: 'TrustSet', LimitAmount: usd('5') });
    await env.close();
    const dry = env.sign(ALICE, { TransactionType: 'Payment', Destination: BOB.id, Amount: usd('1') });
    submitNow(env.node, dry);
    await env.close();
    // The state now differs from the state at that time.
    env.submit(GATE, { TransactionType: 'Payment', Destination: ALICE.id, Amount: usd('3') }, 'tesSUCCESS');
    await env.close();
    const answer = await call('explain', { transaction: dry.id });
    assert.equal(answer.engine_result, 'tecPATH_DRY');
    assert.equal(answer.hash, dry.id);
    assert.deepEqual(answer.replay, { position: 0, metadata_agrees: true });
    assert.equal(answer.validated, true);
    const { store } = env.node;
    const stored = store.transaction(store.transactionLocation(dry.id)!)!;
    const metadata = Uint8Array.from(stored.metadata);
    metadata[metadata.length - 2]! ^= 1;
    const damaged = t.mock.method(store, 'transaction', () => ({ ...stored, metadata }));
    assert.equal((await call('explain', { transaction: dry.id })).replay.metadata_agrees, false);
    damaged.mock.restore();
    const { reason, advice, decided_by, strands } = answer.explanation;
    assert.equal(reason, `No path can be used. The sender ${ALICE.address} holds no USD of ${GATE.address} to send.`);
    assert.match(advice, /^Check trust lines/);
    assert.equal(decided_by, 'apply');
    assert.equal(strands[0].outcome, 'refused');
    assert.ok(textsOf(answer).includes(`Looked at the account of the sender ${ALICE.address}: Sequence: 4.`));
  });

  test('replays all transactions of a ledger with the same metadata', async () => {
    for (let i = 1n; i <= 4n; i++) {
      env.submit(ALICE, payment(i), 'tesSUCCESS');
      env.submit(BOB, payment(900_000_000n * i, STRANGER.id));
      env.submit(GATE, { TransactionType: 'Payment', Destination: BOB.id, Amount: usd('1') }, 'tesSUCCESS');
    }
    await env.close();
    const stored = [...env.node.store.ledgerTransactions(env.node.validated.ledgerIndex)];
    assert.equal(stored.length, 12);
    const results = new Set<string>();
    for (const { ledgerIndex, position } of stored) {
      const { ledger } = await call('ledger', { ledger_index: ledgerIndex, transactions: true, expand: true });
      const at = ledger.transactions.find(({ metaData }: Answer) => metaData.TransactionIndex === position);
      const answer = await call('explain', { transaction: at.hash });
      assert.deepEqual(answer.replay, { position, metadata_agrees: true });
      assert.equal(answer.engine_result, at.metaData.TransactionResult);
      results.add(answer.engine_result);
    }
    assert.deepEqual([...results].sort(), ['tecUNFUNDED_PAYMENT', 'tesSUCCESS']);
  });

  test('explains transactions of the open ledger, and held ones', async () => {
    const poor = env.sign(ALICE, payment(5_000_000_000n));
    submitNow(env.node, poor);
    const answer = await call('explain', { transaction: poor.id });
    assert.deepEqual([answer.engine_result, answer.validated], ['tecUNFUNDED_PAYMENT', false]);
    assert.match(answer.explanation.reason, /It can spend 99\d\.\d+ XRP, and the transaction needs 5000 XRP\.$/);
    const next = env.account(ALICE)!.Sequence;
    const held = env.sign(ALICE, { ...payment(1n), Sequence: next + 3 });
    submitNow(env.node, held);
    const { explanation } = await call('explain', { transaction: held.id });
    assert.match(explanation.reason, new RegExp(`is ${next}: ${next} to ${next + 2} are missing\\.$`));
    assert.equal(explanation.decided_by, 'preclaim');
    await env.close();
  });

  test('tries a blob or JSON on the open ledger, signed or not', async () => {
    const signed = env.sign(ALICE, payment(5n, UNFUNDED.id));
    const fields = { ...signed.fields, SigningPubKey: '' } as Record<string, unknown>;
    delete fields.TxnSignature;
    const unsigned = createTransaction(fields as StObject);
    const { SigningPubKey: _, ...json } = objectToJson(unsigned.fields);
    for (const params of [
      blobOf(signed),
      blobOf(unsigned),
      { tx_json: objectToJson(signed.fields) },
      { tx_json: json },
    ]) {
      const answer = await call('explain', params);
      assert.equal(answer.engine_result, 'tecNO_DST_INSUF_XRP');
      assert.equal(answer.ledger_current_index, env.node.openLedger.view.ledgerIndex);
      assert.match(answer.explanation.reason, /takes at least 1 XRP, and the payment is 5 drops\.$/);
    }
    assert.equal(env.account(UNFUNDED), undefined);
    const tampered = { ...objectToJson(signed.fields), Amount: '6' };
    const { engine_result, explanation } = await call('explain', { tx_json: tampered });
    assert.deepEqual(
      [engine_result, explanation.reason],
      ['temINVALID', 'The signature is invalid: Invalid signature.'],
    );
  });
});

test('explain replays an unsigned transaction of a test bench', async () => {
  const env = await Env.create({ isTestBench: true });
  await env.fund(1000, ALICE, BOB);
  const call = rpcOf(env);
  const ends = { Account: ALICE.address, Destination: BOB.address };
  const tx_json = { TransactionType: 'Payment', ...ends, Amount: '5000000000' };
  const { tx_json: sent } = await call('weir_impersonate', { tx_json });
  await env.close();
  const answer = await call('explain', { transaction: sent.hash });
  assert.deepEqual([answer.engine_result, answer.replay.metadata_agrees], ['tecUNFUNDED_PAYMENT', true]);
  await env.stop();
});

describe('the advice', () => {
  const adviceOf = async (call: Call, params: JsonObject): Promise<string> => {
    const { explanation } = await call('explain', params);
    return explanation.advice;
  };
  const FINAL = 'The result is final: another try needs a new transaction.';

  test('is true before a transaction is submitted, in the open ledger, and when it is final', async () => {
    const { env, call } = await fundedEnv();
    const good = env.sign(ALICE, payment(5n));
    const poor = env.sign(BOB, payment(5_000_000_000n, ALICE.id));
    const { TxnSignature: _, ...unsigned } = objectToJson(good.fields);
    const trials = [blobOf(good), { tx_json: objectToJson(good.fields) }];
    for (const trial of trials) assert.equal(await adviceOf(call, trial), 'Submit it: it would succeed now.');
    const { explanation } = await call('simulate', { tx_json: unsigned, explain: true });
    assert.equal(explanation.advice, 'Submit it: it would succeed now.');
    assert.equal(await adviceOf(call, blobOf(poor)), 'Send less, or fund the account.');

    for (const one of [good, poor]) submitNow(env.node, one);
    assert.equal(await adviceOf(call, { transaction: good.id }), 'Wait until it is in a validated ledger.');
    const provisional = 'The result can still change until the transaction is in a validated ledger.';
    assert.equal(await adviceOf(call, { transaction: poor.id }), `Send less, or fund the account. ${provisional}`);

    await env.close();
    assert.equal(await adviceOf(call, { transaction: good.id }), 'Nothing: the result is final.');
    assert.equal(await adviceOf(call, blobOf(good)), 'Nothing: the result is final.');
    assert.equal(await adviceOf(call, { transaction: poor.id }), `Send less, or fund the account. ${FINAL}`);
    await env.stop();
  });

  test('is true for one that is held, and for one that no ledger can contain any more', async () => {
    const { env, call } = await fundedEnv();
    const sequence = env.account(ALICE)!.Sequence;
    const held = env.sign(ALICE, { ...payment(1n), Sequence: sequence + 1 });
    submitNow(env.node, held);
    assert.equal(await adviceOf(call, { transaction: held.id }), 'Submit the missing one.');
    const late = env.sign(ALICE, { ...payment(2n), Sequence: sequence });
    env.submit(ALICE, payment(1n), 'tesSUCCESS');
    await env.close();
    assert.equal(await adviceOf(call, { transaction: held.id }), 'Nothing: the result is final.');
    assert.equal(await adviceOf(call, blobOf(late)), "Read the account's Sequence and sign again.");
    await env.stop();
  });

  test('is true for a queued one, also behind another one', async () => {
    const { env } = await fullLedger();
    const call = rpcOf(env);
    const sequence = env.account(BOB)!.Sequence;
    const pair = [0, 1].map((at) => env.sign(BOB, { ...payment(1n, ALICE.id), Sequence: sequence + at }));
    assert.equal(await adviceOf(call, blobOf(pair[0]!)), 'Submit it and wait, or pay a higher fee.');
    for (const one of pair) submitNow(env.node, one);
    for (const { id } of pair) {
      const { engine_result, explanation } = await call('explain', { transaction: id });
      assert.deepEqual(
        [engine_result, explanation.decided_by, explanation.advice],
        ['terQUEUED', 'queue', 'Wait, or send it again with a higher fee.'],
      );
    }
    await env.stop();
  });
});

describe('reasons of submissions', () => {
  test('are given for a failure, and not beside a later success', async () => {
    const { env, call } = await fundedEnv();
    const failing = await call('submit', blobOf(env.sign(ALICE, payment(5n, STRANGER.id))));
    assert.match(failing.engine_result_reason, /does not exist in the ledger/);
    const fine = await call('submit', blobOf(env.sign(ALICE, payment(5n))));
    assert.equal(fine.engine_result_reason, undefined);
    const early = env.sign(ALICE, { ...payment(5n), Sequence: env.account(ALICE)!.Sequence + 1 });
    const waiting = call('submit', { ...blobOf(early), wait: true });
    env.submit(ALICE, payment(1n), 'tesSUCCESS');
    await env.close();
    const final = await waiting;
    assert.deepEqual([final.engine_result, final.engine_result_reason], ['tesSUCCESS', undefined]);
    const again = await call('submit', blobOf(early));
    assert.match(again.engine_result_reason, /was used already\.$/);
    await env.stop();
  });

  test('name the cost of a place in a full ledger', async () => {
    const { env, queue } = await fullLedger();
    const call = rpcOf(env);
    const answer = await call('submit', blobOf(env.sign(BOB, payment(1n, ALICE.id))));
    assert.equal(answer.engine_result, 'terQUEUED');
    assert.match(
      answer.engine_result_reason,
      /a place costs \d+ drops now, the transaction pays 10 drops, and \d+ wait\.$/,
    );
    const { explanation, engine_result } = await call('explain', blobOf(env.sign(GATE, payment(1n, ALICE.id))));
    assert.deepEqual([engine_result, explanation.decided_by], ['terQUEUED', 'queue']);
    assert.ok(queue.metrics.queuedCount > 0);
    await env.stop();
  });
});

async function fullLedger(): Promise<{ env: Env; queue: QueueLedger }> {
  const queue = await QueueLedger.create(3);
  queue.fund(1000, ALICE);
  queue.fund(1000, BOB, GATE);
  await queue.close();
  queue.fill(ALICE);
  return { env: queue.env, queue };
}

test('simulate shows the checks with explain', async () => {
  const { env, call } = await fundedEnv();
  const tx_json = { TransactionType: 'Payment', Account: ALICE.address, Destination: STRANGER.address, Amount: '5' };
  const plain = await call('simulate', { tx_json });
  assert.equal(plain.explanation, undefined);
  const { explanation, ...rest } = await call('simulate', { tx_json, explain: true });
  assert.deepEqual(rest, plain);
  assert.match(explanation.reason, /Creating an account takes at least 1 XRP/);
  await env.stop();
});
