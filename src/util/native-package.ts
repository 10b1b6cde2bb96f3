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
  /** Modules that it loads for what we never ask of it: they export nothing to it. */
  readonly unneeded?: readonly string[];
}

/**
 * Loads a module. While it loads, its finder exports what is known already; afterwards, for others, it is itself again,
 * and so is what is unneeded. `require` says whose package it is.
 */
export function requireNative<Exports>(require: NodeJS.Require, wanted: NativePackage): Exports {
  const { name, finder, found, unneeded = [] } = wanted;
  const packageRequire = createRequire(require.resolve(name));
  const files = [
    answerFor(packageRequire, finder, () => found(packageRequire)),
    ...unneeded.map((module) => answerFor(packageRequire, module, () => ({}))),
  ];
  try {
    return require(name);
  } finally {
    for (const file of files) if (file !== undefined) delete require.cache[file];
  }
}

/** Gives the module's file; undefined if the module is left to answer by itself. */
function answerFor(require: NodeJS.Require, module: string, answer: () => unknown): string | undefined {
  try {
    const file = require.resolve(module);
    if (require.cache[file] !== undefined) return undefined;
    require.cache[file] = Object.assign(new Module(file), { exports: answer(), loaded: true });
    return file;
  } catch {
    return undefined;
  }
}
