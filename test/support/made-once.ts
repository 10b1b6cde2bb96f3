/** A folder in `node_modules/.cache` that takes long to make, so that it is made once. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const CACHE = path.join(import.meta.dirname, '../../node_modules/.cache');

/**
 * The path of a folder. `name` has the version of what it is made from. `make` makes another folder, which is renamed when it is
 * complete, since several tests may do so at the same time.
 */
export async function madeOnce(name: string, make: (folder: string) => unknown): Promise<string> {
  const folder = path.join(CACHE, name);
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const partial = mkdtempSync(`${folder}.`);
  try {
    await make(partial);
    renameSync(partial, folder);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    // Another one was complete first.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
