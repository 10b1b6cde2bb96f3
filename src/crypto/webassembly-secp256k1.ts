/**
 * The curve secp256k1 in WebAssembly, for machines without a binary of the native package, with its interface. The code is
 * libsecp256k1 behind the functions of `libsecp256k1/curve.c`; `scripts/build-libsecp256k1.ts` compiles it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Secp256k1 } from 'secp256k1/bindings.js';

/** What `curve.c` exports. Each function returns 0 or less if it refuses its arguments. */
interface Curve {
  readonly memory: WebAssembly.Memory;
  area(): number;
  privateKeyVerify(): number;
  privateKeyTweakAdd(): number;
  publicKeyCreate(): number;
  publicKeyConvert(length: number, isCompressed: number): number;
  ecdsaSign(): number;
  ecdsaVerify(publicKeyLength: number): number;
  signatureExport(): number;
}

/** Offsets of arguments and results, as in `curve.c`. */
const PRIVATE_KEY = 0;
const TWEAK = 32;
const DIGEST = 64;
const SIGNATURE = 96;
const PUBLIC_KEY = 168;

const SCALAR_BYTES = 32;
const SIGNATURE_BYTES = 64;
const COMPRESSED_BYTES = 33;
const UNCOMPRESSED_BYTES = 65;

/** Compiles the code, which takes some milliseconds. */
export function webAssemblySecp256k1(): Secp256k1 {
  const module = new WebAssembly.Module(readFileSync(new URL('./libsecp256k1/curve.wasm', import.meta.url)));
  const curve = new WebAssembly.Instance(module).exports as unknown as Curve;
  const area = new Uint8Array(curve.memory.buffer, curve.area(), PUBLIC_KEY + UNCOMPRESSED_BYTES);
  const put = (offset: number, bytes: Uint8Array, ...lengths: readonly number[]): void => {
    assert.ok(lengths.includes(bytes.length), `${bytes.length} bytes instead of ${lengths.join(' or ')}`);
    area.set(bytes, offset);
  };
  /** A copy of the result at an offset; throws if the function refused. */
  const take = (outcome: number, offset: number, length: number): Uint8Array => {
    assert.ok(outcome > 0, 'the curve refuses the key or the signature');
    return area.slice(offset, offset + length);
  };
  /** Runs a function on a private key, of which no copy stays. */
  const withPrivateKey = <T>(privateKey: Uint8Array, run: () => T): T => {
    put(PRIVATE_KEY, privateKey, SCALAR_BYTES);
    try {
      return run();
    } finally {
      area.fill(0, PRIVATE_KEY, PRIVATE_KEY + SCALAR_BYTES);
    }
  };
  return {
    privateKeyVerify: (privateKey) => withPrivateKey(privateKey, () => curve.privateKeyVerify() === 1),
    privateKeyTweakAdd: (privateKey, tweak) => {
      put(TWEAK, tweak, SCALAR_BYTES);
      const sum = withPrivateKey(privateKey, () => take(curve.privateKeyTweakAdd(), PRIVATE_KEY, SCALAR_BYTES));
      privateKey.set(sum);
      return privateKey;
    },
    publicKeyCreate: (privateKey) =>
      withPrivateKey(privateKey, () => take(curve.publicKeyCreate(), PUBLIC_KEY, COMPRESSED_BYTES)),
    publicKeyConvert: (publicKey, isCompressed) => {
      put(PUBLIC_KEY, publicKey, COMPRESSED_BYTES, UNCOMPRESSED_BYTES);
      const outcome = curve.publicKeyConvert(publicKey.length, Number(isCompressed));
      return take(outcome, PUBLIC_KEY, isCompressed ? COMPRESSED_BYTES : UNCOMPRESSED_BYTES);
    },
    ecdsaSign: (digest, privateKey) => {
      put(DIGEST, digest, SCALAR_BYTES);
      return { signature: withPrivateKey(privateKey, () => take(curve.ecdsaSign(), SIGNATURE, SIGNATURE_BYTES)) };
    },
    ecdsaVerify: (signature, digest, publicKey) => {
      put(SIGNATURE, signature, SIGNATURE_BYTES);
      put(DIGEST, digest, SCALAR_BYTES);
      put(PUBLIC_KEY, publicKey, COMPRESSED_BYTES, UNCOMPRESSED_BYTES);
      const outcome = curve.ecdsaVerify(publicKey.length);
      assert.ok(outcome >= 0, 'the public key is no point of the curve, or R or S is not below its order');
      return outcome === 1;
    },
    signatureExport: (signature) => {
      put(SIGNATURE, signature, SIGNATURE_BYTES);
      const length = curve.signatureExport();
      return take(length, SIGNATURE, length);
    },
  };
}
