/**
 * The specification, sentence by sentence and row by row, through the public API: each test quotes what it checks.
 * Requests go over HTTP in the envelope `{method, params: [{…}]}` if the test says nothing else.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ledgerSecondsToMs } from '../src/node/close/ledger-clock.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../src/protocol/amounts/amount-math.ts';
import type { Json, JsonObject } from '../src/protocol/values.ts';
import { type EnvOptions, MASTER, type Party, party } from './support/env.ts';
import { post } from './support/hostile-sockets.ts';
import type { Answer } from './support/rpc-call.ts';
import { type ServedEnv, serveEnv } from './support/served-env.ts';

/** A server on loopback whose ledgers only the test closes. */
class Service {
  readonly served: ServedEnv;

  private constructor(served: ServedEnv) {
    this.served = served;
  }

  static async start(options: EnvOptions = {}): Promise<Service> {
    return new Service(await serveEnv({}, options));
  }

  stop(): Promise<void> {
    return this.served.stop();
  }

  /** The body of the answer, whose HTTP status must be 200. */
  async post(body: Json): Promise<Answer> {
    const answer = await post(this.served.port, JSON.stringify(body));
    assert.equal(answer.status, 200);
    return answer.body;
  }

  /** The `result` of a request in the first envelope. */
  async ask(method: string, params: JsonObject = {}): Promise<Answer> {
    return (await this.post({ method, params: [params] })).result;
  }

  /** The whole answer to a request in the flat envelope. */
  flat(command: string, params: JsonObject = {}): Promise<Answer> {
    return this.post({ id: 1, command, ...params });
  }

  /** Gives each a thousand XRP in a validated ledger. */
  fund(...parties: readonly Party[]): Promise<void> {
    return this.served.env.fund(1000, ...parties);
  }

  /** Signs with the secret of its account and submits; the result must be the expected one. */
  async submit(secret: string, tx_json: JsonObject, expected = 'tesSUCCESS'): Promise<Answer> {
    const answer = await this.ask('submit', { secret, tx_json: { Account: party(secret).address, ...tx_json } });
    assert.equal(answer.engine_result, expected, JSON.stringify(answer));
    return answer;
  }

  /** The same with a close; gives what `tx` says then. */
  async settle(secret: string, tx_json: JsonObject, expected = 'tesSUCCESS'): Promise<Answer> {
    const { tx_json: sent } = await this.submit(secret, tx_json, expected);
    await this.served.env.close();
    const final = await this.ask('tx', { transaction: sent.hash });
    assert.deepEqual([final.meta.TransactionResult, final.validated], [expected, true]);
    return final;
  }

  /** Index of the last validated ledger. */
  get last(): number {
    return this.served.env.node.validated.ledgerIndex;
  }
}

let service: Service;
const account = MASTER.address;
const ALL = { ledger_index_min: -1, ledger_index_max: -1 };

before(async () => {
  service = await Service.start();
});
after(() => service.stop());

describe('7, errors of account_tx', () => {
  const errorOf = async (params: JsonObject) => {
    const { error, error_message, error_what } = await service.ask('account_tx', { account, ...params });
    return { error, words: `${error_message} ${error_what}` };
  };

  describe('"invalidParams: one or more fields are specified incorrectly"', () => {
    const MALFORMED: readonly JsonObject[] = [
      ...['ledger_index_min', 'ledger_index_max'].flatMap((name) =>
        [null, true, false, '', '-1', 'x', 2.5, [], {}].map((value) => ({ [name]: value as Json })),
      ),
      ...[null, true, false, '', 'x', 2.5, -1, [], {}].map((value) => ({ ledger_index: value as Json })),
      ...[null, true, 7, '', 'x', [], {}].map((value) => ({ ledger_hash: value as Json })),
      ...['binary', 'forward'].flatMap((name) =>
        [null, 'no', 'false', '', 0, 1, [], {}].map((value) => ({ ...ALL, [name]: value as Json })),
      ),
      ...[true, '10', '', 1.5, 0, -1, [], {}].map((value) => ({ ...ALL, limit: value as Json })),
      ...[null, true, 7, 'x', [], {}, { ledger: 3 }].map((value) => ({ ...ALL, marker: value as Json })),
    ];
    for (const params of MALFORMED) {
      test(JSON.stringify(params), async () => {
        const { error, words } = await errorOf(params);
        assert.equal(error, 'invalidParams');
        const field = Object.keys(params).at(-1)!;
        assert.ok(words.includes(field) || /ledgerHash/.test(words), words);
      });
    }
  });

  test('"lgrIdxMalformed: the ledger named by ledger_index_min or ledger_index_max does not exist"', async () => {
    const { last } = service;
    for (const range of [
      { ledger_index_min: 5000 },
      { ledger_index_min: last + 1 },
      { ledger_index_min: 5000, ledger_index_max: -1 },
      { ledger_index_max: 0 },
      { ledger_index_min: -1, ledger_index_max: 0 },
      { ledger_index_max: 5000 },
      { ledger_index_min: 0 },
      { ledger_index_min: 5000, ledger_index_max: 6000 },
    ]) {
      const { error, words } = await errorOf(range);
      assert.equal(error, 'lgrIdxMalformed', JSON.stringify(range));
      assert.match(words, /the server does not have ledger \d+\. It has \d+ to \d+\./);
    }
  });

  test('"lgrIdxsInvalid: ledger_index_max is before ledger_index_min"', async () => {
    const { last } = service;
    for (const [min, max] of [
      [last, last - 1],
      [5001, 5000],
    ] as const) {
      assert.equal((await errorOf({ ledger_index_min: min, ledger_index_max: max })).error, 'lgrIdxsInvalid');
    }
  });
});

