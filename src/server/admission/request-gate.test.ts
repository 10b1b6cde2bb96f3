import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestClock } from '../../../test/support/test-clock.ts';
import type { Caller } from './caller.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { RequestGate } from './request-gate.ts';
import { RequestRefusal } from './request-refusal.ts';

const user = (address: string): Caller => ({ role: 'user', address, isExempt: false });
const OPERATOR: Caller = { role: 'admin', address: '127.0.0.1', isExempt: true };

function isRefused(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof RequestRefusal);
    return error.token;
  }
}

describe('the request gate', () => {
  /** A gate with a clock that stands still. */
  const gateOf = (limits: object) => new RequestGate({ ...DEFAULT_LIMITS, ...limits }, { clock: new TestClock() });

  test('gives back what a request has taken, for its client and for all', () => {
    const gate = gateOf({ concurrentRequests: 3, concurrentPerAddress: 2 });
    for (let round = 0; round < 5; round++) {
      gate.enter(user('10.0.0.1'));
      gate.enter(user('10.0.0.1'));
      assert.equal(
        isRefused(() => gate.enter(user('10.0.0.1'))),
        'tooBusy',
        'two from one address',
      );
      gate.enter(user('10.0.0.2'));
      assert.equal(
        isRefused(() => gate.enter(user('10.0.0.3'))),
        'tooBusy',
        'three in all',
      );
      assert.equal(gate.underWay, 3);
      gate.leave(user('10.0.0.1'));
      gate.enter(user('10.0.0.3'));
      for (const end of [1, 2, 3]) gate.leave(user(`10.0.0.${end}`));
      assert.equal(gate.underWay, 0);
    }
  });

  test('counts the addresses of one network as one client, on entry and on leave', () => {
    const gate = gateOf({ concurrentPerAddress: 2 });
    const other = (end: number) => user(`2001:db8:1:2::${end}`);
    for (let round = 0; round < 3; round++) {
      gate.enter(other(1));
      gate.enter(other(2));
      assert.equal(
        isRefused(() => gate.enter(other(3))),
        'tooBusy',
      );
      gate.leave(other(1));
      gate.leave(other(2));
      assert.equal(gate.underWay, 0);
    }
  });

  test('keeps nothing of a request that it refuses', () => {
    const gate = gateOf({ concurrentRequests: 1, requestBurst: 3 });
    gate.enter(user('10.0.0.1'));
    assert.equal(
      isRefused(() => gate.enter(user('10.0.0.2'))),
      'tooBusy',
    );
    gate.leave(user('10.0.0.1'));
    assert.equal(gate.underWay, 0);
    for (let count = 0; count < 2; count++) {
      gate.enter(user('10.0.0.2'));
      gate.leave(user('10.0.0.2'));
    }
    assert.equal(
      isRefused(() => gate.enter(user('10.0.0.2'))),
      'slowDown',
    );
    assert.equal(gate.underWay, 0);
  });

  test('lets exempt callers pass, and does not count them', () => {
    const gate = gateOf({ concurrentRequests: 1, requestBurst: 1 });
    for (let count = 0; count < 5; count++) gate.enter(OPERATOR);
    assert.equal(gate.underWay, 0);
    gate.enter(user('10.0.0.1'));
    for (let count = 0; count < 5; count++) gate.leave(OPERATOR);
    assert.equal(gate.underWay, 1);
    gate.chargeLength(OPERATOR, 1_000_000);
    gate.chargePause(OPERATOR);
  });

  test('counts a long request for several', () => {
    const gate = gateOf({ requestBurst: 10, requestBytes: 100 });
    gate.chargeLength(user('10.0.0.1'), 99);
    gate.chargeLength(user('10.0.0.1'), 950);
    gate.enter(user('10.0.0.1'));
    assert.equal(
      isRefused(() => gate.enter(user('10.0.0.1'))),
      'slowDown',
    );
    gate.chargeLength(user('10.0.0.2'), 1_000_000);
    gate.enter(user('10.0.0.2'));
    assert.equal(
      isRefused(() => gate.charge(user('10.0.0.2'))),
      'slowDown',
    );
  });

  test('lets a client owe tokens for a request that takes more than its turn', () => {
    const gate = gateOf({ requestBurst: 5 });
    for (let count = 0; count < 15; count++) gate.chargePause(user('10.0.0.1'));
    gate.chargePause(user('10.0.0.2'));
    assert.equal(
      isRefused(() => gate.charge(user('10.0.0.1'))),
      'slowDown',
    );
    assert.equal(
      isRefused(() => gate.charge(user('10.0.0.3'))),
      undefined,
    );
  });
});
