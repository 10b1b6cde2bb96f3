/**
 * Tells whether the bundle in `dist/` was made from the sources as they are now. Plain JavaScript that loads next to
 * nothing, since every `npm start` in a clone asks first.
 *
 * A file whose size and times are those that were noted is the same. The rest are compared by their hashes, so a clone that
 * was copied keeps its bundle. Of a file that changed just before it was read the times are not noted: the clocks of file
 * systems go in steps, and another change within the same step would not show.
 */
const { createHash } = require('node:crypto');
const { readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const path = require('node:path');

/** What the bundle was made from, in the clone. Written last, so a bundle without it is none. */
const BUILT_FROM = 'dist/built-from.json';

/** No file system's clock has longer steps. */
const CLOCK_STEP_MS = 2_000;
/** Of a file of which neither size nor times are noted. */
const UNKNOWN = '';

/** @typedef {readonly [file: string, hash: string, state: string]} Source its path in the clone */

/** @param {string | Uint8Array} content of a file; a text stands for its UTF-8 */
function hashOfSource(content) {
  return createHash('sha256').update(content).digest('base64');
}

/** @param {string} file its path */
function stateOf(file) {
  const { size, mtimeMs, ctimeMs } = statSync(file);
  return { text: `${size} ${mtimeMs} ${ctimeMs}`, changedMs: Math.max(mtimeMs, ctimeMs) };
}

/**
 * Notes what a bundle was made from.
 * @param {string} root the clone
 * @param {Iterable<readonly [file: string, hash: string]>} hashes of what was read, by path in the clone
 * @param {number} readMs since 1970, before the first of them was read
 */
function noteSources(root, hashes, readMs) {
  const sources = Array.from(hashes, ([name, hash]) => {
    const { text, changedMs } = stateOf(path.join(root, name));
    return [name, hash, changedMs < readMs - CLOCK_STEP_MS ? text : UNKNOWN];
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
  const others = sources.filter(([name, , state]) => stateOf(path.join(root, name)).text !== state);
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

module.exports = { BUILT_FROM, hashOfSource, isBundleFresh, noteSources };
