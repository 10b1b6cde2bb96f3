#!/usr/bin/env node
/**
 * Entry point of `npm start` and `npm run weir` in a clone: runs the bundle if it is up to date, otherwise the sources.
 * The bundle starts several times as fast. It is loaded during the check, because loading alone has no effects. This file must
 * run on old Node versions, so that the version check can report them.
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
    // If the bundle is missing, incomplete or outdated, the sources run.
    if (isRunning) throw error;
  }
  const { pathToFileURL } = require('node:url');
  await import(pathToFileURL(join(root, 'src/cli/main.ts')).href);
}
