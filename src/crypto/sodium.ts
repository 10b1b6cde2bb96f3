/** The libsodium binding, from the package `sodium-native`, which users may install or not. */
import { createRequire } from 'node:module';
import { nativeCall } from '../util/native-calls.ts';
import { requireNative } from '../util/native-package.ts';

export type Sodium = typeof import('sodium-native');

/** Null if the package is not installed or has no binary for this machine. */
let library: Sodium | null | undefined;

/** Loaded on first use: loading takes longer than all the hashing of a start. Undefined if it cannot be loaded. */
export function sodium(): Sodium | undefined {
  if (library === undefined) library = nativeCall(loadLibrary) ?? null;
  return library ?? undefined;
}

function loadLibrary(): Sodium | undefined {
  const { platform, arch } = process;
  try {
    return requireNative(createRequire(import.meta.url), {
      name: 'sodium-native',
      finder: './binding.js',
      found: (require) => require(`./prebuilds/${platform}-${arch}/sodium-native.node`),
    });
  } catch {
    return undefined;
  }
}
