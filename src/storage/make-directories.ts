/**
 * Creates a directory with its parents, for the owner only. Node's recursive `mkdir` never ends where the system reports ENOENT for
 * a child of an existing directory, as Linux does below /proc.
 */
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const OWNER_ONLY = 0o700;

/** @throws the system's error for the first directory that cannot be created */
export function makeDirectories(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !isDirectory(at); at = dirname(at)) missing.push(at);
  for (const directory of missing.reverse()) make(directory);
}

/** @throws the system's error if it exists and is no directory, or may not be accessed */
function isDirectory(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (found.isDirectory()) return true;
  throw Object.assign(new Error(`${path} is not a directory`), { code: 'ENOTDIR' });
}

function make(directory: string): void {
  try {
    mkdirSync(directory, OWNER_ONLY);
  } catch (error) {
    // Another process created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
