import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, MASTER, party } from '../../../../test/support/env.ts';
import { type Answer, type Call, rpcOf } from '../../../../test/support/rpc-call.ts';

const alice = party('alice');
const bob = party('bob');
const ALL = { ledger_index_min: -1, ledger_index_max: -1 };

describe('the history of an account', () => {
  let env: Env;
  let call: Call;
  const account = alice.address;

  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(1000, alice, bob);
    for (let ledger = 0; ledger < 4; ledger++) {
      for (let i = 0; i < 3; i++) {
        env.submit(alice, { TransactionType: 'Payment', Destination: bob.id, Amount: BigInt(1 + i) }, 'tesSUCCESS');
      }
      await env.close();
    }
  });
  after(() => env.stop());

  test('is filtered by close time, both bounds inclusive, to the millisecond', async () => {
    const closedMs = Date.parse((await call('ledger', { ledger_index: 4 })).ledger.close_time_iso);
    const ledgers = async (from: number, to: number) => {
      const [from_time, to_time] = [from, to].map((ms) => new Date(ms).toISOString());
      const { transactions } = await call('account_tx', { account, ...ALL, from_time, to_time } as never);
      return [...new Set(transactions.map((row: Answer) => row.ledger_index))];
    };
    assert.deepEqual(await ledgers(closedMs, closedMs), [4]);
    assert.deepEqual(await ledgers(closedMs - 1, closedMs + 1), [4]);
    assert.deepEqual(await ledgers(closedMs - 1, closedMs - 1), []);
    assert.deepEqual(await ledgers(closedMs + 1, closedMs + 1), []);
  });

  test('takes a date without a time as the whole day in UTC', async () => {
    const { close_time_iso } = (await call('ledger', { ledger_index: 4 })).ledger;
    const [day] = close_time_iso.split('T') as [string];
    const before = new Date(Date.parse(day) - 1).toISOString().slice(0, 10);
    const after = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    const count = async (from_time: string, to_time: string) =>
      (await call('account_tx', { account, ...ALL, from_time, to_time } as never)).transactions.length;
    const all = (await call('account_tx', { account, ...ALL } as never)).transactions.length;
    assert.deepEqual([await count(day, day), await count(before, day), await count(day, after)], [all, all, all]);
    assert.deepEqual([await count(before, before), await count(after, after)], [0, 0]);
    const { error_what } = await call('account_tx', { account, ...ALL, to_time: '2040-02-30' } as never);
    assert.match(error_what as string, /the whole day in UTC/);
  });

  test('has no transactions of the genesis ledger', async () => {
    const { ledger_hash, validated } = await call('ledger', { ledger_index: 1 });
    assert.equal(validated, true);
    const named = [{ ledger_index: 1 }, { ledger_hash }, { ledger_index_max: 1 }, { ledger_index_min: 1 }];
    for (const apiVersion of [1, 2] as const) {
      for (const [number, one] of named.entries()) {
        const last = number < 3 ? 1 : env.node.validated.ledgerIndex;
        const page = await call('account_tx', { account, ...one }, { apiVersion });
        assert.deepEqual([page.ledger_index_min, page.ledger_index_max], [1, last], JSON.stringify(one));
        assert.equal(page.transactions.length === 0, number < 3);
      }
    }
    const all = await call('account_tx', { account, ...ALL });
    assert.equal(all.ledger_index_min, 2);
  });

  test('reads null as zero and true as one in a marker, and refuses texts', async () => {
    const places = async (marker: object) => {
      const { error, transactions } = await call('account_tx', { account, ...ALL, forward: true, marker } as never);
      return error ?? transactions.slice(0, 1).map(({ meta }: Answer) => meta.TransactionIndex);
    };
    assert.deepEqual(await places({ ledger: 4, seq: null }), [0]);
    assert.deepEqual(await places({ ledger: 4, seq: true }), [1]);
    assert.equal(await places({ ledger: 4, seq: '0' }), 'invalidParams');
    assert.equal(await places({ ledger: 4 }), 'invalidParams');
  });

  test('is refused for other ranges and flags in version 2', async () => {
    const ask = (params: object) => call('account_tx', { account, ...params } as never, { apiVersion: 2 });
    const last = env.node.validated.ledgerIndex;
    const inverted = { ledger_index_min: 5, ledger_index_max: 4 };
    const refused: readonly (readonly [params: object, error: string])[] = [
      [{ ...ALL, ledger_index: 4 }, 'invalidParams'],
      [{ ledger_index_max: last + 1 }, 'lgrIdxMalformed'],
      [inverted, 'invalidLgrRange'],
      [{ ledger_index_max: 0 }, 'invalidLgrRange'],
      [{ binary: 'yes' }, 'invalidParams'],
      [{ forward: 1 }, 'invalidParams'],
      [{ ledger_index: -1 }, 'invalidParams'],
      [{ ledger_index: -0.5 }, 'invalidParams'],
      [{ ledger_index_min: -0.5 }, 'invalidParams'],
      [{ ledger_index_max: '-0' }, 'invalidParams'],
      [{ ledger_index_min: 2 ** 31 }, 'invalidParams'],
      [{ ledger_index_max: '2147483648' }, 'invalidParams'],
      [{ ledger_index_max: 2 ** 32 - 1 }, 'invalidParams'],
    ];
    for (const [params, error] of refused) assert.equal((await ask(params)).error, error, JSON.stringify(params));
    assert.match((await ask({ ...inverted, marker: {} })).error_message, /^invalid marker/, 'the marker is read first');
    assert.equal((await ask({})).transactions.length, 13);
    assert.equal((await ask({ ledger_index: true })).ledger_index_min, 1);
    assert.equal((await ask({ ledger_index_min: -1.5 })).ledger_index_min, 2);
  });

  test('has pages of the default size for the largest limit', async () => {
    const busy = await Env.create();
    for (let count = 0; count < 201; count++) busy.submit(MASTER, { TransactionType: 'AccountSet' }, 'tesSUCCESS');
    await busy.close();
    const ask = { account: MASTER.address, ...ALL, binary: false };
    const usual = await rpcOf(busy)('account_tx', { ...ask, limit: 0xffff_ffff });
    assert.deepEqual([usual.limit, usual.transactions.length, usual.marker.seq], [0xffff_ffff, 200, 0]);
    const whole = await rpcOf(busy)('account_tx', { ...ask, limit: 0xffff_fffe });
    assert.deepEqual([whole.transactions.length, whole.marker], [201, undefined]);
    await busy.stop();
  });
});
