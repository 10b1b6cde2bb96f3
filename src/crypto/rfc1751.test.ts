import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseNodePublicKey } from './address.ts';
import { bytesToWord, seedToWords, wordsToSeed } from './rfc1751.ts';
import { RFC1751_WORDS } from './rfc1751-words.ts';

const MASTER_SEED = Buffer.from('DEDCE9CE67B451D852FD4E846FCDE31C', 'hex');
const MASTER_WORDS = 'I IRE BOND BOW TRIO LAID SEAT GOAL HEN IBIS IBIS DARE';

describe('seeds in words', () => {
  test('the table has 2048 different words, the short ones first, both groups sorted', () => {
    assert.equal(new Set(RFC1751_WORDS).size, 2048);
    const short = RFC1751_WORDS.filter((word) => word.length < 4).toSorted();
    const long = RFC1751_WORDS.filter((word) => word.length === 4).toSorted();
    assert.deepEqual(RFC1751_WORDS, [...short, ...long]);
  });

  test('the master seed has its known words', () => {
    assert.equal(seedToWords(MASTER_SEED), MASTER_WORDS);
    assert.deepEqual(wordsToSeed(MASTER_WORDS), MASTER_SEED);
  });

  test('every seed comes back, unless its words contain YOU, which is not read', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (seed) => {
        const words = seedToWords(seed);
        const expected = words.split(' ').includes('YOU') ? undefined : Buffer.from(seed);
        assert.deepEqual(wordsToSeed(words), expected);
      }),
      { numRuns: 500 },
    );
    const reversed = Buffer.alloc(16);
    reversed.writeBigUInt64BE(570n << 53n, 0);
    const words = seedToWords(reversed.reverse());
    assert.match(words, /^YOU A A A A /);
    assert.equal(wordsToSeed(words), undefined);
  });

  test('case, extra spaces and the digits 1, 0 and 5 are accepted', () => {
    const spelled = '\t1  ire b0nd BOW\ntri0 laid\r\v5EAT goal hen\fibis iBiS dare ';
    assert.deepEqual(wordsToSeed(spelled.replace('1', 'i')), MASTER_SEED);
    assert.deepEqual(wordsToSeed(MASTER_WORDS.replace('LAID', '1aid')), MASTER_SEED);
  });

  test('a wrong parity, an unknown word and a wrong count are refused', () => {
    assert.equal(wordsToSeed(MASTER_WORDS.replace('DARE', 'DARK')), undefined);
    assert.equal(wordsToSeed(MASTER_WORDS.replace('BOND', 'BONDS')), undefined);
    assert.equal(wordsToSeed(MASTER_WORDS.replace('IRE', 'XXX')), undefined);
    assert.equal(wordsToSeed(`${MASTER_WORDS} DARE`), undefined);
    assert.equal(wordsToSeed(MASTER_WORDS.slice(2)), undefined);
    assert.equal(wordsToSeed(MASTER_WORDS.replace('IRE', 'ıRE')), undefined);
    assert.equal(wordsToSeed(''), undefined);
  });
});

describe('one word for bytes', () => {
  test('is taken from the table by the published values of the hash', () => {
    assert.equal(bytesToWord(Buffer.from('a')), RFC1751_WORDS[0xca2e9442 % 2048]);
    assert.equal(
      bytesToWord(Buffer.from('The quick brown fox jumps over the lazy dog')),
      RFC1751_WORDS[0x519e91f5 % 2048],
    );
  });

  /** `pubkey_node` and `hostid` as servers of the public network have answered strangers. */
  const ANSWERED = [
    ['n9KKBZvwPZ95rQi4BP3an1MRctTyavYkZiLpQwasmFYTE6RYdeX3', 'ARMY'],
    ['n9MozjnGB3tpULewtTsVtuudg5JqYFyV3QFdAtVLzJaxHcBaxuXD', 'LARD'],
    ['n9L6MAkAvZKakewLSJPkCKLxuSQ9jrYXJBd2L4fouhpXauyFh6ZM', 'JANE'],
  ] as const;
  for (const [key, word] of ANSWERED) {
    test(`is ${word} for the node ${key}`, () => {
      assert.equal(bytesToWord(Buffer.from(parseNodePublicKey(key) as string, 'hex')), word);
    });
  }
});
