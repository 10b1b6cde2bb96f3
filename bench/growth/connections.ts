/** What more connections cost: those that are idle, and those that all ask at the same time. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MASTER } from '../../test/support/env.ts';
import { ServerProcess } from '../../test/support/server-process.ts';
import type { Benchmark, BenchmarkOptions } from '../benchmark.ts';
import { buildBundle } from '../bundle.ts';
import { loadByWrk } from '../cores/wrk.ts';
import { CONNECTIONS, jsonRpc } from '../http-load.ts';
import { roomyLimits } from '../limits-file.ts';
import { ownMegabytes } from '../resident-memory.ts';
import { threadTime } from '../thread-time.ts';
import { GrowthTable } from './growth-rows.ts';

const SIZES = [1, 10, 100, 1_000, 10_000];
const RUNS = 3;
const OPENED_AT_ONCE = 100;
const IDLE_MS = 3_000;
const LARGE = 1_000;
const ACCOUNT_INFO = jsonRpc('account_info', { account: MASTER.address, ledger_index: 'validated' });
const PING = jsonRpc('ping');

export const growthConnections: Benchmark = {
  name: 'growth-connections',
  question:
    'A server with the given number of connections: HTTP keep-alive connections after one request, or WebSockets. ' +
    `First they are idle, and wrk reads account_info over ${CONNECTIONS} more; then as many HTTP connections send ` +
    'requests at the same time. The bundle.',
  async measure(options) {
    buildBundle();
    const table = new GrowthTable();
    for (const size of SIZES) {
      for (let run = 0; run < (options.isQuick ? 1 : RUNS); run++) await measureRun(size, options, table);
    }
    return table.measurements('connections');
  },
};

const WAITING = 'each connection has a waiting request';
const COLD =
  'opening them counts, and what belongs to a connection has left the caches of the processor until it asks again';
const KINDS = {
  open: { what: 'opening an HTTP connection and its first answer', unit: 'µs' },
  memory: { what: 'own memory, idle HTTP', unit: 'MB', reason: 'each has a socket, a parser and the last request' },
  webSocketMemory: { what: 'own memory, idle WebSockets', unit: 'MB', reason: 'each has a socket and a receiver' },
  idle: {
    what: 'processor time in a second of idleness, HTTP',
    unit: 'ms',
    reason: 'each is checked at intervals',
  },
  beside: { what: 'processor time of an account_info, idle HTTP', unit: 'µs' },
  besideWebSockets: { what: 'processor time of an account_info, idle WebSockets', unit: 'µs' },
  busy: {
    what: 'processor time of an account_info, all of them busy',
    unit: 'µs',
    reason: COLD,
  },
  rate: { what: 'account_info, all of them busy', unit: 'a second', reason: COLD },
  p99: { what: 'account_info, all of them busy, p99', unit: 'ms', reason: WAITING },
} as const;

async function measureRun(size: number, { isQuick, threads }: BenchmarkOptions, table: GrowthTable): Promise<void> {
  const add = (kind: keyof typeof KINDS, figure: number) => table.add(KINDS[kind], size, figure);
  const read = { bodies: [ACCOUNT_INFO], seconds: isQuick ? 1 : 2 };
  await withServer(threads, async (running) => {
    const startMs = performance.now();
    const sockets = await openMany(size, () => openHttp(running.port));
    add('open', ((performance.now() - startMs) * 1000) / size);
    add('memory', ownMegabytes(running.pid) ?? 0);
    const before = threadTime(running.pid);
    await new Promise((resolve) => setTimeout(resolve, isQuick ? 1_000 : IDLE_MS));
    const after = threadTime(running.pid);
    if (before !== undefined && after !== undefined)
      add('idle', (after.allUs - before.allUs) / (isQuick ? 1_000 : IDLE_MS));
    add('beside', (await loadByWrk({ ...read, server: running, connections: CONNECTIONS })).serverUs ?? 0);
    for (const socket of sockets) socket.destroy();
    // Long enough for those who find no room in the system's queue of connections and come again.
    const seconds = size > LARGE ? 3 * read.seconds : read.seconds;
    const { perSecond, p99Ms, serverUs } = await loadByWrk({ ...read, seconds, server: running, connections: size });
    add('busy', serverUs ?? 0);
    add('rate', perSecond);
    add('p99', p99Ms);
  });
  await withServer(threads, async (running) => {
    const sockets = await openMany(size, () => openWebSocket(running.port));
    add('webSocketMemory', ownMegabytes(running.pid) ?? 0);
    add('besideWebSockets', (await loadByWrk({ ...read, server: running, connections: CONNECTIONS })).serverUs ?? 0);
    for (const socket of sockets) socket.destroy();
  });
}

async function withServer(threads: number | undefined, use: (running: ServerProcess) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-growth-'));
  const args = [...roomyLimits(directory), ...(threads === undefined ? [] : ['--threads', String(threads)])];
  const running = await ServerProcess.start(args);
  try {
    // So that code which is not warm yet does not count for the smallest size.
    await loadByWrk({ server: running, connections: CONNECTIONS, bodies: [ACCOUNT_INFO], seconds: 1 });
    await use(running);
  } finally {
    await running.kill('SIGTERM');
    rmSync(directory, { recursive: true, force: true });
  }
}

async function openMany(count: number, open: () => Promise<Socket>): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const batch = Math.min(OPENED_AT_ONCE, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: batch }, open))));
  }
  return sockets;
}

/** Bare sockets: ten thousand of a library's connections would make the client the slower one. */
async function openHttp(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${PING.length}\r\n\r\n${PING}`);
  await once(socket, 'data');
  return socket;
}

async function openWebSocket(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  const headers = 'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13';
  const key = Buffer.alloc(16).toString('base64');
  socket.write(`GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\nsec-websocket-key: ${key}\r\n\r\n`);
  await once(socket, 'data');
  return socket;
}
