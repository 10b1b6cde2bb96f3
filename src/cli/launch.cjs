#!/usr/bin/env node
/**
 * Where `npm start` and `npm run weir` begin in a clone: runs the bundle if it is of the sources as they are, which starts
 * several times as fast, or else the sources. Nothing here may need a newer Node than the check asks for.
 */
require('./check-node.cjs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { isBundleFresh } = require('./bundle-check.cjs');

const root = join(__dirname, '../..');
if (isBundleFresh(root)) require(join(root, 'dist/program/main.cjs'));
else void import(pathToFileURL(join(root, 'src/cli/main.ts')).href);
