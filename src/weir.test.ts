import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MASTER, THROWING_LOG } from '../test/support/env.ts';
import { TestClock } from '../test/support/test-clock.ts';
import { type CloseRule, closeEvery, INSTANT_CLOSE, MANUAL_CLOSE } from './node/close/close-schedule.ts';
import type { JsonObject } from './protocol/values.ts';
import type { RequestObservation } from './rpc/method/request-observer.ts';
import { MemoryStore } from './storage/memory/memory-store.ts';
import { createWeir, type Weir } from './weir.ts';

const MASTER_SECRET = 'masterpassphrase';

async function create(closing: CloseRule, store = new MemoryStore()): Promise<{ weir: Weir; clock: TestClock }> {
  const clock = new TestClock();
  const about = { version: '1.2.3', hostName: 'testhost' };
  return { weir: await createWeir({ store, clock, closing, log: THROWING_LOG, about }), clock };
}

const ask = (weir: Weir, method: string, params: JsonObject = {}) =>
  weir.execute({ method, params, apiVersion: 1, role: 'admin' });

function settings(weir: Weir, more: JsonObject = {}) {
  const tx_json = { TransactionType: 'AccountSet', Account: MASTER.address };
  return ask(weir, 'submit', { secret: MASTER_SECRET, tx_json, ...more });
}

const turns = async () => {
  for (let count = 0; count < 20; count++) await new Promise(setImmediate);
};

describe('a server as a value', () => {
  test('runs requests in this process, and notifies observers of them', async () => {
    const { weir } = await create(MANUAL_CLOSE);
    await weir.start();
    const seen: RequestObservation[] = [];
    const stopObserving = weir.onRequest((observation) => seen.push(observation));
    assert.equal((await settings(weir)).engine_result, 'tesSUCCESS');
    assert.equal((await ask(weir, 'nope')).error, 'unknownCmd');
    stopObserving();
    await ask(weir, 'ping');
    assert.deepEqual(
      seen.map(({ method, outcome, engineResult }) => [method, outcome, engineResult]),
      [
        ['submit', 'success', 'tesSUCCESS'],
        ['unknown', 'unknownCmd', undefined],
      ],
    );
    await weir.stop();
  });

  test('types requests by the rows of their methods', async () => {
    const { weir } = await create(MANUAL_CLOSE);
    const { request } = weir;
    const { account_data } = await request('account_info', { account: MASTER.address, ledger_index: 'validated' });
    assert.equal((account_data as JsonObject).Account, MASTER.address);
    const asUser = await request(
      'ledger_entry',
      { account_root: MASTER.address, ledger_index: 1 },
      { apiVersion: 2, role: 'user' },
    );
    assert.equal((asUser.node as JsonObject).LedgerEntryType, 'AccountRoot');
    assert.equal((await request('ledger_accept', {})).ledger_current_index, 4);
    const refused = [
      // @ts-expect-error: there is no method of that name
      () => request('acount_info', {}),
      // @ts-expect-error: `account` is required
      () => request('account_info', {}),
      // @ts-expect-error: there is no parameter of that name
      () => request('account_info', { account: MASTER.address, ledger: 1 }),
      // @ts-expect-error: there is no parameter of that name, and none is required
      () => request('ledger', { ledgr_index: 1 }),
      // @ts-expect-error: there are no parameters at all
      () => request('ledger_closed', { ledger_index: 1 }),
      // @ts-expect-error: a limit is a number
      () => request('account_lines', { account: MASTER.address, limit: '10' }),
      // @ts-expect-error: a role is one of two
      () => request('account_channels', { account: MASTER.address, role: 'payer' }),
      // @ts-expect-error: a group of parameters goes by their own names
      () => request('ledger_entry', { '<type>': 'FeeSettings' }),
    ];
    assert.equal(refused.length, 8);
    await weir.stop();
  });

  test('lives by its clock alone: ledgers, submissions that wait, and health', async () => {
    const { weir, clock } = await create(closeEvery(4_000));
    clock.advance(60);
    assert.equal(weir.health.problem(), 'no ledger closed for 60 s', 'nothing closes before the start');
    await weir.start();
    const { initial_sync_duration_us: syncDuration } = (await ask(weir, 'server_info')).info as JsonObject;
    assert.equal(syncDuration, '60000000');
    const { ledgerIndex } = weir.node.validated;
    const validated = settings(weir, { wait: true });
    await turns();
    clock.advanceMs(3_999);
    await turns();
    assert.equal(weir.node.validated.ledgerIndex, ledgerIndex);
    clock.advanceMs(1);
    assert.equal((await validated).ledger_index, ledgerIndex + 1);
    assert.equal(weir.health.problem(), undefined);
    const late = settings(weir, { wait: true, timeout_ms: 1_000 });
    await turns();
    clock.advanceMs(1_000);
    assert.match(String((await late).explanation), /not final within 1000 ms/);
    await weir.stop();
    assert.deepEqual(clock.dueInMs, [], 'nothing is due any more');
  });

  test('closes what is open when it stops, unless ledgers close by hand', async () => {
    const rules: CloseRule[] = [MANUAL_CLOSE, INSTANT_CLOSE, closeEvery(4_000)];
    const closed: number[] = [];
    for (const rule of rules) {
      const { weir } = await create(rule);
      await weir.start();
      const { ledgerIndex } = weir.node.validated;
      const sent = await settings(weir);
      assert.equal(sent.engine_result, 'tesSUCCESS');
      await weir.stop();
      closed.push(weir.node.validated.ledgerIndex - ledgerIndex);
    }
    assert.deepEqual(closed, [0, 1, 1]);
  });
});
