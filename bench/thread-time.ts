/** Reads the processor time of this thread, of another process, and of that process's first thread, which runs the engine. */
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

export interface ThreadTime {
  /** Processor time of the first thread, in microseconds. */
  readonly engineUs: number;
  /** Processor time of all threads, including those that have ended, in microseconds. */
  readonly allUs: number;
}

/** Linux reports hundredths of a second on every machine. */
const TICK_US = 10_000;

/** Undefined on systems without /proc. Read it before and after some seconds of work, and take the difference. */
export function threadTime(pid: number): ThreadTime | undefined {
  try {
    return { engineUs: usedBy(`/proc/${pid}/task/${pid}/stat`), allUs: usedBy(`/proc/${pid}/stat`) };
  } catch {
    return undefined;
  }
}

function usedBy(file: string): number {
  const text = readFileSync(file, 'utf8');
  // The name, in parentheses, may contain spaces. The state follows, and 11 fields later user and system time.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}

/** Processor time of this thread, in microseconds. Linux adds up the time of a running thread every 4 ms, so it sleeps first. */
export async function ownThreadUs(): Promise<number> {
  await setTimeout(1);
  const { user, system } = process.threadCpuUsage();
  return user + system;
}
