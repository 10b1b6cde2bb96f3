/** How much memory another process has. */
import { readFileSync } from 'node:fs';

/** Resident memory in megabytes; undefined where the system has no /proc to ask. */
export function residentMegabytes(pid: number): number | undefined {
  return statusMegabytes(pid, 'VmRSS');
}

/** The part of it that is the process's own: without pages of files that are mapped, which the system takes back. */
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
 * Memory of another process in megabytes, where a page that several processes use counts in part for each; undefined
 * where the system does not tell.
 */
export function proportionalMegabytes(pid: number): number | undefined {
  try {
    const kilobytes = /^Pss:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
