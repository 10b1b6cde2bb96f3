/**
 * Texts that are no JSON, or that two parsers may read differently. They are refused with a reason over every transport, and
 * cannot change the server's own objects.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { JsonFault, parseStrictJson } from '../../src/server/envelopes/strict-json.ts';
import { ALICE, BOB, createFilledServer, type FilledServer } from '../support/filled-server.ts';
import { post } from '../support/hostile-sockets.ts';
import { WebSocketClient } from '../support/websocket-client.ts';

const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const deepObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const { address } = ALICE;

/** Parameters of `account_info` as text, and the expected message. */
const REFUSED: readonly (readonly [string, RegExp])[] = [
  [`{"account":"${address}","a":${deep(26)}}`, /nest deeper than 25/],
  [`{"a":${deepObjects(26)}}`, /nest deeper than 25/],
  [`{"a":${deep(10_000)}}`, /nest deeper than 25/],
  [`{"a":${deepObjects(10_000)}}`, /nest deeper than 25/],
  [`{"a":${deep(400_000)}}`, /nest deeper than 25|not valid JSON/],
  // A server that pauses long requests checks the depth of a long text before it parses it.
  [`{"a":${'['.repeat(500_000)}`, /not valid JSON|values nest deeper than 25 levels/],
  ['{"account":"x","account":"y"}', /a name appears twice in one object: 'account'/],
  ['{"account":"x","acc\\u006funt":"y"}', /a name appears twice/],
  ['{"a":{"b":[{"c":1,"d":2,"c":1}]}}', /a name appears twice in one object: 'c'/],
  ['{"__proto__":{},"__proto__":{}}', /a name appears twice in one object: '__proto__'/],
  ['{"limit":01}', /not valid JSON/],
  ['{"limit":+1}', /not valid JSON/],
  ['{"limit":.5}', /not valid JSON/],
  ['{"limit":NaN}', /not valid JSON/],
  ['{"limit":Infinity}', /not valid JSON/],
  ['{"limit":0x10}', /not valid JSON/],
  ['{"account":"\u0000"}', /not valid JSON/],
  ['{"account":"x"}\u0000', /not valid JSON/],
  ["{'account':'x'}", /not valid JSON/],
  ['{"account":"x",}', /not valid JSON/],
  ['{"account":"\\x41"}', /not valid JSON/],
  ['{"account":"x"} {}', /not valid JSON/],
  ['{/**/}', /not valid JSON/],
];

/** Bodies as bytes: invalid UTF-8, or another encoding. */
const BYTES: readonly (readonly [string, Buffer, number])[] = [
  ['a byte order mark', Buffer.from('\ufeff{"method":"ping"}'), 400],
  ['UTF-16', Buffer.from('{"method":"ping"}', 'utf16le'), 400],
  ['UTF-8 cut in the middle', Buffer.from('7b226d6574686f64223a2270696e67c3227d', 'hex'), 200],
  ['a surrogate in UTF-8', Buffer.from('7b226d6574686f64223a22eda080227d', 'hex'), 200],
  ['an overlong slash', Buffer.from('7b226d6574686f64223a22c0af227d', 'hex'), 200],
  ['only NUL bytes', Buffer.alloc(1000), 400],
  ['only spaces', Buffer.alloc(100_000, ' '), 400],
  ['only brackets', Buffer.alloc(1_000_000, '['), 400],
  ['only braces', Buffer.alloc(1_000_000, '{'), 400],
  ['only quotes', Buffer.alloc(1_000_000, '"'), 400],
  ['only backslashes in a text', Buffer.from(`"${'\\'.repeat(999_998)}"`), 400],
  ['only minus signs', Buffer.alloc(1_000_000, '-'), 400],
];

/** Envelopes that are valid JSON and not a request. */
const SHAPES: readonly string[] = [
  '',
  ' ',
  'null',
  'true',
  '0',
  '"ping"',
  '[]',
  '[[]]',
  '[{"method":"ping"}]',
  '{}',
  '{"a":1}',
  '{"method":null}',
  '{"method":["ping"]}',
  '{"method":{"ping":1}}',
  '{"method":1}',
  '{"method":""}',
  '{"method":"ping","params":"x"}',
  '{"method":"ping","params":{"a":1}}',
  '{"method":"ping","params":[1]}',
  '{"method":"ping","params":[[]]}',
  '{"method":"ping","params":[{},{}]}',
  '{"method":"ping","params":[{"ripplerpc":2}]}',
  '{"method":"ping","params":[{"api_version":3}]}',
  '{"method":"ping","params":[{"api_version":"1"}]}',
  '{"method":"ping","params":[{"api_version":1.5}]}',
  '{"method":"batch"}',
  '{"method":"batch","params":{}}',
  '{"command":["ping"]}',
  '{"command":null,"a":1}',
  '{"command":"ping","api_version":[]}',
];

