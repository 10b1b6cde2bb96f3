import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestClock } from '../../../test/support/test-clock.ts';
import type { Caller } from './caller.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { RequestGate } from './request-gate.ts';

const user = (address: string): Caller => ({ role: 'user', address, isExempt: false });
const OPERATOR: Caller = { role: 'admin', address: '127.0.0.1', isExempt: true };
/** A gate with a clock that stands still. */
const gateOf = (limits: object) => new RequestGate({ ...DEFAULT_LIMITS, ...limits }, { clock: new TestClock() });
const enter = (gate: RequestGate, address: string) => () => gate.enter(user(address));
const TOO_BUSY = { token: 'tooBusy' };
const SLOW_DOWN = { token: 'slowDown' };

describe('the request gate', () => {
  test('limits the requests of a client and of all clients that are answered at once', () => {
    const gate = gateOf({ concurrentRequests: 3, concurrentPerAddress: 2 });
    for (let round = 0; round < 5; round++) {
      gate.enter(user('10.0.0.1'));
      gate.enter(user('10.0.0.1'));
      assert.throws(enter(gate, '10.0.0.1'), TOO_BUSY, 'two from one address');
      gate.enter(user('10.0.0.2'));
      assert.throws(enter(gate, '10.0.0.3'), TOO_BUSY, 'three in all');
      assert.equal(gate.underWay, 3);
      gate.leave(user('10.0.0.1'));
      gate.enter(user('10.0.0.3'));
      for (const end of [1, 2, 3]) gate.leave(user(`10.0.0.${end}`));
      assert.equal(gate.underWay, 0);
    }
  });

  test('counts the addresses of one network as one client', () => {
    const gate = gateOf({ concurrentPerAddress: 2 });
    for (let round = 0; round < 3; round++) {
      for (const end of [1, 2]) gate.enter(user(`2001:db8:1:2::${end}`));
      assert.throws(enter(gate, '2001:db8:1:2::3'), TOO_BUSY);
      for (const end of [1, 2]) gate.leave(user(`2001:db8:1:2::${end}`));
      assert.equal(gate.underWay, 0);
    }
  });

  test('does not count a request that it refuses', () => {
    const gate = gateOf({ concurrentRequests: 1, requestBurst: 3 });
    gate.enter(user('10.0.0.1'));
    assert.throws(enter(gate, '10.0.0.2'), TOO_BUSY);
    gate.leave(user('10.0.0.1'));
    for (let count = 0; count < 2; count++) {
      gate.enter(user('10.0.0.2'));
      gate.leave(user('10.0.0.2'));
    }
    assert.throws(enter(gate, '10.0.0.2'), SLOW_DOWN);
    assert.equal(gate.underWay, 0);
  });

  test('does not count exempt callers', () => {
    const gate = gateOf({ concurrentRequests: 1, requestBurst: 1 });
    for (let count = 0; count < 5; count++) gate.enter(OPERATOR);
    gate.enter(user('10.0.0.1'));
    for (let count = 0; count < 5; count++) gate.leave(OPERATOR);
    assert.equal(gate.underWay, 1);
    gate.chargeLength(OPERATOR, 1_000_000);
    gate.chargePause(OPERATOR);
  });

  test('counts a long request as several', () => {
    const gate = gateOf({ requestBurst: 10, requestBytes: 100 });
    gate.chargeLength(user('10.0.0.1'), 99);
    gate.chargeLength(user('10.0.0.1'), 950);
    gate.enter(user('10.0.0.1'));
    assert.throws(enter(gate, '10.0.0.1'), SLOW_DOWN);
    gate.chargeLength(user('10.0.0.2'), 1_000_000);
    gate.enter(user('10.0.0.2'));
    assert.throws(() => gate.charge(user('10.0.0.2')), SLOW_DOWN);
  });

  test('charges a client for the pauses of a long request', () => {
    const gate = gateOf({ requestBurst: 5 });
    for (let count = 0; count < 15; count++) gate.chargePause(user('10.0.0.1'));
    assert.throws(() => gate.charge(user('10.0.0.1')), SLOW_DOWN);
    gate.charge(user('10.0.0.3'));
  });
});
