import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Env, party } from '../../../../test/support/env.ts';
import { type Answer, type Call, rpcOf } from '../../../../test/support/rpc-call.ts';

const alice = party('alice');
const bob = party('bob');
const carol = party('carol', 'ed25519');
const CHANNELS = 40;

describe('what an account owns', () => {
  let env: Env;
  let call: Call;
  const account = alice.address;

  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    await env.fund(1000, alice, bob, carol);
    for (let i = 0; i < CHANNELS; i++) {
      const fields = {
        TransactionType: 'PaymentChannelCreate',
        Destination: i % 4 === 0 ? carol.id : bob.id,
        Amount: 1000n,
        SettleDelay: 60 + i,
        PublicKey: alice.keys.publicKey,
        ...(i === 0 ? { DestinationTag: 7, CancelAfter: env.nowSeconds + 1000 } : {}),
      };
      env.submit(alice, fields, 'tesSUCCESS');
    }
    await env.close();
  });
  after(() => env.stop());

  /** All pages of a method, joined. */
  async function joinPages(method: string, list: string, params: object, limit: number): Promise<Answer[]> {
    const joined: Answer[] = [];
    let marker: Answer;
    do {
      const page = await call(method, { account, limit, ...params, ...(marker && { marker }) });
      assert.equal(page.error, undefined, page.error_message);
      assert.ok(page[list].length <= limit);
      joined.push(...page[list]);
      marker = page.marker;
    } while (marker !== undefined);
    return joined;
  }

  test('comes in pages that join to the whole, across pages of the directory', async () => {
    for (const [method, list] of [
      ['account_objects', 'account_objects'],
      ['account_channels', 'channels'],
    ] as const) {
      const whole = (await call(method, { account }))[list];
      assert.equal(whole.length, CHANNELS);
      for (const limit of [1, 7, 31, 32, 33, 39, 40]) {
        assert.deepEqual(await joinPages(method, list, {}, limit), whole, `${method} ${limit}`);
      }
    }
  });

  test('leaves out the types that are excepted, on pages of the same entries', async () => {
    env.submit(alice, { TransactionType: 'TicketCreate', TicketCount: 3 }, 'tesSUCCESS');
    await env.close();
    const typesOf = (entries: Answer[]) => [...new Set(entries.map(({ LedgerEntryType: type }) => type))];
    const all = await joinPages('account_objects', 'account_objects', {}, 10);
    assert.deepEqual(typesOf(all), ['PayChannel', 'Ticket']);
    for (const except of [['payment_channel'], ['nft_page', 'PayChannel', 'state']]) {
      const others = await joinPages('account_objects', 'account_objects', { except }, 10);
      assert.deepEqual(others, all.slice(CHANNELS));
      assert.deepEqual(
        (await call('account_objects', { account, type: 'payment_channel', except })).account_objects,
        [],
      );
    }
    assert.deepEqual(await joinPages('account_objects', 'account_objects', { except: [] }, 10), all);
    for (const except of ['state', { state: true }, ['none'], [1]]) {
      const { error, error_message: message } = await call('account_objects', { account, except });
      assert.deepEqual([error, /'except'/.test(message)], ['invalidParams', true], JSON.stringify(except));
    }
  });
});
