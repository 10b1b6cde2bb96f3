/**
 * The file of `--pid-file`. Its directory may be open to all users, such as `/tmp`, so it is a new file that replaces an older one, and
 * no link is followed.
 */
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { CommandError } from '../../util/command-error.ts';

const READABLE_BY_ALL = 0o644;

/** Throws a `CommandError` if the file cannot be written. */
export function checkPidFile(path: string): void {
  orExplain(() => {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isSymbolicLink() === true) throw new Error(`${path} is a link`);
    if (found?.isFile() === false) throw new Error(`${path} is not a file`);
    accessSync(dirname(path), constants.W_OK);
  });
}

/**
 * Writes the number of the process, for scripts that signal it. An older file is replaced. The returned function removes the
 * file, unless another process has written its own number. Throws a `CommandError` if it cannot be written.
 */
export function writePidFile(path: string): () => void {
  const text = `${process.pid}\n`;
  checkPidFile(path);
  orExplain(() => {
    const made = `${path}.${process.pid}`;
    rmSync(made, { force: true });
    const file = openSync(made, 'wx', READABLE_BY_ALL);
    try {
      // Independent of the process's umask.
      if (process.platform !== 'win32') fchmodSync(file, READABLE_BY_ALL);
      writeSync(file, text);
    } finally {
      closeSync(file);
    }
    renameSync(made, path);
  });
  return () => {
    try {
      if (lstatSync(path).isFile() && readFileSync(path, 'utf8') === text) rmSync(path);
    } catch {
      // A missing or protected file is no failure of the stop.
    }
  };
}

function orExplain(work: () => void): void {
  try {
    work();
  } catch (error) {
    throw new CommandError(`cannot write --pid-file: ${(error as Error).message}`);
  }
}
