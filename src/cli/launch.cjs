#!/usr/bin/env node
/**
 * Where `npm start` and `npm run weir` begin in a clone: runs the bundle if it is of the sources as they are, which starts
 * several times as fast, or else the sources. The bundle loads before that is known, since it does nothing until it may run, and a
 * thread of it loads meanwhile. Nothing here may need a newer Node than the check asks for.
 */
require('./check-node.cjs');
const { join } = require('node:path');
const { isBundleFresh } = require('./bundle-check.cjs');
const { enableCompileCache } = require('./compile-cache.cjs');

const root = join(__dirname, '../..');
enableCompileCache();
void launch();

async function launch() {
  let isRunning = false;
  const mayRun = () => {
    isRunning = isBundleFresh(root);
    return isRunning;
  };
  try {
    if (await require(join(root, 'dist/program/begin.cjs')).begin(process.argv.slice(2), mayRun)) return;
  } catch (error) {
    // Otherwise it is no whole bundle, or of other sources.
    if (isRunning) throw error;
  }
  const { pathToFileURL } = require('node:url');
  await import(pathToFileURL(join(root, 'src/cli/main.ts')).href);
}
