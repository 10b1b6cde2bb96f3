import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestClock } from '../../../test/support/test-clock.ts';
import type { Caller } from './caller.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { RequestGate } from './request-gate.ts';

const user = (address: string): Caller => ({ role: 'user', address, isExempt: false });
/** A gate with a clock that stands still. */
const gateOf = (limits: object) => new RequestGate({ ...DEFAULT_LIMITS, ...limits }, { clock: new TestClock() });
const enter = (gate: RequestGate, address: string) => () => gate.enter(user(address));
const TOO_BUSY = { token: 'tooBusy' };
const SLOW_DOWN = { token: 'slowDown' };

describe('the request gate', () => {
  test('counts the addresses of one network as one client', () => {
    const gate = gateOf({ concurrentPerAddress: 2 });
    for (let round = 0; round < 3; round++) {
      for (const end of [1, 2]) gate.enter(user(`2001:db8:1:2::${end}`));
      assert.throws(enter(gate, '2001:db8:1:2::3'), TOO_BUSY);
      for (const end of [1, 2]) gate.leave(user(`2001:db8:1:2::${end}`));
      assert.equal(gate.underWay, 0);
    }
  });

  test('charges a client for the pauses of a long request', () => {
    const gate = gateOf({ requestBurst: 5 });
    for (let count = 0; count < 15; count++) gate.chargePause(user('10.0.0.1'));
    assert.throws(() => gate.charge(user('10.0.0.1')), SLOW_DOWN);
    gate.charge(user('10.0.0.3'));
  });
});
