/**
 * Random cases of secp256k1 for implementations that must agree: keys, signatures and digests that are valid, changed
 * in one bit, random, or at the limits of the field and of the group's order.
 */
import type { Secp256k1 } from 'secp256k1/bindings.js';
import type { SeededRandom } from './seeded-random.ts';

export interface SignatureCase {
  /** A valid key, and a digest below the order: only these are signed or tweaked. */
  readonly signingKey: Buffer;
  readonly signedDigest: Buffer;
  readonly tweak: Buffer;
  readonly privateKey: Buffer;
  readonly digest: Buffer;
  /** R and S, 64 bytes. */
  readonly signature: Buffer;
  readonly publicKey: Buffer;
}

const ORDER = 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe_baae_dce6_af48_a03b_bfd2_5e8c_d036_4141n;
const FIELD = 2n ** 256n - 2n ** 32n - 977n;
const EDGES = [0n, 1n, 2n, ORDER / 2n - 1n, ORDER / 2n, ORDER / 2n + 1n, ORDER - 1n, ORDER, ORDER + 1n]
  .concat(FIELD - ORDER, FIELD - 1n, FIELD, FIELD + 1n, 2n ** 256n - 1n)
  .map(bytes32);
const PREFIXES = [0x00, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0xed, 0xff];

/** Creates a case. `curve` signs; then each part of the result is kept or replaced. */
export function signatureCase(random: SeededRandom, curve: Secp256k1): SignatureCase {
  const signingKey = scalar(random);
  const digest = random.below(20) === 0 ? edge(random) : bytes(random, 32);
  const signature = Buffer.from(curve.ecdsaSign(digest, signingKey).signature);
  const compressed = curve.publicKeyCreate(signingKey);
  const publicKey = Buffer.from(random.below(2) === 0 ? compressed : curve.publicKeyConvert(compressed, false));
  const changed = random.below(8);
  return {
    signingKey,
    signedDigest: scalar(random),
    tweak: random.below(4) === 0 ? edgeTweak(random, signingKey) : bytes(random, 32),
    privateKey: random.below(4) === 0 ? edge(random) : signingKey,
    digest: changed === 1 ? flipped(random, digest) : digest,
    signature:
      changed === 2 ? flipped(random, signature) : changed === 3 ? edgeSignature(random, signature) : signature,
    publicKey: changed === 4 ? flipped(random, publicKey) : changed === 5 ? edgeKey(random, publicKey) : publicKey,
  };
}

/** The functions of `outcomesOf`, in its order. */
export const CURVE_FUNCTIONS = [
  'ecdsaVerify',
  'publicKeyConvert, uncompressed',
  'publicKeyConvert, compressed',
  'signatureExport',
  'privateKeyVerify',
  'publicKeyCreate',
  'ecdsaSign',
  'privateKeyTweakAdd',
] as const;

/** The results of an implementation, one text a function: hex, `true`, `false` or `refused`. */
export function outcomesOf(curve: Secp256k1, one: SignatureCase): string[] {
  const { signingKey, signedDigest, tweak, privateKey, digest, signature, publicKey } = one;
  return [
    outcome(() => curve.ecdsaVerify(signature, digest, publicKey)),
    outcome(() => curve.publicKeyConvert(publicKey, false)),
    outcome(() => curve.publicKeyConvert(publicKey, true)),
    outcome(() => curve.signatureExport(signature)),
    outcome(() => curve.privateKeyVerify(privateKey)),
    outcome(() => curve.publicKeyCreate(privateKey)),
    outcome(() => curve.ecdsaSign(signedDigest, signingKey).signature),
    outcome(() => curve.privateKeyTweakAdd(Buffer.from(signingKey), tweak)),
  ];
}

/**
 * The results that are comparable between libraries with different errors: validity of signatures, keys and signatures.
 * Undefined for a hybrid public key (prefix 06 or 07), which only libsecp256k1 accepts.
 */
export function resultsOf(curve: Secp256k1, one: SignatureCase): string[] | undefined {
  if (one.publicKey.length === 65 && [0x06, 0x07].includes(one.publicKey[0]!)) return undefined;
  const [verified, uncompressed, compressed, , privateKey, publicKey, signature, sum] = outcomesOf(curve, one);
  return [String(verified === 'true'), uncompressed!, compressed!, privateKey!, publicKey!, signature!, sum!];
}

function outcome(act: () => Uint8Array | boolean): string {
  try {
    const result = act();
    return typeof result === 'boolean' ? String(result) : Buffer.from(result).toString('hex');
  } catch {
    return 'refused';
  }
}

function bytes(random: SeededRandom, count: number): Buffer {
  return Buffer.from(Array.from({ length: count }, () => random.below(256)));
}

function edge(random: SeededRandom): Buffer {
  return EDGES[random.below(EDGES.length)]!;
}

/** A valid private key: from 1 to the order, which is excluded. */
function scalar(random: SeededRandom): Buffer {
  const key = random.below(10) === 0 ? edge(random) : bytes(random, 32);
  const value = BigInt(`0x${key.toString('hex')}`);
  return value > 0n && value < ORDER ? key : bytes32(1n + (value % (ORDER - 1n)));
}

/** A limit of the range, or the only tweak that makes the sum zero. */
function edgeTweak(random: SeededRandom, privateKey: Buffer): Buffer {
  return random.below(2) === 0 ? edge(random) : bytes32(ORDER - BigInt(`0x${privateKey.toString('hex')}`));
}

/** Sets R, S or both to a limit of the range, or S to the order minus S. */
function edgeSignature(random: SeededRandom, signature: Buffer): Buffer {
  const [r, s] = [signature.subarray(0, 32), signature.subarray(32)];
  switch (random.below(4)) {
    case 0:
      return Buffer.concat([edge(random), s]);
    case 1:
      return Buffer.concat([r, edge(random)]);
    case 2:
      return Buffer.concat([edge(random), edge(random)]);
    default:
      return Buffer.concat([r, bytes32(ORDER - BigInt(`0x${s.toString('hex')}`))]);
  }
}

/** Changes the prefix, or sets a coordinate to a limit of the range. */
function edgeKey(random: SeededRandom, publicKey: Buffer): Buffer {
  const key = Buffer.from(publicKey);
  if (random.below(2) === 0) key[0] = PREFIXES[random.below(PREFIXES.length)]!;
  else edge(random).copy(key, random.below(2) === 0 ? 1 : key.length - 32);
  return key;
}

function flipped(random: SeededRandom, original: Buffer): Buffer {
  const copy = Buffer.from(original);
  const bit = random.below(8 * copy.length);
  copy[bit >> 3]! ^= 1 << (bit & 7);
  return copy;
}

function bytes32(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex');
}
