/** The parts that we use of the native modules that ship without types. */

declare module 'sodium-native' {
  const sodium: {
    readonly crypto_hash_sha512_BYTES: number;
    crypto_hash_sha512(digest: Buffer, bytes: Uint8Array): void;
    /** Fills the public key (32 bytes) and the secret key (64 bytes) from a 32-byte seed. */
    crypto_sign_seed_keypair(publicKey: Buffer, secretKey: Buffer, seed: Uint8Array): void;
    crypto_sign_detached(signature: Buffer, message: Uint8Array, secretKey: Uint8Array): void;
    crypto_sign_verify_detached(signature: Uint8Array, message: Uint8Array, publicKey: Uint8Array): boolean;
  };
  export default sodium;
}
