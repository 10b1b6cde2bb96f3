/**
 * Load by `wrk`, a client in C that costs the machine a fraction of what ours does (Debian's package `wrk`). Where it is
 * not installed our own client takes its place, which is said aloud: then the rates say less about the server.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { HttpClient } from '../../test/support/http-client.ts';
import type { ServerProcess } from '../../test/support/server-process.ts';
import { percentile } from '../benchmark.ts';
import { rateOf } from '../http-load.ts';
import { threadTime } from '../thread-time.ts';

export interface WrkLoad {
  readonly server: Pick<ServerProcess, 'port' | 'pid'>;
  readonly connections: number;
  readonly seconds: number;
  /** Sent one after the other, over and over. */
  readonly bodies: readonly string[];
  /** As in `ServerPlace`, for the client. */
  readonly cores?: string | undefined;
}

export interface WrkRate {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Processor time that the server took for a request, all its threads together; undefined where that is not known. */
  readonly serverUs: number | undefined;
}

type Report = Pick<WrkRate, 'perSecond' | 'p99Ms'> & { readonly requests: number };

const REQUESTS_WITHOUT_WRK = 2_000;

let isThere: boolean | undefined;

/** Says so once where it is not there. */
function hasWrk(): boolean {
  if (isThere === undefined) {
    isThere = spawnSync('wrk', ['--version']).error === undefined;
    if (!isThere)
      process.stderr.write('wrk is not installed: our own client reads, which costs as much as the server\n');
  }
  return isThere;
}

/** Loads a server for some time. Rejects if a connection breaks or an answer has another status than 200. */
export async function loadByWrk(load: WrkLoad): Promise<WrkRate> {
  const { pid } = load.server;
  const before = threadTime(pid);
  const { requests, ...rate } = await (hasWrk() ? reportOfWrk(load) : reportOfOurs(load));
  const after = threadTime(pid);
  const serverUs = before && after && (after.allUs - before.allUs) / requests;
  return { ...rate, serverUs };
}

async function reportOfWrk(load: WrkLoad): Promise<Report> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-wrk-'));
  try {
    const script = join(directory, 'requests.lua');
    writeFileSync(script, luaScript(load.bodies));
    return readReport(await runWrk(load, script));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function runWrk({ server: { port }, connections, seconds, cores }: WrkLoad, script: string): Promise<string> {
  const options = ['--threads', '1', '--connections', String(connections), '--timeout', '10s'];
  const command = ['wrk', ...options, '--duration', `${seconds}s`, '--script', script, `http://127.0.0.1:${port}/`];
  if (cores !== undefined) command.unshift('taskset', '--cpu-list', cores);
  const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'inherit'] });
  const [report] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return report;
}

/** Requests are put together before the time begins. */
function luaScript(bodies: readonly string[]): string {
  return `
    local bodies = { ${bodies.map((body) => `[==[${body}]==]`).join(', ')} }
    local requests, at = {}, 0
    function init(args)
      wrk.headers['content-type'] = 'application/json'
      for number, body in ipairs(bodies) do requests[number] = wrk.format('POST', '/', nil, body) end
    end
    function request()
      at = at % #requests + 1
      return requests[at]
    end
    function done(summary, latency)
      local errors = summary.errors
      local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
      io.write(string.format('FIGURES %d %d %d %d\\n', summary.requests, summary.duration, latency:percentile(99), failed))
    end`;
}

/** Microseconds come out of it. */
function readReport(report: string): Report {
  const [requests, durationUs, p99Us, failed] = (/FIGURES (.*)/.exec(report)?.[1] ?? '').split(' ').map(Number);
  if (failed !== 0) throw new Error(`wrk met errors: ${report}`);
  return { requests: requests!, perSecond: (requests! * 1e6) / durationUs!, p99Ms: p99Us! / 1000 };
}

async function reportOfOurs({ server, connections, bodies }: WrkLoad): Promise<Report> {
  const client = new HttpClient(server.port, connections);
  const latenciesMs: number[] = [];
  const timed = {
    post: async (body: string) => {
      const startMs = performance.now();
      const answer = await client.post(body);
      latenciesMs.push(performance.now() - startMs);
      return answer;
    },
  };
  const { perSecond } = await rateOf(timed, REQUESTS_WITHOUT_WRK, (at) => bodies[at % bodies.length]!, connections);
  client.close();
  return { requests: REQUESTS_WITHOUT_WRK, perSecond, p99Ms: percentile(latenciesMs, 0.99) };
}
