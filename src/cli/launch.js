#!/usr/bin/env node
/**
 * Where `npm start` and `npm run weir` begin in a clone: runs the bundle if it is of the sources as they are, which is
 * several times as fast, or else the sources. Nothing here may need a newer Node than the check asks for.
 */
import './check-node.js';
import { fileURLToPath } from 'node:url';
import { isBundleFresh } from './bundle-check.js';

const root = new URL('../../', import.meta.url);
const isFresh = isBundleFresh(fileURLToPath(root));
await import(new URL(isFresh ? 'dist/program/main.js' : 'src/cli/main.ts', root).href);
