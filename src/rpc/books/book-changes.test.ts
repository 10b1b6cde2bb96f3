import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { Env } from '../../../test/support/env.ts';
import { ALICE, BOB, CAROL, DROPS, eur, GATE, marketEnv, offer, usd } from '../../../test/support/market.ts';
import { type Answer, type Call, rpcOf } from '../../../test/support/rpc-call.ts';

describe('what a ledger changed in order books', () => {
  let env: Env;
  let call: Call;
  beforeEach(async () => {
    env = await marketEnv();
    call = rpcOf(env);
  });

  const changes = async (ledger: string): Promise<Answer> => call('book_changes', { ledger_index: ledger });

  test('sums the trades of a pair over both sides', async () => {
    offer(env, ALICE, 10n * DROPS, usd('10'));
    offer(env, BOB, 40n * DROPS, usd('10'));
    offer(env, CAROL, eur('2'), usd('4'));
    await env.close();
    offer(env, CAROL, usd('15'), 100n * DROPS);
    offer(env, GATE, usd('2'), eur('1'));
    await env.close();
    const issued = (code: string) => `${GATE.address}/${code}`;
    const [drops, tokens, ...more] = (await changes('validated')).changes.sort((a: Answer) =>
      a.currency_a === 'XRP_drops' ? -1 : 1,
    );
    assert.deepEqual(drops, {
      currency_a: 'XRP_drops',
      currency_b: issued('USD'),
      volume_a: '30000000',
      volume_b: '15',
      high: '4000000',
      low: '1000000',
      open: '1000000',
      close: '4000000',
    });
    const rate = { high: '0.5', low: '0.5', open: '0.5', close: '0.5' };
    const pair = { currency_a: issued('EUR'), currency_b: issued('USD'), volume_a: '1', volume_b: '2' };
    assert.deepEqual([tokens, more], [{ ...pair, ...rate }, []], 'tokens stand in the order of their names');
  });
});
