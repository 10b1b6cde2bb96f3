#!/usr/bin/env node
/**
 * Where the program begins. It sees to it that Node is new enough, and turns on Node's cache of compiled code, which
 * halves the time to start; that works for what is loaded afterwards, so all the rest is in `begin.ts`. Without a place
 * to write to, there is no cache. Names that an older Node lacks must not be imported here, or it fails before the check.
 */
import './check-node.cjs';
import module from 'node:module';

module.enableCompileCache();
void import('./begin.ts').then(({ begin }) => begin(process.argv.slice(2)));
