/** The libsodium binding, from the package `sodium-native`. */
import { createRequire } from 'node:module';
import { nativeCall } from '../util/native-calls.ts';
import { requireNative } from '../util/native-package.ts';

type Sodium = typeof import('sodium-native');

let library: Sodium | undefined;

/** Loaded on first use: loading takes longer than all the hashing of a start. */
export function sodium(): Sodium {
  library ??= nativeCall(loadLibrary);
  return library;
}

function loadLibrary(): Sodium {
  const { platform, arch } = process;
  return requireNative(createRequire(import.meta.url), {
    name: 'sodium-native',
    finder: './binding.js',
    found: (require) => require(`./prebuilds/${platform}-${arch}/sodium-native.node`),
  });
}
