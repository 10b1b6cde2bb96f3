/**
 * The curve secp256k1: the binary of the package `secp256k1`, or `@noble/curves`, in JavaScript and many times slower,
 * where none of its binaries fits the machine. The package has a substitute of its own for that, `elliptic`, which is not
 * loaded: it has known weaknesses, and nobody mends them any more.
 */
import { createRequire } from 'node:module';
import type { Secp256k1 } from 'secp256k1/bindings.js';
import { requireNative } from '../util/native-package.ts';
import { javascriptSecp256k1 } from './javascript-secp256k1.ts';

const binary = loadBinary();

export const secp256k1: Secp256k1 = binary ?? javascriptSecp256k1();

/** False where signatures of secp256k1 are made and verified in JavaScript. */
export const isSecp256k1Native: boolean = binary !== undefined;

function loadBinary(): Secp256k1 | undefined {
  const { platform, arch } = process;
  const kind = platform === 'linux' ? 'glibc.node' : 'node';
  try {
    return requireNative(createRequire(import.meta.url), {
      name: 'secp256k1/bindings.js',
      finder: 'node-gyp-build',
      found: (require) => {
        const binary = require(`./prebuilds/${platform}-${arch}/secp256k1.${kind}`);
        return () => binary;
      },
    });
  } catch {
    return undefined;
  }
}
