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

  test('shows channels as their payer sees them', async () => {
    const toCarol = { account, destination_account: carol.address };
    const { channels } = await call('account_channels', toCarol);
    assert.equal(channels.length, CHANNELS / 4);
    const tagged = channels.find((channel: Answer) => channel.destination_tag === 7);
    assert.deepEqual(Object.keys(tagged).sort(), [
      'account',
      'amount',
      'balance',
      'cancel_after',
      'channel_id',
      'destination_account',
      'destination_tag',
      'public_key',
      'public_key_hex',
      'settle_delay',
    ]);
    assert.equal((await call('account_channels', { account: bob.address })).channels.length, 0);
    assert.equal((await call('account_channels', { account, destination_account: 'x' })).error, 'actMalformed');
  });

  test('refuses markers that are malformed or of another account', async () => {
    const { marker } = await call('account_channels', { account, limit: 10 });
    const { marker: objectMarker } = await call('account_objects', { account, limit: 10 });
    const stranger = { account: party('stranger').address };
    await env.fund(1000, party('stranger'));
    const rows: [string, object][] = [
      ['account_channels', { account, marker: 7 }],
      ['account_channels', { account, marker: '' }],
      ['account_channels', { account, marker: marker.split(',')[0] }],
      ['account_channels', { account, marker: `${'AB'.repeat(32)},0` }],
      ['account_channels', { ...stranger, marker }],
      ['account_lines', { ...stranger, marker }],
      ['account_offers', { ...stranger, marker }],
      ['account_objects', { account, marker: 'x' }],
      ['account_objects', { account, marker: `${'AB'.repeat(32)},${'AB'.repeat(32)}` }],
      ['account_objects', { ...stranger, marker: objectMarker }],
    ];
    for (const [method, params] of rows) {
      assert.equal((await call(method, params as never)).error, 'invalidParams', `${method} ${JSON.stringify(params)}`);
    }
    const misplaced = marker.replace(/,.*/, ',99');
    assert.equal((await call('account_channels', { account, marker: misplaced })).error, 'invalidParams');
    for (const page of [misplaced.split(',')[1], '-1', '+00000000000000000000000', '-18446744073709551615']) {
      const { offers } = await call('account_offers', { account, marker: `${marker.split(',')[0]},${page}` });
      assert.deepEqual(offers, [], page);
    }
    for (const page of ['18446744073709551616', '-18446744073709551616', '- 1', '']) {
      const { error_message } = await call('account_offers', { account, marker: `${marker.split(',')[0]},${page}` });
      assert.equal(error_message, "Invalid field 'marker'.", page);
    }
  });

  test('is filtered by type', async () => {
    const count = async (params: object) =>
      (await call('account_objects', { account, ...params })).account_objects.length;
    assert.equal(await count({ type: 'payment_channel' }), CHANNELS);
    assert.equal(await count({ type: 'PAYCHANNEL' }), CHANNELS);
    assert.equal(await count({ type: 'state' }), 0);
    assert.equal(await count({ deletion_blockers_only: true }), CHANNELS);
    assert.equal(await count({ deletion_blockers_only: true, type: 'state' }), 0);
    for (const type of [7, 'nope', 'directory', 'amendments']) {
      assert.equal((await call('account_objects', { account, type })).error, 'invalidParams', String(type));
    }
  });

  test('has no lines, offers or currencies without trust lines', async () => {
    assert.deepEqual((await call('account_lines', { account })).lines, []);
    assert.deepEqual((await call('account_offers', { account })).offers, []);
    const { send_currencies, receive_currencies } = await call('account_currencies', { account });
    assert.deepEqual([send_currencies, receive_currencies], [[], []]);
    assert.equal((await call('account_lines', { account, peer: 'x' })).error, 'actMalformed');
    assert.equal((await call('gateway_balances', { account })).obligations, undefined);
    assert.equal((await call('gateway_balances', { account, hotwallet: 'x' })).error, 'invalidHotWallet');
  });

  test('lets claims be signed and checked with the channel key', async () => {
    const { channels } = await call('account_channels', { account });
    const claim = { channel_id: channels[0].channel_id, amount: '1000' };
    const { signature } = await call('channel_authorize', { ...claim, secret: 'alice' });
    for (const public_key of [channels[0].public_key, channels[0].public_key_hex]) {
      assert.deepEqual(await call('channel_verify', { ...claim, public_key, signature }), { signature_verified: true });
      const more = { ...claim, amount: '1001', public_key, signature };
      assert.deepEqual(await call('channel_verify', more), { signature_verified: false });
    }
    for (const amount of ['x', '-1', 5, '100000000000000001', '18446744073709551616']) {
      assert.equal(
        (await call('channel_authorize', { ...claim, amount, secret: 'alice' })).error,
        'channelAmtMalformed',
      );
    }
    assert.equal(
      (await call('channel_authorize', { ...claim, channel_id: 'x', secret: 'a' })).error,
      'channelMalformed',
    );
    const forged = { ...claim, signature, public_key: 'x' };
    assert.equal((await call('channel_verify', forged)).error, 'publicMalformed');
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
