/** Preloaded with `--import`: imports of `@weir-ledger/weir` load the sources instead of the build. */
import { registerHooks } from 'node:module';

const SOURCES: Readonly<Record<string, string>> = {
  '@weir-ledger/weir': new URL('../../src/embedded/create-ledger.ts', import.meta.url).href,
  '@weir-ledger/weir/testing': new URL('../../src/embedded/fixtures.ts', import.meta.url).href,
};

registerHooks({
  resolve: (name, context, next) => {
    const url = SOURCES[name];
    return url === undefined ? next(name, context) : { url, shortCircuit: true };
  },
});
