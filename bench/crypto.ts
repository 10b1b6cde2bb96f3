/** Signatures and hashes: what every transaction costs, whatever it does. */

import { hash160, sha512Half } from '../src/crypto/hash.ts';
import { deriveKeyPair, type KeyType } from '../src/crypto/key-pair.ts';
import { seedOfPassphrase } from '../src/crypto/seed.ts';
import { sign, verify } from '../src/crypto/signature.ts';
import { type Benchmark, type Measurement, ratesOf } from './benchmark.ts';

const RUNS = 7;
const SIGNATURES = 3_000;
const HASHES = 100_000;
/** About the length of a payment. */
const MESSAGE_BYTES = 200;

const message = Buffer.alloc(MESSAGE_BYTES, 7);

export const crypto: Benchmark = {
  name: 'crypto',
  question: `Operations per second on messages of ${MESSAGE_BYTES} bytes.`,
  async measure() {
    const signatures = [await signatureRates('secp256k1'), await signatureRates('ed25519')];
    return [
      ...signatures.flat(),
      await hashRate('SHA-512Half', () => sha512Half(message)),
      await hashRate('RIPEMD-160 of SHA-256', () => hash160(message)),
    ];
  },
};

async function signatureRates(keyType: KeyType): Promise<Measurement[]> {
  const keys = deriveKeyPair(seedOfPassphrase('bench'), keyType);
  const messages = Array.from({ length: SIGNATURES }, (_, at) => {
    const own = Buffer.from(message);
    own.writeUInt32BE(at);
    return own;
  });
  const signatures = messages.map((own) => sign(own, keys));
  const signing = await ratesOf(RUNS, () => {
    for (const own of messages) sign(own, keys);
    return SIGNATURES;
  });
  const verifying = await ratesOf(RUNS, () => {
    for (let at = 0; at < SIGNATURES; at++) {
      if (!verify(messages[at]!, keys.publicKey, signatures[at]!)) throw new Error('a good signature was refused');
    }
    return SIGNATURES;
  });
  return [
    { what: `sign, ${keyType}`, unit: 'a second', runs: signing },
    { what: `verify, ${keyType}`, unit: 'a second', runs: verifying },
  ];
}

async function hashRate(what: string, hash: () => unknown): Promise<Measurement> {
  const runs = await ratesOf(RUNS, () => {
    for (let at = 0; at < HASHES; at++) hash();
    return HASHES;
  });
  return { what, unit: 'a second', runs };
}
