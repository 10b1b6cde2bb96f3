/**
 * All that commands write to the terminal passes here, so that no text of a stranger (a memo, a message of another server) can hide
 * something on it, or change the order of what it shows: characters that are not seen are escaped as in JSON.
 *
 * Writes answers to standard output. If the reader closed the pipe (`weir … | head -1`), the command ends silently; if the disk is
 * full, with an error. Both are exceptions, so `finally` blocks run. Writes are complete: Node.js would lose the rest of a text when
 * the disk becomes full.
 */
import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { escapeInvisible } from '../../../explorer/values/invisible.js';
import { describeFailure } from '../../storage/disk-fault.ts';
import { CommandError } from '../../util/command-error.ts';

const STANDARD_OUTPUT = 1;
const BUSY_WAIT_MS = 10;

/** The reader closed standard output. */
export class ReaderGoneError extends Error {
  override readonly name = 'ReaderGoneError';
  /** 128 + 13: the exit code after SIGPIPE. */
  readonly exitCode = 141;

  constructor() {
    super('the reader closed standard output');
  }
}

/** Writes a line. Throws a `ReaderGoneError`, or a `CommandError` if it cannot be written. */
export function print(text: string): void {
  writeOutput(`${text}\n`);
}

/** Writes a text without a line feed at its end. Throws as `print` does. */
function writeOutput(text: string): void {
  writeBytes(Buffer.from(escapeInvisible(text)));
}

/** Writes data of a file format: a file or a program gets them as they are, a terminal as other texts. Throws as `print` does. */
export function writeData(text: string): void {
  if (isatty(STANDARD_OUTPUT)) writeOutput(text);
  else writeBytes(Buffer.from(text));
}

/** Writes a line to standard error. */
export function printNote(text: string): void {
  process.stderr.write(`${escapeInvisible(text)}\n`);
}

function writeBytes(bytes: Buffer): void {
  try {
    for (let at = 0; at < bytes.length; ) at += writeSome(bytes, at);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') throw new ReaderGoneError();
    throw new CommandError(`cannot write to standard output: ${describeFailure(error)}`);
  }
}

/** Waits while a non-blocking pipe is full. */
function writeSome(bytes: Buffer, at: number): number {
  try {
    return writeSync(STANDARD_OUTPUT, bytes, at);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_WAIT_MS);
    return 0;
  }
}
