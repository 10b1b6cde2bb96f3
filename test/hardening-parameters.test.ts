/**
 * Whatever stands where a parameter belongs, the answer is one of the API's: an object with a status, at once, and no
 * surprise for the server. The requests are generated from the table of methods, so a new parameter is covered as soon
 * as it is declared. `npm run soak:fuzz` goes on at random where this stops.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Json } from '../src/protocol/values.ts';
import { MASTER } from './support/env.ts';
import { isConversionOfReference, soundRequests, strangeRequests } from './support/hostile-values.ts';
import { ALICE, BOB, createHostileWorld, type HostileWorld, ISSUER } from './support/hostile-world.ts';
import type { Answer } from './support/rpc-call.ts';

const AT_ONCE_MS = 3_000;
const CLIENTS = 8;

describe('a server asked for strange things', () => {
  let world: HostileWorld;
  before(async () => {
    world = await createHostileWorld();
  });
  after(async () => {
    assert.deepEqual(world.reports, [], 'the server reports nothing unexpected');
    await world.stop();
  });

  /** Posts text; the status is always 200 unless the envelope itself is refused. */
  const post = async (body: string) => JSON.parse(String(await world.client.post(body)));

  test('knows a sound request for each method', async () => {
    const unsound: string[] = [];
    for (const [method, params] of soundRequests(world)) {
      const { result } = await world.call(method, params);
      if (result.status !== 'success') unsound.push(`${method}: ${result.error}`);
    }
    assert.deepEqual(unsound.sort(), [
      // There are no peers, validators, NFTs, AMMs, oracles or vaults, and an HTTP connection carries no streams.
      'amm_info: actNotFound',
      'can_delete: notEnabled',
      'connect: notSynced',
      'get_aggregate_price: objectNotFound',
      'manifest: invalidParams',
      'nft_buy_offers: objectNotFound',
      'nft_sell_offers: objectNotFound',
      'path_find: noEvents',
      'stop: notSupported',
      'submit_multisigned: invalidParams',
      'subscribe: invalidParams',
      'unsubscribe: invalidParams',
      'validator_info: invalidParams',
      'vault_info: entryNotFound',
    ]);
  });

  test('answers any value of any parameter of any method', async () => {
    const requests = [...strangeRequests(world)];
    let next = 0;
    const work = async () => {
      for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
        const { method, name, params } = request;
        const started = performance.now();
        const version = { api_version: (next % 2) + 1, ...params };
        const { result } = await post(JSON.stringify({ method, params: [version] }));
        const where = `${method} with ${name} ${JSON.stringify(params[name])?.slice(0, 60)}`;
        assert.ok(performance.now() - started < AT_ONCE_MS, `${where} is answered at once`);
        assertAnswer(result, where);
        if (result.error === 'internal') assert.ok(isConversionOfReference(request), `${where}: internal`);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, work));
    assert.ok(requests.length > 5_000, 'there are requests to answer');
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });

  test('refuses JSON that two readers may take differently, or none', async () => {
    const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    const refused: readonly (readonly [string, RegExp])[] = [
      [`{"a":${deep(26)}}`, /nest deeper than 25/],
      [`{"a":${deep(10_000)}}`, /nest deeper than 25/],
      [`{"a":${deep(400_000)}}`, /nest deeper than 25|not valid JSON/],
      ['{"account":"x","account":"y"}', /a name appears twice in one object: 'account'/],
      ['{"account":"x","acc\\u006funt":"y"}', /a name appears twice/],
      ['{"__proto__":{},"__proto__":{}}', /a name appears twice in one object: '__proto__'/],
      ['{"ledger_index":4294967296}', /outside -2147483648 to 4294967295/],
      ['{"ledger_index":9007199254740993}', /outside -2147483648 to 4294967295/],
      ['{"limit":-2147483649}', /outside/],
      ['{"limit":01}', /not valid JSON/],
      ['{"limit":+1}', /not valid JSON/],
      ['{"limit":NaN}', /not valid JSON/],
      ['{"limit":0x10}', /not valid JSON/],
      ['{"account":"\u0000"}', /not valid JSON/],
      ['{"account":"x"} {}', /not valid JSON/],
      ['{/**/}', /not valid JSON/],
    ];
    for (const [params, message] of refused) {
      const { result } = await post(`{"method":"account_info","params":[${params}]}`);
      assert.equal(result.error, 'invalidParams', params.slice(0, 60));
      assert.match(result.error_what, message);
    }
  });

  test('takes numbers and texts for what they say', async () => {
    const { address } = ALICE;
    const read: readonly (readonly [string, string | undefined])[] = [
      ['"limit":-0', "Invalid field 'limit'."],
      ['"limit":1e400', "Invalid field 'limit', not unsigned integer."],
      ['"limit":-1e400', "Invalid field 'limit', not unsigned integer."],
      ['"limit":"10"', "Invalid field 'limit', not unsigned integer."],
      ['"limit":4294967295', undefined],
      ['"limit":1e1', undefined],
    ];
    for (const [member, message] of read) {
      const { result } = await post(`{"method":"account_lines","params":[{"account":"${address}",${member}}]}`);
      assert.equal(result.error_message, message, member);
    }
    for (const text of ['\\ud800', '\\udc00\\ud800', '\\u0000', '\\uffff', `${address}\\u0000`, ` ${address}`]) {
      const { result } = await post(`{"method":"account_info","params":[{"account":"${text}"}]}`);
      assert.equal(result.error, 'actMalformed', text);
    }
  });

  test('searches no ledgers that are not there', async () => {
    const account = ALICE.address;
    const { ledgerIndex: last } = world.env.node.validated;
    const ranges: readonly (readonly [object, string])[] = [
      [{ ledger_index_min: 5, ledger_index_max: 4 }, 'lgrIdxsInvalid'],
      [{ ledger_index_min: 0, ledger_index_max: last }, 'lgrIdxMalformed'],
      [{ ledger_index_min: last + 1, ledger_index_max: last + 9 }, 'lgrIdxsInvalid'],
      [{ ledger_index_min: 2, ledger_index_max: 4_294_967_295 }, 'lgrIdxMalformed'],
      [{ ledger_index: last + 9 }, 'lgrNotFound'],
      [{ ledger_hash: '0'.repeat(64) }, 'lgrNotFound'],
      [{ ledger_hash: 'x' }, 'invalidParams'],
    ];
    for (const [range, error] of ranges) {
      const { result } = await world.call('account_tx', { account, ...range });
      assert.equal(result.error, error, JSON.stringify(range));
    }
  });

  const PAGED: readonly (readonly [string, object])[] = [
    ['account_tx', { account: ALICE.address, ledger_index_min: -1, ledger_index_max: -1 }],
    ['account_tx', { account: ALICE.address, ledger_index_min: -1, ledger_index_max: -1, direction: 'in' }],
    ['account_lines', { account: ISSUER.address }],
    ['account_lines', { account: ISSUER.address, authorization: 'authorized' }],
    ['account_channels', { account: ALICE.address }],
    ['account_objects', { account: BOB.address }],
    ['ledger_data', { ledger_index: 'validated' }],
  ];
  for (const [method, params] of PAGED) {
    test(`takes no marker of ${method} with ${Object.keys(params)} that it did not give`, async () => {
      const { marker } = (await world.call(method, { ...params, limit: 1 })).result;
      assert.ok(marker !== undefined || method === 'account_channels', 'there is a second page');
      for (const forged of forgeries(marker ?? `${world.channelId},0`)) {
        const { result } = await world.call(method, { ...params, limit: 1, marker: forged });
        assertAnswer(result, `${method} with marker ${JSON.stringify(forged)}`);
        assert.notEqual(result.error, 'internal', JSON.stringify(forged));
      }
    });
  }

  test('gives no page of one account for the marker of another', async () => {
    for (const method of ['account_lines', 'account_objects', 'account_channels']) {
      const { marker } = (await world.call(method, { account: BOB.address, limit: 1 })).result;
      if (marker === undefined) continue;
      const { result } = await world.call(method, { account: MASTER.address, marker });
      assert.equal(result.error, 'invalidParams', method);
    }
  });
});

