/** The curve secp256k1 in JavaScript, with the interface of the native package. */
import { createRequire } from 'node:module';
import type { Secp256k1 } from 'secp256k1/bindings.js';

const PRIVATE_KEY_BYTES = 32;
/** The message is already a digest. */
const DIGEST = { prehash: false } as const;

/** Loads the library. That takes longer than loading the native package, and is rarely needed. */
export function javascriptSecp256k1(): Secp256k1 {
  const require = createRequire(import.meta.url);
  const { secp256k1: curve }: typeof import('@noble/curves/secp256k1.js') = require('@noble/curves/secp256k1.js');
  const { Fn: scalars } = curve.Point;
  return {
    privateKeyVerify: (privateKey) => curve.utils.isValidSecretKey(privateKey),
    privateKeyTweakAdd: (privateKey, tweak) => {
      const sum = scalars.create(scalars.fromBytes(privateKey) + scalars.fromBytes(tweak));
      if (scalars.is0(sum)) throw new Error('the sum of the private key and the tweak is zero');
      privateKey.set(scalars.toBytes(sum), 0);
      return privateKey.subarray(0, PRIVATE_KEY_BYTES);
    },
    publicKeyCreate: (privateKey) => curve.getPublicKey(privateKey),
    publicKeyConvert: (publicKey, isCompressed) => curve.Point.fromBytes(publicKey).toBytes(isCompressed),
    ecdsaSign: (digest, privateKey) => ({ signature: curve.sign(digest, privateKey, DIGEST) }),
    ecdsaVerify: (signature, digest, publicKey) => {
      // `verify` does not throw for an invalid point; this does.
      curve.Point.fromBytes(publicKey);
      return curve.verify(signature, digest, publicKey, DIGEST);
    },
    signatureExport: (signature) => curve.Signature.fromBytes(signature).toBytes('der'),
  };
}
