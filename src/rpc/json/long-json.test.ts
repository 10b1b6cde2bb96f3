import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Json } from '../../protocol/values.ts';
import { LongList, LongObject } from './long-json.ts';
import { jsonLine } from './raw-json.ts';

const values = fc.array(fc.jsonValue() as fc.Arbitrary<Json>, { maxLength: 400, size: 'max' });
const text = (value: Json) => jsonLine(value).toString();

describe('long lists and objects', () => {
  test('are written as JSON.stringify writes them, for all lengths', () => {
    fc.assert(
      fc.property(values, (list) => {
        const long = new LongList();
        for (const value of list) long.push(value);
        assert.equal(text({ a: 1, list: long.toJson(), b: [] }), `${JSON.stringify({ a: 1, list, b: [] })}\n`);
      }),
      { numRuns: 30, seed: 1 },
    );
    for (const count of [0, 1, 127, 128, 129, 256, 257, 1_000]) {
      const long = new LongObject();
      const object = Object.fromEntries(Array.from({ length: count }, (_, at) => [`r${at}`, { at }]));
      for (const [name, value] of Object.entries(object)) long.set(name, value);
      assert.equal(text({ object: long.toJson() }), `${JSON.stringify({ object })}\n`);
    }
  });
});
