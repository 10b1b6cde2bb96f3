/** Disk errors in plain words, so that an operator reads "the disk is full" instead of a library's error. */
import { constants } from 'node:os';

/** The number of LMDB's own error for a full environment. */
const MDB_MAP_FULL = -30792;

/** Said of an input/output error. */
export const FAILING = 'the disk is failing';

/** The system's code, a pattern for errors that carry only a text, and the meaning. */
const FAULTS: readonly { readonly code: string; readonly text: RegExp; readonly words: string }[] = [
  { code: 'ENOSPC', text: /no space left on device|database or disk is full/i, words: 'the disk is full' },
  { code: 'EDQUOT', text: /quota exceeded/i, words: 'the disk quota of the user is used up' },
  { code: 'EFBIG', text: /file too large/i, words: 'the data file has reached the largest size that it may have' },
  { code: 'MDB_MAP_FULL', text: /MDB_MAP_FULL/, words: 'the data file has reached the largest size that it may have' },
  { code: 'EROFS', text: /read-only file system/i, words: 'the disk is read-only' },
  { code: 'EIO', text: /input\/output error|\bI\/O error/i, words: FAILING },
  { code: 'ENXIO', text: /no such device/i, words: 'the disk is gone' },
  { code: 'ENODEV', text: /no such device/i, words: 'the disk is gone' },
];

/** The disk fault behind an error or one of its causes; undefined if the disk is not the reason. */
export function diskFault(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { message, code } = at as Error & { code?: unknown };
    const name = typeof code === 'number' ? nameOfCode(code) : code;
    const fault = FAULTS.find((one) => one.code === name || one.text.test(message) || message.startsWith(one.code));
    if (fault !== undefined) return fault.words;
  }
  return undefined;
}

/** The message of a failure, preceded by the disk fault if there is one. */
export function describeFailure(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const fault = diskFault(error);
  return fault === undefined ? message : `${fault}: ${message}`;
}

function nameOfCode(code: number): string | undefined {
  if (code === MDB_MAP_FULL) return 'MDB_MAP_FULL';
  return Object.entries(constants.errno).find(([, value]) => value === Math.abs(code))?.[0];
}
