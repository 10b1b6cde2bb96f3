/**
 * A fixed part of a processor for each of some processes, by the kernel's control groups: so many nodes have the same each,
 * whatever else the machine does. Before others, as far as their parts go.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const NEW_ROOT = '/sys/fs/cgroup';
const OLD_ROOT = '/sys/fs/cgroup/cpu';
const PERIOD_US = 10_000;
/** Weight of a group beside the machine's other work, where 1024 is that of one process. */
const SHARES = 32_768;

/** Undefined where this user cannot have any. */
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

  /** From now on this process and what it begins come before the machine's other work. */
  comeFirst(): void {
    const name = `of-${process.pid}`;
    mkdirSync(path.join(this.#folder, name));
    this.#write(`${name}/cgroup.procs`, String(process.pid));
  }

  /** From now on the process, with what it begins, has so much of one processor, and no more. */
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

  /** Processes that are left have what others have. */
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
