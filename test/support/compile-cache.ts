/** Loaded before each test file: keeps compiled modules, which every file would otherwise compile anew. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compile'));
