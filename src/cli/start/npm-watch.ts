/**
 * Detects the end of the npm process that runs this server as its script. `npm start` starts npm, often a shell, and the server. A
 * signal to npm may not reach the server, and a kill never does; the server would keep running and hold its ports.
 *
 * It ignores npm if the server runs in the background (`weir start &`) or in its own process group (`setsid`, `detached`). It reads
 * /proc, so it works on Linux only.
 */
import { readFileSync } from 'node:fs';

/** Facts about a process. */
export interface ProcessFacts {
  readonly parent: number;
  /** Its process group. */
  readonly group: number;
  /** Start time. Together with the process id it is unique. */
  readonly startedAt: string;
  readonly hasEnded: boolean;
  /** Its initial environment; undefined if it may not be read. */
  readonly environment: ReadonlyMap<string, string> | undefined;
}

/** Undefined if there is no such process. */
export type LookUpProcess = (pid: number) => ProcessFacts | undefined;

/** Calls back at an interval. The returned function stops it. */
export type Repeat = (callback: () => void, intervalMs: number) => () => void;

export interface NpmWatchOptions {
  readonly pid?: number;
  readonly lookUp?: LookUpProcess;
  readonly repeat?: Repeat;
}

const INTERVAL_MS = 500;
/** npm sets these for its scripts. npm itself may have them from an outer npm, with other values. */
const SCRIPT_VARIABLES = ['npm_lifecycle_event', 'npm_lifecycle_script', 'npm_package_json'] as const;
/** An `&` that is not part of `&&`, `>&` or `&>`. */
const BACKGROUND = /(?<![&>])&(?![&>])/;

/** Resolves when the npm that runs this process has ended; never without npm. */
export function npmGone({ pid = process.pid, lookUp = lookUpInProc, repeat = repeatQuietly }: NpmWatchOptions = {}) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const npm = findNpm(pid, lookUp);
  if (npm === undefined) return promise;
  const end = repeat(() => {
    const now = lookUp(npm.pid);
    if (now?.startedAt === npm.startedAt && !now.hasEnded) return;
    end();
    resolve();
  }, INTERVAL_MS);
  return promise;
}

/** The nearest ancestor that is not part of the script: npm, unless the script has its own process group. */
function findNpm(pid: number, lookUp: LookUpProcess): { readonly pid: number; readonly startedAt: string } | undefined {
  const self = lookUp(pid);
  const script = self?.environment?.get('npm_lifecycle_script');
  if (self?.environment === undefined || script === undefined || BACKGROUND.test(script)) return undefined;
  for (let at = self.parent; at > 0; ) {
    const facts = lookUp(at);
    if (facts?.environment === undefined) return undefined;
    if (!isOfScript(facts.environment, self.environment)) {
      return facts.group === self.group ? { pid: at, startedAt: facts.startedAt } : undefined;
    }
    at = facts.parent;
  }
  return undefined;
}

function isOfScript(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return SCRIPT_VARIABLES.every((name) => one.get(name) === other.get(name));
}

function lookUpInProc(pid: number): ProcessFacts | undefined {
  const stat = readIfAllowed(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // proc_pid_stat(5). The second field is a name in parentheses, which may contain any characters.
  const [state, parent, group, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const environment = readIfAllowed(`/proc/${pid}/environ`);
  return {
    parent: Number(parent),
    group: Number(group),
    startedAt: rest[16] ?? '',
    hasEnded: state === 'Z' || state === 'X',
    environment: environment === undefined ? undefined : parseEnvironment(environment),
  };
}

function parseEnvironment(text: string): Map<string, string> {
  return new Map(
    text.split('\0').map((line): [string, string] => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
}

function readIfAllowed(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function repeatQuietly(callback: () => void, intervalMs: number): () => void {
  const timer = setInterval(callback, intervalMs).unref();
  return () => clearInterval(timer);
}
