/** How much processor time another process has used, and how much of it its first thread: that of the engine. */
import { readFileSync } from 'node:fs';

export interface ThreadTime {
  /** Microseconds of the first thread. */
  readonly engineUs: number;
  /** Microseconds of all threads that there are or were. */
  readonly allUs: number;
}

/** Linux counts in hundredths of a second, whatever the machine. */
const TICK_US = 10_000;

/** Undefined where the system has no /proc to ask. To be read before and after some seconds of work. */
export function threadTime(pid: number): ThreadTime | undefined {
  try {
    return { engineUs: usedBy(`/proc/${pid}/task/${pid}/stat`), allUs: usedBy(`/proc/${pid}/stat`) };
  } catch {
    return undefined;
  }
}

function usedBy(file: string): number {
  const text = readFileSync(file, 'utf8');
  // The name, in parentheses, may hold spaces. After it come the state and, 11 fields on, time as a user and in the kernel.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}
