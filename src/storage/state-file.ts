/**
 * A file that moves a chain between stores of any kind: a magic number, a version, records with their lengths, and a
 * checksum. It is read completely before use, so a truncated or damaged file changes nothing.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';

const MARK = Buffer.from('weir state\n');
const VERSION = 1;
const HEADER_BYTES = MARK.length + 1;
const LENGTH_BYTES = 4;
const CHECKSUM_BYTES = 32;
/** Marks the end in place of a length. */
const END = 0xffff_ffff;

/** The file cannot be read or written, or has another format. The message is for the operator. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError';
}

/** Writes a file and replaces an earlier state file. Rejects with a `StateFileError` if another kind of file exists. */
export async function writeStateFile(path: string, records: Iterable<Uint8Array>): Promise<void> {
  await checkPlace(path);
  const made = `${path}.new`;
  try {
    const file = await open(made, 'w');
    try {
      await writeRecords(file, records);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(made, path);
  } catch (cause) {
    await rm(made, { force: true });
    throw new StateFileError(`${path} cannot be written: ${(cause as Error).message}`, { cause });
  }
}

/** The records of a file. Rejects with a `StateFileError` if it is incomplete or damaged. */
export async function readStateFile(path: string): Promise<Buffer[]> {
  const bytes = await readFile(path).catch((cause) => {
    throw new StateFileError(`${path} cannot be read: ${(cause as Error).message}`, { cause });
  });
  if (!bytes.subarray(0, MARK.length).equals(MARK))
    throw new StateFileError(`${path} is not a file of a chain's state`);
  const version = bytes[MARK.length];
  if (version !== VERSION) {
    throw new StateFileError(`${path} has version ${version}, but this Weir reads version ${VERSION}`);
  }
  const end = bytes.length - CHECKSUM_BYTES;
  const isWhole = end >= HEADER_BYTES + LENGTH_BYTES && checksum(bytes.subarray(0, end)).equals(bytes.subarray(end));
  if (!isWhole) throw new StateFileError(`${path} is damaged or cut off: its checksum is wrong`);
  return recordsIn(bytes.subarray(HEADER_BYTES, end));
}

async function checkPlace(path: string): Promise<void> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return;
  try {
    const { buffer } = await file.read(Buffer.alloc(MARK.length), 0, MARK.length, 0);
    if (!buffer.equals(MARK)) throw new StateFileError(`${path} is something else, and stays`);
  } finally {
    await file.close();
  }
}

async function writeRecords(file: FileHandle, records: Iterable<Uint8Array>): Promise<void> {
  const hash = createHash('sha512');
  const write = async (bytes: Uint8Array) => {
    hash.update(bytes);
    await file.writeFile(bytes);
  };
  await write(Buffer.concat([MARK, Buffer.of(VERSION)]));
  for (const record of records) {
    await write(uint32(record.length));
    await write(record);
  }
  await write(uint32(END));
  await file.writeFile(hash.digest().subarray(0, CHECKSUM_BYTES));
}

function recordsIn(bytes: Buffer): Buffer[] {
  const records: Buffer[] = [];
  let at = 0;
  for (let length = bytes.readUInt32BE(at); length !== END; length = bytes.readUInt32BE(at)) {
    records.push(bytes.subarray(at + LENGTH_BYTES, at + LENGTH_BYTES + length));
    at += LENGTH_BYTES + length;
  }
  return records;
}

function checksum(bytes: Buffer): Buffer {
  return createHash('sha512').update(bytes).digest().subarray(0, CHECKSUM_BYTES);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(LENGTH_BYTES);
  bytes.writeUInt32BE(value);
  return bytes;
}