function assertAnswer(result: Answer, where: string): void {
  assert.equal(typeof result, 'object', where);
  assert.ok(['success', 'error'].includes(result.status), where);
  if (result.status === 'success') return;
  assert.match(result.error, /^[A-Za-z_]+$/, where);
  assert.ok(result.error_message === null || typeof result.error_message === 'string', where);
}

/** A marker with one thing about it changed, in every way that a text or an object of numbers can be. */
function* forgeries(marker: Json): Generator<Json> {
  if (typeof marker === 'string') {
    for (let length = 0; length < marker.length; length++) yield marker.slice(0, length);
    for (let at = 0; at < marker.length; at++) {
      const other = marker[at] === '0' ? '1' : '0';
      yield marker.slice(0, at) + other + marker.slice(at + 1);
    }
    yield `${marker}0`;
    yield `${marker},${marker}`;
    yield marker.toLowerCase();
    return;
  }
  const { ledger, seq } = marker as { ledger: number; seq: number };
  for (const value of [-1, 0, 1.5, 2 ** 31, 2 ** 32 - 1, '1', null, [], {}]) {
    yield { ledger: value, seq };
    yield { ledger, seq: value };
  }
  yield* [{ ledger }, { seq }, {}, { ledger, seq, extra: 1 }, [ledger, seq], `${ledger},${seq}`];
}
