/** `weir channel watch` as a process: its options, its port, its output, and its files after a kill. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { parseChannelArguments } from '../../src/cli/channel/channel-options.ts';
import { watchChannels } from '../../src/cli/channel/channel-watch.ts';
import { type RunningServer, runServer } from '../../src/cli/start/run-server.ts';
import { processTerminal } from '../../src/cli/terminal/terminal.ts';
import { encodeSeed, seedOfPassphrase } from '../../src/crypto/seed.ts';
import { MANUAL_CLOSE } from '../../src/node/close/close-schedule.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { channelKeys, claimSignature, tfClose } from '../support/channel-ledger.ts';
import { MASTER, party } from '../support/env.ts';
import { PROGRAM } from '../support/program.ts';
import type { Answer } from '../support/rpc-call.ts';
import { until } from '../support/until.ts';

const XRP = 1_000_000n;
/** Seconds since 2000-01-01T00:00:00Z. */
const FAR_FUTURE = 4_000_000_000;
const payer = party('payer');
const payee = party('payee');
const secretOf = (name: string) => encodeSeed(seedOfPassphrase(name));
const running = new Set<ChildProcess>();

/** Standard input from a terminal that was closed. */
async function* failing(): AsyncGenerator<string> {
  yield '\n';
  throw new Error('EIO: i/o error');
}

/** The watch in a child process, and the events that it prints. */
class WatchProcess {
  readonly #child: ChildProcess;
  readonly #events: Answer[] = [];
  readonly #ended: Promise<unknown>;
  #wake = Promise.withResolvers<void>();
  errors = '';

  /** `output`: descriptor for standard output and standard error, instead of pipes that are read here. */
  constructor(secret: string, words: readonly string[], output: number | 'unread' | undefined = undefined) {
    const descriptor = typeof output === 'number' ? output : 'pipe';
    this.#child = spawn(process.execPath, [PROGRAM, 'channel', 'watch', '--json', ...words], {
      env: { ...process.env, WEIR_SECRET: secret },
      stdio: ['pipe', descriptor, descriptor],
    });
    running.add(this.#child);
    if (output === undefined) this.#read();
    this.#ended = once(this.#child, 'close').then(() => {
      running.delete(this.#child);
      this.#again();
    });
  }

  #read(): void {
    this.#child.stderr!.on('data', (chunk) => {
      this.errors += chunk;
    });
    createInterface({ input: this.#child.stdout! }).on('line', (line) => {
      this.#events.push(JSON.parse(line));
      this.#again();
    });
  }

  get isRunning(): boolean {
    return running.has(this.#child);
  }

  /** The first event with that name and these fields. Fails if the process ends before it. */
  async event(name: string, facts: JsonObject = {}): Promise<Answer> {
    for (;;) {
      const wake = this.#wake.promise;
      const found = this.#events.find(
        (one) => one.event === name && Object.entries(facts).every(([key, value]) => one[key] === value),
      );
      if (found !== undefined) return found;
      assert.ok(running.has(this.#child), `it ended without ${name}: ${this.errors}`);
      await wake;
    }
  }

  write(text: string): void {
    this.#child.stdin!.write(text);
  }

  /** Closes the reading ends of its standard output and standard error. */
  closeReaders(): void {
    this.#child.stdout!.destroy();
    this.#child.stderr!.destroy();
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    this.#child.kill(signal);
    // Output since the last call.
    this.#child.stdout?.resume();
    this.#child.stderr?.resume();
    await this.#ended;
    return this.#child.exitCode;
  }

  /** Waits until the process ends by itself. */
  async exitCode(): Promise<number | null> {
    await this.#ended;
    return this.#child.exitCode;
  }

  #again(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
  }
}

