/** The curve secp256k1 in JavaScript, in the form of the package that brings it as a binary. */
import { createRequire } from 'node:module';
import type { Secp256k1 } from 'secp256k1/bindings.js';

const PRIVATE_KEY_BYTES = 32;
/** What is signed is a digest already. */
const DIGEST = { prehash: false } as const;

/** Loads the library, which takes longer than the binary and is seldom needed. */
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
      // Only this throws for what is no point of the curve.
      curve.Point.fromBytes(publicKey);
      return curve.verify(signature, digest, publicKey, DIGEST);
    },
    signatureExport: (signature) => curve.Signature.fromBytes(signature).toBytes('der'),
  };
}
