/**
 * The output of an export. An incomplete file has a state file (`FILE.state`): the request, the valid length of the file, and the
 * marker of the next page. After a crash the file is truncated to the valid length.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Json, JsonObject } from '../../protocol/values.ts';
import { CommandError } from '../../util/command-error.ts';
import { writeData } from '../terminal/output.ts';

/** The progress of an export. */
export interface ExportState {
  /** The parameters of the request without the marker. */
  readonly request: JsonObject;
  readonly format: string;
  readonly columns: string;
  /** Only rows of this direction are written. */
  readonly direction?: string;
  readonly marker?: Json | undefined;
  readonly rows: number;
}

export interface ExportOutput {
  /** The state of an interrupted run. */
  readonly earlier: ExportState | undefined;
  /** Resolves when the text is written, so that memory use is bounded. */
  write(text: string): Promise<void>;
  /** Makes the text and the state so far durable. */
  save(state: ExportState): Promise<void>;
  finish(): Promise<void>;
  /** Closes the output, complete or not. Removes an empty file, so that the command can be repeated. */
  close(): Promise<void>;
}

/** Standard output, which cannot be resumed. */
export const STANDARD_OUTPUT: ExportOutput = {
  earlier: undefined,
  write: async (text) => writeData(text),
  save: async () => {},
  finish: async () => {},
  close: async () => {},
};

interface StoredState extends ExportState {
  readonly bytes: number;
}

/** A file. `resume` continues it; otherwise it must not exist. */
export async function fileOutput(file: string, resume: boolean): Promise<ExportOutput> {
  const stateFile = `${file}.state`;
  const earlier = resume ? readState(stateFile) : undefined;
  if (resume && earlier === undefined)
    throw new CommandError(`there is nothing to resume: ${stateFile} does not exist`);
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
    throw new CommandError(`${stateFile} is damaged; delete it and the export, and start again`);
  }
}

async function openFile(file: string, earlier: StoredState | undefined): Promise<FileHandle> {
  try {
    const handle = await open(file, earlier === undefined ? 'wx' : 'r+');
    if (earlier !== undefined) await handle.truncate(earlier.bytes);
    return handle;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'EEXIST' ? 'it already exists (--resume continues an unfinished one)' : message;
    throw new CommandError(`cannot write ${file}: ${reason}`);
  }
}
