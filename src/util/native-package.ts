/**
 * Loads native packages quickly. Their loaders search many places for the binary that fits the machine, with libraries
 * of their own and a report of the process, which takes ten times as long as loading the binary. Where its place is
 * known, this replaces the search.
 */
import { createRequire, Module } from 'node:module';

export interface NativePackage {
  /** The module to load. */
  readonly name: string;
  /** The module that searches for its binary. */
  readonly finder: string;
  /** What `finder` exports meanwhile; if this throws, the real module is used. */
  readonly found: (require: NodeJS.Require) => unknown;
}

/**
 * Loads a module while its finder is replaced in `require.cache`; later loads by others get the real one. `require`
 * resolves the package.
 */
export function requireNative<Exports>(require: NodeJS.Require, native: NativePackage): Exports {
  const { name, finder, found } = native;
  const packageRequire = createRequire(require.resolve(name));
  const file = replaceModule(packageRequire, finder, () => found(packageRequire));
  try {
    return require(name);
  } finally {
    if (file !== undefined) delete require.cache[file];
  }
}

/** Puts a replacement into the cache and returns its file name; undefined if the real module is used. */
function replaceModule(require: NodeJS.Require, module: string, makeExports: () => unknown): string | undefined {
  try {
    const file = require.resolve(module);
    if (require.cache[file] !== undefined) return undefined;
    require.cache[file] = Object.assign(new Module(file), { exports: makeExports(), loaded: true });
    return file;
  } catch {
    return undefined;
  }
}
