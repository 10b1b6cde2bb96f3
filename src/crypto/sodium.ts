/** The library libsodium: the package `sodium-native`. */
import { createRequire } from 'node:module';
import { requireNative } from '../util/native-package.ts';

const { platform, arch } = process;

export const sodium = requireNative<typeof import('sodium-native')>(createRequire(import.meta.url), {
  name: 'sodium-native',
  finder: './binding.js',
  found: (require) => require(`./prebuilds/${platform}-${arch}/sodium-native.node`),
});
