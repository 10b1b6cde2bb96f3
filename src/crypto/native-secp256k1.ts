/**
 * Which implementation of secp256k1 this process has. The package takes one in JavaScript, and says nothing, where none of
 * its binaries fits the machine.
 */
import { createRequire } from 'node:module';

/** False where signatures of secp256k1 are made and verified in JavaScript, many times slower. */
export function isSecp256k1Native(require: Pick<NodeJS.Require, 'resolve' | 'cache'> = thisRequire): boolean {
  // The name under which the package offers that implementation, which it runs only where it has to.
  return require.cache[require.resolve('secp256k1/elliptic')]?.loaded !== true;
}

const thisRequire = createRequire(import.meta.url);
