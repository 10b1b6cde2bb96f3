/**
 * The curve secp256k1: the binary of the package `secp256k1`, or `@noble/curves`, in JavaScript and many times slower,
 * where none of its binaries fits the machine. The package has a substitute of its own for that, `elliptic`, which is not
 * loaded: it has known weaknesses, and nobody mends them any more.
 */
import { createRequire } from 'node:module';
import type { Secp256k1 } from 'secp256k1/bindings.js';
import { javascriptSecp256k1 } from './javascript-secp256k1.ts';

const binary = loadBinary();

export const secp256k1: Secp256k1 = binary ?? javascriptSecp256k1();

/** False where signatures of secp256k1 are made and verified in JavaScript. */
export const isSecp256k1Native: boolean = binary !== undefined;

function loadBinary(): Secp256k1 | undefined {
  try {
    return createRequire(import.meta.url)('secp256k1/bindings.js');
  } catch {
    return undefined;
  }
}
