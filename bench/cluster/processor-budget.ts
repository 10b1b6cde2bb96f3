/**
 * Limits each of several processes to a fixed part of a processor, with control groups of the kernel, so that all nodes
 * have the same part. These groups have priority over other processes of the machine.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const NEW_ROOT = '/sys/fs/cgroup';
const OLD_ROOT = '/sys/fs/cgroup/cpu';
const PERIOD_US = 10_000;
/** Weight of a group, compared with 1024 for an ordinary process. */
const SHARES = 32_768;

/** Undefined if this user cannot create control groups. */
export function openBudgets(): ProcessorBudgets | undefined {
  const isNew = existsSync(path.join(NEW_ROOT, 'cgroup.controllers'));
  const folder = path.join(isNew ? NEW_ROOT : OLD_ROOT, `weir-bench-${process.pid}`);
  try {
    mkdirSync(folder);
    return new ProcessorBudgets(folder, isNew);
  } catch {
    return undefined;
  }
}

export class ProcessorBudgets {
  readonly #folder: string;
  readonly #isNew: boolean;

  constructor(folder: string, isNew: boolean) {
    this.#folder = folder;
    this.#isNew = isNew;
    if (isNew) this.#write('cgroup.subtree_control', '+cpu');
    else this.#write('cpu.shares', String(SHARES));
  }

  /** Gives this process and its children priority over other processes of the machine. */
  comeFirst(): void {
    const name = `of-${process.pid}`;
    mkdirSync(path.join(this.#folder, name));
    this.#write(`${name}/cgroup.procs`, String(process.pid));
  }

  /** Limits the process and its children to this part of one processor. */
  give(pid: number, share: number): void {
    const name = `of-${pid}`;
    mkdirSync(path.join(this.#folder, name));
    const quota = Math.round(PERIOD_US * share);
    if (this.#isNew) this.#write(`${name}/cpu.max`, `${quota} ${PERIOD_US}`);
    else {
      this.#write(`${name}/cpu.cfs_period_us`, String(PERIOD_US));
      this.#write(`${name}/cpu.cfs_quota_us`, String(quota));
    }
    this.#write(`${name}/cgroup.procs`, String(pid));
  }

  /** Removes the groups. Remaining processes are no longer limited. */
  close(): void {
    const root = path.dirname(this.#folder);
    for (const name of readdirSync(this.#folder).filter((one) => one.startsWith('of-'))) {
      const pids = readFileSync(path.join(this.#folder, name, 'cgroup.procs'), 'utf8').split('\n');
      for (const pid of pids) if (pid !== '') writeFileSync(path.join(root, 'cgroup.procs'), pid);
      rmdirSync(path.join(this.#folder, name));
    }
    rmdirSync(this.#folder);
  }

  #write(file: string, text: string): void {
    writeFileSync(path.join(this.#folder, file), text);
  }
}
