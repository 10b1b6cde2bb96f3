/**
 * The binary of the package `lmdb` for this machine. In the bundle of the program this takes the place of
 * `node-gyp-build-optional-packages`, with which `lmdb` searches for it, in three times the time.
 */

/** On Linux there are binaries for two C libraries; only that of this machine can be loaded. */
const C_LIBRARIES = ['.glibc', '.musl'];

/** @returns {unknown} the one for this version of Node.js, or else the one for all versions */
function findBinary() {
  const { platform, arch, versions } = process;
  const kinds = platform === 'linux' ? C_LIBRARIES : [''];
  const files = kinds.flatMap((kind) => [`node.abi${versions.modules}${kind}.node`, `node.napi${kind}.node`]);
  const failures = [];
  for (const file of files) {
    try {
      return require(`@lmdb/lmdb-${platform}-${arch}/${file}`);
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(failures, `@lmdb/lmdb-${platform}-${arch} has no binary for this machine`);
}

module.exports = findBinary;
