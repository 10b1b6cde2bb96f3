/** Chains in files: where a caller can have them written and read, and who can. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, describe, type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { mcp } from '../../src/cli/mcp/mcp.ts';
import { type RunningServer, runServer } from '../../src/cli/start/run-server.ts';
import { parseStartOptions } from '../../src/cli/start/start-options.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import type { Answer } from '../support/rpc-call.ts';
import { runWeirHere } from '../support/run-weir.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weir-state-files-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

async function begin(t: TestContext, ...words: string[]): Promise<RunningServer & { readonly url: string }> {
  const options = parseStartOptions(['--port', '0', '--dev', '--manual', '--threads', '0', ...words]);
  const server = await runServer(options, pino({ level: 'silent' }));
  t.after(() => server.stop());
  return { ...server, url: `http://127.0.0.1:${server.port}` };
}

async function call(url: string, method: string, params: JsonObject = {}): Promise<Answer> {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify({ method, params: [params] }) });
  return ((await answer.json()) as { result: Answer }).result;
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('a file that a request names', () => {
  test('is in the data directory, for its owner only, and replaces nothing else', async (t) => {
    const data = join(scratch, 'data');
    const { url } = await begin(t, '--data', data);
    const outside = join(scratch, 'authorized_keys');
    for (const save of [outside, '../authorized_keys', 'x/../../authorized_keys', '.bashrc', '..', '']) {
      const { error, error_message } = await call(url, 'weir_state', { save });
      assert.equal(error, 'invalidParams', save);
      assert.match(error_message, /^the name of a file has 1 to 64 letters/);
      assert.equal((await call(url, 'weir_state', { load: save })).error, 'invalidParams');
    }
    assert.ok(!existsSync(outside));
    const states = join(data, 'states');
    assert.equal((await call(url, 'weir_state', { save: 'funded' })).file, join(states, 'funded'));
    if (process.platform !== 'win32')
      assert.deepEqual([modeOf(join(states, 'funded')), modeOf(states)], [0o600, 0o700]);
    writeFileSync(join(states, 'notes'), 'not a chain');
    symlinkSync(outside, join(states, 'link'));
    for (const save of ['notes', 'link'])
      assert.match((await call(url, 'weir_state', { save })).error_message, /is not replaced/);
    assert.ok(!existsSync(outside));
    assert.deepEqual(readdirSync(states).sort(), ['funded', 'link', 'notes']);
  });

  test('needs a directory that the operator chose where nothing is kept', async (t) => {
    const { url } = await begin(t, '--ephemeral');
    assert.equal((await call(url, 'weir_state', { save: 'funded' })).error, 'notEnabled');
    const states = join(scratch, 'chosen');
    const { url: chosen } = await begin(t, '--ephemeral', '--state-dir', states);
    await call(chosen, 'weir_state', { save: 'funded' });
    assert.deepEqual(readdirSync(states), ['funded']);
  });

  test('is not for a language model', async (t) => {
    const { url } = await begin(t, '--ephemeral', '--state-dir', join(scratch, 'of a model'));
    const line = JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'request', arguments: { method: 'weir_state', params: { save: 'funded' } } },
    });
    const printed: string[] = [];
    await mcp(['--url', url], (text) => printed.push(text), Readable.from([`${line}\n`]));
    const { result } = JSON.parse(printed[0]!) as Answer;
    assert.deepEqual(
      [result.isError, result.content[0].text],
      [true, 'weir_state uses files of the server, which is not allowed here.'],
    );
    assert.ok(!existsSync(join(scratch, 'of a model')));
  });
});

describe('weir state', () => {
  test('writes a file where its user may, and loads it into another server that keeps nothing', async (t) => {
    const [from, to] = [await begin(t, '--ephemeral'), await begin(t, '--ephemeral')];
    const { ledger_hash, ledger_index } = await call(from.url, 'ledger_closed');
    await call(from.url, 'weir_snapshot', { name: 'funded' });
    await call(from.url, 'ledger_accept');
    const file = join(scratch, 'here.weir');
    const saved = await runWeirHere('state', 'save', file, 'funded', '--url', from.url);
    assert.deepEqual([saved.code, JSON.parse(saved.stdout)], [0, { file, ledger_index, ledger_hash }]);
    if (process.platform !== 'win32') assert.equal(modeOf(file), 0o600);
    await call(to.url, 'ledger_accept');
    const loaded = await runWeirHere('state', 'load', file, '--url', to.url);
    assert.deepEqual([loaded.code, JSON.parse(loaded.stdout)], [0, { file, ledger_index, ledger_hash }]);
    assert.equal((await call(to.url, 'ledger_closed')).ledger_hash, ledger_hash);
  });

  test('says what is wrong', async (t) => {
    const bench = await begin(t, '--ephemeral');
    const other = join(scratch, 'other');
    writeFileSync(other, 'not a chain');
    const isolated = await runServer(parseStartOptions(['--port', '0', '--ephemeral']), pino({ level: 'silent' }));
    t.after(() => isolated.stop());
    const rows: readonly (readonly [words: readonly string[], url: string, message: RegExp])[] = [
      [['load', other], bench.url, /other is not a file of a chain's state/],
      [['load', join(scratch, 'none')], bench.url, /cannot read .*none: ENOENT/],
      [['save', other], bench.url, /other is not a file of a chain's state, so it is not replaced/],
      [['save', join(scratch, 'new'), 'none'], bench.url, /there is no snapshot none/],
      [['save', join(scratch, 'new')], `http://127.0.0.1:${isolated.port}`, /is no test bench: start it with --dev/],
      [['keep', other], bench.url, /takes save or load/],
      [['load', other, 'funded'], bench.url, /takes save or load/],
    ];
    for (const [words, url, message] of rows) {
      const { code, stderr } = await runWeirHere('state', ...words, '--url', url);
      assert.notEqual(code, 0);
      assert.match(stderr, message);
    }
  });

  test('needs an administrator', async (t) => {
    const { publicPort, url } = await begin(t, '--ephemeral', '--public-port', '0', '--public-host', '127.0.0.1');
    for (const path of ['/state/save', '/state/load']) {
      const post = (base: string, headers = {}) => fetch(base + path, { method: 'POST', body: '', headers });
      assert.equal((await post(`http://127.0.0.1:${publicPort}`)).status, 404);
      for (const headers of [
        { origin: 'http://example.com' },
        { 'x-forwarded-for': '203.0.113.7' },
        { via: '1.1 proxy' },
      ])
        assert.equal((await post(url, headers)).status, 403, JSON.stringify(headers));
    }
  });
});
