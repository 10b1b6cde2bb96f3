import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { Env, MASTER } from '../../test/support/env.ts';
import { TRIES_EVERY_CASE } from '../../test/support/every-case.ts';
import { action, answers, createActionEnv, perform, performAll } from '../../test/support/random-actions.ts';
import { rpcOf } from '../../test/support/rpc-call.ts';
import { verifyChain } from '../../test/support/verify-store.ts';
import { openLmdbStore } from '../storage/lmdb/lmdb-store.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weir-saved-chain-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
const files = { stateDirectory: scratch };
const file = 'chain';
const actions = fc.array(action, { minLength: 12, maxLength: 30 });

/** Members of objects in one order: which one they have depends on what a server remembers decoded. */
function sorted(texts: readonly string[]): unknown[] {
  return texts.map((text) => {
    const at = text.indexOf(': {"') + 2;
    return [text.slice(0, at), JSON.parse(text.slice(at))];
  });
}

describe('a chain that moves to another server', () => {
  test('is the same there, on either kind of store, and continues in the same way', async () => {
    const histories = fc.sample(fc.tuple(actions, actions, actions), { numRuns: TRIES_EVERY_CASE ? 6 : 3, seed: 8 });
    for (const [run, [before, astray, later]] of histories.entries()) {
      const isOnDisk = run < 2;
      const from = await createActionEnv(isOnDisk ? openLmdbStore(join(scratch, `from.${run}`)) : undefined, files);
      for (const act of before) await perform(from, act);
      const saved = await rpcOf(from)('weir_state', { save: file });
      assert.equal(saved.ledger_hash, from.node.validated.hash);
      const to = await createActionEnv(isOnDisk ? undefined : openLmdbStore(join(scratch, `to.${run}`)), files);
      for (const act of astray) await perform(to, act);
      const loaded = await rpcOf(to)('weir_state', { load: file });
      assert.deepEqual(loaded, saved);
      assert.deepEqual(sorted(await answers(to)), sorted(await answers(from)));
      assert.deepEqual(await performAll(to, later), await performAll(from, later));
      assert.deepEqual(sorted(await answers(to)), sorted(await answers(from)));
      verifyChain(to.node.store as never);
      await Promise.all([from.stop(), to.stop()]);
    }
  });

  test('may be that of a named snapshot, and keeps its clock and what was done by hand', async () => {
    const from = await Env.create({ ...files, isTestBench: true });
    const call = rpcOf(from);
    await call('weir_clock', { advance: 3600, freeze: true });
    const tx_json = { TransactionType: 'AccountSet', Account: MASTER.address };
    assert.equal((await call('weir_impersonate', { tx_json })).engine_result, 'tesSUCCESS');
    const { ledger_hash: hash } = await call('weir_snapshot', { name: 'noted' });
    const { time } = await call('weir_clock');
    await from.close();
    assert.equal((await call('weir_state', { save: file, snapshot: 'noted' })).ledger_hash, hash);
    const to = await Env.create({ ...files, isTestBench: true });
    const reverted: number[] = [];
    to.node.onReverted(({ ledgerIndex }) => reverted.push(ledgerIndex));
    await to.weir.snapshot('mine');
    await to.close();
    const there = rpcOf(to);
    assert.equal((await there('weir_state', { load: file })).ledger_hash, hash);
    assert.deepEqual(reverted, [3]);
    assert.equal(to.node.openLedger.view.transactionCount, 1, 'an unsigned transaction is in the open ledger');
    assert.deepEqual([(await there('weir_clock')).time, (await there('weir_clock')).frozen], [time, true]);
    assert.deepEqual(to.node.bench!.altered, from.node.bench!.altered);
    assert.equal((await there('weir_revert', { snapshot: 'mine' })).error, 'objectNotFound');
    assert.equal((await to.node.acceptLedger()).hash, (await call('ledger_closed')).ledger_hash);
    await Promise.all([from.stop(), to.stop()]);
  });

  test('is refused when it is damaged, of another network, or when anything else was meant', async () => {
    const env = await Env.create({ ...files, isTestBench: true });
    const call = rpcOf(env);
    await env.close();
    await call('weir_state', { save: file });
    const other = await Env.create({ ...files, isTestBench: true, genesis: { networkId: 7, isNetworkIdGiven: true } });
    const refused = await rpcOf(other)('weir_state', { load: file });
    assert.match(refused.error_message, /^the chain has network id 0, and this one 7/);
    const { hash } = env.node.validated;
    const bytes = readFileSync(join(scratch, file));
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(join(scratch, file), bytes);
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ load: file }, /its checksum is wrong/],
      [{ load: 'nothing' }, /cannot be read/],
      [{ load: file, snapshot: '1' }, /'snapshot'/],
      [{ save: file, load: file }, /Exactly one/],
      [{}, /Exactly one/],
      [{ save: file, snapshot: 'none' }, /there is no snapshot none/],
    ];
    for (const [params, words] of wrong) assert.match((await call('weir_state', params as never)).error_message, words);
    assert.equal(env.node.validated.hash, hash);
    await Promise.all([env.stop(), other.stop()]);
  });
});