describe('2.2, trust line entry', () => {
  test('"peer_authorized: boolean, true when the peer has authorized the line"', async () => {
    const issuer = party('issuer of 2.2');
    const holder = party('holder of 2.2');
    await service.fund(issuer, holder);
    await service.settle('issuer of 2.2', { TransactionType: 'AccountSet', SetFlag: 2 });
    for (const currency of ['USD', 'EUR']) {
      const LimitAmount = { currency, issuer: issuer.address, value: 10 };
      await service.settle('holder of 2.2', { TransactionType: 'TrustSet', LimitAmount });
    }
    const LimitAmount = { currency: 'USD', issuer: holder.address, value: 0 };
    await service.settle('issuer of 2.2', { TransactionType: 'TrustSet', LimitAmount, Flags: 65536 });
    const authorized = async (params: JsonObject) => {
      const { lines } = await service.ask('account_lines', params);
      return Object.fromEntries(lines.map((line: Answer) => [line.currency, line.peer_authorized]));
    };
    const ofHolder = { account: holder.address, peer: issuer.address };
    assert.deepEqual(await authorized(ofHolder), { USD: true, EUR: false });
    assert.deepEqual(await authorized({ ...ofHolder, currency: 'EUR' }), { EUR: false });
    assert.deepEqual(await authorized({ account: issuer.address, authorization: 'pending' }), { EUR: false });
  });
});

describe('4.8, account_tx', () => {
  test('"ledger_index, ledger_hash: a single ledger only": a warning names what is ignored beside a range', async () => {
    const { hash } = service.served.env.node.validated;
    const warningOf = async (params: JsonObject) => (await service.ask('account_tx', { account, ...params })).warning;
    assert.match(await warningOf({ ...ALL, ledger_index: 2 }), /'ledger_index' is ignored.*'ledger_index_min'/);
    assert.match(await warningOf({ ledger_index_max: -1, ledger_hash: hash }), /'ledger_hash' is ignored/);
    assert.match(
      await warningOf({ ...ALL, ledger_hash: hash, ledger_index: 2 }),
      /'ledger_hash' and 'ledger_index' are/,
    );
    assert.match(await warningOf({ ledger_hash: hash, ledger_index: 2 }), /'ledger_index' is ignored.*'ledger_hash'/);
    for (const params of [ALL, { ledger_index: 'validated' }, { ledger_hash: hash }]) {
      assert.equal(await warningOf(params), undefined);
    }
  });
});

describe('4, endpoints', () => {
  test('"A result object always includes `status`", in both envelopes', async () => {
    const inFlat = await service.flat('account_tx', { account, ...ALL });
    assert.deepEqual(
      [inFlat.status, inFlat.result.status, inFlat.type, inFlat.id],
      ['success', 'success', 'response', 1],
    );
    assert.equal((await service.flat('server_info')).result.status, 'success');
    assert.equal((await service.ask('account_tx', { account, ...ALL })).status, 'success');
    assert.equal((await service.ask('account_tx', { account })).status, 'error');
  });
});

describe('8, limits', () => {
  const KINDS: readonly (readonly [string, EnvOptions])[] = [
    ['where ledgers close by themselves', { parentAgeLimitSeconds: 4 }],
    ['with --manual and a clock that was moved', { isTestBench: true }],
  ];
  for (const [kind, options] of KINDS) {
    for (const way of ['tfClose', 'Expiration'] as const) {
      test(`"the payee has no less than SettleDelay seconds after a close request", by ${way}, ${kind}`, async (t) => {
        const own = await Service.start(options);
        t.after(() => own.stop());
        const { env } = own.served;
        const [payer, payee] = [party('payer'), party('payee')];
        await own.fund(payer, payee);
        const { channel_id: Channel } = await own.settle('payer', {
          TransactionType: 'PaymentChannelCreate',
          Amount: '1000',
          Destination: payee.address,
          SettleDelay: 60,
          PublicKey: payer.keys.publicKey,
        });
        if (options.isTestBench) await own.ask('weir_clock', { advance: 3600 });
        else env.clock.advanceMs(3_600_300);
        const requestedMs = options.isTestBench
          ? ledgerSecondsToMs((await own.ask('weir_clock')).time)
          : env.clock.nowMs();
        const Expiration = Math.ceil(requestedMs / 1000) - RIPPLE_EPOCH_OFFSET_SECONDS + 60;
        if (way === 'tfClose') {
          await own.submit('payer', { TransactionType: 'PaymentChannelClaim', Channel, Flags: 2147614720 });
        } else {
          const funding = { TransactionType: 'PaymentChannelFund', Channel, Amount: '1' };
          await own.submit('payer', { ...funding, Expiration: Expiration - 1 }, 'tecNO_PERMISSION');
          await own.submit('payer', { ...funding, Expiration });
        }
        await env.node.acceptLedger();
        const { channels } = await own.ask('account_channels', { account: payer.address, ledger_index: 'validated' });
        const endMs = ledgerSecondsToMs(channels[0].expiration);
        assert.ok(endMs >= requestedMs + 60_000, `${endMs - requestedMs} ms`);
        const { signature } = await own.ask('channel_authorize', {
          channel_id: Channel,
          amount: '700',
          secret: 'payer',
        });
        const claim = { Channel, Balance: '700', Amount: '700', Signature: signature, PublicKey: payer.keys.publicKey };
        await own.submit('payee', { TransactionType: 'PaymentChannelClaim', ...claim });
        await env.node.acceptLedger();
        const after = await own.ask('account_channels', { account: payer.address, ledger_index: 'validated' });
        assert.equal(after.channels[0].balance, '700');
      });
    }
  }
});
