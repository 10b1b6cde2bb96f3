/** Reads the memory of another process. */
import { readFileSync } from 'node:fs';

/** Resident memory in megabytes; undefined on systems without /proc. */
export function residentMegabytes(pid: number): number | undefined {
  return statusMegabytes(pid, 'VmRSS');
}

/** Resident memory in megabytes without pages of mapped files, which the system can reclaim. */
export function ownMegabytes(pid: number): number | undefined {
  return statusMegabytes(pid, 'RssAnon');
}

function statusMegabytes(pid: number, name: string): number | undefined {
  try {
    const kilobytes = new RegExp(`${name}:\\s*(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

/**
 * Memory in megabytes in which a page that several processes share counts in part for each (PSS); undefined on systems
 * that do not report it.
 */
export function proportionalMegabytes(pid: number): number | undefined {
  try {
    const kilobytes = /^Pss:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
