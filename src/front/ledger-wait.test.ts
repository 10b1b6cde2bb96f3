import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { TestClock } from '../../test/support/test-clock.ts';
import type { JsonObject } from '../protocol/values.ts';
import { LedgerWait } from './ledger-wait.ts';

describe('waiting for a ledger that was seen elsewhere', () => {
  let clock: TestClock;
  let wait: LedgerWait;
  let ledgerIndex: number;
  let hints: number;
  const admit = (method: string, params: JsonObject) => wait.admit({ method, params });

  beforeEach(() => {
    clock = new TestClock();
    ledgerIndex = 7;
    hints = 0;
    wait = new LedgerWait({
      ...{ name: 'one', reachedIndex: () => ledgerIndex, clock, patienceMs: 1_000 },
      onHint: () => void hints++,
    });
  });

  test('is none where the ledger is here, or none is demanded', () => {
    assert.equal(admit('ledger', {}), undefined);
    for (const demanded of [0, 7]) assert.equal(admit('ledger', { min_ledger: demanded }), undefined);
    assert.equal(hints, 0);
  });

  test('ends with the ledger, for all who wait for it or an earlier one', async () => {
    const ended: number[] = [];
    for (const demanded of [8, 9, 10]) void wait.until(demanded, 1_000)!.then(() => ended.push(demanded));
    assert.equal(hints, 3);
    ledgerIndex = 9;
    wait.noteReached();
    await setImmediate();
    assert.deepEqual(ended, [8, 9]);
    ledgerIndex = 10;
    wait.noteReached();
    await setImmediate();
    assert.deepEqual(ended, [8, 9, 10]);
    assert.deepEqual(clock.dueInMs, []);
  });

  test('is over when the ledger is there, and fails when it does not come', async () => {
    const came = admit('ledger', { min_ledger: 8 });
    ledgerIndex = 8;
    wait.noteReached();
    await came;
    const late = admit('ledger', { min_ledger: 9 });
    clock.advanceMs(1_000);
    await assert.rejects(late!, { token: 'notSynced', message: /has the ledgers up to 8, not 9 yet/ });
  });

  test('reads digits as a number, and refuses what is no index', async () => {
    assert.equal(admit('ledger', { min_ledger: '7' }), undefined);
    const late = admit('ledger', { min_ledger: '8' });
    clock.advanceMs(1_000);
    await assert.rejects(late!, { token: 'notSynced' });
    for (const min_ledger of ['soon', '', '-1', -1, 1.5, 2 ** 32, '4294967296', null, true, [7]])
      await assert.rejects(admit('ledger', { min_ledger })!, { token: 'invalidParams' });
  });

  test('is not asked for by the range that tx is to search', () => {
    const params = { min_ledger: 1_000, max_ledger: 1_100 };
    assert.equal(admit('tx', params), undefined);
    assert.equal(admit('tx', { min_ledger: 'x', max_ledger: 3 }), undefined);
    assert.ok(admit('tx', { min_ledger: 1_000 }) !== undefined);
    assert.ok(admit('ledger', params) !== undefined);
    assert.deepEqual(wait.complete({ method: 'tx', params }, {}), {});
    const seen = { weir_node: 'one', weir_ledger: 7 };
    assert.deepEqual(wait.complete({ method: 'tx', params: { min_ledger: 1 } }, {}), seen);
  });

  test('says who answered, once, to who demanded something', () => {
    const params = { min_ledger: 0 };
    assert.deepEqual(wait.complete({ method: 'ledger', params }, { a: 1 }), { a: 1, weir_node: 'one', weir_ledger: 7 });
    const answered = { weir_node: 'two', weir_ledger: 5 };
    assert.deepEqual(wait.complete({ method: 'ledger', params }, answered), answered);
    assert.deepEqual(wait.complete({ method: 'ledger', params: {} }, { a: 1 }), { a: 1 });
  });
});
