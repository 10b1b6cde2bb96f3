import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { JsonObject } from '../src/protocol/values.ts';
import { MASTER, party } from './support/env.ts';
import { PROGRAM } from './support/program.ts';
import { ServerProcess } from './support/server-process.ts';

const PAYEES = ['dan', 'eve'].map((name) => party(name).address);
const PAYMENTS = 250;

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function weir(...words: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...words], { maxBuffer: 10_000_000 }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

describe('weir export', () => {
  const directory = mkdtempSync(join(tmpdir(), 'weir-export-'));
  let server: ServerProcess;
  let url: string;
  const weirExport = (...words: string[]) => weir('export', MASTER.address, '--url', url, ...words);

  before(async () => {
    server = await ServerProcess.start(['--ephemeral', '--manual']);
    url = `http://127.0.0.1:${server.port}`;
    for (let at = 0; at < PAYMENTS; at++) {
      const tx_json = {
        TransactionType: 'Payment',
        Account: MASTER.address,
        Destination: PAYEES[at % 2] as string,
        Amount: String(250_000_000 + at),
        DestinationTag: at,
      };
      await server.call('submit', { secret: 'snoPBrXtMeMyMHUVTgbuqAfg1SUTb', tx_json });
      if (at % 100 === 99) await server.call('ledger_accept', {});
    }
    await server.call('ledger_accept', {});
  });
  after(async () => {
    await server.kill('SIGTERM');
    rmSync(directory, { recursive: true });
  });

  test('writes every row once, oldest first, with what an accountant asks for', async () => {
    const { code, stdout } = await weirExport();
    assert.equal(code, 0);
    const [head, first, ...rest] = stdout.trimEnd().split('\n');
    assert.equal(rest.length, PAYMENTS - 1);
    assert.equal(
      head,
      'time,ledger_index,type,result,direction,counterparty,tag,currency,issuer,amount,fee,balance_after,xrp_balance_after,hash',
    );
    const cells = first!.split(',');
    assert.match(cells[0]!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.deepEqual(cells.slice(1, 3), ['3', 'Payment']);
    const tags = rest.map((line) => Number(line.split(',')[6]));
    assert.equal(new Set([Number(cells[6]), ...tags]).size, PAYMENTS);
  });

  test('tells amounts and balances in XRP, and they add up', async () => {
    const { stdout } = await weirExport('--format', 'jsonl', '--direction', 'out');
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    let drops = 100_000_000_000_000_000n;
    for (const row of rows) {
      drops -= dropsOf(row.amount) + dropsOf(row.fee);
      assert.equal(dropsOf(row.balance_after), drops);
      assert.deepEqual([row.currency, row.result, row.direction], ['XRP', 'tesSUCCESS', 'out']);
    }
    assert.equal(rows.length, PAYMENTS);
  });

  test('writes JSON that is one list, and only what the filters let through', async () => {
    const { stdout } = await weirExport(
      '--format',
      'json',
      '--counterparty',
      PAYEES[0]!,
      '--type',
      'payment',
      '--from',
      '2000-01-01',
    );
    const rows = JSON.parse(stdout) as JsonObject[];
    assert.equal(rows.length, PAYMENTS / 2);
    assert.ok(rows.every(({ counterparty }) => counterparty === PAYEES[0]));
    assert.deepEqual(JSON.parse((await weirExport('--format', 'json', '--type', 'OfferCreate')).stdout), []);
  });

  test('goes on where it was interrupted, to the same bytes', async () => {
    for (const format of ['csv', 'json']) {
      const whole = join(directory, `whole.${format}`);
      const broken = join(directory, `broken.${format}`);
      assert.equal((await weirExport('--format', format, '--out', whole)).code, 0);
      assert.equal(existsSync(`${whole}.state`), false);
      await interrupt(broken, format);
      const resumed = await weirExport('--format', format, '--out', broken, '--resume');
      assert.equal(resumed.code, 0, resumed.stderr);
      assert.equal(readFileSync(broken, 'utf8'), readFileSync(whole, 'utf8'));
    }
    const whole = join(directory, 'whole.csv');
    assert.match((await weirExport('--out', whole)).stderr, /already there/);
    assert.match((await weirExport('--out', whole, '--resume')).stderr, /nothing to resume/);
  });

  /** What a crash in the middle of the second page leaves: a state that knows the first one, and half a row more. */
  async function interrupt(file: string, format: string): Promise<void> {
    const all = { api_version: 2, account: MASTER.address, ledger_index_min: -1 };
    const last = (await server.call('ledger', { ledger_index: 'validated', api_version: 2 })).ledger_index as number;
    const request = { ...all, ledger_index_max: last, forward: true, limit: 200 };
    const { marker } = await server.call('account_tx', request);
    const good = readFileSync(file.replace('broken', 'whole'), 'utf8');
    const lines = good.split('\n');
    // Of a list, the comma behind a row belongs to the next one.
    let text = lines.slice(0, 1 + 200).join('\n');
    text = format === 'json' ? text.replace(/,$/, '') : `${text}\n`;
    writeFileSync(file, `${text}{"half`);
    const state = { request, format, marker, rows: 200, bytes: Buffer.byteLength(text) };
    writeFileSync(`${file}.state`, JSON.stringify(state));
  }

  test('says what is wrong', async () => {
    assert.match((await weir('export')).stderr, /takes one account/);
    assert.match((await weirExport('--format', 'xml')).stderr, /must be csv, jsonl or json/);
    assert.match((await weirExport('--resume')).stderr, /goes with --out/);
    assert.match((await weirExport('--direction', 'up')).stderr, /Invalid field 'direction'/);
    const { stdout, stderr } = await weir('export', 'x', '--url', url);
    assert.match(stderr, /Account malformed/);
    assert.equal(stdout, '');
    const file = join(directory, 'nothing.csv');
    await weir('export', 'x', '--url', url, '--out', file);
    assert.equal(existsSync(file), false, 'nothing is left of it');
  });
});

function dropsOf(xrp: string): bigint {
  const [whole, fraction = ''] = xrp.split('.');
  return BigInt(whole!) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
}
