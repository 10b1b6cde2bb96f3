/**
 * Notices that the npm is gone which runs this server as its script. `npm start` is npm, often a shell, and the server. A
 * signal to npm reaches the shell at best and a kill only npm; the server would live on unseen and keep its ports.
 *
 * Only npm counts that waits for the server: not for one that a script put into the background (`weir start &`) or that
 * has a process group of its own (`setsid`, `detached`). Processes are looked up in /proc, so this works on Linux;
 * elsewhere nothing is noticed.
 */
import { readFileSync } from 'node:fs';

/** What is to be known of a process. */
export interface ProcessFacts {
  readonly parent: number;
  /** Its process group. */
  readonly group: number;
  /** With its number, tells it from any other process there ever was. */
  readonly startedAt: string;
  readonly hasEnded: boolean;
  /** Variables that it was started with; undefined where they may not be read. */
  readonly environment: ReadonlyMap<string, string> | undefined;
}

/** Undefined for a process that is not there. */
export type LookUpProcess = (pid: number) => ProcessFacts | undefined;

/** Calls back again and again. The returned function ends it. */
export type Repeat = (callback: () => void, intervalMs: number) => () => void;

export interface NpmWatchOptions {
  readonly pid?: number;
  readonly lookUp?: LookUpProcess;
  readonly repeat?: Repeat;
}

const INTERVAL_MS = 500;
/** npm gives them to its scripts, and has them from another npm at most, with other values. */
const SCRIPT_VARIABLES = ['npm_lifecycle_event', 'npm_lifecycle_script', 'npm_package_json'] as const;
/** An `&` that is none of `&&`, `>&` and `&>`. */
const BACKGROUND = /(?<![&>])&(?![&>])/;

/** Resolves when the npm that runs this process is gone; never for a process that no npm runs. */
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

/** The nearest process above that is not part of the script: npm, unless the script has left npm's process group. */
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
  // proc_pid_stat(5). The second field is a name in parentheses, which may hold anything.
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
