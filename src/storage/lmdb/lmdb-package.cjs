/**
 * Loads the package `lmdb`, of which the bundle of the program has a copy (`scripts/build.ts`). CommonJS, so that the copy
 * runs only when it is needed.
 */

/** @returns {typeof import('lmdb', { with: { 'resolution-mode': 'require' } })} */
function loadLmdb() {
  return require('lmdb');
}

module.exports = { loadLmdb };
