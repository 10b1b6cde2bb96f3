import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ClaimTextReader, MalformedClaimError, parseReceivedClaim } from './claim-text.ts';

const CHANNEL = 'AB'.repeat(32);
const GOOD = { channel_id: CHANNEL.toLowerCase(), amount: '5', signature: 'abcd' };

function readAll(...pieces: string[]): unknown[] {
  const reader = new ClaimTextReader();
  const found = pieces.flatMap((piece) => reader.push(piece));
  const end = reader.end();
  return end === undefined ? found : [...found, end];
}

describe('text with claims', () => {
  test('is split into its objects, for all pieces', () => {
    const objects = fc.array(
      fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant({ '}"': '{\\' }))),
    );
    fc.assert(
      fc.property(objects, fc.nat(3), fc.boolean(), fc.nat(20), (list, indent, isArray, cut) => {
        const texts = list.map((one) => JSON.stringify(one, undefined, indent));
        const text = isArray ? `[${texts.join(',')}]` : texts.join('\n');
        const found = readAll(text.slice(0, cut), text.slice(cut));
        assert.deepEqual(JSON.stringify(found), JSON.stringify(list));
      }),
    );
  });

  test('continues at the next line after a malformed object', () => {
    const isMalformed = (one: unknown) => one instanceof MalformedClaimError;
    assert.deepEqual(readAll('nonsense {"a":1}\n{"b":2}').map(isMalformed), [true, false]);
    assert.deepEqual(readAll('}\n{"b":2}').map(isMalformed), [true, false]);
    assert.deepEqual(readAll('{"b":oops}{"b":2}').map(isMalformed), [true, false]);
    assert.deepEqual(readAll('{"b":2').map(isMalformed), [true]);
    const endless = readAll('{"a": "', 'x'.repeat(20_000), '"}\n{"b":2}');
    assert.deepEqual(endless.map(isMalformed), [true, false]);
  });
});

describe('a claim', () => {
  test('is read with and without a key, in either case', () => {
    const key = `ed${'0a'.repeat(32)}`;
    assert.deepEqual(parseReceivedClaim({ ...GOOD, public_key: key }), {
      ...{ channelId: CHANNEL, drops: 5n, signature: 'ABCD', publicKey: key.toUpperCase() },
    });
    assert.equal(parseReceivedClaim(GOOD).publicKey, undefined);
  });

  const WRONG: readonly (readonly [member: string, values: readonly unknown[]])[] = [
    ['channel_id', [undefined, 5, 'AB', 'G'.repeat(64)]],
    ['amount', [undefined, 5, '0', '-1', '1.5', '1e3', '100000000000000001', '9'.repeat(30)]],
    ['signature', [undefined, '', 'XYZ', 'A'.repeat(202)]],
    ['public_key', [5, null, '', 'AB', {}]],
  ];
  for (const [member, values] of WRONG) {
    test(`is refused for its ${member}, by name`, () => {
      for (const value of values) {
        const read = () => parseReceivedClaim(JSON.parse(JSON.stringify({ ...GOOD, [member]: value })));
        assert.throws(
          read,
          (error: Error) => error instanceof MalformedClaimError && error.message.includes(`'${member}'`),
        );
      }
    });
  }
});
