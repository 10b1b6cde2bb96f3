import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Env, MASTER, party } from '../../../test/support/env.ts';
import { StreamHub } from './stream-hub.ts';
import { streamSourceOf } from './stream-source.ts';

test('subscribers get a proposed transaction one after another, with other work in between', async () => {
  const env = await Env.create();
  const pauses: (() => void)[] = [];
  const pacer = () => new Promise<void>((resolve) => pauses.push(resolve));
  const hub = new StreamHub(env.node, streamSourceOf(env.node), pacer);
  const sent: Buffer[] = [];
  const woken: number[] = [];
  const subscriptions = [0, 1, 2].map((number) => {
    const sink = { push: (message: Buffer) => void sent.push(message), wake: () => void woken.push(number) };
    const subscription = hub.open(sink, 10);
    const change = { streams: ['transactions_proposed'], accounts: [], proposedAccounts: [], books: [] } as const;
    subscription.subscribe(change, 1);
    return subscription;
  });
  const turn = async () => {
    for (const end of pauses.splice(0)) end();
    await nextTurn();
  };
  for (let count = 0; count < 5; count++) await turn();
  woken.length = 0;
  env.submit(
    MASTER,
    { TransactionType: 'Payment', Destination: party('alice').id, Amount: 1_000_000_000n },
    'tesSUCCESS',
  );
  assert.deepEqual([woken, sent.length, new Set(sent).size], [[], 3, 1], 'queued, in one buffer for all');
  for (const expected of [[0], [0, 1], [0, 1, 2]]) {
    await turn();
    assert.deepEqual(woken, expected);
  }
  for (const subscription of subscriptions) subscription.close();
  await env.stop();
});
