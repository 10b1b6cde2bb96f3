import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FaultyStore } from '../../../../test/simulation/faulty-store.ts';
import { Env } from '../../../../test/support/env.ts';
import { type Call, rpcOf } from '../../../../test/support/rpc-call.ts';

/** A test bench that closes ledgers by hand only, with an age limit of one hour. */
async function bench(store = new FaultyStore()): Promise<{ env: Env; call: Call }> {
  const env = await Env.create({ isTestBench: true, closing: { kind: 'manual', parentAgeLimitSeconds: 3600 }, store });
  return { env, call: rpcOf(env) };
}

describe('weir_clock', () => {
  test('shows the clock of the machine at first', async () => {
    const { env, call } = await bench();
    const { nowSeconds } = env;
    assert.deepEqual(await call('weir_clock'), {
      time: nowSeconds,
      time_iso: '2026-01-01T00:00:00Z',
      rate: 1,
      frozen: false,
      moved: false,
      seconds_ahead: 0,
      close_time: nowSeconds,
      next_close_time: nowSeconds,
    });
    assert.equal((await call('server_info')).weir.clock, undefined);
  });

  test('sets the clock, freezes it, changes its rate and resumes it', async () => {
    const { env, call } = await bench();
    const time = env.nowSeconds + 86_400;
    const frozen = await call('weir_clock', { set: time, freeze: true });
    assert.deepEqual([frozen.time, frozen.frozen], [time, true]);
    env.clock.advance(100);
    assert.equal((await call('weir_clock')).time, time);
    assert.deepEqual((await call('server_info')).weir, {
      version: '1.2.3',
      test_bench: true,
      clock: { seconds_ahead: 86_300, rate: 1, frozen: true },
    });
    await call('weir_clock', { rate: 60 });
    assert.equal((await call('weir_clock', { resume: true })).time, time);
    env.clock.advance(2);
    const { time: later, rate } = await call('weir_clock', {});
    assert.deepEqual([later, rate], [time + 120, 60]);
  });

  test('is frozen after a restart too', async () => {
    // A store that outlives its nodes.
    const store = new FaultyStore();
    const first = await bench(store);
    const { time } = await first.call('weir_clock', { advance: 7200, freeze: true });
    await first.env.stop();
    const second = await bench(store);
    second.env.clock.advance(1000);
    const read = await second.call('weir_clock');
    assert.deepEqual([read.time, read.frozen, read.moved], [time, true, true]);
    await assert.rejects(Env.create({ store }), /the clock of the store's chain was moved/);
  });

  const REFUSED: readonly (readonly [object, RegExp])[] = [
    [{ set: 1 }, /^Field 'set' is before what the clock shows, \d+: it is never set back\.$/],
    [{ set: 4_000_000_001 }, /^Field 'set' is after 4000000000\.$/],
    [{ set: '2030' }, /^Invalid field 'set', not unsigned integer\.$/],
    [{ advance: -1 }, /^Invalid field 'advance', not unsigned integer\.$/],
    [{ advance: 4_000_000_000 }, /^Field 'advance' leads beyond 4000000000\.$/],
    [{ rate: 0 }, /^Field 'rate' is not from 0\.001 to 1000000\.$/],
    [{ rate: '1' }, /^Invalid field 'rate', not number\.$/],
    [{ freeze: 1 }, /^Invalid field 'freeze'\.$/],
    [{ resume: 'yes' }, /^Invalid field 'resume'\.$/],
    [{ freeze: true, resume: true }, /^Fields 'freeze' and 'resume' exclude each other\.$/],
  ];
  test('refuses what it cannot do, and changes nothing', async () => {
    const { call } = await bench();
    const before = await call('weir_clock');
    for (const [params, message] of REFUSED) {
      const { error, error_message } = await call('weir_clock', { ...params });
      assert.equal(error, 'invalidParams', JSON.stringify(params));
      assert.match(error_message, message);
    }
    assert.deepEqual(await call('weir_clock'), before);
  });
});
