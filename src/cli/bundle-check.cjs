/**
 * Checks whether the bundle in `dist/` was built from the current sources. Plain JavaScript with few imports, since
 * every `npm start` in a clone runs it.
 *
 * A file with the recorded size and times counts as unchanged. The others are compared by hash, so a copied clone keeps its
 * bundle. The times of a file that changed just before it was read are not recorded: file systems store times in steps, so
 * another change within the same step would not be noticed.
 */
const { readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const path = require('node:path');

/** Record of the bundle's sources, relative to the clone. It is written last, so a bundle without it is incomplete. */
const BUILT_FROM = 'dist/built-from.json';

/** Upper bound of the steps in which file systems store times. */
const CLOCK_STEP_MS = 2_000;

/**
 * A table by columns, with a row for each source: its path in the clone, hash, size and times. Size and times are 0 if the
 * file changed just before it was read. Columns avoid 800 objects when the record is parsed.
 * @typedef {{
 *   readonly names: readonly string[], readonly hashes: readonly string[], readonly sizes: readonly number[],
 *   readonly modifiedMs: readonly number[], readonly changedMs: readonly number[]
 * }} Note
 */

/** @param {string | Uint8Array} content of a file; a string is hashed as UTF-8 */
function hashOfSource(content) {
  // Loaded here, because almost no start needs it.
  const { createHash } = require('node:crypto');
  return createHash('sha256').update(content).digest('base64');
}

/**
 * Writes the record of a bundle's sources.
 * @param {string} root the clone
 * @param {Iterable<readonly [file: string, hash: string]>} sources hashes of the sources as read, by path in the clone
 * @param {number} readMs milliseconds since 1970, before the first source was read
 */
function noteSources(root, sources, readMs) {
  const rows = Array.from(sources, ([name, hash]) => {
    const { size, mtimeMs, ctimeMs } = statSync(path.join(root, name));
    const isSettled = Math.max(mtimeMs, ctimeMs) < readMs - CLOCK_STEP_MS;
    return isSettled ? { name, hash, size, mtimeMs, ctimeMs } : { name, hash, size: 0, mtimeMs: 0, ctimeMs: 0 };
  });
  writeNote(root, {
    names: rows.map(({ name }) => name),
    hashes: rows.map(({ hash }) => hash),
    sizes: rows.map(({ size }) => size),
    modifiedMs: rows.map(({ mtimeMs }) => mtimeMs),
    changedMs: rows.map(({ ctimeMs }) => ctimeMs),
  });
}

/**
 * @param {string} root
 * @param {Note} note
 */
function writeNote(root, note) {
  const file = path.join(root, BUILT_FROM);
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, `${JSON.stringify(note)}\n`);
  renameSync(whole, file);
}

/**
 * True if there is a bundle that was built from the current sources.
 * @param {string} root the clone
 */
function isBundleFresh(root) {
  try {
    /** @type {Note} */
    const note = JSON.parse(readFileSync(path.join(root, BUILT_FROM), 'latin1'));
    return areSame(root, note);
  } catch {
    return false;
  }
}

/**
 * Compares the sources with the record. Records the new times of files that had to be read, so that the next start need not
 * read them.
 * @param {string} root
 * @param {Note} note
 */
function areSame(root, note) {
  const readMs = Date.now();
  const others = touched(root, note);
  if (others.length === 0) return true;
  const hashes = new Map(note.names.map((name, at) => [name, /** @type {string} */ (note.hashes[at])]));
  if (others.some((name) => hashOfSource(readFileSync(path.join(root, name))) !== hashes.get(name))) return false;
  try {
    noteSources(root, hashes, readMs);
  } catch {
    // The directory is not writable, so the next start reads these files again.
  }
  return true;
}

/**
 * The sources whose size or times differ from the record. Every start checks all sources, so this function creates as few
 * strings as possible: V8 sizes its memory by the garbage of these first milliseconds.
 * @param {string} root
 * @param {Note} note
 */
function touched(root, { names, sizes, modifiedMs, changedMs }) {
  const folder = process.cwd() === root ? undefined : `${root}/`;
  return names.filter((name, at) => {
    const { size, mtimeMs, ctimeMs } = statSync(folder === undefined ? name : folder + name);
    return ctimeMs !== changedMs[at] || mtimeMs !== modifiedMs[at] || size !== sizes[at];
  });
}

module.exports = { BUILT_FROM, hashOfSource, isBundleFresh, noteSources };
