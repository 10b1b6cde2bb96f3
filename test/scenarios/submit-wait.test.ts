/** `submit` with `wait` answers when the result is final. */
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { StObject } from '../../src/protocol/values.ts';
import { execute } from '../../src/rpc/execute.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import { Env, MASTER, party } from '../support/env.ts';
import { type Call, rpcOf, servicesOf } from '../support/rpc-call.ts';

const ALICE = party('alice');
const XRP = 1_000_000n;

describe('a submission that waits', () => {
  let env: Env;
  let call: Call;
  beforeEach(async () => {
    env = await Env.create();
    await env.fund(1000, ALICE);
    call = rpcOf(env);
  });

  const pay = (drops: bigint, more: StObject = {}) => ({
    TransactionType: 'Payment',
    Destination: MASTER.id,
    Amount: drops,
    ...more,
  });
  const blobOf = (fields: StObject) => bytesToHex(env.sign(ALICE, fields).blob);
  const submit = (blob: string, more: object = {}) => call('submit', { tx_blob: blob, wait: true, ...more });

  /** Returns as soon as the time has passed, and not before. */
  const submitUntilLate = async (blob: string, timeoutMs: number) => {
    let isAnswered = false;
    const answer = submit(blob, { timeout_ms: timeoutMs }).finally(() => {
      isAnswered = true;
    });
    await setImmediate();
    env.clock.advanceMs(timeoutMs - 1);
    await setImmediate();
    assert.equal(isAnswered, false);
    env.clock.advanceMs(1);
    return answer;
  };

  test('answers with result and metadata once validated, and the same again', async () => {
    const blob = blobOf(pay(5n * XRP));
    const answer = submit(blob);
    await env.close();
    const { meta, ...first } = await answer;
    assert.deepEqual(
      [first.engine_result, first.final, first.validated, first.ledger_index, first.applied],
      ['tesSUCCESS', true, true, 4, true],
    );
    assert.equal(first.ledger_hash, env.node.validated.hash);
    assert.equal(first.explanation, undefined);
    assert.equal(meta.delivered_amount, '5000000');
    const again = await submit(blob);
    assert.deepEqual(
      [again.engine_result, again.final, again.ledger_index, again.hash],
      ['tesSUCCESS', true, 4, first.hash],
    );
    assert.deepEqual(again.meta, meta);
  });

  test('gives all clients of one transaction the same result', async () => {
    const blob = blobOf(pay(5n * XRP));
    const answers = [submit(blob), submit(blob), call('submit', { tx_blob: blob, wait: true })];
    await env.close();
    const results = await Promise.all(answers);
    assert.deepEqual(
      results.map((result) => [result.engine_result, result.validated]),
      Array.from({ length: 3 }, () => ['tesSUCCESS', true]),
    );
  });

  test('explains why a validated transaction had no effect', async () => {
    const answer = submit(blobOf(pay(5000n * XRP)));
    await env.close();
    const result = await answer;
    assert.deepEqual([result.engine_result, result.validated], ['tecUNFUNDED_PAYMENT', true]);
    assert.equal(result.explanation, 'It paid its fee and did nothing else: Insufficient XRP balance to send.');
  });

  test('waits for a transaction that several signed, and for one that too few did', async () => {
    const signers = [party('bob'), party('carol')].sort((a, b) => (a.id < b.id ? -1 : 1));
    const SignerEntries = signers.map(({ id }) => ({ SignerEntry: { Account: id, SignerWeight: 1 } }));
    env.submit(ALICE, { TransactionType: 'SignerListSet', SignerQuorum: 2, SignerEntries }, 'tesSUCCESS');
    await env.close();
    const tx_json = {
      TransactionType: 'Payment',
      Account: ALICE.address,
      Destination: MASTER.address,
      Amount: '5',
      Fee: '30',
      Sequence: env.account(ALICE)!.Sequence,
    };
    const one = await call('sign_for', { account: party('bob').address, secret: 'bob', tx_json });
    const early = await submitUntilLate(one.tx_blob, 1);
    assert.deepEqual([early.engine_result, early.final, early.validated], ['tefBAD_QUORUM', false, false]);
    assert.match(early.explanation, /^It was not final within 1 ms/, 'the list of signers may change yet');
    const two = await call('sign_for', { account: party('carol').address, secret: 'carol', tx_json: one.tx_json });
    const answers = [submit(two.tx_blob), submit(two.tx_blob)];
    await env.close();
    for (const { engine_result, final, validated, hash, meta } of await Promise.all(answers)) {
      assert.deepEqual([engine_result, final, validated, hash], ['tesSUCCESS', true, true, two.tx_json.hash]);
      assert.equal(meta.delivered_amount, '5');
    }
    assert.equal((await submit(two.tx_blob)).ledger_index, env.node.validated.ledgerIndex);
  });

  test('ends after LastLedgerSequence', async () => {
    const sequence = env.account(ALICE)!.Sequence;
    const answer = submit(blobOf(pay(5n * XRP, { Sequence: sequence + 1, LastLedgerSequence: 5 })));
    await env.close();
    await env.close();
    const result = await answer;
    assert.deepEqual([result.engine_result, result.final, result.validated], ['terPRE_SEQ', true, false]);
    assert.match(result.explanation, /^No ledger up to 5,/);
  });

  test('ends with the next ledger after the client left', async () => {
    let isAbandoned = false;
    const tx_blob = blobOf(pay(5n * XRP, { Sequence: env.account(ALICE)!.Sequence + 1 }));
    const params = { tx_blob, wait: true, timeout_ms: 300_000 };
    const watch = { isAbandoned: () => isAbandoned, onPause() {} };
    let isAnswered = false;
    const request = { method: 'submit', params, apiVersion: 1, role: 'user', watch } as const;
    const answer = Promise.resolve(execute(servicesOf(env), request)).finally(() => {
      isAnswered = true;
    });
    await env.close();
    assert.equal(isAnswered, false, 'the client waits');
    isAbandoned = true;
    await env.close();
    assert.equal((await answer).final, false);
  });

  test('ends when another transaction has the sequence number or the ticket', async () => {
    env.submit(ALICE, { TransactionType: 'TicketCreate', TicketCount: 1 }, 'tesSUCCESS');
    await env.close();
    const Sequence = env.account(ALICE)!.Sequence;
    const ticket = { Sequence: 0, TicketSequence: Sequence - 1 };
    const losers = [blobOf(pay(2n, { Sequence })), blobOf(pay(2n, ticket))];
    env.submit(ALICE, pay(1n, { Sequence }), 'tesSUCCESS');
    env.submit(ALICE, pay(1n, ticket), 'tesSUCCESS');
    const answers = losers.map((blob) => submit(blob));
    await env.close();
    const [bySequence, byTicket] = await Promise.all(answers);
    assert.deepEqual([bySequence.final, bySequence.validated], [true, false]);
    assert.match(bySequence.explanation, new RegExp(`used the sequence number ${Sequence}\\.$`));
    assert.deepEqual([byTicket.final, byTicket.validated], [true, false]);
    assert.match(byTicket.explanation, new RegExp(`no ticket ${Sequence - 1} any more`));
  });

  test('ends at once for what is malformed or not kept', async () => {
    const malformed = await submit(blobOf({ ...pay(1n), Destination: ALICE.id }));
    assert.deepEqual([malformed.engine_result, malformed.final], ['temREDUNDANT', true]);
    const refused = await submit(blobOf(pay(5000n * XRP)), { fail_hard: true });
    assert.deepEqual([refused.engine_result, refused.final, refused.validated], ['tecUNFUNDED_PAYMENT', false, false]);
    assert.match(refused.explanation, /can be submitted again\.$/);
  });

  test('ends after timeout_ms, and waits again when repeated', async () => {
    const blob = blobOf(pay(5n * XRP));
    const result = await submitUntilLate(blob, 20);
    assert.deepEqual([result.engine_result, result.final, result.validated], ['tesSUCCESS', false, false]);
    assert.match(result.explanation, /not final within 20 ms/);
    const answer = submit(blob);
    await env.close();
    assert.equal((await answer).validated, true);
  });

  test('works for a transaction that the server signs', async () => {
    const tx = { TransactionType: 'AccountSet', Account: ALICE.address };
    const answer = call('submit', { secret: 'alice', tx_json: tx, wait: true });
    await env.close();
    const result = await answer;
    assert.deepEqual([result.engine_result, result.validated], ['tesSUCCESS', true]);
  });

  test('is refused with parameters of other types', async () => {
    const blob = blobOf(pay(5n * XRP));
    for (const wrong of [{ wait: 'yes' }, { timeout_ms: -1 }, { timeout_ms: 300_001 }]) {
      assert.equal((await submit(blob, wrong)).error, 'invalidParams');
    }
    assert.equal(env.account(MASTER)?.Balance, 100_000_000_000n * XRP - 1000n * XRP - 10n);
  });
});
