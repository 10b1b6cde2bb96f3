/**
 * Texts of strangers on the operator's terminal: memos, and answers of another server. They must neither hide something, nor change
 * the order of what is shown, nor send commands to the terminal.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { escapeInvisible, INVISIBLE } from '../../explorer/values/invisible.js';
import { mcp } from '../../src/cli/mcp/mcp.ts';
import { prettyStream } from '../../src/cli/terminal/logger.ts';
import { party } from '../support/env.ts';
import { PROGRAM } from '../support/program.ts';
import { runWeir, runWeirHere } from '../support/run-weir.ts';
import { SeededRandom } from '../support/seeded-random.ts';
import { type ServedEnv, serveEnv } from '../support/served-env.ts';

/** A colour, an order of bytes from right to left, a null, a zero width space, a line separator, a tag, a C1 control, a half character. */
const HOSTILE = 'a\x1b[31mb\u202ec\0d\u200be\u2028f\u{e0041}g\x9bh\ud800i';
const ESCAPED = 'a\\u001b[31mb\\u202ec\\u0000d\\u200be\\u2028f\\udb40\\udc41g\\u009bh';
const ALICE = party('alice');
const BOB = party('bob');

/** The first character that must not reach a terminal. */
function hidden(text: string): string | undefined {
  const found = INVISIBLE.exec(text.replaceAll('\n', '').replaceAll('\t', ''))?.[0];
  return found && `U+${found.codePointAt(0)!.toString(16)} in ${JSON.stringify(text.slice(0, 2_000))}`;
}

describe('escaped text', () => {
  test('has none of these characters, and all others', () => {
    const bad = [
      ...[0, 7, 8, 0xb, 0xd, 0x1b, 0x7f, 0x80, 0x85, 0x9b, 0xad, 0x61c, 0x115f, 0x180e, 0x200b, 0x200d, 0x200e, 0x2028],
      ...[
        0x2029, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0x2800, 0x3164, 0xd800, 0xdfff, 0xe000, 0xfe0f, 0xfeff, 0xfff9,
      ],
      ...[0xe0001, 0xe0041, 0xe0100, 0xf0000],
    ];
    for (const code of bad)
      assert.match(escapeInvisible(String.fromCodePoint(code)), /^(\\u[0-9a-f]{4}){1,2}$/, String(code));
    const kept = 'line\n\ttab Zürich 東京 שלום Привет 😀 \\u202e "→" … €';
    assert.equal(escapeInvisible(kept), kept);
  });

  test('is JSON with the same value, if it was JSON', () => {
    const random = new SeededRandom(46);
    const someText = () =>
      String.fromCodePoint(...Array.from({ length: 8 }, () => random.below(random.below(2) === 0 ? 0x2100 : 0x110000)));
    for (let count = 0; count < 2_000; count++) {
      const value = { [someText()]: [someText()] };
      const escaped = escapeInvisible(JSON.stringify(value));
      assert.deepEqual(JSON.parse(escaped), value);
      assert.equal(hidden(escaped), undefined);
    }
  });
});

