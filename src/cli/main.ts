#!/usr/bin/env node
/**
 * Entry point of the program. Checks the version of Node and enables the compile cache. The cache applies to modules that are loaded
 * later, so the rest is in `begin.ts`. Imports that an older Node lacks would fail before the check.
 */
import './check-node.cjs';
import { enableCompileCache } from './compile-cache.cjs';

enableCompileCache();
void import('./begin.ts').then(({ begin }) => begin(process.argv.slice(2)));
