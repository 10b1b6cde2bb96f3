/** No transaction is applied to a ledger that is too old. Only the test moves the clock of these servers. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { channel } from '../../src/cli/channel/channel.ts';
import { type RunningServer, runServer } from '../../src/cli/start/run-server.ts';
import { parseStartOptions } from '../../src/cli/start/start-options.ts';
import type { Terminal } from '../../src/cli/terminal/terminal.ts';
import { developmentAccounts } from '../../src/node/development-funds.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../src/protocol/amounts/amount-math.ts';
import { channelKeys, claimSignature, tfClose } from '../support/channel-ledger.ts';
import { post } from '../support/hostile-sockets.ts';
import type { Answer } from '../support/rpc-call.ts';
import { TestClock } from '../support/test-clock.ts';

const PAYER = developmentAccounts()[0]!;
const PAYEE = developmentAccounts()[1]!;
const STRANGER = developmentAccounts()[2]!;
const SETTLE_SECONDS = 20;
const HOUR_SECONDS = 3600;
const INSTANT = ['--ephemeral', '--close-interval', '0'];

/** A server in this process, with a payer and a payee. */
class Served {
  readonly clock: TestClock;
  readonly #server: RunningServer;
  readonly #isInstant: boolean;

  private constructor(server: RunningServer, clock: TestClock, isInstant: boolean) {
    this.#isInstant = isInstant;
    this.#server = server;
    this.clock = clock;
  }

