/**
 * Tells whether the bundle in `dist/` was made from the sources as they are now. Plain JavaScript that loads next to
 * nothing, since every `npm start` in a clone asks first.
 *
 * A file whose size and times are those that were noted is the same. The rest are compared by their hashes, so a clone that
 * was copied keeps its bundle. Of a file that changed just before it was read the times are not noted: the clocks of file
 * systems go in steps, and another change within the same step would not show.
 */
const { readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const path = require('node:path');

/** What the bundle was made from, in the clone. Written last, so a bundle without it is none. */
const BUILT_FROM = 'dist/built-from.json';

/** No file system's clock has longer steps. */
const CLOCK_STEP_MS = 2_000;

/**
 * Its path in the clone, its hash, and unless it changed too late for that its size and times.
 * @typedef {readonly [file: string, hash: string, size?: number, mtimeMs?: number, ctimeMs?: number]} Source
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
 * @param {Iterable<readonly [file: string, hash: string]>} hashes of what was read, by path in the clone
 * @param {number} readMs since 1970, before the first of them was read
 */
function noteSources(root, hashes, readMs) {
  const sources = Array.from(hashes, ([name, hash]) => {
    const { size, mtimeMs, ctimeMs } = statSync(path.join(root, name));
    const isSettled = Math.max(mtimeMs, ctimeMs) < readMs - CLOCK_STEP_MS;
    return isSettled ? [name, hash, size, mtimeMs, ctimeMs] : [name, hash];
  });
  writeNote(root, sources);
}

/**
 * @param {string} root
 * @param {unknown} sources
 */
function writeNote(root, sources) {
  const file = path.join(root, BUILT_FROM);
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, `${JSON.stringify(sources)}\n`);
  renameSync(whole, file);
}

/**
 * True if there is a bundle and it is of these sources.
 * @param {string} root the clone
 */
function isBundleFresh(root) {
  try {
    /** @type {readonly Source[]} */
    const sources = JSON.parse(readFileSync(path.join(root, BUILT_FROM), 'utf8'));
    return areSame(root, sources);
  } catch {
    return false;
  }
}

/**
 * Compares; notes the times of files that had to be read, so that the next start need not read them.
 * @param {string} root
 * @param {readonly Source[]} sources
 */
function areSame(root, sources) {
  const readMs = Date.now();
  const others = sources.filter((source) => !isUntouched(root, source));
  if (others.length === 0) return true;
  if (others.some(([name, hash]) => hashOfSource(readFileSync(path.join(root, name))) !== hash)) return false;
  try {
    noteSources(
      root,
      sources.map(([name, hash]) => [name, hash]),
      readMs,
    );
  } catch {
    // They are read again the next time, here where nothing may be written.
  }
  return true;
}

/**
 * Called for every source at every start, so it makes no texts but the path.
 * @param {string} root
 * @param {Source} source
 */
function isUntouched(root, [name, , size, mtimeMs, ctimeMs]) {
  const now = statSync(`${root}/${name}`);
  return now.ctimeMs === ctimeMs && now.mtimeMs === mtimeMs && now.size === size;
}

module.exports = { BUILT_FROM, hashOfSource, isBundleFresh, noteSources };
