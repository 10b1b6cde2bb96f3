/** Waits for the end of a process, with a time limit. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { TIMEOUT_MS } from './until.ts';

export type ProcessEnd = readonly [code: number | null, endedBy: NodeJS.Signals | null];

/** True if it has exited or was ended by a signal. */
export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Resolves when the process has ended. Kills it and fails after the time limit. */
export async function endOf(child: ChildProcess, timeoutMs = TIMEOUT_MS): Promise<ProcessEnd> {
  const patience = new AbortController();
  const late = delay(timeoutMs, 'late' as const, { signal: patience.signal }).catch(() => 'late' as const);
  const exited = hasEnded(child) ? undefined : once(child, 'exit');
  const outcome = await Promise.race([exited, late]);
  patience.abort();
  if (outcome === 'late') {
    child.kill('SIGKILL');
    throw new Error(`process ${child.pid} did not end within ${timeoutMs / 1000} s`);
  }
  return [child.exitCode, child.signalCode];
}
