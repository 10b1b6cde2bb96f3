import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { RequestTurns } from './request-turns.ts';

describe('the turns of requests', () => {
  let nowMs: number;
  let begun: (() => void)[];
  let turns: RequestTurns;
  let done: string[];
  beforeEach(() => {
    nowMs = 0;
    begun = [];
    done = [];
    turns = new RequestTurns({ now: () => nowMs, nextTurn: (callback) => begun.push(callback) });
  });

  const request = (name: string, costMs: number) =>
    turns.take(() => {
      nowMs += costMs;
      done.push(name);
      return name;
    });
  const nextTurn = () => {
    nowMs += 1;
    for (const callback of begun.splice(0)) callback();
  };

  test('begin at once, and end when their time is used', async () => {
    for (const name of ['a', 'b', 'c', 'd']) void request(name, 1.5);
    assert.deepEqual(done, ['a', 'b', 'c']);
    nextTurn();
    assert.deepEqual(done, ['a', 'b', 'c', 'd']);
    assert.equal(await request('e', 1.5), 'e');
  });

  test('keep the order: a later request waits behind those that wait', () => {
    for (const name of ['a', 'b', 'c']) void request(name, 20);
    assert.deepEqual(done, ['a']);
    nextTurn();
    void request('d', 0);
    assert.deepEqual(done, ['a', 'b']);
    nextTurn();
    assert.deepEqual(done, ['a', 'b', 'c']);
    nextTurn();
    assert.deepEqual(done, ['a', 'b', 'c', 'd']);
    nextTurn();
    nextTurn();
    assert.equal(begun.length, 0, 'no turn is scheduled when no request waits');
  });

  test('return the result or the error of the work, at once or later', async () => {
    const fail = () => {
      throw new Error('no');
    };
    await assert.rejects(turns.take(fail), /no/);
    await assert.rejects(
      turns.take(() => Promise.reject(new Error('not yet'))),
      /not yet/,
    );
    void request('a', 20);
    const later = turns.take(fail);
    nextTurn();
    await assert.rejects(later, /no/);
    assert.equal(await turns.take(async () => 7), 7);
  });

  test('continue when work itself requests a turn', () => {
    void turns.take(() => {
      nowMs += 20;
      void request('b', 1);
    });
    assert.deepEqual(done, []);
    nextTurn();
    assert.deepEqual(done, ['b']);
  });
});
