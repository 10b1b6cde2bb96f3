/** Runs the commands of docs/webhooks.md as printed, with the receiver of the examples. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { MEMBERS } from '../../src/cli/start/webhooks-file.ts';
import { EVENT_TYPES } from '../../src/webhooks/webhook-event.ts';
import { freePort } from '../support/free-port.ts';
import { endOf } from '../support/process-end.ts';
import { PROGRAM, runProgram } from '../support/program.ts';
import { until } from '../support/until.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const PAGE = readFileSync(path.join(ROOT, 'docs/webhooks.md'), 'utf8');
const [SETUP, PAYMENT] = [...PAGE.matchAll(/^```bash\n(.*?)^```$/gms)].map(([, text]) => text!) as [string, string];
const [, PRINTED] = /^```text\n(.*?)…\n```$/ms.exec(PAGE) as unknown as [string, string];

describe('docs/webhooks.md', () => {
  const place = mkdtempSync(path.join(tmpdir(), 'weir-webhooks-doc-'));
  let shell: ChildProcess;
  let printed = '';
  let environment: { PATH: string; WEIR_URL: string };
  let ports: { server: number; receiver: number };
  const adapted = (commands: string) => commands.replaceAll('7080', String(ports.receiver));

  before(async () => {
    ports = { server: await freePort(), receiver: await freePort() };
    const weir = path.join(place, 'weir');
    const start = `[ "$1" = start ] && shift && set -- start --port ${ports.server} --log-level warn "$@"`;
    writeFileSync(weir, `#!/bin/sh\n${start}\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`);
    chmodSync(weir, 0o755);
    symlinkSync(path.join(ROOT, 'examples'), path.join(place, 'examples'));
    const own = path.dirname(process.execPath);
    environment = { PATH: `${place}:${own}:${process.env.PATH}`, WEIR_URL: `http://127.0.0.1:${ports.server}` };
    shell = spawn('bash', ['-euc', `trap 'kill $(jobs -p)' TERM\n${adapted(SETUP)}\nwait`], {
      cwd: place,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    shell.stdout!.on('data', (bytes) => {
      printed += bytes;
    });
    await until(() => /Stop with/.test(printed) && /receiving/.test(printed), 'both programs run');
  });
  after(async () => {
    shell.kill('SIGTERM');
    await endOf(shell);
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  });

  test('sends an event of a payment to the receiver of the examples', async () => {
    const shown = await runProgram('bash', ['-euc', adapted(PAYMENT)], { directory: place, environment });
    assert.match(shown, /^desk +http:\/\/127\.0\.0\.1:\d+ +\d /m);
    await until(() => printed.includes(PRINTED), 'the receiver prints the event');
    const ids = path.join(place, 'webhook-ids');
    const hasOne = () => existsSync(ids) && /^[0-9a-f]{32}\n$/.test(readFileSync(ids, 'utf8'));
    await until(hasOne, 'the receiver keeps the id of the event');
  });

  test('whose receiver refuses what is not signed', async () => {
    const headers = { 'webhook-id': 'a', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) };
    for (const signature of ['v1,', `v1,${Buffer.alloc(32).toString('base64')}`]) {
      const { status } = await fetch(`http://127.0.0.1:${ports.receiver}/`, {
        method: 'POST',
        body: '{}',
        headers: { ...headers, 'webhook-signature': signature },
      });
      assert.equal(status, 401);
    }
  });

  test('has a row for each event and each member of the file', () => {
    for (const name of [...EVENT_TYPES, 'chain.reverted', 'test', ...MEMBERS])
      assert.ok(PAGE.includes(`| \`${name}\` |`), name);
  });
});
