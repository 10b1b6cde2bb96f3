import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, MASTER, party } from '../../../../test/support/env.ts';
import { type Answer, type Call, rpcOf } from '../../../../test/support/rpc-call.ts';
import { tokens } from '../../../../test/support/token-ledger.ts';

const [ALICE, BOB] = [party('alice'), party('bob')];

describe('weir_ledgers', () => {
  let env: Env;
  let call: Call;
  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(1_000, ALICE, BOB);
    const pay = { TransactionType: 'Payment', Destination: BOB.id };
    env.submit(ALICE, { ...pay, Amount: 5n, Fee: 12n }, 'tesSUCCESS');
    env.submit(ALICE, { ...pay, Amount: tokens('5', MASTER.id) }, 'tecPATH_DRY');
    await env.close();
    await env.close();
  });
  after(() => env.node.stop());

  const list = async (params = {}): Promise<Answer[]> => (await call('weir_ledgers', params)).ledgers;

  test('lists the newest ledgers first, with their counts and sizes', async () => {
    const newest = env.node.validated;
    const [empty, mixed, funded] = await list();
    assert.deepEqual([empty.ledger_index, empty.ledger_hash], [newest.ledgerIndex, newest.hash]);
    assert.deepEqual([empty.txn_count, empty.failed_count, empty.fees_burned, empty.size_bytes], [0, 0, '0', 118]);
    assert.deepEqual([mixed.txn_count, mixed.failed_count, mixed.fees_burned], [2, 1, '22']);
    assert.deepEqual([funded.txn_count, funded.failed_count, funded.fees_burned], [2, 0, '20']);
    assert.ok(mixed.size_bytes > 118 + 400, `${mixed.size_bytes}`);
    assert.equal(empty.seconds_since_parent, empty.close_time - mixed.close_time);
    assert.equal(Date.parse(empty.close_time_iso) / 1000 - 946_684_800, empty.close_time);
  });

  test('continues at a marker, and starts at ledger_index', async () => {
    const all = await list({ limit: 100 });
    const pages: Answer[] = [];
    let marker: number | undefined;
    do {
      const page: Answer = await call('weir_ledgers', { limit: 2, ...(marker === undefined ? {} : { marker }) });
      assert.equal(page.limit, 2);
      pages.push(...page.ledgers);
      marker = page.marker;
    } while (marker !== undefined);
    assert.deepEqual(pages, all);
    assert.deepEqual(await list({ ledger_index: 3, limit: 1 }), all.slice(-3, -2));
  });

  test('refuses other ledgers and limits', async () => {
    const error = async (params: object) => (await call('weir_ledgers', params as never)).error;
    assert.equal(await error({ ledger_index: 0 }), 'lgrNotFound');
    assert.equal(await error({ marker: env.node.validated.ledgerIndex + 1 }), 'lgrNotFound');
    assert.equal(await error({ ledger_index: 'validated' }), 'invalidParams');
    assert.equal(await error({ limit: 0 }), 'invalidParams');
  });
});
