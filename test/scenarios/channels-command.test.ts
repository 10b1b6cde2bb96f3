/** `weir channel …` against a server in this process, whose ledgers close whenever the command waits. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { channel } from '../../src/cli/channel/channel.ts';
import { type RunningServer, runServer } from '../../src/cli/start/run-server.ts';
import type { Terminal } from '../../src/cli/terminal/terminal.ts';
import { encodeAccountPublicKey } from '../../src/crypto/address.ts';
import { encodeSeed, seedOfPassphrase } from '../../src/crypto/seed.ts';
import { MANUAL_CLOSE } from '../../src/node/close/close-schedule.ts';
import { dropsToXrp } from '../../src/protocol/amounts/drops-text.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { parseDrops, parseEndTime, parseSeconds, parseTime } from '../../src/rpc/method-doc/unit-words.ts';
import { CommandError } from '../../src/util/command-error.ts';
import { MASTER, type Party, party } from '../support/env.ts';
import type { Answer } from '../support/rpc-call.ts';

const SETTLE = 600;
/** Ledger time that passes each time a command waits. */
const STEP_SECONDS = 100;
const START_SECONDS = 800_000_000;

const payer = party('payer');
const payee = party('payee');
const stranger = party('stranger');
const secretOf = (name: string) => encodeSeed(seedOfPassphrase(name));

interface Outcome {
  readonly code: number;
  readonly answer: Answer;
  readonly notes: readonly string[];
  readonly sleeps: number;
}

describe('amounts and times of the command line', () => {
  test('have a unit', () => {
    const good = { '10XRP': 10_000_000n, '0.25xrp': 250_000n, '500drops': 500n, '1 drop': 1n, '0.000001XRP': 1n };
    for (const [text, drops] of Object.entries(good)) assert.equal(parseDrops(text), drops, text);
    assert.throws(() => parseDrops('10'), /'10' has no unit: write 10XRP or 10drops/);
    assert.throws(() => parseDrops('1.5'), /has no unit/);
    for (const text of [
      '',
      'XRP',
      '-1XRP',
      '1e3XRP',
      '1,000XRP',
      '1.5drops',
      '0.0000001XRP',
      '10USD',
      '0XRP',
      '0drops',
    ]) {
      assert.throws(() => parseDrops(text), CommandError, text);
    }
    assert.throws(() => parseDrops('100000000001XRP'), /more than the 100000000000 XRP/);
    assert.deepEqual([parseSeconds('--x', '90s'), parseSeconds('--x', '2h')], [90, 7200]);
    for (const text of ['60', '1w', '-1s', '50000d', '']) assert.throws(() => parseSeconds('--x', text), /--x must be/);
    assert.equal(parseEndTime('--x', '2000-01-01T00:01:00Z'), 60);
    assert.equal(parseEndTime('--x', '2000-01-01'), 86_400);
    assert.equal(parseTime('--x', '2000-01-02'), 86_400);
    for (const text of ['60', '2026-02-30', '2026-11', '1999-01-01T00:00:00Z', '2026-13-01T00:00:00Z']) {
      assert.throws(() => parseEndTime('--x', text), /--x must be/);
    }
    assert.deepEqual([1_500_000n, 7_000_000n, -1n].map(dropsToXrp), ['1.5', '7', '-0.000001']);
  });
});

