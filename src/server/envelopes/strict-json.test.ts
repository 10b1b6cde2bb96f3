import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { JsonFault, LONG_TEXT, MAX_JSON_DEPTH, parseJson, parseStrictJson } from './strict-json.ts';

describe('strict json', () => {
  test('returns the value of JSON.parse if no name is repeated', () => {
    const value = fc.jsonValue({ depthSize: 'small', maxDepth: 6 });
    fc.assert(
      fc.property(value, fc.integer({ min: 0, max: 3 }), (json, indent) => {
        const text = JSON.stringify(json, null, indent);
        assert.deepEqual(parseStrictJson(text), JSON.parse(text));
      }),
    );
  });

  test('refuses a repeated name in one object, also with escapes', () => {
    for (const text of [
      '{"a":1,"a":2}',
      '{"a":1,"\\u0061":2}',
      '{"x":[{"a":{},"b":"a","a":[]}]}',
      '{"a\\\\":1, "b":0, "a\\\\" : 2}',
      `{${Array.from({ length: 40 }, (_, i) => `"k${i}":0`).join()},"k3":0}`,
    ]) {
      assert.throws(() => parseStrictJson(text), JsonFault, text);
    }
  });

  test('allows the same name in another object, and in a string', () => {
    for (const text of [
      '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}',
      '{"a":"\\"a\\":1,\\"a\\":2"}',
      '{"a":["a","a"],"b":"a"}',
      '{"a":1,"a\\\\":2,"a\\"":3}',
    ]) {
      assert.deepEqual(parseStrictJson(text), JSON.parse(text));
    }
  });

  test('keeps __proto__ an ordinary member', () => {
    const value = parseStrictJson('{"__proto__":{"admin":true}}') as Record<string, unknown>;
    assert.equal(value.admin, undefined);
    assert.deepEqual(Object.keys(value), ['__proto__']);
  });

  test('keeps the digits of a member value, as in an amount', () => {
    const kept: readonly (readonly [string, unknown])[] = [
      ['{"value":9007199254740993}', { value: '9007199254740993' }],
      [
        '{"a":[{ "value" :\n 0.12345678901234567, "b":2},{"value":-1E-5}]}',
        { a: [{ value: '0.12345678901234567', b: 2 }, { value: '-1E-5' }] },
      ],
      ['{"value":1e400,"v":"é"}', { value: '1e400', v: 'é' }],
      ['{"value":-0}', { value: '-0' }],
      ['{"value":4294967296}', { value: 4294967296 }],
      ['{"value":-0.5}', { value: -0.5 }],
      ['{"a\\"value":9007199254740993}', { 'a"value': 9007199254740992 }],
      ['{"xvalue":9007199254740993}', { xvalue: 9007199254740992 }],
      ['{"value":[9007199254740993]}', { value: [9007199254740992] }],
      ['{"a":"value","b":9007199254740993}', { a: 'value', b: 9007199254740992 }],
    ];
    for (const [text, value] of kept) assert.deepEqual(parseStrictJson(text), value, text);
  });

  test('gives the reason without quoting the text', () => {
    assert.throws(() => parseStrictJson(''), /the body is empty/);
    for (const text of ['{', '{"secret":"hush"', '{"secret":hush}', 'hush', '{"a":1}hush']) {
      assert.throws(
        () => parseStrictJson(text),
        (error: Error) => {
          assert.ok(error instanceof JsonFault);
          assert.ok(!error.message.includes('hush'), error.message);
          return true;
        },
      );
    }
  });
});

describe('a long text', () => {
  const long = (inner: string) =>
    `{"pad":"${'x'.repeat(LONG_TEXT)}","list":[${'{"a":[1,-2,"\\""]},'.repeat(20_000)}${inner}]}`;

  test('is parsed in several turns, to the same value', async () => {
    let asked = 0;
    const pacer = () => {
      asked += 1;
      return Promise.resolve();
    };
    const text = long('1e300');
    assert.deepEqual(await parseJson(text, MAX_JSON_DEPTH, pacer), JSON.parse(text));
    assert.ok(asked >= 5, `${asked} turns`);
    const amount = (await parseJson(long('{"value":1.50}'), MAX_JSON_DEPTH, pacer)) as { list: unknown[] };
    assert.deepEqual(amount.list.at(-1), { value: '1.50' });
    asked = 0;
    await parseJson('{"short":1}', MAX_JSON_DEPTH, pacer);
    assert.equal(asked, 0);
  });

  test('is refused for the same reasons as a short text', async () => {
    const nested = '['.repeat(MAX_JSON_DEPTH) + ']'.repeat(MAX_JSON_DEPTH);
    for (const inner of ['{"b":1,"b":2}', nested, '{"b":}']) {
      await assert.rejects(async () => parseJson(long(inner), MAX_JSON_DEPTH, () => undefined), JsonFault, inner);
    }
  });

  test('is refused for its depth before it is parsed', async () => {
    const read = async (text: string) => parseJson(text, MAX_JSON_DEPTH, () => undefined);
    await assert.rejects(read('['.repeat(LONG_TEXT + 1)), /nest deeper than 25/);
    await assert.rejects(read(`{"a":"${'['.repeat(LONG_TEXT)}`), /not valid JSON/);
    const quoted = JSON.stringify(['"[\\'.repeat(LONG_TEXT), { '[{': '\\' }, []]);
    assert.deepEqual(await read(quoted), JSON.parse(quoted));
    const siblings = JSON.stringify(Array.from({ length: LONG_TEXT }, () => [{}]));
    assert.deepEqual(await read(siblings), JSON.parse(siblings));
  });
});
