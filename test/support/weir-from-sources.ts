/** Preloaded with `--import`: what asks for the package `weir` gets it from the sources, as its `exports` say of the build. */
import { registerHooks } from 'node:module';

const SOURCES: Readonly<Record<string, string>> = {
  weir: new URL('../../src/embedded/create-ledger.ts', import.meta.url).href,
  'weir/testing': new URL('../../src/embedded/fixtures.ts', import.meta.url).href,
};

registerHooks({
  resolve: (name, context, next) => {
    const url = SOURCES[name];
    return url === undefined ? next(name, context) : { url, shortCircuit: true };
  },
});
