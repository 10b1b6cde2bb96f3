/**
 * Checks whether the bundle in `dist/` was built from the current sources. Plain JavaScript with few imports, since
 * every `npm start` in a clone runs it.
 *
 * A file whose size and times are those that were noted is the same. The rest are compared by their hashes, so a clone
 * that was copied keeps its bundle. Of a file that changed just before it was read the times are not noted: the clocks
 * of file systems go in steps, and another change within the same step would not show.
 */
const { readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const path = require('node:path');

/** What the bundle was made from, in the clone. Written last, so a bundle without it is none. */
const BUILT_FROM = 'dist/built-from.json';

/** No file system's clock has longer steps. */
const CLOCK_STEP_MS = 2_000;

/**
 * Columns, a row a source: its path in the clone, its hash, and its size and times, which are 0 for one that changed too late. So the
 * note of 800 files is read without 800 objects.
 * @typedef {{
 *   readonly names: readonly string[], readonly hashes: readonly string[], readonly sizes: readonly number[],
 *   readonly modifiedMs: readonly number[], readonly changedMs: readonly number[]
 * }} Note
 */

/** @param {string | Uint8Array} content of a file; a text stands for its UTF-8 */
function hashOfSource(content) {
  // Loaded here, since hardly a start needs it.
  const { createHash } = require('node:crypto');
  return createHash('sha256').update(content).digest('base64');
}

/**
 * Notes what a bundle was made from.
 * @param {string} root the clone
 * @param {Iterable<readonly [file: string, hash: string]>} sources hashes of what was read, by path in the clone
 * @param {number} readMs since 1970, before the first of them was read
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
 * True if there is a bundle and it is of these sources.
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
 * Compares; notes the times of files that had to be read, so that the next start need not read them.
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
    // They are read again the next time, here where nothing may be written.
  }
  return true;
}

/**
 * The sources whose size or times are not as noted. Every start looks at all of them, so it makes no more texts than it must:
 * V8 judges by the garbage of these first milliseconds how much memory the program will need.
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
