/**
 * Creates a directory with its parents. Node's recursive `mkdir` never ends where the system reports ENOENT for a child
 * of an existing directory, as Linux does below /proc.
 */
import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * `mode`: the permissions of new directories, less those that the process's umask takes away.
 * @throws the system's error for the first directory that cannot be created
 */
export function makeDirectories(path: string, mode?: number): void {
  const missing: string[] = [];
  for (let at = resolve(path); !isDirectory(at); at = dirname(at)) missing.push(at);
  for (const directory of missing.reverse()) make(directory, mode);
}

/** @throws the system's error if it exists and is no directory, or may not be accessed */
function isDirectory(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (found.isDirectory()) return true;
  throw Object.assign(new Error(`${path} is not a directory`), { code: 'ENOTDIR' });
}

function make(directory: string, mode: number | undefined): void {
  try {
    mkdirSync(directory, mode);
  } catch (error) {
    // Another process created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
