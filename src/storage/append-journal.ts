/**
 * A file of keyed records. A record is durable once `append` has resolved: it survives a kill or a power loss. Appends
 * that arrive during a flush share the next one, so a thousand clients do not cause a thousand flushes.
 *
 * Record: length of the rest (4 bytes), checksum of the rest (8), kind (1), key (32), body. A removal has no body and
 * causes no flush, since losing it is harmless. An incomplete record, of an interrupted write that was never acknowledged,
 * or a damaged one is skipped: reading continues with the next intact record. After a failed write or flush the file's content is unknown (the system may have dropped
 * the pages), so the next append begins a new file.
 */
import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sha512Half } from '../crypto/hash.ts';
import type { Hash256 } from '../protocol/values.ts';
import { bytesToHex, hexToBytes } from '../util/hex.ts';

const PREFIX_BYTES = 12;
const CHECKSUM_BYTES = 8;
const KEY_BYTES = 32;
const KIND = { add: 1, remove: 2 } as const;
const OWNER_ONLY = 0o600;
/** The file is rewritten when this much of it, and more than half, concerns removed keys. */
const WASTE_BYTES = 1_000_000;

/** The file operations of the journal; tests inject failures here. */
export type JournalFile = Pick<FileHandle, 'write' | 'datasync' | 'close'>;
export type OpenJournalFile = (path: string) => Promise<JournalFile>;

interface Write {
  readonly bytes: Buffer;
  /** Absent for removals. */
  readonly waiter?: { readonly resolve: () => void; readonly reject: (error: unknown) => void };
}

/** Opens the journal at a path, with what earlier runs left in it. */
export async function openAppendJournal(path: string, openFile: OpenJournalFile = createFile): Promise<AppendJournal> {
  return new AppendJournal(path, readRecords(await readIfThere(path)), openFile);
}

/** Records of accepted submissions: this file's, or those that the members of a cluster share. */
export type SubmissionRecords = Pick<AppendJournal, 'records' | 'append' | 'remove' | 'close'>;

export class AppendJournal {
  readonly #path: string;
  readonly #openFile: OpenJournalFile;
  readonly #records: Map<Hash256, Buffer>;
  /** Size of a file with only the current records. */
  #recordBytes = 0;
  #file: JournalFile | undefined;
  #fileBytes = 0;
  #waiting: Write[] = [];
  #flushing: Promise<void> | undefined;

  /** Use `openAppendJournal`. */
  constructor(path: string, records: Map<Hash256, Buffer>, openFile: OpenJournalFile) {
    this.#path = path;
    this.#records = records;
    this.#openFile = openFile;
    for (const body of records.values()) this.#recordBytes += recordBytes(body);
  }

  /** The current records, oldest first. */
  get records(): ReadonlyMap<Hash256, Buffer> {
    return this.#records;
  }

  /** Adds a record; resolves when it is durable, rejects if it may not be. */
  append(key: Hash256, body: Buffer): Promise<void> {
    this.#count(key, -1);
    this.#records.set(key, body);
    this.#count(key, 1);
    return new Promise((resolve, reject) => {
      this.#push({ bytes: encodeRecord(KIND.add, key, body), waiter: { resolve, reject } });
    });
  }

  remove(key: Hash256): void {
    this.#count(key, -1);
    if (this.#records.delete(key)) this.#push({ bytes: encodeRecord(KIND.remove, key) });
  }

  /** Writes the waiting records, then closes the file. */
  async close(): Promise<void> {
    await this.#flushing;
    await this.#file?.close();
    this.#file = undefined;
  }

  #count(key: Hash256, sign: 1 | -1): void {
    const body = this.#records.get(key);
    if (body !== undefined) this.#recordBytes += sign * recordBytes(body);
  }

  #push(write: Write): void {
    this.#waiting.push(write);
    this.#flushing ??= this.#flushAll();
  }

  async #flushAll(): Promise<void> {
    // Other appends of this turn of the event loop share the flush.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting;
      this.#waiting = [];
      try {
        await this.#write(batch);
        for (const { waiter } of batch) waiter?.resolve();
      } catch (error) {
        await this.#file?.close().catch(() => {});
        this.#file = undefined;
        for (const { waiter } of batch) waiter?.reject(error);
      }
    }
    this.#flushing = undefined;
  }

  async #write(batch: readonly Write[]): Promise<void> {
    const wasted = this.#fileBytes - this.#recordBytes;
    if (this.#file === undefined || (wasted > WASTE_BYTES && wasted > this.#fileBytes / 2)) {
      await this.#begin();
      return;
    }
    const bytes = Buffer.concat(batch.map((write) => write.bytes));
    await writeWhole(this.#file, bytes);
    this.#fileBytes += bytes.length;
    if (batch.some(({ waiter }) => waiter !== undefined)) await this.#file.datasync();
  }

  /** Replaces the old file, if any, by a new one with all records. */
  async #begin(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
    const bytes = Buffer.concat(Array.from(this.#records, ([key, body]) => encodeRecord(KIND.add, key, body)));
    const made = `${this.#path}.new`;
    const file = await this.#openFile(made);
    this.#file = file;
    await writeWhole(file, bytes);
    await file.datasync();
    await rename(made, this.#path);
    await flushDirectory(dirname(this.#path));
    this.#fileBytes = bytes.length;
  }
}

function recordBytes(body: Buffer): number {
  return PREFIX_BYTES + 1 + KEY_BYTES + body.length;
}

function encodeRecord(kind: number, key: Hash256, body: Buffer = Buffer.alloc(0)): Buffer {
  const rest = Buffer.concat([Buffer.from([kind]), hexToBytes(key), body]);
  const length = Buffer.allocUnsafe(4);
  length.writeUInt32BE(rest.length);
  return Buffer.concat([length, checksum(rest), rest]);
}

function checksum(bytes: Uint8Array): Buffer {
  return sha512Half(bytes).subarray(0, CHECKSUM_BYTES);
}

function readRecords(file: Buffer): Map<Hash256, Buffer> {
  const records = new Map<Hash256, Buffer>();
  for (let at = 0; at + PREFIX_BYTES <= file.length; ) {
    const rest = recordAt(file, at);
    if (rest === undefined) {
      at += 1;
      continue;
    }
    const key = bytesToHex(rest.subarray(1, 1 + KEY_BYTES));
    if (rest[0] === KIND.add) records.set(key, rest.subarray(1 + KEY_BYTES));
    else records.delete(key);
    at += PREFIX_BYTES + rest.length;
  }
  return records;
}

/** What follows the checksum of an intact record. */
function recordAt(file: Buffer, at: number): Buffer | undefined {
  const length = file.readUInt32BE(at);
  const start = at + PREFIX_BYTES;
  if (length < 1 + KEY_BYTES || start + length > file.length) return undefined;
  const rest = file.subarray(start, start + length);
  return checksum(rest).equals(file.subarray(at + PREFIX_BYTES - CHECKSUM_BYTES, start)) ? rest : undefined;
}

async function writeWhole(file: JournalFile, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at, bytes.length - at)).bytesWritten;
}

function createFile(path: string): Promise<JournalFile> {
  return open(path, 'w', OWNER_ONLY);
}

async function readIfThere(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

async function flushDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