describe('what another server says', () => {
  let answer: object = {};
  const server = http.createServer(async (request, response) => {
    await readText(request);
    response.end(JSON.stringify(answer));
  });
  let url = '';
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  const result = {
    status: 'success',
    engine_result: HOSTILE,
    engine_result_message: HOSTILE,
    explanation: { reason: HOSTILE, advice: HOSTILE, checked: [{ stage: HOSTILE, text: HOSTILE }] },
    info: { [HOSTILE]: HOSTILE },
  };
  const error = { error: HOSTILE, error_message: HOSTILE, error_exception: HOSTILE, status: 'error' };
  const commandsOf = (words: readonly (readonly string[])[]) =>
    Promise.all(words.map(async (one) => ({ words: one, ...(await runWeir(...one)) })));

  test('is escaped by commands', async () => {
    for (const given of [{ result }, { result: error, ...error }]) {
      answer = given;
      const ends = await commandsOf([
        ['json', 'server_info', '{}', '--url', url],
        ['explain', 'AB'.repeat(32), '--url', url],
        ['start', '--port', '0', '--fork', url],
        [HOSTILE.replaceAll('\0', '')],
      ]);
      for (const { words, stdout, stderr } of ends) {
        assert.notEqual(stdout + stderr, '', words[0]);
        assert.equal(hidden(stdout + stderr), undefined, words.join(' '));
      }
      assert.ok(`${ends[1]!.stdout}${ends[1]!.stderr}`.includes(ESCAPED));
      assert.deepEqual(JSON.parse(ends[0]!.stdout), given);
    }
  });

  test('is escaped for a language model', async () => {
    const call = (name: string, input: object) => ({ method: 'tools/call', params: { name, arguments: input } });
    const calls = [call('request', { method: 'server_info' }), call(HOSTILE, {})];
    for (const given of [result, error]) {
      answer = { result: given };
      const printed: string[] = [];
      const lines = calls.map((one, id) => `${JSON.stringify({ jsonrpc: '2.0', id, ...one })}\n`);
      await mcp(['--url', url], (text) => printed.push(text), Readable.from(lines));
      const [{ text }] = JSON.parse(printed[0]!).result.content;
      assert.equal(hidden(text), undefined);
      assert.ok(text.includes(ESCAPED), text);
    }
  });

  test('is escaped in logs, also in those for a terminal', async () => {
    const output = new PassThrough();
    const stream = await prettyStream(output);
    const err = { type: 'Error', message: HOSTILE, stack: `Error: ${HOSTILE}\n    at ${HOSTILE}` };
    stream.write(
      `${JSON.stringify({ level: 50, time: 1, msg: HOSTILE, [HOSTILE]: HOSTILE, deep: { [HOSTILE]: [HOSTILE] }, err })}\n`,
    );
    const [piece] = await once(output, 'data');
    const shown = String(piece);
    assert.equal(hidden(shown), undefined);
    assert.equal(shown.split(ESCAPED).length, 8, shown);
  });
});

describe('a memo of a stranger', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'weir-terminal-'));
  const memo = HOSTILE.replace('\ud800', '');
  let served: ServedEnv;
  let url = '';
  before(async () => {
    served = await serveEnv();
    await served.env.fund(1000, ALICE, BOB);
    const Memos = [{ Memo: { MemoData: Buffer.from(memo).toString('hex').toUpperCase() } }];
    served.env.submit(ALICE, { TransactionType: 'Payment', Destination: BOB.id, Amount: 1n, Memos }, 'tesSUCCESS');
    await served.env.close();
    url = `http://127.0.0.1:${served.port}`;
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await served.stop();
  });

  test('is escaped in JSON, to a file as well, and in CSV only for a terminal', async () => {
    for (const format of ['jsonl', 'csv']) {
      const file = path.join(folder, `history.${format}`);
      const words = [BOB.address, '--format', format, '--url', url];
      const { stdout } = await runWeir('export', ...words);
      assert.equal((await runWeirHere('export', ...words, '--out', file)).code, 0);
      assert.equal(readFileSync(file, 'utf8'), stdout);
      if (format === 'csv') assert.ok(stdout.includes(memo));
      else {
        assert.equal(hidden(stdout), undefined);
        assert.ok(stdout.includes(ESCAPED));
      }
    }
  });

  const hasScript = process.platform === 'linux' && spawnSync('script', ['--version']).error === undefined;
  test('is escaped in CSV on a terminal', { skip: !hasScript && 'script (util-linux) is not installed' }, async () => {
    const command = [process.execPath, PROGRAM, 'export', BOB.address, '--format', 'csv', '--url', url];
    const quoted = command.map((word) => `'${word}'`).join(' ');
    const child = spawn('script', ['-qec', quoted, '/dev/null'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const stdout = await readText(child.stdout);
    assert.ok(stdout.includes(ESCAPED), stdout);
    assert.ok(!stdout.includes('\u202e'));
  });
});
