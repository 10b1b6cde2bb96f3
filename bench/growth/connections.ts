/** What more connections cost: those that are idle, and those that all ask at the same time. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MASTER } from '../../test/support/env.ts';
import { ServerProcess } from '../../test/support/server-process.ts';
import type { Benchmark, BenchmarkOptions } from '../benchmark.ts';
import { loadByWrk } from '../cores/wrk.ts';
import { CONNECTIONS, jsonRpc } from '../http-load.ts';
import { roomyLimits } from '../limits-file.ts';
import { residentMegabytes } from '../resident-memory.ts';
import { threadTime } from '../thread-time.ts';
import { GrowthTable } from './growth-rows.ts';

const SIZES = [1, 10, 100, 1_000, 10_000];
const RUNS = 5;
const OPENED_AT_ONCE = 100;
const IDLE_MS = 2_000;
const ACCOUNT_INFO = jsonRpc('account_info', { account: MASTER.address, ledger_index: 'validated' });
const PING = jsonRpc('ping');

export const growthConnections: Benchmark = {
  name: 'growth-connections',
  question:
    'A server that has so many connections: HTTP that is kept alive and asked once, or WebSockets. First they are idle, and ' +
    `account_info is read over ${CONNECTIONS} more by wrk; then as many ask all at the same time, again and again, by wrk.`,
  async measure(options) {
    const table = new GrowthTable();
    for (const size of SIZES) {
      for (let run = 0; run < (options.isQuick ? 1 : RUNS); run++) await measureRun(size, options, table);
    }
    return table.measurements('connections');
  },
};

const KINDS = {
  open: { what: 'opening an HTTP connection and its first answer, each', unit: 'µs', reason: 'unknown' },
  memory: { what: 'resident memory with idle HTTP connections', unit: 'MB', reason: 'each has a socket and a parser' },
  idle: { what: 'processor time of the server in a second of idleness', unit: 'ms', reason: 'all are looked after' },
  beside: { what: 'account_info beside idle HTTP connections', unit: 'a second', reason: 'unknown' },
  webSockets: { what: 'account_info beside idle WebSockets', unit: 'a second', reason: 'unknown' },
  webSocketMemory: {
    what: 'resident memory with idle WebSockets',
    unit: 'MB',
    reason: 'each has a socket and a receiver',
  },
  rate: { what: 'account_info over all of them', unit: 'a second', reason: 'each answer wakes another connection' },
  p99: {
    what: 'account_info over all of them, p99',
    unit: 'ms',
    reason: 'as many requests wait for their turn as there are connections',
  },
} as const;

async function measureRun(size: number, { isQuick, threads }: BenchmarkOptions, table: GrowthTable): Promise<void> {
  const add = (kind: keyof typeof KINDS, figure: number) => table.add(KINDS[kind], size, figure);
  const seconds = isQuick ? 1 : 3;
  const read = { connections: CONNECTIONS, bodies: [ACCOUNT_INFO], seconds };
  await withServer(threads, async (running) => {
    const startMs = performance.now();
    const sockets = await openMany(size, () => openHttp(running.port));
    add('open', ((performance.now() - startMs) * 1000) / size);
    add('memory', residentMegabytes(running.pid) ?? 0);
    const before = threadTime(running.pid);
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    const after = threadTime(running.pid);
    if (before !== undefined && after !== undefined) add('idle', (after.allUs - before.allUs) / IDLE_MS);
    add('beside', (await loadByWrk({ ...read, port: running.port })).perSecond);
    for (const socket of sockets) socket.destroy();
    const { perSecond, p99Ms } = await loadByWrk({ ...read, port: running.port, connections: size });
    add('rate', perSecond);
    add('p99', p99Ms);
  });
  await withServer(threads, async (running) => {
    const sockets = await openMany(size, () => openWebSocket(running.port));
    add('webSocketMemory', residentMegabytes(running.pid) ?? 0);
    add('webSockets', (await loadByWrk({ ...read, port: running.port })).perSecond);
    for (const socket of sockets) socket.destroy();
  });
}

async function withServer(threads: number | undefined, use: (running: ServerProcess) => Promise<void>): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'weir-growth-'));
  const args = [...roomyLimits(directory), ...(threads === undefined ? [] : ['--threads', String(threads)])];
  const running = await ServerProcess.start(args);
  try {
    // So that code which is not warm yet does not count for the smallest size.
    await loadByWrk({ port: running.port, connections: CONNECTIONS, bodies: [ACCOUNT_INFO], seconds: 1 });
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
