/**
 * secp256k1 of `@noble/curves` with the interface of the native package, as a second implementation to compare with.
 */
import { secp256k1 as curve } from '@noble/curves/secp256k1.js';
import type { Secp256k1 } from 'secp256k1/bindings.js';

/** The message is already a digest. */
const DIGEST = { prehash: false } as const;
const { Fn: scalars } = curve.Point;

export const nobleSecp256k1: Secp256k1 = {
  privateKeyVerify: (privateKey) => curve.utils.isValidSecretKey(privateKey),
  privateKeyTweakAdd: (privateKey, tweak) => {
    const sum = scalars.create(scalars.fromBytes(privateKey) + scalars.fromBytes(tweak));
    if (!curve.utils.isValidSecretKey(privateKey) || scalars.is0(sum)) throw new Error('not a private key');
    return scalars.toBytes(sum);
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
