import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, MASTER, party } from '../../../../test/support/env.ts';
import { type Answer, type Call, rpcOf } from '../../../../test/support/rpc-call.ts';

const PARTIES = Array.from({ length: 9 }, (_, at) => party(`party ${at}`));

describe('ledger_data', () => {
  let env: Env;
  let call: Call;
  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(1000, ...PARTIES);
  });
  after(() => env.node.stop());

  async function pages(ledger_index: string | number, between: () => Promise<void>): Promise<Answer[]> {
    const found: Answer[] = [];
    let marker: unknown;
    do {
      const page = await call('ledger_data', {
        ledger_index,
        limit: 3,
        ...(marker === undefined ? {} : { marker }),
      } as never);
      assert.equal(page.error, undefined, JSON.stringify(page));
      found.push(page);
      marker = page.marker;
      await between();
    } while (marker !== undefined);
    return found;
  }

  const pay = async () => {
    env.submit(MASTER, { TransactionType: 'Payment', Destination: PARTIES[0]!.id, Amount: 5n }, 'tesSUCCESS');
    await env.close();
  };

  test('shows one ledger on all pages of the newest one, though ledgers close meanwhile', async () => {
    const first = env.node.validated.ledgerIndex;
    const moving = await pages('validated', pay);
    assert.ok(moving.length > 3);
    assert.deepEqual([...new Set(moving.map(({ ledger_index }) => ledger_index))], [first]);
    const still = await pages(first, async () => {});
    assert.deepEqual(
      moving.flatMap(({ state }) => state),
      still.flatMap(({ state }) => state),
    );
  });

  test('has no pages for admins if the limit is negative, and pages of one entry for true', async () => {
    const ask = (limit: unknown) => call('ledger_data', { ledger_index: 'validated', limit } as never);
    for (const limit of [0x7fffffff, -1]) assert.equal((await ask(limit)).marker, undefined);
    assert.equal((await ask(true)).state.length, 1);
  });

  test('takes a marker for the ledger that it belongs to only', async () => {
    const { marker, ledger_index } = await call('ledger_data', { ledger_index: 'validated', limit: 3 });
    const [key] = marker.split(',');
    const ask = async (params: object) => (await call('ledger_data', { limit: 3, ...params } as never)).error;
    assert.equal(await ask({ ledger_index, marker }), undefined);
    assert.equal(await ask({ ledger_index, marker: key }), undefined);
    assert.equal(await ask({ ledger_index: ledger_index - 1, marker }), 'invalidParams');
    assert.equal(await ask({ ledger_index: 'current', marker }), 'invalidParams');
    assert.equal(await ask({ ledger_index: 'validated', marker: `${key},9999999` }), 'lgrNotFound');
    assert.equal(await ask({ ledger_index: 'validated', marker: `${key},x` }), 'invalidParams');
  });
});
