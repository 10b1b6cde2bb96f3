import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { CommandError } from '../../util/command-error.ts';
import { runServer } from './run-server.ts';
import { parseStartOptions } from './start-options.ts';

const log = pino({ level: 'silent' });

describe('options for the fees of a new chain', () => {
  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'weir-fees-'));
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  const start = (line: string) =>
    runServer(parseStartOptions(['--port', '0', '--manual', ...line.split(' ').filter((word) => word !== '')]), log);

  async function feesOf(line: string): Promise<unknown> {
    const server = await start(line);
    const body = JSON.stringify({ method: 'server_state', params: [{}] });
    const answer = await fetch(`http://127.0.0.1:${server.port}`, { method: 'POST', body });
    const { result } = (await answer.json()) as { result: { state: { validated_ledger: Record<string, unknown> } } };
    await server.stop();
    const { base_fee, reserve_base, reserve_inc } = result.state.validated_ledger;
    return { base_fee, reserve_base, reserve_inc };
  }

  test('set the fees of the chain', async () => {
    assert.deepEqual(await feesOf('--ephemeral --base-fee 12 --reserve-base 10000000 --reserve-inc 2000000'), {
      base_fee: 12,
      reserve_base: 10_000_000,
      reserve_inc: 2_000_000,
    });
    assert.deepEqual(await feesOf('--ephemeral --reserve-inc 0'), {
      base_fee: 10,
      reserve_base: 1_000_000,
      reserve_inc: 0,
    });
  });

  test('cannot change an existing chain', async () => {
    const data = `--data ${join(directory, 'data')}`;
    const founded = await feesOf(`${data} --base-fee 12`);
    assert.deepEqual(await feesOf(data), founded);
    assert.deepEqual(await feesOf(`${data} --base-fee 12 --reserve-inc 200000`), founded);
    await assert.rejects(feesOf(`${data} --base-fee 13`), (error) => {
      assert.ok(error instanceof CommandError);
      assert.equal(
        error.message,
        'the chain in the data directory was founded with a base fee of 12 drops, not 13: ' +
          'leave out --base-fee, or begin a new chain in another directory (--data)',
      );
      return true;
    });
    assert.deepEqual(await feesOf(data), founded, 'the directory is closed');
  });
});

describe('a server within another program', () => {
  test('refuses a host that other machines reach, as the command line does', async () => {
    const options = { ...parseStartOptions(['--ephemeral', '--manual']), port: 0 };
    for (const host of ['0.0.0.0', '::', 'localhost.example']) {
      // If it starts, it is stopped, or the tests do not end.
      const started = runServer({ ...options, host }, log).then((server) => server.stop());
      await assert.rejects(started, { name: 'CommandError', message: /--allow-remote-admin/ });
    }
    const server = await runServer({ ...options, host: '0.0.0.0', isRemoteAdminAllowed: true }, log);
    await server.stop();
  });
});
