#!/usr/bin/env node
/**
 * Entry point of `npm start` and `npm run weir` in a clone: runs the bundle if it is up to date, which starts several
 * times as fast, or else the sources. The bundle is loaded during the check, since it does nothing until it is run.
 * Nothing here may need a newer Node than the version check requires.
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
