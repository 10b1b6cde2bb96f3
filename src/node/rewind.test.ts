import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { action, answers, eventfulWorld, perform, performAll } from '../../test/support/eventful-world.ts';
import { openLmdbStore } from '../storage/lmdb/lmdb-store.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weir-rewind-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

describe('a node that returns to a snapshot', () => {
  test('answers as it did then, and goes on as if it had never gone astray, whatever happened', async () => {
    const actions = fc.array(action, { minLength: 3, maxLength: 25 });
    const histories = fc.sample(fc.tuple(actions, actions, actions, fc.boolean()), { numRuns: 14, seed: 31 });
    for (const [run, [before, astray, later, isTwice]] of histories.entries()) {
      const directory = join(scratch, String(run));
      const [env, fork] = [await eventfulWorld(run < 3 ? openLmdbStore(directory) : undefined), await eventfulWorld()];
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
    const env = await eventfulWorld();
    const heads = [env.node.validated];
    for (const [at, act] of histories![0].entries()) {
      await perform(env, act);
      if (at % 20 === 7) await env.weir.snapshot();
      if (env.node.validated !== heads.at(-1)) heads.push(env.node.validated);
    }
    assert.ok(heads.length > 8);
    while (heads.length > 1) {
      heads.splice(-Math.min(2, heads.length - 1));
      const head = heads.at(-1)!;
      assert.deepEqual(await env.weir.revert(head.ledgerIndex), head);
      assert.deepEqual(env.node.validated, head);
      assert.equal(env.node.openView.transactionCount, 0);
      assert.equal(env.node.store.ledgerRange()?.last, head.ledgerIndex);
    }
    const { hash } = await env.node.acceptLedger();
    const fork = await eventfulWorld();
    assert.equal((await fork.node.acceptLedger()).hash, hash);
    await Promise.all([env.stop(), fork.stop()]);
  });
});
