import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../protocol/values.ts';
import { checkHistory, refuseHistory } from './refused-subscriptions.ts';

const gateway = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';

describe('subscriptions that there are none of', () => {
  test('are no matter for a request without them', () => {
    refuseHistory({ streams: ['ledger'] });
    checkHistory({ streams: ['ledger'] });
  });

  const HISTORIES: readonly (readonly [stream: JsonObject[string], token: string])[] = [
    [{}, 'invalidParams'],
    [[], 'invalidParams'],
    [{ account: 7 }, 'invalidParams'],
    [{ account: 'x' }, 'invalidParams'],
    [{ account: gateway, stop_history_tx_only: 1 }, 'invalidParams'],
    [{ account: gateway, stop_history_tx_only: true }, 'notSupported'],
    [{ account: gateway }, 'notSupported'],
  ];
  for (const [stream, token] of HISTORIES) {
    test(`say ${token} to the history ${JSON.stringify(stream)}`, () => {
      assert.throws(() => refuseHistory({ account_history_tx_stream: stream }), { token });
      const end = () => checkHistory({ account_history_tx_stream: stream });
      if (token === 'notSupported') end();
      else assert.throws(end, { token });
    });
  }
});
