import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unusedExports } from './unused-exports.ts';

const LIBRARY = `
export const used = 1;
export const spare = 2;
export function* walk() {}
export class Lonely {}
export interface Options { readonly a: number }
export interface Forgotten { readonly a: number }
export function start(options: Options) {}
`;

function unused(importer: string): string[] {
  return unusedExports([
    { path: 'src/a/library.ts', text: LIBRARY },
    { path: 'src/b/user.ts', text: importer },
  ]);
}

test('An export that no other file imports is found; a type that a signature names is none', () => {
  const importer = "import { type X, used, walk as go,\n  start } from '../a/library.ts';";
  assert.deepEqual(unused(importer), [
    'src/a/library.ts spare',
    'src/a/library.ts Lonely',
    'src/a/library.ts Forgotten',
  ]);
});

test('A file that is imported as a whole has no unused exports', () => {
  assert.deepEqual(unused("import * as library from '../a/library.ts';"), []);
  assert.deepEqual(unused("const library = await import('../a/library.ts');"), []);
});

test('The same name from another file counts for that file only', () => {
  assert.ok(unused("import { used } from './library.ts';").includes('src/a/library.ts used'));
});
