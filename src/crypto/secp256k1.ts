/**
 * The curve secp256k1: the binary of the package `secp256k1` or, if no prebuilt binary fits the machine, libsecp256k1 in
 * WebAssembly, which takes one and a half times as long. The package's own fallback, `elliptic`, is not loaded: it has
 * known weaknesses and is not maintained.
 */
import { createRequire } from 'node:module';
import type { Secp256k1 } from 'secp256k1/bindings.js';
import { nativeCall } from '../util/native-calls.ts';
import { requireNative } from '../util/native-package.ts';
import { webAssemblySecp256k1 } from './webassembly-secp256k1.ts';

const require = createRequire(import.meta.url);

let curve: Secp256k1 | undefined;

/** Loaded on first use: the binary builds tables, which takes longer than the rest of its start. */
export function secp256k1(): Secp256k1 {
  curve ??= withNativeCalls(nativeCall(loadBinary)) ?? webAssemblySecp256k1();
  return curve;
}

/** The same functions, each marked as a native call. */
function withNativeCalls(binary: Secp256k1 | undefined): Secp256k1 | undefined {
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
      found: () => prebuiltBinary,
    });
  } catch {
    return undefined;
  }
}

/** The prebuilt binary at its usual path; throws if there is none. */
function prebuiltBinary(): unknown {
  const { platform, arch } = process;
  const kind = platform === 'linux' ? 'glibc.node' : 'node';
  return require(`secp256k1/prebuilds/${platform}-${arch}/secp256k1.${kind}`);
}
