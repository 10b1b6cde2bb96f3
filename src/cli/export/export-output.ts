/**
 * Where an export goes. A file has a state beside it (`FILE.state`) as long as it is not complete: what was asked, how
 * much of the file is good, and where the next page begins. What a crash left behind that is cut off before going on.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Json, JsonObject } from '../../protocol/values.ts';
import { CommandError } from '../../util/command-error.ts';
import { writeOutput } from '../terminal/output.ts';

/** How far an export got. */
export interface ExportState {
  /** The parameters of the request, but for the marker. */
  readonly request: JsonObject;
  readonly format: string;
  readonly columns: string;
  /** If only rows of this direction are written. */
  readonly direction?: string;
  readonly marker?: Json | undefined;
  readonly rows: number;
}

export interface ExportOutput {
  /** What an earlier run left to go on from. */
  readonly earlier: ExportState | undefined;
  /** Resolves when the text is taken, so that nothing piles up in memory. */
  write(text: string): Promise<void>;
  /** Says that what was written so far is good. */
  save(state: ExportState): Promise<void>;
  finish(): Promise<void>;
  /** Lets go of it, complete or not. A file that nothing was written to goes, so that the same command can be given again. */
  close(): Promise<void>;
}

/** Standard output: nothing to resume. */
export const STANDARD_OUTPUT: ExportOutput = {
  earlier: undefined,
  write: async (text) => writeOutput(text),
  save: async () => {},
  finish: async () => {},
  close: async () => {},
};

interface StoredState extends ExportState {
  readonly bytes: number;
}

/** A file; `resume` goes on with it, otherwise it must not exist yet. */
export async function fileOutput(file: string, resume: boolean): Promise<ExportOutput> {
  const stateFile = `${file}.state`;
  const earlier = resume ? readState(stateFile) : undefined;
  if (resume && earlier === undefined) throw new CommandError(`there is nothing to resume: ${stateFile} is not there`);
  const handle = await openFile(file, earlier);
  let bytes = earlier?.bytes ?? 0;
  let isFinished = false;
  return {
    earlier,
    async write(text) {
      const page = Buffer.from(text);
      for (let at = 0; at < page.length; ) {
        const { bytesWritten } = await handle.write(page, at, page.length - at, bytes);
        at += bytesWritten;
        bytes += bytesWritten;
      }
    },
    async save(state) {
      await handle.sync();
      const stored: StoredState = { ...state, bytes };
      writeFileSync(`${stateFile}.new`, JSON.stringify(stored));
      renameSync(`${stateFile}.new`, stateFile);
    },
    async finish() {
      await handle.sync();
      rmSync(stateFile, { force: true });
      isFinished = true;
    },
    async close() {
      await handle.close();
      if (bytes === 0 && !isFinished) rmSync(file, { force: true });
    },
  };
}

function readState(stateFile: string): StoredState | undefined {
  if (!existsSync(stateFile)) return undefined;
  try {
    return JSON.parse(readFileSync(stateFile, 'utf8')) as StoredState;
  } catch {
    throw new CommandError(`${stateFile} is damaged; delete it and the export, and begin again`);
  }
}

async function openFile(file: string, earlier: StoredState | undefined): Promise<FileHandle> {
  try {
    const handle = await open(file, earlier === undefined ? 'wx' : 'r+');
    if (earlier !== undefined) await handle.truncate(earlier.bytes);
    return handle;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' ? 'it is already there (--resume goes on with an unfinished one)' : message;
    throw new CommandError(`cannot write ${file}: ${reason}`);
  }
}
