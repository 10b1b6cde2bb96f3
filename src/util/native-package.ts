/**
 * Packages with a binary look for the one that fits the machine in many places, with libraries of their own and a report
 * of the process; that takes ten times as long as the binary. Where we know the place, the search is answered for.
 */
import { createRequire, Module } from 'node:module';

export interface NativePackage {
  /** The module that is wanted. */
  readonly name: string;
  /** The module that it finds its binary with. */
  readonly finder: string;
  /** What the finder shall export; throws where it had better look by itself. */
  readonly found: (require: NodeJS.Require) => unknown;
}

/**
 * Loads a module. While it loads, its finder exports what is known already; afterwards, for others, it is itself again.
 * `require` says whose package it is.
 */
export function requireNative<Exports>(require: NodeJS.Require, { name, finder, found }: NativePackage): Exports {
  const packageRequire = createRequire(require.resolve(name));
  const file = answerFor(packageRequire, finder, found);
  try {
    return require(name);
  } finally {
    if (file !== undefined) delete require.cache[file];
  }
}

/** Gives the finder's file; undefined if it is left to find the binary. */
function answerFor(require: NodeJS.Require, finder: string, found: NativePackage['found']): string | undefined {
  try {
    const file = require.resolve(finder);
    if (require.cache[file] !== undefined) return undefined;
    require.cache[file] = Object.assign(new Module(file), { exports: found(require), loaded: true });
    return file;
  } catch {
    return undefined;
  }
}
