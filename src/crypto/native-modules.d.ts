/** Types for the parts that Weir uses of native modules without types, and of WebAssembly. */

declare module 'sodium-native' {
  const sodium: {
    crypto_hash_sha256(digest: Buffer, bytes: Uint8Array): void;
    crypto_hash_sha512(digest: Buffer, bytes: Uint8Array): void;
    /** Fills the public key (32 bytes) and the secret key (64 bytes: seed, then public key) from a 32-byte seed. */
    crypto_sign_seed_keypair(publicKey: Buffer, secretKey: Buffer, seed: Uint8Array): void;
    crypto_sign_detached(signature: Buffer, message: Uint8Array, secretKey: Uint8Array): void;
    crypto_sign_verify_detached(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean;
  };
  export = sodium;
}

declare module 'secp256k1/bindings.js' {
  export interface Secp256k1 {
    /** True if the 32 bytes are not zero and below the curve's order. */
    privateKeyVerify(privateKey: Uint8Array): boolean;
    /** Adds in place, modulo the curve's order; throws if the sum is zero. */
    privateKeyTweakAdd(privateKey: Uint8Array, tweak: Uint8Array): Uint8Array;
    /** 33 bytes, compressed. */
    publicKeyCreate(privateKey: Uint8Array): Uint8Array;
    /** 33 bytes, or 65 with both coordinates. Throws for an invalid point. */
    publicKeyConvert(publicKey: Uint8Array, isCompressed: boolean): Uint8Array;
    /** RFC 6979 nonce, low S; the signature is R then S, 64 bytes. */
    ecdsaSign(digest: Uint8Array, privateKey: Uint8Array): { readonly signature: Uint8Array };
    /** Takes a public key in either form. Throws for an invalid point. */
    ecdsaVerify(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean;
    /** R then S (64 bytes) to DER. */
    signatureExport(signature: Uint8Array): Uint8Array;
  }
}

/** The part of WebAssembly that Weir uses: the types of Node.js have none. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  class Module {
    constructor(code: Uint8Array);
  }
  class Instance {
    constructor(module: Module);
    readonly exports: object;
  }
}
