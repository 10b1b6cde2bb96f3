import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pino } from 'pino';
import type { LogLevel } from '../terminal/logger.ts';
import { runServer } from './run-server.ts';
import { parseStartOptions } from './start-options.ts';

type Line = Record<string, unknown>;

const SECRET = 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb';
const REQUESTS = [
  { method: 'ping' },
  { method: 'nope', params: [{ secret: SECRET }] },
  {
    method: 'submit',
    params: [
      { secret: SECRET, tx_json: { TransactionType: 'AccountSet', Account: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' } },
    ],
  },
  { method: 'ledger_accept' },
];

/** What a server logs at a level during all these requests. */
async function logged(level: LogLevel): Promise<{ readonly lines: Line[]; readonly text: string }> {
  let text = '';
  const stream = {
    write(line: string) {
      text += line;
    },
  };
  const log = pino({ level, base: null }, stream);
  const options = parseStartOptions(['--port', '0', '--ephemeral', '--manual', '--log-level', level]);
  const server = await runServer(options, log);
  server.logStart();
  for (const request of REQUESTS) {
    await fetch(`http://127.0.0.1:${server.port}`, { method: 'POST', body: JSON.stringify(request) });
  }
  await server.stop();
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  return { lines, text };
}

describe('the log of a server', () => {
  test('has closes and submissions at debug, requests at trace, and no secret', async () => {
    const { lines, text } = await logged('trace');
    const requests = lines.filter(({ msg }) => msg === 'a request was answered');
    assert.deepEqual(
      lines.filter(({ level }) => Number(level) >= 20).map(({ level, msg }) => [level, msg]),
      [
        [30, 'started'],
        [20, 'a transaction was submitted'],
        [20, 'a ledger closed'],
      ],
    );
    const { transaction, type, result, applied } = lines.find(({ msg }) => msg === 'a transaction was submitted')!;
    assert.match(String(transaction), /^[0-9A-F]{64}$/);
    assert.deepEqual([type, result, applied], ['AccountSet', 'tesSUCCESS', true]);
    assert.deepEqual(
      requests.map(({ method, outcome, engine_result }) => [method, outcome, engine_result]),
      [
        ['ping', 'success', undefined],
        ['unknown', 'unknownCmd', undefined],
        ['submit', 'success', 'tesSUCCESS'],
        ['ledger_accept', 'success', undefined],
      ],
    );
    for (const { seconds } of requests) assert.ok(typeof seconds === 'number' && seconds >= 0);
    assert.ok(!text.includes(SECRET));
  });
});
