import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jsonLine, rawJson } from './raw-json.ts';

const raw = (text: string) => rawJson(Buffer.from(text));

describe('JSON that is text already', () => {
  test('goes into the answer as it is, several times too', () => {
    const line = jsonLine({ a: raw('[1,2]'), b: { c: [raw('{"x":"1e3"}'), 'é'] }, d: 1 });
    assert.equal(line.toString(), '{"a":[1,2],"b":{"c":[{"x":"1e3"},"é"]},"d":1}\n');
  });

  test('leaves answers without it to be strings', () => {
    assert.equal(jsonLine({ id: '"raw"' }), '{"id":"\\"raw\\""}\n');
  });

  test('is its parsed value for plain JSON.stringify', () => {
    assert.deepEqual(JSON.parse(JSON.stringify({ a: raw('[{"b":1}]') })), { a: [{ b: 1 }] });
  });

  test('does not take what a client sent for its own place', () => {
    const echoes = ['"', '"}', 'RawJson', '\u0000'];
    for (const id of echoes) {
      assert.deepEqual(JSON.parse(jsonLine({ id, result: raw('7') }).toString()), { id, result: 7 });
    }
  });

  test('is forgotten when writing fails', () => {
    const circle: Record<string, unknown> = { a: raw('1') };
    circle.self = circle;
    assert.throws(() => jsonLine(circle as never));
    assert.equal(JSON.stringify([raw('2')]), '[2]');
  });
});
