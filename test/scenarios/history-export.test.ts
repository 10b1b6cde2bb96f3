import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, mock, test } from 'node:test';
import { type ExportRow, exportRows } from '../../explorer/history/export-text.js';
import type { JsonObject } from '../../src/protocol/values.ts';
import { Env, MASTER, party } from '../support/env.ts';
import { type Answer, type Call, rpcOf } from '../support/rpc-call.ts';
import { runWeir, runWeirHere } from '../support/run-weir.ts';
import { ServerProcess } from '../support/server-process.ts';

const PAYEES = ['dan', 'eve'].map((name) => party(name).address);
const PAYMENTS = 250;

describe('weir export', () => {
  const directory = mkdtempSync(join(tmpdir(), 'weir-export-'));
  let server: ServerProcess;
  let url: string;
  const exportOf = (...words: string[]) => ['export', MASTER.address, '--url', url, ...words] as const;
  /** Prints its rows, which needs a process. */
  const printed = (...words: string[]) => runWeir(...exportOf(...words));
  /** Writes its rows to a file, or fails. Its progress is not shown. */
  const written = async (...words: string[]) => {
    const silence = mock.method(process.stderr, 'write', () => true);
    try {
      return await runWeirHere(...exportOf(...words));
    } finally {
      silence.mock.restore();
    }
  };

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

  test('writes every row once, oldest first', async () => {
    const { code, stdout } = await printed();
    assert.equal(code, 0);
    const [head, first, ...rest] = stdout.trimEnd().split('\n');
    assert.equal(rest.length, PAYMENTS - 1);
    assert.equal(
      head,
      'time,ledger_index,type,result,direction,amount,currency,issuer,counterparty,fee,balance_after,xrp_balance_after,source_tag,destination_tag,memo,hash',
    );
    const cells = first!.split(',');
    assert.match(cells[0]!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.deepEqual(cells.slice(1, 3), ['3', 'Payment']);
    const tags = rest.map((line) => Number(line.split(',')[13]));
    assert.equal(new Set([Number(cells[13]), ...tags]).size, PAYMENTS);
  });

  test('takes a date as the whole day in UTC, and refuses one that does not exist', async () => {
    const dayOf = async (ledger_index: number | string) =>
      ((await server.call('ledger', { ledger_index })) as Answer).ledger.close_time_iso.split('T')[0] as string;
    const { stdout } = await printed('--from', await dayOf(3), '--to', await dayOf('validated'));
    assert.equal(stdout.trimEnd().split('\n').length, 1 + PAYMENTS);
    for (const [words, message] of [
      [['--to', '2040-02-30'], /--to must be a date like 2026-01-31 \(UTC\) or a time .*, not '2040-02-30'/],
      [['--from', '2041-02-29T00:00:00Z'], /--from must be/],
      [['--from', '2040-12-31', '--to', '2040-01-01'], /--from 2040-12-31 is after --to 2040-01-01/],
    ] as const) {
      const refused = await written(...words);
      assert.equal(refused.code, 2);
      assert.match(refused.stderr, message);
    }
  });

  test('writes amounts and balances in XRP, and they add up', async () => {
    const { stdout } = await printed('--format', 'jsonl', '--direction', 'out');
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    let drops = 100_000_000_000_000_000n;
    for (const row of rows) {
      drops += dropsOf(row.amount) - dropsOf(row.fee);
      assert.equal(dropsOf(row.balance_after), drops);
      assert.deepEqual([row.currency, row.result, row.direction], ['XRP', 'tesSUCCESS', 'out']);
    }
    assert.equal(rows.length, PAYMENTS);
  });

  test('writes one JSON list of the rows that match the filters', async () => {
    const { stdout } = await printed(
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
    assert.deepEqual(JSON.parse((await printed('--format', 'json', '--type', 'OfferCreate')).stdout), []);
  });

  test('resumes an interrupted export to the same bytes', async () => {
    for (const format of ['csv', 'json']) {
      const whole = join(directory, `whole.${format}`);
      const broken = join(directory, `broken.${format}`);
      assert.equal((await written('--format', format, '--out', whole)).code, 0);
      assert.equal(existsSync(`${whole}.state`), false);
      await interrupt(broken, format);
      const resumed = await written('--format', format, '--out', broken, '--resume');
      assert.equal(resumed.code, 0, resumed.stderr);
      assert.equal(readFileSync(broken, 'utf8'), readFileSync(whole, 'utf8'));
    }
    const whole = join(directory, 'whole.csv');
    assert.match((await written('--out', whole)).stderr, /already exists/);
    assert.match((await written('--out', whole, '--resume')).stderr, /nothing to resume/);
  });

  /**
   * Creates the files of a crash in the middle of the second page: the state after the first page, and half a row more.
   */
  async function interrupt(file: string, format: string): Promise<void> {
    const all = { api_version: 2, account: MASTER.address, ledger_index_min: -1 };
    const last = (await server.call('ledger', { ledger_index: 'validated', api_version: 2 })).ledger_index as number;
    const request = { ...all, ledger_index_max: last, forward: true, limit: 200 };
    const { marker } = await server.call('account_tx', request);
    const good = readFileSync(file.replace('broken', 'whole'), 'utf8');
    const lines = good.split('\n');
    // In a JSON list the comma after a row belongs to the next row.
    let text = lines.slice(0, 1 + 200).join('\n');
    text = format === 'json' ? text.replace(/,$/, '') : `${text}\n`;
    writeFileSync(file, `${text}{"half`);
    const columns = readFileSync(file.replace(/broken.*$/, 'whole.csv'), 'utf8').split('\n')[0];
    const state = { request, format, columns, marker, rows: 200, bytes: Buffer.byteLength(text) };
    writeFileSync(`${file}.state`, JSON.stringify(state));
  }

  test('refuses wrong options and leaves no file after an error', async () => {
    assert.match((await runWeirHere('export')).stderr, /takes one account/);
    for (const [words, message] of [
      ['--format xml', /must be csv, jsonl or json/],
      ['--resume', /needs --out/],
      ['--direction up', /must be in or out, not 'up'/],
    ] as const) {
      const { code, stderr } = await runWeirHere('export', MASTER.address, '--url', url, ...words.split(' '));
      assert.equal(code, 2);
      assert.match(stderr, message);
    }
    const { stdout, stderr } = await runWeirHere('export', 'x', '--url', url);
    assert.match(stderr, /Account malformed/);
    assert.equal(stdout, '');
    const file = join(directory, 'nothing.csv');
    await runWeirHere('export', 'x', '--url', url, '--out', file);
    assert.equal(existsSync(file), false, 'the file is removed');
  });
});

describe('the rows of an export', () => {
  const { address: payer } = party('payer');
  const { address: payee } = party('payee');
  const { address: issuer } = party('issuer');
  const { address: other } = party('other');
  let env: Env;
  let call: Call;
  const close = () => env.close();
  const submit = async (secret: string, fields: object) => {
    const tx_json = { Account: party(secret).address, ...fields } as JsonObject;
    const { engine_result, tx_json: sent } = await call('submit', { secret, tx_json });
    assert.match(String(engine_result), /^te[sc]/);
    await close();
    return (sent as JsonObject).hash as string;
  };
  /** The values of some columns in the rows of a transaction, for one account. */
  const rowsOf = async (account: string, hash: string, columns: readonly (keyof ExportRow)[]) => {
    const { transactions } = await call('account_tx', { account, ledger_index_min: -1 }, { apiVersion: 2 });
    const item = transactions.find((one: Answer) => one.hash === hash);
    return exportRows(item, account).map((row) => columns.map((column) => row[column]));
  };
  const MONEY: readonly (keyof ExportRow)[] = ['direction', 'amount', 'currency', 'issuer', 'counterparty', 'fee'];
  const usd = (value: string, from = issuer) => ({ currency: 'USD', issuer: from, value });

  before(async () => {
    env = await Env.create();
    call = rpcOf(env);
    for (const Destination of [payer, payee, issuer, other]) {
      const tx_json = { TransactionType: 'Payment', Account: MASTER.address, Destination, Amount: '1000000000' };
      await call('submit', { secret: 'masterpassphrase', tx_json });
    }
    await close();
    await submit('issuer', { TransactionType: 'AccountSet', SetFlag: 16 });
    await submit('issuer', { TransactionType: 'AccountSet', SetFlag: 8 });
    for (const name of ['payee', 'other']) {
      await submit(name, { TransactionType: 'TrustSet', LimitAmount: usd('1000') });
    }
    await submit('issuer', { TransactionType: 'Payment', Destination: payee, Amount: usd('20') });
  });
  after(() => env.stop());

  test('show XRP that a claim pays', async () => {
    const { public_key_hex: PublicKey } = await call('wallet_propose', { passphrase: 'payer' });
    const terms = { Destination: payee, Amount: '100000000', SettleDelay: 60, PublicKey };
    const opened = await submit('payer', { TransactionType: 'PaymentChannelCreate', ...terms });
    const { channels } = await call('account_channels', { account: payer });
    const { channel_id: Channel } = (channels as JsonObject[])[0]!;
    const grant = { secret: 'payer', channel_id: Channel!, amount: '45000000' };
    const { signature: Signature } = await call('channel_authorize', grant);
    const claim = { Channel, Balance: '45000000', Amount: '45000000', Signature, PublicKey };
    const claimed = await submit('payee', { TransactionType: 'PaymentChannelClaim', ...claim });
    assert.deepEqual(await rowsOf(payer, opened, MONEY), [['out', '-100', 'XRP', '', payee, '0.00001']]);
    assert.deepEqual(await rowsOf(payee, claimed, MONEY), [['in', '45', 'XRP', '', payer, '0.00001']]);
    assert.deepEqual(await rowsOf(payer, claimed, MONEY), [['', '', '', '', payee, '']]);
  });

  test('show XRP that a cashed check moves', async () => {
    await submit('payer', { TransactionType: 'CheckCreate', Destination: payee, SendMax: '9000000' });
    const { account_objects: checks } = await call('account_objects', { account: payee, type: 'check' });
    const CheckID = (checks as JsonObject[])[0]!.index;
    const cashed = await submit('payee', { TransactionType: 'CheckCash', CheckID, Amount: '7000000' });
    assert.deepEqual(await rowsOf(payee, cashed, MONEY), [['in', '7', 'XRP', '', payer, '0.00001']]);
    assert.deepEqual(await rowsOf(payer, cashed, MONEY), [['out', '-7', 'XRP', '', payee, '']]);
  });

  test('show a clawback with its currency', async () => {
    const clawed = await submit('issuer', { TransactionType: 'Clawback', Amount: usd('4', payee) });
    assert.deepEqual(await rowsOf(payee, clawed, [...MONEY, 'balance_after']), [
      ['out', '-4', 'USD', issuer, issuer, '', '16'],
    ]);
    assert.deepEqual(await rowsOf(issuer, clawed, MONEY), [['in', '4', 'USD', payee, payee, '0.00001']]);
  });

  test('have both legs of an exchange', async () => {
    await submit('payee', { TransactionType: 'OfferCreate', TakerGets: usd('10'), TakerPays: '30000000' });
    const taken = await submit('other', { TransactionType: 'OfferCreate', TakerGets: '15000000', TakerPays: usd('5') });
    assert.deepEqual(await rowsOf(other, taken, MONEY), [
      ['out', '-15', 'XRP', '', payee, '0.00001'],
      ['in', '5', 'USD', issuer, payee, ''],
    ]);
    assert.deepEqual(await rowsOf(payee, taken, MONEY), [
      ['in', '15', 'XRP', '', other, ''],
      ['out', '-5', 'USD', issuer, other, ''],
    ]);
  });

  test('show the fee of a failed transaction, and one row without a balance change', async () => {
    const failed = await submit('payer', { TransactionType: 'Payment', Destination: other, Amount: usd('1') });
    assert.deepEqual(await rowsOf(payer, failed, ['result', ...MONEY]), [
      ['tecPATH_DRY', '', '', '', '', other, '0.00001'],
    ]);
    const line = await submit('payer', { TransactionType: 'TrustSet', LimitAmount: usd('1', other) });
    assert.deepEqual(await rowsOf(other, line, ['type', ...MONEY]), [['TrustSet', '', '', '', '', payer, '']]);
  });
});

function dropsOf(xrp: string): bigint {
  const [sign, whole, fraction = ''] = xrp.replace(/^(-?)/, '$1.').split('.');
  const drops = BigInt(whole!) * 1_000_000n + BigInt(fraction.padEnd(6, '0'));
  return sign === '-' ? -drops : drops;
}
