/** Both backends against the equation of rippled's ed25519-donna, computed with `@noble/curves`. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { ed25519 as curve } from '@noble/curves/ed25519.js';
import { SeededRandom } from '../../test/support/seeded-random.ts';
import { signatureVectors } from '../../test/support/wycheproof.ts';
import { isStrict, libsodiumEd25519, opensslEd25519 } from './ed25519.ts';
import { sha512Half } from './hash.ts';
import { sodium } from './sodium.ts';

const { Point } = curve;
const ORDER = Point.Fn.ORDER;
const FIELD = 2n ** 255n - 19n;
const SIGN_BIT = 2n ** 255n;
const CASES = 400;
const libsodium = libsodiumEd25519(sodium()!);
const openssl = opensslEd25519();
const backends = Object.entries({ libsodium, openssl });

/** The eight points whose order divides eight. */
const TORSION = (() => {
  for (let at = 0; ; at++) {
    try {
      const point = Point.fromBytes(sha512Half(Buffer.from([at])), true);
      const torsion = point.multiplyUnsafe(ORDER - 1n).add(point);
      if (!torsion.double().double().equals(Point.ZERO)) return multiplesOf(torsion);
    } catch {
      // These bytes are no point.
    }
  }
})();

function multiplesOf(point: typeof Point.ZERO): (typeof Point.ZERO)[] {
  const multiples = [Point.ZERO];
  for (let at = 1; at < 8; at++) multiples.push(multiples[at - 1]!.add(point));
  return multiples;
}

/** Y that is not below the field's order, and X of 0 with a sign. */
const NON_CANONICAL = [0n, 1n, 2n, 3n, 4n, 5n, 18n]
  .flatMap((y) => [FIELD + y, FIELD + y + SIGN_BIT])
  .concat(1n + SIGN_BIT, FIELD - 1n + SIGN_BIT)
  .map(littleEndian);

function littleEndian(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
}

function number(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}

function scalar(random: SeededRandom): bigint {
  return (number(sha512Half(Buffer.from(String(random.next())))) % (ORDER - 1n)) + 1n;
}

const pick = <T>(random: SeededRandom, values: readonly T[]): T => values[random.below(values.length)]!;

/** A signature that fulfils the equation or nearly, with a key, R or S that is valid, of small or mixed order, or no canonical one. */
function weakCase(random: SeededRandom) {
  const message = Buffer.from(String(random.next()));
  const kind = random.below(4);
  const secret = kind < 2 ? scalar(random) : 0n;
  const nonce = random.below(3) === 0 ? 0n : scalar(random);
  const multiple = (factor: bigint) => (factor === 0n ? Point.ZERO : Point.BASE.multiply(factor));
  const shift = () => (random.below(3) === 0 ? pick(random, TORSION) : Point.ZERO);
  const publicKey = Buffer.from(kind === 3 ? pick(random, NON_CANONICAL) : multiple(secret).add(shift()).toBytes());
  const r = Buffer.from(random.below(9) === 0 ? pick(random, NON_CANONICAL) : multiple(nonce).add(shift()).toBytes());
  const s = (nonce + challenge(r, publicKey, message) * secret) % ORDER;
  const signature = Buffer.concat([r, littleEndian(random.below(9) === 0 ? s + ORDER : s)]);
  if (random.below(9) === 0) signature[random.below(64)]! ^= 1 << random.below(8);
  return { message, publicKey, signature };
}

function challenge(r: Uint8Array, publicKey: Uint8Array, message: Uint8Array): bigint {
  return number(createHash('sha512').update(r).update(publicKey).update(message).digest()) % ORDER;
}

/** R = S·B − h·A, compared by bytes (rippled: ed25519-donna, ed25519_sign_open). */
function fulfilsEquation(message: Uint8Array, publicKey: Uint8Array, signature: Uint8Array): boolean {
  const [r, s] = [signature.subarray(0, 32), number(signature.subarray(32))];
  try {
    const key = Point.fromBytes(publicKey, true);
    const times = (point: typeof Point.ZERO, factor: bigint) =>
      factor === 0n ? Point.ZERO : point.multiplyUnsafe(factor);
    const product = times(key, challenge(r, publicKey, message));
    return s < ORDER && Buffer.compare(times(Point.BASE, s).subtract(product).toBytes(), r) === 0;
  } catch {
    // The key is no point.
    return false;
  }
}

describe('Ed25519', () => {
  test('accepts on each backend what rippled accepts, except small orders', () => {
    const random = new SeededRandom(11);
    const seen = new Map<string, number>();
    for (let at = 0; at < CASES; at++) {
      const { message, publicKey, signature } = weakCase(random);
      const [isGood, strict] = [fulfilsEquation(message, publicKey, signature), isStrict(publicKey, signature)];
      for (const [name, backend] of backends) {
        const isAccepted = strict && backend.verify(message, publicKey, signature);
        assert.equal(isAccepted, strict && isGood, `case ${at}, ${name}`);
      }
      const kind = `${isGood ? 'good' : 'bad'}, ${strict ? 'strict' : 'weak'}`;
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }
    for (const kind of ['good, strict', 'good, weak', 'bad, strict', 'bad, weak'])
      assert.ok(seen.get(kind)! >= 10, `${kind}: ${seen.get(kind)}`);
  });

  test('finds all points of small order weak, in each encoding', () => {
    const good = Buffer.from(Point.BASE.toBytes());
    for (const point of TORSION) {
      const bytes = Buffer.from(point.toBytes());
      assert.equal(isStrict(bytes, Buffer.concat([good, good])), false);
      assert.equal(isStrict(good, Buffer.concat([bytes, Buffer.alloc(32)])), false);
    }
    for (const bytes of NON_CANONICAL) {
      if (!TORSION.some((point) => point.equals(pointOf(bytes) ?? Point.BASE))) continue;
      assert.equal(isStrict(bytes, Buffer.concat([good, Buffer.alloc(32)])), false, bytes.toString('hex'));
    }
    assert.equal(isStrict(good, Buffer.concat([good, Buffer.alloc(32)])), true);
  });

  test('makes the same keys and signatures on each backend', () => {
    for (let at = 0; at < 50; at++) {
      const seed = sha512Half(Buffer.from([at]));
      const message = Buffer.alloc(7 * at, at);
      const [publicKey, other] = [libsodium.publicKey(seed), openssl.publicKey(seed)];
      assert.deepEqual(other, publicKey);
      assert.deepEqual(openssl.sign(message, seed, publicKey), libsodium.sign(message, seed, publicKey));
    }
  });

  for (const [name, backend] of backends) {
    test(`verifies the vectors of Project Wycheproof as they say, ${name}`, () => {
      for (const { publicKey, message, signature, result, comment } of signatureVectors('ed25519')) {
        const [key, bytes] = [Buffer.from(publicKey, 'hex'), Buffer.from(signature, 'hex')];
        const isGood = isStrict(key, bytes) && backend.verify(Buffer.from(message, 'hex'), key, bytes);
        assert.equal(isGood, result === 'valid', comment);
      }
    });
  }
});

function pointOf(bytes: Uint8Array): typeof Point.ZERO | undefined {
  try {
    return Point.fromBytes(bytes, true);
  } catch {
    return undefined;
  }
}
