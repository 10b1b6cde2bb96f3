/**
 * A file that moves a chain between stores of any kind: a magic number, a version, records with their lengths, and a
 * checksum. It is read completely before use, so a truncated or damaged file changes nothing. A file contains texts of
 * strangers, and its name may come from a request: only its owner may read it, and it replaces nothing but such a file.
 */
import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const MARK = Buffer.from('weir state\n');
const VERSION = 1;
const HEADER_BYTES = MARK.length + 1;
const LENGTH_BYTES = 4;
const CHECKSUM_BYTES = 32;
/** Marks the end in place of a length. */
const END = 0xffff_ffff;
/** No separators, and no dot or dash at the beginning. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}$/;
const OWNER_ONLY = 0o600;
/** A link is not followed, and a pipe does not block. Windows has neither flag. */
const READ_ITSELF = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The file cannot be read or written, or has another format. The message is for the operator. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError';
}

/** The path of a file in a directory by its name, which may come from a request. Throws a `StateFileError` for other names. */
export function stateFilePath(directory: string, name: string): string {
  if (NAME.test(name)) return join(directory, name);
  throw new StateFileError('the name of a file has 1 to 64 letters, digits, _ . and -, and does not begin with . or -');
}

/**
 * Writes a file and replaces an earlier state file. Rejects with a `StateFileError` if another kind of file exists, or a link.
 */
export async function writeStateFile(path: string, records: Iterable<Uint8Array>): Promise<void> {
  await checkPlace(path);
  const made = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  try {
    const file = await open(made, 'wx', OWNER_ONLY);
    try {
      for (const piece of stateBytes(records)) await file.writeFile(piece);
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
  return stateRecords(await readItself(path), path);
}

/** The content of a file, in pieces. */
export function* stateBytes(records: Iterable<Uint8Array>): Generator<Uint8Array, void> {
  const hash = createHash('sha512');
  const hashed = (bytes: Uint8Array) => {
    hash.update(bytes);
    return bytes;
  };
  yield hashed(Buffer.concat([MARK, Buffer.of(VERSION)]));
  for (const record of records) {
    yield hashed(uint32(record.length));
    yield hashed(record);
  }
  yield hashed(uint32(END));
  yield hash.digest().subarray(0, CHECKSUM_BYTES);
}

/** The records in the content of a file. `name` is for the error. Throws a `StateFileError` if it is incomplete or damaged. */
export function stateRecords(bytes: Buffer, name: string): Buffer[] {
  if (!hasMark(bytes)) throw new StateFileError(`${name} is not a file of a chain's state`);
  const version = bytes[MARK.length];
  if (version !== VERSION) {
    throw new StateFileError(`${name} has version ${version}, but this Weir reads version ${VERSION}`);
  }
  const end = bytes.length - CHECKSUM_BYTES;
  const isWhole = end >= HEADER_BYTES + LENGTH_BYTES && checksum(bytes.subarray(0, end)).equals(bytes.subarray(end));
  if (!isWhole) throw new StateFileError(`${name} is damaged or cut off: its checksum is wrong`);
  return recordsIn(bytes.subarray(HEADER_BYTES, end));
}

async function checkPlace(path: string): Promise<void> {
  let isState = false;
  try {
    isState = hasMark(await readItself(path, MARK.length));
  } catch (error) {
    if (((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return;
  }
  if (!isState) throw new StateFileError(`${path} is not a file of a chain's state, so it is not replaced`);
}

/** The beginning of a file, all of it by default. Rejects with a `StateFileError` for a link and for anything but a file. */
async function readItself(path: string, most = Number.POSITIVE_INFINITY): Promise<Buffer> {
  try {
    const file = await open(path, READ_ITSELF);
    try {
      const found = await file.stat();
      if (!found.isFile()) throw new Error('it is not a file');
      const bytes = Buffer.alloc(Math.min(most, found.size));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      return bytes.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new StateFileError(`${path} cannot be read: ${code === 'ELOOP' ? 'it is a link' : message}`, { cause });
  }
}

function hasMark(bytes: Buffer): boolean {
  return bytes.subarray(0, MARK.length).equals(MARK);
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
