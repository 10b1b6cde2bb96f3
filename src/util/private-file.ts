/** Files with secrets, which only their owner may read. */
import { closeSync, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';

/** Rights of the group and of all other users. */
const OF_OTHERS = 0o077;
/** The same without reading by the group: how root gives a secret to a service that has its own group. */
const OF_OTHERS_THAN_READERS = 0o037;

/**
 * The text of a file with a secret. Throws the system's error, or one that says what to do if other users can read the file. A pipe
 * has no rights to check, and neither has a file of Windows.
 */
export function readPrivateFile(path: string): string {
  const file = openSync(path, 'r');
  try {
    const found = fstatSync(file);
    if (isOpenToOthers(found)) {
      const mode = (found.mode & 0o777).toString(8);
      throw new Error(`other users can read ${path} (mode ${mode}): chmod 600 ${path}`);
    }
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

function isOpenToOthers(found: Stats): boolean {
  if (process.platform === 'win32' || !found.isFile()) return false;
  return (found.mode & (found.uid === 0 ? OF_OTHERS_THAN_READERS : OF_OTHERS)) !== 0;
}
