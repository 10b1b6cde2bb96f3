/** The vectors of Project Wycheproof for signatures. */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

export interface SignatureVector {
  readonly suite: 'secp256k1Sha512' | 'secp256k1Sha256LowS' | 'ed25519';
  /** Uncompressed, or the 32 bytes of Ed25519. */
  readonly publicKey: string;
  readonly message: string;
  readonly signature: string;
  readonly result: 'valid' | 'invalid';
  readonly comment: string;
}

const FILE = new URL('../fixtures/wycheproof/signatures.jsonl.br', import.meta.url);
const vectors: readonly SignatureVector[] = brotliDecompressSync(readFileSync(FILE))
  .toString()
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

export function signatureVectors(suite: SignatureVector['suite']): SignatureVector[] {
  return vectors.filter((vector) => vector.suite === suite);
}
