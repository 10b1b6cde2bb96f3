import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FaultyStore } from '../../../test/simulation/faulty-store.ts';
import { Env, MASTER, party } from '../../../test/support/env.ts';
import { rpcOf } from '../../../test/support/rpc-call.ts';
import { faucetRoute } from '../../server/http/faucet-route.ts';
import { bytesToHex } from '../../util/hex.ts';

const ALICE = party('alice');
const HOUR_SECONDS = 3600;

describe('a server that can close no ledger', () => {
  test('refuses submissions to an old ledger with tooBusy, and accepts them once it can close', async () => {
    const store = new FaultyStore();
    const env = await Env.create({ store, closing: { kind: 'manual', parentAgeLimitSeconds: 4 } });
    await env.fund(1000, ALICE);
    const call = rpcOf(env);
    const tx_json = { TransactionType: 'AccountSet', Account: MASTER.address };
    const { blob } = env.sign(ALICE, { TransactionType: 'AccountSet' });
    const requests: [string, object][] = [
      ['submit', { tx_blob: bytesToHex(blob) }],
      ['submit', { secret: 'masterpassphrase', tx_json }],
      ['simulate', { tx_json }],
    ];
    const { ledgerIndex } = env.node.validated;
    for (const [method, params] of requests) {
      env.clock.advance(HOUR_SECONDS);
      store.prepare('refused', () => {});
      const { error, error_message } = await call(method, params as never);
      assert.equal(error, 'tooBusy', method);
      assert.match(error_message, /^The last ledger is too old .* Try again later\.$/);
    }
    env.clock.advance(1);
    store.prepare('refused', () => {});
    const faucet = faucetRoute(env.node);
    assert.equal((await faucet.answer('{}')).status, 503);
    assert.equal(env.node.openLedger.view.transactionCount, 0);
    assert.equal(env.node.validated.ledgerIndex, ledgerIndex);
    env.clock.advance(1);
    assert.equal((await faucet.answer('{}')).status, 200);
    assert.equal((await call(...(requests[0] as [string, never]))).engine_result, 'tesSUCCESS');
    assert.equal(env.node.validated.ledgerIndex, ledgerIndex + 1);
  });
});
