/**
 * Makes a directory with those above it. Node's own way of doing that never ends where the system says of a directory
 * that is there that nothing can be made in it because it is not there, as Linux does below /proc.
 */
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** @throws the system's error for the first directory that cannot be made */
export function makeDirectories(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !isDirectory(at); at = dirname(at)) missing.push(at);
  for (const directory of missing.reverse()) make(directory);
}

/** @throws the system's error for what is there and no directory, and for what may not be looked at */
function isDirectory(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (found.isDirectory()) return true;
  throw Object.assign(new Error(`${path} is not a directory`), { code: 'ENOTDIR' });
}

function make(directory: string): void {
  try {
    mkdirSync(directory);
  } catch (error) {
    // Somebody else was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
