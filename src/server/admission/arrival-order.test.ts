import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { ArrivalOrder } from './arrival-order.ts';

describe('the order in which requests of new connections arrive', () => {
  let nowMs: number;
  let begun: (() => void)[];
  let done: string[];
  let order: ArrivalOrder;
  beforeEach(() => {
    nowMs = 0;
    begun = [];
    done = [];
    order = new ArrivalOrder({ now: () => nowMs, nextTurn: (callback) => begun.push(callback) });
  });

  const request = async (name: string) => {
    const turn = order.turn();
    if (turn !== undefined) await turn;
    done.push(name);
  };
  const nextTurn = async (afterMs = 1) => {
    nowMs += afterMs;
    for (const callback of begun.splice(0)) callback();
    await Promise.resolve();
  };

  test('lets requests pass while no connection comes', () => {
    void request('a');
    assert.deepEqual(done, ['a']);
    assert.equal(begun.length, 0);
  });

  test('has them wait until none comes any more, whoever was there before', async () => {
    order.noteConnection();
    void request('a');
    await nextTurn();
    order.noteConnection();
    void request('b');
    await nextTurn();
    void request('c');
    assert.deepEqual(done, []);
    await nextTurn();
    assert.deepEqual(done, ['a', 'b', 'c']);
    void request('d');
    assert.deepEqual(done, ['a', 'b', 'c', 'd']);
    await nextTurn();
    assert.equal(begun.length, 0, 'no turns are taken when no connection comes');
  });

  test('has none wait long where connections do not end', async () => {
    order.noteConnection();
    await nextTurn(100);
    order.noteConnection();
    void request('a');
    for (let turn = 0; turn < 9; turn++) {
      order.noteConnection();
      await nextTurn();
    }
    void request('b');
    assert.deepEqual(done, []);
    order.noteConnection();
    await nextTurn();
    assert.deepEqual(done, ['a', 'b']);
    void request('c');
    order.noteConnection();
    await nextTurn(9);
    assert.deepEqual(done, ['a', 'b']);
    order.noteConnection();
    await nextTurn();
    assert.deepEqual(done, ['a', 'b', 'c']);
  });
});
