/** The file of `--pid-file`: the number of the process, for scripts that are to signal it. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { CommandError } from '../command-error.ts';

/**
 * Writes the file; what an earlier process left there is replaced. The returned function removes it, unless another
 * process has written its own number meanwhile. Throws a `CommandError` if it cannot be written.
 */
export function writePidFile(path: string, pid: number = process.pid): () => void {
  const text = `${pid}\n`;
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new CommandError(`cannot write --pid-file: ${(error as Error).message}`);
  }
  return () => {
    try {
      if (readFileSync(path, 'utf8') === text) rmSync(path);
    } catch {
      // It is gone, or nobody may remove it any more: no reason for a server that ended well to say otherwise.
    }
  };
}
