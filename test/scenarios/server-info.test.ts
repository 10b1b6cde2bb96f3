/** `server_info` over the ports of a running server, and after a restart. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pino } from 'pino';
import { type RunningServer, runServer } from '../../src/cli/start/run-server.ts';
import { parseStartOptions, type StartOptions } from '../../src/cli/start/start-options.ts';
import { TEST_THREADS } from '../support/thread-words.ts';

const PORTS = '--port 0 --ws-port 0 --public-port 0';

async function withServer<T>(options: StartOptions, use: (server: RunningServer) => Promise<T>): Promise<T> {
  const own = { threads: TEST_THREADS, ...options, logLevel: 'silent' as const };
  const server = await runServer(own, pino({ level: 'silent' }));
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: assertions check the answer
async function serverInfo(port: number | undefined): Promise<any> {
  const body = JSON.stringify({ method: 'server_info', params: [{}] });
  const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body });
  // biome-ignore lint/suspicious/noExplicitAny: assertions check the answer
  return ((await answer.json()) as any).result.info;
}

describe('server_info of a running server', () => {
  test('lists the ports with their protocols, to users the public one only', async () => {
    const options = parseStartOptions(['--like', 'xrpl.js-ci', ...PORTS.split(' ')]);
    await withServer(options, async (server) => {
      const own = await serverInfo(server.port);
      assert.deepEqual(own.ports, [
        { port: String(server.port), protocol: ['http'] },
        { port: String(server.publicPort), protocol: ['ws'] },
        { port: String(server.webSocketPort), protocol: ['ws'] },
      ]);
      assert.equal(own.network_id, 0);
      assert.deepEqual(own.validated_ledger.reserve_base_xrp, 20);
      const ofUser = await serverInfo(server.publicPort);
      assert.deepEqual(ofUser.ports, [{ port: String(server.publicPort), protocol: ['ws'] }]);
      assert.match(ofUser.hostid, /^[A-Z]{1,4}$/);
      assert.deepEqual([ofUser.pubkey_node, ofUser.load], [own.pubkey_node, undefined]);
      assert.deepEqual(own.load, { job_types: [{ in_progress: 1, job_type: 'clientRPC' }], threads: 1 + TEST_THREADS });
    });
    await withServer(parseStartOptions(['--ephemeral', '--port', '0']), async (server) => {
      const { ports, network_id: networkId } = await serverInfo(server.port);
      assert.deepEqual(ports, [{ port: String(server.port), protocol: ['http', 'ws'] }]);
      assert.equal(networkId, undefined);
    });
  });

  test('has the same key and the same network id after a restart', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'weir-info-'));
    try {
      const line = ['--manual', '--port', '0', '--data', join(directory, 'data')];
      const first = await withServer(parseStartOptions([...line, '--network-id', '0']), ({ port }) => serverInfo(port));
      const second = await withServer(parseStartOptions(line), ({ port }) => serverInfo(port));
      assert.deepEqual([second.pubkey_node, second.network_id], [first.pubkey_node, 0]);
      const other = await withServer(parseStartOptions(['--ephemeral', '--port', '0']), ({ port }) => serverInfo(port));
      assert.match(other.pubkey_node, /^n9/);
      assert.notEqual(other.pubkey_node, first.pubkey_node);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });

  test('leaves out a public port that only a preset asked for and that is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    try {
      const publicPort = (other.address() as AddressInfo).port;
      const free = parseStartOptions('--like xrpl.js-ci --port 0 --ws-port 0'.split(' '));
      await withServer({ ...free, publicPort }, async (server) => {
        assert.equal(server.publicPort, undefined);
        assert.equal((await serverInfo(server.port)).ports.length, 2);
      });
      const wanted = parseStartOptions(`--like xrpl.js-ci --port 0 --ws-port 0 --public-port ${publicPort}`.split(' '));
      const refused = withServer(wanted, async () => assert.fail('the port is taken'));
      await assert.rejects(refused, /cannot listen on 127\.0\.0\.1:\d+: the port is already in use/);
    } finally {
      other.close();
    }
  });
});