describe('the JSON of requests', () => {
  let filled: FilledServer;
  before(async () => {
    filled = await createFilledServer();
  });
  after(async () => {
    assert.deepEqual(filled.reports, [], 'the server reports nothing unexpected');
    await filled.stop();
  });

  const ask = async (params: string) =>
    (await post(filled.port, `{"method":"account_info","params":[${params}]}`)).body;

  test('is refused if it is malformed or ambiguous', async () => {
    for (const [params, message] of REFUSED) {
      const { result } = await ask(params);
      assert.equal(result.error, 'invalidParams', params.slice(0, 60));
      assert.match(result.error_what, message);
    }
  });

  test('is refused in the same way in the flat envelope and on WebSockets', async () => {
    const client = await WebSocketClient.connect(filled.port);
    for (const [params, message] of REFUSED) {
      const text = `{"command":"account_info","x":${params}}`;
      const flat = await post(filled.port, text);
      assert.match(flat.body.result.error_what, message, params.slice(0, 60));
      const answer = await client.send(text);
      assert.equal(answer.error, 'jsonInvalid', params.slice(0, 60));
      assert.match(answer.error_message, message);
    }
    await client.close();
  });

  test('may be nested 25 deep', async () => {
    for (const nest of [deep, deepObjects]) {
      // The envelope, its array and the object of the parameters come first.
      assert.equal((await ask(`{"account":"${address}","a":${nest(22)}}`)).result.status, 'success');
      assert.equal((await ask(`{"account":"${address}","a":${nest(24)}}`)).result.error, 'invalidParams');
    }
    for (const text of [deep(1_000_000), deepObjects(1_000_000), '['.repeat(1_000_000)]) {
      assert.throws(() => parseStrictJson(text), JsonFault);
    }
  });

  for (const [name, body, status] of BYTES) {
    test(`gets a JSON answer if the body is ${name}`, async () => {
      const answer = await post(filled.port, body);
      assert.equal(answer.status, status);
      assert.equal(answer.body.result.error, status === 400 ? 'invalidParams' : 'unknownCmd');
      if (status === 400) assert.match(answer.body.result.error_what, /^Unable to parse request: /);
    });
  }

  test('is refused if it is no request', async () => {
    const client = await WebSocketClient.connect(filled.port);
    for (const shape of SHAPES) {
      const { status, body } = await post(filled.port, shape);
      assert.equal(status, 400, shape);
      // The flat envelope has its error at top level.
      assert.ok((body.result ?? body).error !== undefined, shape);
      // On a WebSocket `params` is a parameter that is not read.
      const { status: outcome = 'error' } = await client.send(shape);
      assert.equal(outcome, shape.startsWith('{"method":"ping"') ? 'success' : 'error', shape);
    }
    await client.close();
  });

  test('may be a batch, whose elements are answered one by one', async () => {
    const items = [
      1,
      null,
      'x',
      [],
      [[]],
      {},
      { method: 'ping' },
      { method: 'batch', params: [] },
      { method: [] },
      { method: 'nope' },
    ];
    const { status, body } = await post(filled.port, JSON.stringify({ method: 'batch', params: items }));
    assert.equal(status, 200);
    assert.equal(body.length, items.length);
    assert.deepEqual(
      body.map(
        (answer: { error?: { error: { code: number } }; result?: { status: string; error?: string } }) =>
          answer.error?.error.code ?? answer.result?.error ?? 'fine',
      ),
      [-32601, -32601, -32601, -32601, -32601, -32601, 'fine', 'unknownCmd', -32601, 'unknownCmd'],
    );
    const many = Array.from({ length: 10_000 }, (_, id) => ({ method: 'ping', id }));
    const large = await post(filled.port, JSON.stringify({ method: 'batch', params: many }));
    assert.equal(large.body.length, many.length);
    assert.equal(large.body[9_999].id, 9_999);
  });

  test('may have an id of any type, which the answer repeats', async () => {
    const client = await WebSocketClient.connect(filled.port);
    const ids = [
      0,
      -1,
      1.5,
      '',
      'x'.repeat(10_000),
      true,
      null,
      [],
      {},
      [[{ a: null }]],
      '\u0000',
      '\ud83d\ude00',
      '__proto__',
    ];
    for (const id of ids) {
      const { body } = await post(filled.port, JSON.stringify({ method: 'ping', params: [{ id }] }));
      assert.deepEqual(body.id, id);
      const flat = await post(filled.port, JSON.stringify({ command: 'ping', id }));
      assert.deepEqual(flat.body.id, id);
      assert.deepEqual((await client.send(JSON.stringify({ command: 'ping', id }))).id, id);
    }
    await client.close();
  });

  test('may have a number as id, whose digits the answer repeats', async () => {
    const client = await WebSocketClient.connect(filled.port);
    const ids = [
      '1763780000000',
      '18446744073709551617',
      `-${'9'.repeat(400)}`,
      '1e300',
      '1E400',
      '-0.5',
      '-0',
      '1.0',
      '[1,{"id":12345678901234567890}]',
    ];
    const asked = async (body: string) => (await post(filled.port, body)).text;
    const overSocket = async (text: string) => {
      client.socket.send(text);
      return String((await once(client.socket, 'message'))[0]);
    };
    for (const id of ids) {
      for (const method of ['ping', 'nope']) {
        const version2 = `"jsonrpc":"2.0","ripplerpc":"2.0"`;
        const texts = [
          await asked(`{"method":"${method}","params":[{"id":${id}}]}`),
          await asked(`{"method":"${method}","params":[{"id":${id},${version2}}]}`),
          await asked(`{"jsonrpc":"2.0","id":${id},"method":"${method}","params":[{}]}`),
          await asked(`{"method":"batch","params":[{"method":"ping"},{"method":"${method}","id":${id}}]}`),
          await asked(`{"command":"${method}","id":${id}}`),
          await overSocket(`{"id":${id},"command":"${method}"}`),
        ];
        for (const text of texts) assert.ok(text.includes(`"id":${id}`), `${id}: ${text}`);
      }
    }
    await client.close();
  });

  test('may have a number as id of path_find, whose digits each answer repeats', async () => {
    const client = await WebSocketClient.connect(filled.port);
    const texts: string[] = [];
    client.socket.on('message', (data) => texts.push(String(data)));
    const question = `"source_account":"${ALICE.address}","destination_account":"${BOB.address}","destination_amount":"1"`;
    await client.send(`{"id":9007199254740993,"command":"path_find","subcommand":"create",${question}}`);
    await filled.env.close();
    await client.until(() => client.events.some(({ type }) => type === 'path_find'));
    const update = texts.find((text) => text.includes('"type":"path_find"'));
    assert.ok(update?.includes('"id":9007199254740993'), update);
    await client.close();
  });

  test('has exact numbers and texts', async () => {
    const LIMIT = /^Field 'limit' is a whole number, 1 at least\.$/;
    const read: readonly (readonly [string, string | undefined, RegExp?])[] = [
      ['"limit":-0', "Invalid field 'limit'.", LIMIT],
      ['"limit":1e400', "Invalid field 'limit', not unsigned integer.", LIMIT],
      ['"limit":-1e400', "Invalid field 'limit', not unsigned integer.", LIMIT],
      ['"limit":"10"', "Invalid field 'limit', not unsigned integer.", LIMIT],
      ['"limit":4294967295', undefined],
      ['"limit":4294967296', 'Invalid parameters.', /^Field 'limit' is an integer outside -2147483648 to/],
      ['"limit":-2147483649', 'Invalid parameters.', /^Field 'limit' is an integer outside -2147483648 to/],
      [`"limit":${'9'.repeat(400)}`, "Invalid field 'limit', not unsigned integer.", LIMIT],
      [
        '"ledger_index":9007199254740993',
        'Invalid parameters.',
        /^Field 'ledger_index' is an integer outside -2147483648 to/,
      ],
      [
        '"ledger_index":4294967296',
        'Invalid parameters.',
        /^Field 'ledger_index' is an integer outside -2147483648 to/,
      ],
      ['"a":[{"b":18446744073709551616}]', undefined],
      ['"value":1e400', undefined],
      ['"limit":1e1', undefined],
      ['"__proto__":{"limit":0}', undefined],
      ['"constructor":{"prototype":{"limit":0}}', undefined],
    ];
    for (const [member, message, what = /^$/] of read) {
      const { body } = await post(
        filled.port,
        `{"method":"account_lines","params":[{"account":"${address}",${member}}]}`,
      );
      assert.equal(body.result.error_message, message, member);
      assert.match(body.result.error_what ?? '', what, member);
    }
    for (const text of ['\\ud800', '\\udc00\\ud800', '\\u0000', '\\uffff', `${address}\\u0000`, ` ${address}`]) {
      assert.equal((await ask(`{"account":"${text}"}`)).result.error, 'actMalformed', text);
    }
  });

  test('cannot name members of Object.prototype as methods', async () => {
    for (const method of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'ping\\u0000', 'PING']) {
      const { body } = await post(filled.port, `{"method":"${method}"}`);
      assert.equal(body.result.error, 'unknownCmd', method);
    }
    assert.equal(({} as { limit?: unknown }).limit, undefined);
  });

  test('cannot name missing ledgers', async () => {
    const account = address;
    const { ledgerIndex: last } = filled.env.node.validated;
    const ranges: readonly (readonly [object, string])[] = [
      [{ ledger_index_min: 5, ledger_index_max: 4 }, 'lgrIdxsInvalid'],
      [{ ledger_index_min: 0, ledger_index_max: last }, 'lgrIdxMalformed'],
      [{ ledger_index_min: last + 1, ledger_index_max: last + 9 }, 'lgrIdxMalformed'],
      [{ ledger_index_min: 2, ledger_index_max: 4_294_967_295 }, 'lgrIdxMalformed'],
      [{ ledger_index: last + 9 }, 'lgrNotFound'],
      [{ ledger_hash: '0'.repeat(64) }, 'lgrNotFound'],
      [{ ledger_hash: 'x' }, 'invalidParams'],
    ];
    for (const [range, error] of ranges) {
      const { result } = await filled.call('account_tx', { account, ...range });
      assert.equal(result.error, error, JSON.stringify(range));
    }
  });
});
