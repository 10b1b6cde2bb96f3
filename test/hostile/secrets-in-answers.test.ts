/**
 * Secrets are sent in every place of requests, right or wrong. No answer and no log may contain one, except the answer of
 * `wallet_propose`.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import { methodTable } from '../../src/rpc/table.ts';
import { ALICE, BOB, createFilledServer, type FilledServer } from '../support/filled-server.ts';
import { exchange, post } from '../support/hostile-sockets.ts';
import { WebSocketClient } from '../support/websocket-client.ts';

/** A text that occurs in no output of a server. */
const MARK = 'Xyzzy';
const VALUES: readonly Json[] = [`sn${MARK}pQrXtMeMyMHUVTgbuqAfg1SUTb`, `${MARK} phrase`, { [MARK]: [MARK] }];
/** These look at secrets; the others only echo them. */
const SIGNING: ReadonlySet<string> = new Set(['sign', 'sign_for', 'submit', 'channel_authorize']);
const NAMES = ['secret', 'seed', 'seed_hex', 'passphrase'];

describe('a secret', () => {
  let filled: FilledServer;
  before(async () => {
    filled = await createFilledServer();
  });
  after(async () => {
    assert.doesNotMatch(filled.reports.join(), new RegExp(MARK));
    await filled.stop();
  });

  const tx_json = { TransactionType: 'Payment', Account: ALICE.address, Destination: BOB.address, Amount: '1' };

  test('is in no answer of any method', async () => {
    for (const method of [...methodTable.keys(), 'unknown', 'batch', '']) {
      if (method === 'wallet_propose') continue;
      for (const request of requestsWithSecrets(method)) {
        const answer = String(await filled.client.post(JSON.stringify(request)));
        assert.ok(answer.length > 0 && !answer.includes(MARK), JSON.stringify(request));
      }
    }
  });

  function* requestsWithSecrets(method: string): Generator<JsonObject> {
    for (const name of NAMES) {
      for (const value of SIGNING.has(method) ? VALUES : VALUES.slice(0, 1)) {
        for (const key_type of [undefined, 'secp256k1']) {
          const params = { tx_json, [name]: value, ...(key_type === undefined ? {} : { key_type }) };
          yield { method, params: [params] };
          if (key_type === undefined) {
            yield { command: method, ...params };
            yield { method: 'batch', params: [{ method, ...params }, { method: 7, deep: [params] }, [params]] };
            yield { command: method, params: [params] };
            yield { method, params: [{ ...params, api_version: 99 }] };
            yield { method, params: [{ ...params, ripplerpc: '3.0' }] };
          }
        }
      }
    }
    for (const other of NAMES.slice(1)) yield { method, params: [{ tx_json, secret: MARK, [other]: MARK }] };
  }

  test('is not in the answer to a request that cannot be read', async () => {
    const texts = [
      `{"method":"sign","params":[{"secret":"${MARK}"`,
      `{"method":"sign","params":[{"secret":"${MARK}","secret":"${MARK}"}]}`,
      `{"method":"sign","params":[{"${MARK} is it":1,"${MARK} is it":2}]}`,
      `{"method":"sign","params":[{"secret":${MARK}}]}`,
      `{"method":"sign","params":["${MARK}"]}`,
      `{"method":"sign","params":"${MARK}"}`,
      `{"secret":"${MARK}"}`,
      `${MARK}`,
      `"${MARK}"`,
    ];
    const client = await WebSocketClient.connect(filled.port);
    for (const text of texts) {
      const { body } = await post(filled.port, text);
      assert.doesNotMatch(JSON.stringify(body), new RegExp(MARK), text);
      // A text of its own in a message that can be read has no name to be masked by.
      if (/"params":\[?"/.test(text)) continue;
      assert.doesNotMatch(JSON.stringify(await client.send(text)), new RegExp(MARK), text);
    }
    await client.close();
    const inUrl = await exchange(
      filled.port,
      `POST /?secret=${MARK} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`,
    );
    assert.doesNotMatch(inUrl, new RegExp(MARK));
  });

  test('is not in what is signed with it', async () => {
    for (const method of ['sign', 'submit', 'channel_authorize', 'sign_for']) {
      const claim = { channel_id: filled.channelId, amount: '5' };
      const params = { passphrase: 'hostile alice', key_type: 'ed25519', tx_json, account: ALICE.address, ...claim };
      const answer = JSON.stringify(await filled.call(method, params));
      assert.doesNotMatch(answer, /hostile alice/);
      assert.ok(!answer.includes(ALICE.keys.privateKey.toString('hex')), method);
    }
  });
});
