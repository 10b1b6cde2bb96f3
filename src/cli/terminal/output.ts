/**
 * Writes the answers of all commands to standard output. If the reader has gone (`weir … | head -1`), a command ends without a
 * word; if the disk is full, it ends with one line. What a command has begun elsewhere is finished first: the error passes
 * through its `finally` blocks. Writes are complete: Node.js itself loses the rest of a text when a disk becomes full in it.
 */
import { writeSync } from 'node:fs';
import { describeFailure } from '../../storage/disk-fault.ts';
import { CommandError } from '../../util/command-error.ts';

const STANDARD_OUTPUT = 1;
const BUSY_WAIT_MS = 10;

/** The reader of standard output has gone. */
export class ReaderGoneError extends Error {
  override readonly name = 'ReaderGoneError';
  /** 128 + 13: what a shell reports for a program that SIGPIPE ended. */
  readonly exitCode = 141;

  constructor() {
    super('the reader of standard output has gone');
  }
}

/** Writes a line. Throws a `ReaderGoneError`, or a `CommandError` if it cannot be written. */
export function print(text: string): void {
  writeOutput(`${text}\n`);
}

/** Writes a text as it is. Throws as `print` does. */
export function writeOutput(text: string): void {
  const bytes = Buffer.from(text);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSome(bytes, at);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') throw new ReaderGoneError();
    throw new CommandError(`cannot write to standard output: ${describeFailure(error)}`);
  }
}

/** A pipe that another program made non-blocking may be full: then this waits. */
function writeSome(bytes: Buffer, at: number): number {
  try {
    return writeSync(STANDARD_OUTPUT, bytes, at);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_WAIT_MS);
    return 0;
  }
}
