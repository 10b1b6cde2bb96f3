/**
 * Seeds as twelve English words (RFC 1751), the `master_key` of `wallet_propose` (rippled: RFC1751.cpp). Six words
 * carry 64 bits and two bits of parity. rippled reverses the seed's bytes first, so the first words encode its end.
 */
import { RFC1751_WORDS } from './rfc1751-words.ts';

const SEED_BYTES = 16;
const WORDS_PER_HALF = 6;
const WORD_BITS = 11n;
const PARITY_BITS = 2n;
/**
 * `YOU`: rippled's search of the short words ends before the last one (RFC1751.cpp, etob), so it writes this word but
 * does not read it.
 */
const UNREADABLE_WORD = 570;

let wordIndices: ReadonlyMap<string, number> | undefined;

/** Built on first use, which is rare. */
function wordIndex(word: string): number | undefined {
  if (wordIndices === undefined) {
    const indices = new Map(RFC1751_WORDS.map((known, index) => [known, index]));
    indices.delete(RFC1751_WORDS[UNREADABLE_WORD] as string);
    wordIndices = indices;
  }
  return wordIndices.get(word);
}

/**
 * One word for bytes of any length, by Jenkins' one-at-a-time hash. The word does not reveal the bytes (rippled:
 * RFC1751.cpp, getWordFromBlob).
 */
export function bytesToWord(bytes: Uint8Array): string {
  let hash = 0;
  for (const byte of bytes) {
    hash = (hash + byte) >>> 0;
    hash = (hash + (hash << 10)) >>> 0;
    hash = (hash ^ (hash >>> 6)) >>> 0;
  }
  hash = (hash + (hash << 3)) >>> 0;
  hash = (hash ^ (hash >>> 11)) >>> 0;
  hash = (hash + (hash << 15)) >>> 0;
  return RFC1751_WORDS[hash % RFC1751_WORDS.length] as string;
}

/** A 16-byte seed as twelve words with single spaces (rippled: Seed.cpp, seedAs1751). */
export function seedToWords(seed: Uint8Array): string {
  const reversed = Buffer.from(seed).reverse();
  return [...halfToWords(reversed.readBigUInt64BE(0)), ...halfToWords(reversed.readBigUInt64BE(8))].join(' ');
}

/**
 * The seed of twelve words in any case, where `1`, `0` and `5` mean `L`, `O` and `S`; undefined for other text, an
 * unknown word or a wrong parity.
 */
export function wordsToSeed(text: string): Buffer | undefined {
  const words = text.replace(/^[ \t-\r]+|[ \t-\r]+$/g, '').split(/[ \t-\r]+/, 2 * WORDS_PER_HALF + 1);
  if (words.length !== 2 * WORDS_PER_HALF) return undefined;
  const first = wordsToHalf(words.slice(0, WORDS_PER_HALF));
  const second = wordsToHalf(words.slice(WORDS_PER_HALF));
  if (first === undefined || second === undefined) return undefined;
  const reversed = Buffer.alloc(SEED_BYTES);
  reversed.writeBigUInt64BE(first, 0);
  reversed.writeBigUInt64BE(second, 8);
  return reversed.reverse();
}

function halfToWords(half: bigint): string[] {
  const bits = (half << PARITY_BITS) | parity(half);
  return Array.from({ length: WORDS_PER_HALF }, (_, position) => {
    const shift = WORD_BITS * BigInt(WORDS_PER_HALF - 1 - position);
    return RFC1751_WORDS[Number((bits >> shift) & 0x7ffn)] as string;
  });
}

function wordsToHalf(words: readonly string[]): bigint | undefined {
  let bits = 0n;
  for (const word of words) {
    const index = wordIndex(normalize(word));
    if (index === undefined) return undefined;
    bits = (bits << WORD_BITS) | BigInt(index);
  }
  const half = bits >> PARITY_BITS;
  return (bits & 3n) === parity(half) ? half : undefined;
}

/** Only ASCII letters change case: `ı` and `ſ` have ASCII capitals but are not letters of these words. */
function normalize(word: string): string {
  return word
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase())
    .replaceAll('1', 'L')
    .replaceAll('0', 'O')
    .replaceAll('5', 'S');
}

function parity(half: bigint): bigint {
  let sum = 0n;
  for (let rest = half; rest !== 0n; rest >>= 2n) sum += rest & 3n;
  return sum & 3n;
}
