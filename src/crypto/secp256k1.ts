/**
 * The curve secp256k1: the binary of the package `secp256k1`, or `@noble/curves`, in JavaScript and many times slower,
 * where none of its binaries fits the machine. The package has a substitute of its own for that, `elliptic`, which is not
 * loaded: it has known weaknesses, and nobody mends them any more.
 */
import { createRequire } from 'node:module';
import type { Secp256k1 } from 'secp256k1/bindings.js';
import { nativeCall } from '../util/native-calls.ts';
import { requireNative } from '../util/native-package.ts';
import { javascriptSecp256k1 } from './javascript-secp256k1.ts';

const require = createRequire(import.meta.url);

let curve: Secp256k1 | undefined;

/** Loaded when it is first asked for: it makes tables for itself, which takes longer than all the rest of its start. */
export function secp256k1(): Secp256k1 {
  curve ??= guarded(nativeCall(loadBinary)) ?? javascriptSecp256k1();
  return curve;
}

/** False where signatures of secp256k1 are made and verified in JavaScript. */
export function isSecp256k1Native(): boolean {
  try {
    return usualBinary() !== undefined;
  } catch {
    return loadBinary() !== undefined;
  }
}

/** The same functions; each says when it is in the binary. */
function guarded(binary: Secp256k1 | undefined): Secp256k1 | undefined {
  if (binary === undefined) return undefined;
  const functions = Object.entries(binary).map(([name, run]: [string, (...args: unknown[]) => unknown]) => {
    return [name, (...args: unknown[]) => nativeCall(() => run(...args))];
  });
  return Object.fromEntries(functions);
}

function loadBinary(): Secp256k1 | undefined {
  try {
    return requireNative(require, {
      name: 'secp256k1/bindings.js',
      finder: 'node-gyp-build',
      found: () => usualBinary,
    });
  } catch {
    return undefined;
  }
}

/** What it exports; throws where it is elsewhere, or none fits. */
function usualBinary(): unknown {
  const { platform, arch } = process;
  const kind = platform === 'linux' ? 'glibc.node' : 'node';
  return require(`secp256k1/prebuilds/${platform}-${arch}/secp256k1.${kind}`);
}