describe('weir channel', () => {
  let server: RunningServer;
  let url: string;
  let directory: string;
  before(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'weir-channel-'));
    const genesisFile = path.join(directory, 'genesis.json');
    writeFileSync(genesisFile, JSON.stringify({ close_time: START_SECONDS }));
    const place = { port: 0, host: '127.0.0.1', dataDirectory: undefined, closing: MANUAL_CLOSE } as const;
    const chain = { genesisFile, networkId: 7777, logLevel: 'silent', isDevelopment: true } as const;
    server = await runServer({ ...place, ...chain }, pino({ level: 'silent' }));
    url = `http://127.0.0.1:${server.port}`;
    for (const { address } of [payer, payee, stranger]) {
      const tx_json = {
        TransactionType: 'Payment',
        Account: MASTER.address,
        Destination: address,
        Amount: '1000000000',
      };
      await ask('submit', { secret: 'masterpassphrase', tx_json: { ...tx_json, NetworkID: 7777 } });
    }
    await ask('ledger_accept');
  });
  after(async () => {
    await server.stop();
    rmSync(directory, { recursive: true });
  });

  async function ask(method: string, params: JsonObject = {}): Promise<Answer> {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify({ method, params: [params] }) });
    return ((await response.json()) as Answer).result;
  }

  async function passTime(seconds = STEP_SECONDS): Promise<void> {
    const { ledger } = await ask('ledger', { ledger_index: 'validated' });
    await ask('ledger_accept', { close_time: ledger.close_time + seconds });
  }

  /** `beforeSecret` is called when the command reads the secret. */
  async function run(
    secret: string | undefined,
    words: readonly string[],
    stdin = '',
    beforeSecret?: () => Promise<void>,
    whileWaiting: () => Promise<void> = passTime,
  ): Promise<Outcome> {
    const printed: string[] = [];
    const notes: string[] = [];
    let sleeps = 0;
    const terminal: Terminal = {
      print: (text) => printed.push(text),
      printData: (text) => printed.push(text),
      note: (text) => notes.push(text),
      read: async (file) => (file === '-' ? stdin : readFile(file, 'utf8')),
      askHidden: async () => {
        await beforeSecret?.();
        return beforeSecret === undefined ? undefined : secret;
      },
      environment: (name) => (name === 'WEIR_SECRET' && beforeSecret === undefined ? secret : undefined),
      sleep: async () => {
        sleeps++;
        await whileWaiting();
      },
      nowMs: () => 0,
    };
    const isSigningOnly = words[0] === 'sign';
    const code = await channel(isSigningOnly ? words : [...words, '--url', url], terminal);
    return { code, answer: printed[0]?.startsWith('{') === true ? JSON.parse(printed[0]) : printed[0], notes, sleeps };
  }

  const open = async (amount = '10XRP'): Promise<string> => {
    const { answer } = await run(secretOf('payer'), ['open', payee.address, amount, '--settle-delay', `${SETTLE}s`]);
    return answer.channel_id;
  };

  async function signed(channelId: string, amount: string): Promise<string> {
    const { answer } = await run(secretOf('payer'), ['sign', channelId, amount]);
    return JSON.stringify(answer);
  }

  const channelsOf = async ({ address }: Party, ...more: string[]): Promise<Answer[]> =>
    (await run(undefined, ['list', address, '--json', ...more])).answer.channels;

  test('opens, funds and lists a channel', async () => {
    const words = ['open', payee.address, '10XRP', '--settle-delay', '1h', '--destination-tag', '5'];
    const end = '2030-01-01T00:00:00Z';
    const { code, answer } = await run(secretOf('payer'), [...words, '--cancel-after', end]);
    assert.equal(code, 0);
    assert.deepEqual([answer.amount, answer.public_key], ['10000000', payer.keys.publicKey]);
    await run(secretOf('payer'), ['fund', answer.channel_id, '500drops']);
    const incoming = await channelsOf(payee, '--incoming');
    const found = incoming.find(({ channel_id }) => channel_id === answer.channel_id);
    assert.equal(found.amount, '10000500');
    assert.deepEqual([found.settle_delay, found.destination_tag], [3600, 5]);
    assert.equal(found.cancel_after, parseEndTime('', end));
    assert.deepEqual(await channelsOf(payer), incoming);
    assert.deepEqual(await channelsOf(payee), []);
  });

  test('lists channels in a table', async () => {
    const id = await open('2.5XRP');
    const end = '2031-01-01T00:00:00Z';
    const words = ['open', payee.address, '500drops', '--settle-delay', '90s', '--cancel-after', end];
    const other = (await run(secretOf('payer'), words)).answer.channel_id;
    const table = String((await run(undefined, ['list', payer.address])).answer).split('\n');
    assert.match(table[0]!, /^channel {59}payee {31}amount +paid +settle delay +ends$/);
    const rowOf = (lines: string[], channelId: string) =>
      lines.find((row) => row.startsWith(channelId))!.split(/ {2,}/);
    assert.deepEqual(rowOf(table, id), [id, payee.address, '2.5 XRP', '0 XRP', `${SETTLE}s`]);
    assert.deepEqual(rowOf(table, other), [other, payee.address, '0.0005 XRP', '0 XRP', '90s', end]);
    const incoming = String((await run(undefined, ['list', payee.address, '--incoming'])).answer).split('\n');
    assert.match(incoming[0]!, /^channel +payer /);
    assert.equal(rowOf(incoming, id)[1], payer.address);
    assert.equal((await run(undefined, ['list', payee.address])).answer, 'There are no channels.');
  });

  test('warns of a settle delay of zero', async () => {
    const { code, notes } = await run(secretOf('payer'), ['open', payee.address, '1XRP', '--settle-delay', '0s']);
    assert.equal(code, 0);
    assert.match(notes[0]!, /^Warning: with a settle delay of 0s .* before the payee can redeem/);
    const { notes: usual } = await run(secretOf('payer'), ['open', payee.address, '1XRP', '--settle-delay', '1s']);
    assert.ok(!usual.some((note) => note.includes('Warning')));
  });

  test('lists channels of several pages', async () => {
    const before = (await channelsOf(payee, '--incoming')).length;
    for (let count = 0; count < 210; count++) {
      const creation = { TransactionType: 'PaymentChannelCreate', Account: payer.address, Destination: payee.address };
      const terms = { Amount: '1', SettleDelay: 0, PublicKey: payer.keys.publicKey, NetworkID: 7777 };
      await ask('submit', { secret: secretOf('payer'), tx_json: { ...creation, ...terms } });
    }
    await passTime();
    assert.equal((await channelsOf(payee, '--incoming')).length, before + 210);
    assert.equal((await channelsOf(payer)).length, before + 210);
  });

  test('signs, verifies and redeems a claim, from a file, standard input or words', async () => {
    const id = await open();
    const claim = await signed(id, '4XRP');
    const judged = await run(undefined, ['verify', '-'], claim);
    assert.deepEqual([judged.code, judged.answer.redeemable, judged.answer.value_now], [0, true, '4000000']);
    const { public_key, signature } = JSON.parse(claim);
    const inWords = [id, '4XRP', signature, encodeAccountPublicKey(public_key)];
    assert.equal((await run(undefined, ['verify', ...inWords])).code, 0);
    const file = path.join(directory, 'claim.json');
    writeFileSync(file, claim);
    const paid = await run(secretOf('payee'), ['redeem', file]);
    assert.deepEqual([paid.code, paid.answer.balance], [0, '4000000']);
    const again = await run(secretOf('payee'), ['redeem', ...inWords]);
    assert.deepEqual([again.code, again.answer.redeemable], [1, false]);
    assert.match(again.answer.reasons[0], /already paid/);
    const last = await run(secretOf('payee'), ['redeem', '-', '--close'], await signed(id, '10XRP'));
    assert.equal(last.code, 0);
    assert.ok(!(await channelsOf(payee, '--incoming')).some(({ channel_id }) => channel_id === id));
  });

  test('explains why a transaction failed', async () => {
    const nobody = party('nobody').address;
    const opening = run(secretOf('payer'), ['open', nobody, '10XRP', '--settle-delay', '1h']);
    await assert.rejects(opening, /failed: tecNO_DST: r\w+ \(Destination\) does not exist in the ledger/);
    await assert.rejects(
      run(secretOf('stranger'), ['fund', await open(), '5XRP']),
      /failed: tecNO_PERMISSION: Only the payer of the channel, r\w+, may add to it\./,
    );
  });

  test('ends as soon as another transaction has used the sequence number', async () => {
    const id = await open();
    await ask('weir_snapshot', { name: 'before' });
    let waits = 0;
    const replace = async () => {
      waits += 1;
      await ask('weir_revert', { snapshot: 'before' });
      const tx_json = { TransactionType: 'AccountSet', Account: payer.address, NetworkID: 7777 };
      await ask('submit', { secret: secretOf('payer'), tx_json });
      await passTime();
    };
    const funding = run(secretOf('payer'), ['fund', id, '5XRP'], '', undefined, replace);
    await assert.rejects(funding, /the transaction [0-9A-F]{64} expired: no ledger contains it/);
    assert.equal(waits, 1);
  });

  test('waits for the end of the settle delay when the payer closes', async () => {
    const id = await open();
    const hasty = await run(secretOf('payer'), ['close', id, '--no-wait']);
    assert.deepEqual([hasty.code, hasty.answer.state], [0, 'closing']);
    assert.match(hasty.notes[0]!, /^The payee can redeem until 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ\.$/);
    const early = await run(secretOf('payer'), ['verify', '-', '--min-left', '1d'], await signed(id, '1XRP'));
    assert.deepEqual([early.code, early.answer.value_now], [1, '1000000']);
    const { code, answer, sleeps } = await run(secretOf('payer'), ['close', id]);
    assert.deepEqual([code, answer.state], [0, 'closed']);
    assert.ok(sleeps > SETTLE / STEP_SECONDS - 2, `it slept ${sleeps} times`);
    const late = await run(undefined, ['verify', '-'], await signed(id, '1XRP'));
    assert.deepEqual([late.code, late.answer.signature_verified], [1, true]);
  });

  test('closes at once for the payee, and for any account after the end', async () => {
    const own = await open();
    await assert.rejects(run(secretOf('stranger'), ['close', own]), /only its payer and its payee can close/);
    assert.equal((await run(secretOf('payee'), ['close', own])).answer.state, 'closed');
    const left = await open();
    await run(secretOf('payer'), ['close', left, '--no-wait']);
    await passTime(SETTLE + STEP_SECONDS);
    assert.equal((await run(secretOf('stranger'), ['close', left])).answer.state, 'closed');
    await assert.rejects(run(secretOf('payer'), ['close', left]), /has no channel/);
    await assert.rejects(run(secretOf('payer'), ['fund', left, '1XRP']), /tecNO_ENTRY/);
  });

  test('reports a claim that is too late, even if the channel ends meanwhile', async () => {
    const passEnd = async (id: string) => {
      const [found] = (await channelsOf(payer)).filter(({ channel_id }) => channel_id === id);
      const { ledger } = await ask('ledger', { ledger_index: 'validated' });
      await passTime(found.expiration - ledger.close_time + 1);
    };
    const one = await open();
    await run(secretOf('payer'), ['close', one, '--no-wait']);
    await passEnd(one);
    const judged = await run(secretOf('payee'), ['redeem', '-'], await signed(one, '1XRP'));
    assert.deepEqual([judged.code, judged.answer.reasons], [1, ['the channel has expired']]);
    await assert.rejects(
      run(secretOf('payer'), ['fund', one, '1XRP']),
      /The channel had expired at .* closed: 1 XRP were not added\.$/,
    );

    const other = await open();
    await run(secretOf('payer'), ['close', other, '--no-wait']);
    const late = run(secretOf('payee'), ['redeem', '-'], await signed(other, '1XRP'), () => passEnd(other));
    await assert.rejects(
      late,
      /The channel had expired at \S+Z and was closed: 1 XRP were not paid to the sender r\w+\.$/,
    );
  });

  test('takes secrets from a file or the environment, and never from the command line', async () => {
    const file = path.join(directory, 'secret');
    writeFileSync(file, `${secretOf('payer')}\n`);
    const words = ['sign', 'AB'.repeat(32), '1XRP'];
    assert.equal((await run(undefined, [...words, '--secret-file', file])).answer.public_key, payer.keys.publicKey);
    const edwards = party('payer', 'ed25519').keys.publicKey;
    const typed = await run(secretOf('payer'), [...words, '--key-type', 'ed25519']);
    assert.equal(typed.answer.public_key, edwards);
    await assert.rejects(run(undefined, words), /there is no secret/);
    await assert.rejects(run('hush', words), (error: Error) => !error.message.includes('hush'));
    for (const option of [['--secret', 'hush'], ['--secret=hush']]) {
      await assert.rejects(run(undefined, [...words, ...option]), (error: Error) => {
        assert.match(error.message, /command line can be read by others/);
        return !error.message.includes('hush');
      });
    }
  });

  const WRONG: readonly (readonly [line: string, message: RegExp])[] = [
    ['shut', /weir channel has no 'shut'/],
    ['open rPayee', /^usage: weir channel open <payee> <amount>$/],
    ['open rPayee 10', /'10' has no unit/],
    [`open ${payee.address} 10XRP`, /--settle-delay 1h/],
    [`open ${payee.address} 10XRP --settle-delay 3600`, /--settle-delay must be a time like/],
    [`open rPayee 10XRP --settle-delay 1h`, /'rPayee' is not the address of an account/],
    [`open ${payee.address} 10XRP --settle-delay 1h --public-key AB`, /'AB' is not a public key/],
    ['close AB', /'AB' is not a channel id/],
    ['close AB --incoming', /Unknown option '--incoming'/],
    [`sign ${'AB'.repeat(32)} 1000000`, /has no unit/],
    ['verify -', /the claim must be JSON/],
  ];
  for (const [line, message] of WRONG) {
    test(`refuses "${line.replace('AB'.repeat(32), 'AB…')}"`, async () => {
      await assert.rejects(run(secretOf('payer'), line.split(' ')), (error) => {
        assert.ok(error instanceof CommandError);
        assert.match(error.message, message);
        assert.equal(error.exitCode, 2);
        return true;
      });
    });
  }
});