describe('weir channel watch, as a process', () => {
  let server: RunningServer;
  let url: string;
  let directory: string;
  before(async () => {
    directory = mkdtempSync(path.join(tmpdir(), 'weir-watch-process-'));
    const place = { port: 0, host: '127.0.0.1', dataDirectory: undefined, closing: MANUAL_CLOSE } as const;
    const chain = { genesisFile: undefined, networkId: undefined, logLevel: 'silent' } as const;
    server = await runServer({ ...place, ...chain }, pino({ level: 'silent' }));
    url = `http://127.0.0.1:${server.port}`;
    for (const { address } of [payer, payee]) {
      const tx_json = { TransactionType: 'Payment', Account: MASTER.address, Destination: address };
      await ask('submit', { secret: 'masterpassphrase', tx_json: { ...tx_json, Amount: '10000000000' } });
    }
    await ask('ledger_accept');
  });
  after(async () => {
    for (const child of running) child.kill('SIGKILL');
    await server.stop();
    rmSync(directory, { recursive: true });
  });

  async function ask(method: string, params: JsonObject = {}): Promise<Answer> {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify({ method, params: [params] }) });
    return ((await response.json()) as Answer).result;
  }

  async function payerSends(fields: JsonObject): Promise<Answer> {
    const tx_json = { Account: payer.address, ...fields };
    const answer = await ask('submit', { secret: secretOf('payer'), tx_json });
    assert.equal(answer.engine_result, 'tesSUCCESS');
    await ask('ledger_accept');
    return answer;
  }

  async function open(more: JsonObject = {}): Promise<string> {
    const terms = { Destination: payee.address, Amount: String(10n * XRP), SettleDelay: 3600, ...more };
    const kind = { TransactionType: 'PaymentChannelCreate', PublicKey: channelKeys.publicKey };
    return (await payerSends({ ...kind, ...terms })).channel_id;
  }

  const askToClose = (Channel: string) =>
    payerSends({ TransactionType: 'PaymentChannelClaim', Channel, Flags: tfClose });

  function claim(channel_id: string, drops: bigint): JsonObject {
    return { channel_id, amount: String(drops), signature: claimSignature(channel_id, drops) };
  }

  async function balance(payment_channel: string): Promise<bigint> {
    return BigInt((await ask('ledger_entry', { payment_channel, ledger_index: 'validated' })).node.Balance);
  }

  const dataOf = (name: string) => path.join(directory, name);

  async function post(port: number, page: string, body: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(`http://127.0.0.1:${port}/${page}`, {
      ...{ method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) },
    });
    return { status: response.status, answer: (await response.json()) as Answer };
  }

  test('survives kill -9 after a claim and after the redemption was sent', async () => {
    const id = await open();
    const words = ['--url', url, '--data', dataOf('killed'), '--port', '0'];
    const first = new WatchProcess(secretOf('payee'), words);
    const { port } = await first.event('listening');
    await first.event('connected');
    const { status, answer } = await post(port, 'claims', claim(id, 2n * XRP));
    assert.deepEqual([status, answer.verdict, answer.kept, answer.value], [200, 'kept', true, String(2n * XRP)]);
    await first.end('SIGKILL');
    await askToClose(id);
    const second = new WatchProcess(secretOf('payee'), words);
    const { hash } = await second.event('submitted');
    await second.end('SIGKILL');
    const third = new WatchProcess(secretOf('payee'), words);
    const again = await third.event('submitted');
    assert.equal(again.hash, hash, 'the same transaction is sent again');
    await ask('ledger_accept');
    const { paid } = await third.event('redeemed', { hash });
    assert.equal(paid, String(2n * XRP));
    assert.equal(await balance(id), 2n * XRP);
    assert.equal(await third.end('SIGTERM'), 0);
    assert.equal(third.errors, '');
  });

  test('takes claims from a file that grows, and from standard input', async () => {
    const [one, other] = [await open(), await open()];
    const file = path.join(directory, 'claims.json');
    writeFileSync(file, JSON.stringify(claim(one, XRP), undefined, 2));
    const reader = new WatchProcess(secretOf('payee'), ['--url', url, '--data', dataOf('file'), '--claims', file]);
    await reader.event('claim', { channel_id: one, amount: String(XRP), kept: true });
    appendFileSync(
      file,
      `\n${JSON.stringify(claim(one, 2n * XRP))}nonsense\n${JSON.stringify(claim(one, 3n * XRP))}\n`,
    );
    await reader.event('claim', { amount: String(3n * XRP), kept: true });
    await reader.event('claim', { verdict: 'malformed' });
    // No other process may use these files while the watch runs.
    const another = new WatchProcess(secretOf('payee'), ['--url', url, '--data', dataOf('file')]);
    assert.equal(await another.exitCode(), 1);
    assert.match(another.errors, /is in use by another/);
    await reader.end('SIGTERM');
    const listener = new WatchProcess(secretOf('payee'), ['--url', url, '--data', dataOf('input'), '--claims', '-']);
    listener.write(`${JSON.stringify(claim(other, XRP))}\n{"channel_id": 5}\n`);
    await listener.event('claim', { channel_id: other, kept: true });
    await listener.event('claim', { verdict: 'malformed' });
    assert.equal(await listener.end('SIGTERM'), 0);
  });

  test('answers over its port, and refuses web pages', async () => {
    const id = await open();
    const closing = await open({ CancelAfter: FAR_FUTURE });
    const words = ['--url', url, '--data', dataOf('port'), '--port', '0'];
    const watch = new WatchProcess(secretOf('payee'), words);
    const { port } = await watch.event('listening');
    await watch.event('connected');
    await askToClose(closing);
    const { expiration } = await watch.event('channel', { channel_id: closing, change: 'closing' });
    const claims = [claim(id, XRP), { ...claim(id, 2n * XRP), signature: '00' }, { channel_id: id }];
    const many = await post(port, 'claims', claims);
    assert.deepEqual(
      many.answer.claims.map(({ verdict }: Answer) => verdict),
      ['kept', 'badSignature', 'malformed'],
    );
    assert.equal((await post(port, 'claims', claims[1])).status, 422);
    assert.equal((await post(port, 'claims', 'no JSON')).status, 400);
    assert.equal((await post(port, 'claims', claims[0], { origin: 'http://example.com' })).status, 403);
    assert.equal((await post(port, 'redeem', { channel_id: 'AB' })).status, 422);
    assert.equal((await post(port, 'redeem', {})).status, 400);
    assert.equal((await post(port, 'nothing', {})).status, 404);
    const page = async (name: string) => (await fetch(`http://127.0.0.1:${port}/${name}`)).text();
    const state = JSON.parse(await page('state'));
    const rowOf = (channel: string) => state.channels.find(({ channel_id }: Answer) => channel_id === channel);
    const terms = { account: payer.address, amount: String(10n * XRP), balance: '0', settle_delay: 3600 };
    assert.deepEqual([id, closing].map(rowOf), [
      { channel_id: id, ...terms, claim: String(XRP), owed: String(XRP) },
      { channel_id: closing, ...terms, expiration, cancel_after: FAR_FUTURE },
    ]);
    assert.deepEqual([state.payee, state.connected, state.owed], [payee.address, true, String(XRP)]);
    const redeem = await post(port, 'redeem', { channel_id: id });
    assert.deepEqual([redeem.status, redeem.answer.redeeming], [202, [id]]);
    await watch.event('submitted', { channel_id: id });
    await ask('ledger_accept');
    await watch.event('redeemed', { channel_id: id });
    const figures = await page('metrics');
    for (const line of ['weir_watch_connected 1', 'weir_watch_claims_total{verdict="kept"} 1']) {
      assert.ok(figures.includes(line), line);
    }
    assert.match(figures, /^weir_watch_ledger_age_seconds -?\d/m);
    assert.ok(figures.includes(`weir_watch_redeemed_drops_total ${XRP}`));
    await watch.end('SIGTERM');
  });

  /** A watch with `--protect` redeems a claim when the payer requests closure. */
  async function assertProtects(watch: WatchProcess, claims: string, id: string): Promise<void> {
    await askToClose(id);
    appendFileSync(claims, `${JSON.stringify(claim(id, 2n * XRP))}\n`);
    await until(async () => {
      assert.ok(watch.isRunning, 'it ended');
      await ask('ledger_accept');
      return (await balance(id)) === 2n * XRP;
    }, 'the claim is paid');
  }

  test('protects the payee when its log has no reader any more and its terminal is closed', async () => {
    const [one, other] = [await open(), await open()];
    const claims = path.join(directory, 'gone.json');
    writeFileSync(claims, '');
    const words = ['--url', url, '--data', dataOf('gone'), '--claims', claims];
    const watch = new WatchProcess(secretOf('payee'), words);
    await watch.event('connected');
    watch.closeReaders();
    await assertProtects(watch, claims, one);
    watch.signal('SIGHUP');
    await assertProtects(watch, claims, other);
    assert.equal(await watch.end('SIGTERM'), 0);
  });

  const OUTPUTS = [
    ['the disk of its log is full', '/dev/full'],
    ['its log is not read', undefined],
  ] as const;
  for (const [name, device] of OUTPUTS) {
    test(`protects the payee when ${name}`, async () => {
      const id = await open();
      const claims = path.join(directory, `${device === undefined ? 'unread' : 'full'}.json`);
      // Each claim writes a line to the log: more than the buffers of a pipe and of the program hold.
      writeFileSync(claims, '{}\n'.repeat(10_000));
      const output = device === undefined ? 'unread' : openSync(device, 'w');
      const words = ['--url', url, '--data', `${claims}.data`, '--claims', claims];
      const watch = new WatchProcess(secretOf('payee'), words, output);
      await assertProtects(watch, claims, id);
      assert.equal(await watch.end('SIGTERM'), 0);
      if (output !== 'unread') closeSync(output);
    });
  }

  test('keeps watching when no more claims can be read', async () => {
    const lines: string[] = [];
    const stop = Promise.withResolvers<void>();
    const surroundings = {
      input: () => Readable.from(failing()),
      stopRequest: () => stop.promise,
      log: (line: string) => {
        lines.push(line);
        if (line.includes('no claims can be read')) stop.resolve();
      },
      showStatus: () => {},
    };
    const { options } = parseChannelArguments('watch', ['--claims', '-', '--url', url, '--data', dataOf('unreadable')]);
    const terminal = { ...processTerminal, environment: () => secretOf('payee') };
    assert.equal(await watchChannels(options, terminal, surroundings), 0);
    assert.match(lines.join('\n'), / WARNING no claims can be read from standard input: EIO: i\/o error$/m);
  });

  test('refuses options and files that it cannot use', async () => {
    const words = ['--once', '--data', dataOf('refused')];
    const surroundings = {
      input: () => Readable.from([]),
      stopRequest: () => new Promise(() => {}),
      log: () => {},
      showStatus: () => {},
    };
    const runHere = async (secret: string, ...more: string[]) => {
      const { options } = parseChannelArguments('watch', [...words, ...more]);
      return watchChannels(options, { ...processTerminal, environment: () => secret }, surroundings);
    };
    const file = path.join(directory, 'one.json');
    const id = await open();
    writeFileSync(file, JSON.stringify(claim(id, XRP)));
    assert.equal(await runHere(secretOf('payee'), '--url', url, '--claims', file), 0);
    await assert.rejects(runHere(secretOf('stranger'), '--url', url), /it contains the claims of r/);
    writeFileSync(file, JSON.stringify({ ...claim(id, 2n * XRP), signature: 'AB' }));
    assert.equal(await runHere(secretOf('payee'), '--url', url, '--claims', file), 1);
    await assert.rejects(runHere(secretOf('payee'), '--url', 'ws://127.0.0.1:1'), /cannot reach ws:\/\/127\.0\.0\.1:1/);
    await assert.rejects(runHere(secretOf('payee'), '--url', url, '--claims', '/no/file'), /cannot read \/no\/file/);
    await assert.rejects(runHere('sEdhidden'), (error: Error) => !error.message.includes('sEdhidden'));
    for (const bad of [
      ['--port', '70000'],
      ['--max-fee', '5'],
      ['--margin', '5'],
      ['--margin', '0s'],
      ['--url', 'ftp://x'],
      ['more'],
    ]) {
      await assert.rejects(runHere(secretOf('payee'), ...bad), { name: 'CommandError', exitCode: 2 });
    }
  });
});
