/**
 * Load of valid transactions: many copies of one, sequences with gaps, thousands that wait for a missing one. Each is applied
 * at most once, and waiting transactions do not delay others.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { bytesToHex } from '../../src/util/hex.ts';
import { submitNow } from '../support/env.ts';
import { ALICE, BOB, createFilledServer, type FilledServer, ISSUER } from '../support/filled-server.ts';
import { processorMs } from '../support/processor-time.ts';
import { verifyChain } from '../support/verify-store.ts';

const PAYMENT = { TransactionType: 'Payment', Destination: BOB.id, Amount: 1n };
const AT_ONCE = 100;
const WAITING = 3_000;
/** Processor time. Without other load the test needs a tenth of it. */
const AT_ONCE_MS = 1_000;
const CLOSE_MS = 10_000;

describe('a ledger under load', () => {
  let filled: FilledServer;
  before(async () => {
    filled = await createFilledServer();
  });
  after(async () => {
    verifyChain(filled.env.node.store);
    assert.deepEqual(filled.reports, [], 'the server reports nothing unexpected');
    await filled.stop();
  });

  const submit = async (blob: Uint8Array) => (await filled.call('submit', { tx_blob: bytesToHex(blob) })).result;
  const drops = () => filled.env.account(BOB)!.Balance;

  test('applies many copies of a transaction once', async () => {
    const before = drops();
    const { blob, id } = filled.env.sign(ALICE, PAYMENT);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => submit(blob)));
    assert.equal(answers.filter(({ applied }) => applied).length, 1);
    assert.ok(
      answers.every(({ engine_result: result }) => ['tesSUCCESS', 'tefPAST_SEQ', 'tefALREADY'].includes(result)),
    );
    const close = filled.env.close();
    const later = await Promise.all(Array.from({ length: AT_ONCE }, () => submit(blob)));
    await close;
    assert.ok(later.every(({ applied }) => !applied));
    await filled.env.close();
    assert.equal(drops(), before + 1n);
    assert.equal((await filled.call('tx', { transaction: id })).result.validated, true);
  });

  test('applies one of many with the same sequence number', async () => {
    const rivals = Array.from({ length: AT_ONCE }, (_, tag) =>
      filled.env.sign(ALICE, { ...PAYMENT, DestinationTag: tag }),
    );
    const answers = await Promise.all(rivals.map(({ blob }) => submit(blob)));
    assert.equal(answers.filter(({ applied }) => applied).length, 1);
    await filled.env.close();
    const found = await Promise.all(rivals.map(({ id }) => filled.call('tx', { transaction: id })));
    assert.equal(found.filter(({ result }) => result.validated).length, 1);
  });

  test('applies transactions in any order when the gap is filled', async () => {
    const before = drops();
    const first = filled.env.account(ALICE)!.Sequence;
    const sequences = [3, 1, 4, 2, 0].map((offset) => first + offset);
    for (const Sequence of sequences) await submit(filled.env.sign(ALICE, { ...PAYMENT, Sequence }).blob);
    for (let closes = 0; closes < 3; closes++) await filled.env.close();
    assert.equal(drops(), before + BigInt(sequences.length));
  });

  test('serves others while thousands wait for a missing transaction', async () => {
    const gap = filled.env.account(ALICE)!.Sequence + 1;
    for (let offset = 0; offset < WAITING; offset++) {
      const { result } = submitNow(filled.env.node, filled.env.sign(ALICE, { ...PAYMENT, Sequence: gap + offset }));
      assert.equal(result, 'terPRE_SEQ');
    }
    const started = processorMs();
    assert.equal((await submit(filled.env.sign(ISSUER, PAYMENT).blob)).engine_result, 'tesSUCCESS');
    assert.ok(processorMs() - started < AT_ONCE_MS, 'a submission is not slower for it');
    await filled.env.close();
    assert.ok(processorMs() - started < CLOSE_MS, 'nor is a close by much');
    // After some ledgers no transaction waits any more.
    for (let closes = 0; closes < 7; closes++) await filled.env.close();
    assert.equal(filled.env.node.openLedger.view.transactionCount, 0);
    const quick = processorMs();
    await filled.env.close();
    assert.ok(processorMs() - quick < AT_ONCE_MS);
  });
});
