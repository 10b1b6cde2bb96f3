import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { MASTER, party } from '../../test/support/env.ts';
import { TRIES_EVERY_CASE } from '../../test/support/every-case.ts';
import { action, answers, createActionEnv, perform, performAll } from '../../test/support/random-actions.ts';
import { parseTransaction } from '../protocol/transaction/transaction.ts';
import type { StObject } from '../protocol/values.ts';
import type { HistoryStore } from '../storage/history-store.ts';
import { openLmdbStore } from '../storage/lmdb/lmdb-store.ts';

const USD = '0000000000000000000000005553440000000000';

const scratch = mkdtempSync(join(tmpdir(), 'weir-rewind-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** How many transactions the history of the master account has. */
function historyLength(store: HistoryStore): number {
  const query = { account: MASTER.id, minLedgerIndex: 0, maxLedgerIndex: 0xffff_ffff, forward: true };
  return Iterator.from(store.accountHistory(query)).reduce((sum, { first, end }) => sum + end - first, 0);
}

describe('a node that returns to a snapshot', () => {
  test('answers as at the snapshot and continues from there, after any changes', async () => {
    const actions = fc.array(action, { minLength: 3, maxLength: 25 });
    const histories = fc.sample(fc.tuple(actions, actions, actions, fc.boolean()), {
      numRuns: TRIES_EVERY_CASE ? 14 : 7,
      seed: 31,
    });
    for (const [run, [before, astray, later, isTwice]] of histories.entries()) {
      const directory = join(scratch, String(run));
      const [env, fork] = [
        await createActionEnv(run < 3 ? openLmdbStore(directory) : undefined),
        await createActionEnv(),
      ];
      for (const act of before) assert.equal(await perform(env, act), await perform(fork, act));
      const expected = await answers(env);
      const id = await env.weir.snapshot();
      assert.deepEqual(await answers(env), expected);
      for (const act of astray) await perform(env, act);
      if (isTwice) {
        await env.weir.snapshot();
        for (const act of later) await perform(env, act);
      }
      await env.weir.revert(id);
      assert.deepEqual(await answers(env), expected);
      assert.deepEqual(await performAll(env, later), await performAll(fork, later));
      assert.deepEqual(await answers(env), await answers(fork));
      await Promise.all([env.stop(), fork.stop()]);
    }
  });

  test('returns to any past ledger too, where nothing is open or waits', async () => {
    const [histories] = fc.sample(fc.tuple(fc.array(action, { minLength: 60, maxLength: 60 })), {
      numRuns: 1,
      seed: 5,
    });
    const env = await createActionEnv();
    const heads = [env.node.validated];
    for (const [at, act] of histories![0].entries()) {
      await perform(env, act);
      if (at % 20 === 7) await env.weir.snapshot();
      if (env.node.validated !== heads.at(-1)) heads.push(env.node.validated);
    }
    assert.ok(heads.length > 8);
    const { store } = env.node;
    const ids = Array.from(store.tail(heads[0]!.ledgerIndex), ({ transactions }) =>
      transactions.map(({ blob }) => parseTransaction(blob).id),
    ).flat();
    assert.ok(ids.every((id) => store.transactionLocation(id) !== undefined));
    while (heads.length > 1) {
      heads.splice(-Math.min(2, heads.length - 1));
      const head = heads.at(-1)!;
      assert.deepEqual(await env.weir.revert(head.ledgerIndex), head);
      assert.deepEqual(env.node.validated, head);
      assert.equal(env.node.openLedger.view.transactionCount, 0);
      assert.equal(env.node.store.ledgerRange()?.last, head.ledgerIndex);
    }
    assert.ok(ids.every((id) => store.transactionLocation(id) === undefined));
    const { hash } = await env.node.acceptLedger();
    const fork = await createActionEnv();
    assert.equal((await fork.node.acceptLedger()).hash, hash);
    assert.equal(historyLength(store), historyLength(fork.node.store));
    await Promise.all([env.stop(), fork.stop()]);
  });

  test('takes a clock that was moved back to the time of a past ledger, and leaves one alone that was not', async () => {
    const env = await createActionEnv();
    const { ledgerIndex, closeTimeSeconds } = env.node.validated;
    await env.close();
    await env.node.revert(ledgerIndex);
    assert.equal(env.node.clock.read().isMoved, false);
    await env.node.bench!.clock.advance(3600);
    await env.node.bench!.clock.freeze();
    await env.close();
    await env.node.revert(ledgerIndex);
    const { seconds, isFrozen, isMoved } = env.node.clock.read();
    assert.deepEqual({ seconds, isFrozen, isMoved }, { seconds: closeTimeSeconds, isFrozen: true, isMoved: true });
    await env.stop();
  });

  test('has the rows of indexes again, with records of the ledgers and without', async () => {
    const env = await createActionEnv();
    const [alice, bob] = [party('alice'), party('bob')];
    const tokens = { currency: USD, issuer: alice.id, mantissa: 10n ** 15n, exponent: -14 };
    const sell = { TransactionType: 'OfferCreate', TakerPays: tokens, TakerGets: 1_000_000n } as unknown as StObject;
    const trust = { TransactionType: 'TrustSet', LimitAmount: tokens } as unknown as StObject;
    const OfferSequence = env.account(bob)!.Sequence;
    env.submit(bob, sell, 'tesSUCCESS');
    env.submit(MASTER, trust, 'tesSUCCESS');
    await env.close();
    const rows = () => ['order_books', 'trust_lines'].map((index) => [...env.node.store.indexKeys(index, '')]);
    const expected = rows();
    assert.ok(expected.every((keys) => keys.length > 0));
    const goAstray = async () => {
      env.submit(bob, { TransactionType: 'OfferCancel', OfferSequence }, 'tesSUCCESS');
      env.submit(bob, trust, 'tesSUCCESS');
      await env.close();
      env.submit(MASTER, sell, 'tesSUCCESS');
      await env.close();
      assert.notDeepEqual(rows(), expected);
    };
    const { ledgerIndex } = env.node.validated;
    await goAstray();
    await env.node.revert(ledgerIndex);
    assert.deepEqual(rows(), expected);
    const snapshot = await env.node.snapshot();
    await goAstray();
    await env.node.revert(snapshot);
    assert.deepEqual(rows(), expected);
    await env.stop();
  });

  test('does not return to another ledger of that index', async () => {
    const env = await createActionEnv();
    const { ledgerIndex } = env.node.validated;
    env.submit(MASTER, { TransactionType: 'AccountSet' }, 'tesSUCCESS');
    await env.close();
    const snapshot = await env.node.snapshot();
    await env.node.revert(ledgerIndex);
    await env.close();
    await assert.rejects(env.node.revert(snapshot), /has another ledger/);
    assert.equal(env.node.validated.ledgerIndex, ledgerIndex + 1);
    await env.stop();
  });

  test('does not return to a state that is damaged', async (t) => {
    const env = await createActionEnv();
    const { ledgerIndex } = env.node.validated;
    env.submit(MASTER, { TransactionType: 'AccountSet' }, 'tesSUCCESS');
    await env.close();
    const entry = t.mock.method(env.node.store, 'entry', () => undefined);
    await assert.rejects(env.node.revert(ledgerIndex), /its state is not its own/);
    entry.mock.restore();
    assert.equal(env.node.validated.ledgerIndex, ledgerIndex + 1);
    assert.equal((await env.node.revert(ledgerIndex)).ledgerIndex, ledgerIndex);
    await env.stop();
  });
});
