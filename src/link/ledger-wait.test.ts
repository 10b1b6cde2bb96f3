import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { TestClock } from '../../test/support/test-clock.ts';
import type { JsonObject } from '../protocol/values.ts';
import { LedgerWait } from './ledger-wait.ts';

const TIMEOUT_MS = 5_000;

describe('waiting for min_ledger', () => {
  let clock: TestClock;
  let reached: number;
  let hints: number;
  let wait: LedgerWait;
  beforeEach(() => {
    clock = new TestClock();
    reached = 7;
    hints = 0;
    wait = new LedgerWait({
      ...{ name: 'n1', reachedIndex: () => reached, clock, timeoutMs: TIMEOUT_MS },
      onWait: () => void hints++,
    });
  });

  const admit = (min_ledger: unknown) => wait.admit({ method: 'ledger', params: { min_ledger } as JsonObject });

  test('does not happen if the ledger is here, or the request names none', () => {
    assert.equal(wait.admit({ method: 'ledger', params: {} }), undefined);
    for (const demanded of [0, 7]) assert.equal(admit(demanded), undefined);
    assert.equal(hints, 0);
  });

  test('ends with the ledger, for all requests up to it', async () => {
    const ended: number[] = [];
    for (const demanded of [8, 9, 10]) void admit(demanded)!.then(() => ended.push(demanded));
    assert.equal(hints, 3);
    reached = 9;
    wait.noteReached();
    await setImmediate();
    assert.deepEqual(ended, [8, 9]);
    reached = 10;
    wait.noteReached();
    await setImmediate();
    assert.deepEqual(ended, [8, 9, 10]);
    assert.deepEqual(clock.dueInMs, []);
  });

  test('reads digits as a number', async () => {
    assert.equal(admit('7'), undefined);
    const admitted = admit('8')!;
    clock.advanceMs(TIMEOUT_MS);
    await assert.rejects(admitted, { token: 'notSynced' });
  });

  test('does not apply to the range of tx', () => {
    const params = { min_ledger: 1_000, max_ledger: 1_100 };
    assert.equal(wait.admit({ method: 'tx', params }), undefined);
    assert.equal(wait.admit({ method: 'tx', params: { min_ledger: 'x', max_ledger: 3 } }), undefined);
    assert.ok(wait.admit({ method: 'tx', params: { min_ledger: 1_000 } }) !== undefined);
    assert.ok(wait.admit({ method: 'ledger', params }) !== undefined);
    assert.deepEqual(wait.complete({ method: 'tx', params }, { a: 1 }), { a: 1 });
    assert.equal(wait.complete({ method: 'tx', params: { min_ledger: 1 } }, {}).weir_ledger, 7);
  });

  test('ends after the timeout', async () => {
    const admitted = admit(8)!;
    clock.advanceMs(TIMEOUT_MS);
    await assert.rejects(admitted, { token: 'notSynced', message: /has the ledgers up to 7, not 8 yet/ });
  });

  test('is refused for other values', async () => {
    for (const demanded of ['soon', '', '-1', -1, 1.5, 2 ** 32, '4294967296', null, true, [7]])
      await assert.rejects(admit(demanded)!, { token: 'invalidParams' });
  });

  test('names the member and its last ledger in answers to requests with min_ledger', () => {
    const demanding = { method: 'ledger', params: { min_ledger: 0 } };
    assert.deepEqual(wait.complete(demanding, { a: 1 }), { a: 1, weir_node: 'n1', weir_ledger: 7 });
    assert.deepEqual(wait.complete(demanding, { weir_node: 'n2', weir_ledger: 5 }), {
      weir_node: 'n2',
      weir_ledger: 5,
    });
    assert.deepEqual(wait.complete({ method: 'ledger', params: {} }, { a: 1 }), { a: 1 });
  });
});
