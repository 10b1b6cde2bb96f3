/** Input, output, environment and time of a command. Tests replace it. */
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { CommandError } from '../../util/command-error.ts';
import { readPrivateFile } from '../../util/private-file.ts';
import { print, printNote, writeData } from './output.ts';

export interface Terminal {
  /** A line of the answer, on standard output. */
  print(text: string): void;
  /** Lines of a file format, on standard output: `writeData` of `output.ts`. */
  printData(text: string): void;
  /** A progress line, on standard error. */
  note(text: string): void;
  /** A file's text; `-` is standard input. Only its owner may read a file that has a secret. Rejects with a `CommandError`. */
  read(file: string, hasSecret?: boolean): Promise<string>;
  /** Prompts for hidden input; undefined without a terminal. */
  askHidden(question: string): Promise<string | undefined>;
  environment(name: string): string | undefined;
  sleep(milliseconds: number): Promise<void>;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number;
}

/** The terminal that the program runs in. */
export const processTerminal: Terminal = {
  print,
  printData: (text) => writeData(`${text}\n`),
  note: printNote,
  read: async (file, hasSecret) => (file === '-' ? readAll(process.stdin) : readOrExplain(file, hasSecret)),
  askHidden,
  environment: (name) => process.env[name],
  sleep: (milliseconds) => setTimeout(milliseconds),
  nowMs: () => Date.now(),
};

async function readOrExplain(file: string, hasSecret = false): Promise<string> {
  try {
    return hasSecret ? readPrivateFile(file) : await readFile(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandError(code === undefined ? message : `cannot read ${file}: ${code}`);
  }
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function askHidden(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const { createInterface } = await import('node:readline/promises');
  const { Writable } = await import('node:stream');
  process.stderr.write(question);
  // The line editor writes its echo here, where it is discarded.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
