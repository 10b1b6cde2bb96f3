#!/usr/bin/env node
/**
 * Where the program begins. It checks that Node is new enough, and turns on the cache of compiled code. That works for
 * what is loaded afterwards, so all the rest is in `begin.ts`. Names that an older Node lacks must not be imported here, or
 * it fails before the check.
 */
import './check-node.cjs';
import { enableCompileCache } from './compile-cache.cjs';

enableCompileCache();
void import('./begin.ts').then(({ begin }) => begin(process.argv.slice(2)));