  static async start(t: TestContext, words: readonly string[], clock = new TestClock()): Promise<Served> {
    const options = parseStartOptions(['--dev', '--port', '0', ...words]);
    const server = await runServer(options, pino({ level: 'silent' }), clock);
    t.after(() => server.stop());
    return new Served(server, clock, options.closing.kind === 'instant');
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  get nowSeconds(): number {
    return Math.floor(this.clock.nowMs() / 1000) - RIPPLE_EPOCH_OFFSET_SECONDS;
  }

  async call(method: string, params: object = {}): Promise<Answer> {
    return (await post(this.#server.port, JSON.stringify({ method, params: [params] }))).body?.result;
  }

  async ledger(ledger_index: string | number = 'validated'): Promise<Answer> {
    return (await this.call('ledger', { ledger_index })).ledger;
  }

  /** Submits; returns the final result with its metadata. */
  async settle({ address, seed }: typeof PAYER, tx_json: object): Promise<Answer> {
    const params = { secret: seed, tx_json: { Account: address, ...tx_json } };
    if (this.#isInstant) return this.call('submit', { ...params, wait: true });
    const sent = await this.call('submit', params);
    await this.call('ledger_accept');
    const found = await this.call('tx', { transaction: sent.tx_json.hash });
    assert.equal(found.validated, true);
    return found;
  }

  async open(more: object = {}): Promise<string> {
    const { meta } = await this.settle(PAYER, {
      TransactionType: 'PaymentChannelCreate',
      Destination: PAYEE.address,
      Amount: '1000',
      SettleDelay: SETTLE_SECONDS,
      PublicKey: channelKeys.publicKey,
      ...more,
    });
    const made = meta.AffectedNodes.find((node: Answer) => node.CreatedNode?.LedgerEntryType === 'PayChannel');
    return made.CreatedNode.LedgerIndex;
  }

  askForClose(Channel: string): Promise<Answer> {
    return this.settle(PAYER, { TransactionType: 'PaymentChannelClaim', Channel, Flags: tfClose });
  }

  claim(Channel: string): Promise<Answer> {
    return this.settle(PAYEE, claimTransaction(Channel));
  }

  verify(channel_id: string, more: object = {}): Promise<Answer> {
    const claim = { channel_id, amount: '600', signature: claimSignature(channel_id, 600n) };
    return this.call('channel_verify', { ...claim, public_key: channelKeys.publicKey, channel_state: true, ...more });
  }
}

function claimTransaction(Channel: string) {
  return {
    TransactionType: 'PaymentChannelClaim',
    Channel,
    Balance: '600',
    Amount: '600',
    Signature: claimSignature(Channel, 600n),
    PublicKey: channelKeys.publicKey,
  };
}

/** The balance of the channel after a claim; undefined if it closed the channel. */
function paid({ meta }: Answer): string | undefined {
  assert.equal(meta.TransactionResult, 'tesSUCCESS');
  const nodes: Answer[] = meta.AffectedNodes;
  return nodes.find((node) => node.ModifiedNode?.LedgerEntryType === 'PayChannel')?.ModifiedNode.FinalFields.Balance;
}

describe('after a restart', () => {
  for (const more of [[], ['--durable-submit']]) {
    test(`a server with a timer closes an empty ledger first ${more.join('')}`, async (t) => {
      const directory = mkdtempSync(join(tmpdir(), 'weir-restart-'));
      t.after(() => rmSync(directory, { recursive: true, force: true }));
      // The timer itself never runs here.
      const words = ['--data', directory, '--close-interval', String(HOUR_SECONDS * 1000), ...more];
      const first = await Served.start(t, words);
      const channelId = await first.open();
      const before = (await first.ledger()).ledger_index;
      await first.stop();
      first.clock.advance(2 * HOUR_SECONDS);
      const second = await Served.start(t, words, first.clock);
      const fresh = await second.ledger(Number(before) + 1);
      assert.deepEqual([fresh.close_time, fresh.transaction_hash], [second.nowSeconds, '0'.repeat(64)]);
      await second.askForClose(channelId);
      second.clock.advance(SETTLE_SECONDS);
      assert.equal(paid(await second.claim(channelId)), '600');
      second.clock.jump(2 * HOUR_SECONDS);
      assert.equal(paid(await second.claim(channelId)), undefined, 'once it is over, it is');
    });
  }
});

describe('a server that closes ledgers after submissions', () => {
  test('closes no empty ledgers between submissions that follow each other', async (t) => {
    const server = await Served.start(t, INSTANT);
    await server.open();
    const before = Number((await server.ledger()).ledger_index);
    const payment = { TransactionType: 'Payment', Destination: PAYEE.address, Amount: '1' };
    for (let count = 1; count <= 10; count++) {
      server.clock.advance(5);
      const { ledger_index } = await server.settle(PAYER, payment);
      assert.equal(ledger_index, before + count);
    }
    server.clock.advance(6);
    assert.equal((await server.settle(PAYER, payment)).ledger_index, before + 12, 'one after more than five seconds');
  });

  test('does not let the time of its ledgers run ahead of the clock', async (t) => {
    const server = await Served.start(t, INSTANT);
    server.clock.advance(30);
    const payment = { TransactionType: 'Payment', Destination: PAYEE.address, Amount: '1' };
    for (let count = 0; count < 30; count++) await server.settle(PAYER, payment);
    assert.equal((await server.ledger()).close_time, server.nowSeconds);
  });

  test('closes one empty ledger for many submissions at once, each with its own sequence number', async (t) => {
    const server = await Served.start(t, INSTANT);
    await server.open();
    const before = Number((await server.ledger()).ledger_index);
    server.clock.advance(HOUR_SECONDS);
    const tx_json = { Account: PAYER.address, TransactionType: 'Payment', Destination: PAYEE.address, Amount: '1' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.call('submit', { secret: PAYER.seed, tx_json, wait: true })),
    );
    assert.deepEqual(new Set(answers.map(({ engine_result }) => engine_result)), new Set(['tesSUCCESS']));
    const sequences = answers.map(({ tx_json: sent }) => sent.Sequence);
    assert.equal(new Set(sequences).size, 20);
    const empty = await server.ledger(before + 1);
    assert.deepEqual([empty.close_time, empty.transaction_hash], [server.nowSeconds, '0'.repeat(64)]);
    assert.notEqual((await server.ledger(before + 2)).transaction_hash, '0'.repeat(64));
  });

  test('follows the clock again after a jump by `close_time`', async (t) => {
    const server = await Served.start(t, INSTANT);
    const channelId = await server.open();
    const future = server.nowSeconds + HOUR_SECONDS;
    await server.call('ledger_accept', { close_time: future });
    await server.askForClose(channelId);
    server.clock.advance(SETTLE_SECONDS);
    assert.equal((await server.verify(channelId)).seconds_left, 0);
    server.clock.advance(10);
    assert.equal((await server.verify(channelId)).seconds_left, -10);
    assert.equal(paid(await server.claim(channelId)), undefined);
  });
});

describe('weir channel close', () => {
  test('closes a channel that is over by the clock, on a server that was idle', async (t) => {
    const server = await Served.start(t, INSTANT);
    const run = async (secret: string, id: string): Promise<Answer> => {
      const printed: string[] = [];
      const terminal: Terminal = {
        print: (text) => printed.push(text),
        printData: (text) => printed.push(text),
        note: () => {},
        read: () => Promise.reject(new Error('there is nothing to read')),
        askHidden: async () => undefined,
        environment: (name) => (name === 'WEIR_SECRET' ? secret : undefined),
        // The ledger closes after the answer.
        sleep: () => setImmediate(),
        nowMs: () => server.clock.nowMs(),
      };
      assert.equal(await channel(['close', id, '--url', server.url], terminal), 0);
      return JSON.parse(printed.join(''));
    };
    for (const { seed } of [STRANGER, PAYER]) {
      const id = await server.open({ CancelAfter: server.nowSeconds + 60 });
      server.clock.advance(59);
      if (seed === STRANGER.seed) await assert.rejects(run(seed, id), /only its payer and its payee can close/);
      server.clock.advance(HOUR_SECONDS);
      assert.equal((await run(seed, id)).state, 'closed');
      assert.equal((await server.verify(id)).reasons[0], 'the validated ledger holds no payment channel with this id');
    }
  });
});

describe('a server whose ledgers are closed by hand', () => {
  const requestClose = async (server: Served, Channel: string) => {
    const tx_json = { Account: PAYER.address, TransactionType: 'PaymentChannelClaim', Channel, Flags: tfClose };
    const sent = await server.call('submit', { secret: PAYER.seed, tx_json });
    assert.equal(sent.engine_result, 'tesSUCCESS');
  };

  test('closes one before a request to close a channel, whose settle delay begins with it', async (t) => {
    const server = await Served.start(t, ['--ephemeral', '--manual']);
    const channelId = await server.open();
    const { ledger_index } = await server.ledger();
    server.clock.advance(HOUR_SECONDS);
    await requestClose(server, channelId);
    assert.equal(Number((await server.ledger()).ledger_index), Number(ledger_index) + 1);
    await server.call('ledger_accept');
    assert.ok((await server.verify(channelId)).seconds_left >= SETTLE_SECONDS - 1);
  });

  test('uses close_time as its only time once it is given', async (t) => {
    const server = await Served.start(t, ['--ephemeral', '--manual']);
    const channelId = await server.open();
    await server.call('ledger_accept', { close_time: Number((await server.ledger()).close_time) + 1 });
    const { ledger_index, close_time } = await server.ledger();
    server.clock.advance(HOUR_SECONDS);
    await requestClose(server, channelId);
    assert.equal((await server.ledger()).ledger_index, ledger_index);
    await server.call('ledger_accept', { close_time: close_time + 1 });
    assert.equal((await server.verify(channelId)).seconds_left, SETTLE_SECONDS - 1);
    for (const bad of [0, close_time + 1]) {
      const { error, error_message } = await server.call('ledger_accept', { close_time: bad });
      assert.deepEqual(
        [error, error_message],
        ['invalidParams', `Field 'close_time' is not after the parent's, ${close_time + 1}.`],
      );
    }
  });
});
