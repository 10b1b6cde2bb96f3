/**
 * The specification, sentence by sentence and row by row, through the public API: each test quotes what it checks.
 * Requests go over HTTP in the envelope `{method, params: [{…}]}` if the test says nothing else.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MASTER_PASSPHRASE } from '../src/ledger/genesis.ts';
import { ledgerSecondsToMs } from '../src/node/close/ledger-clock.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../src/protocol/amounts/amount-math.ts';
import type { Json, JsonObject } from '../src/protocol/values.ts';
import { type EnvOptions, MASTER, type Party, party } from './support/env.ts';
import { post } from './support/hostile-sockets.ts';
import type { Answer } from './support/rpc-call.ts';
import { type ServedEnv, serveEnv } from './support/served-env.ts';
import { without } from './support/without.ts';

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

describe('1, what the service does: a request that is none says what is wanted', () => {
  const ROWS: readonly (readonly [Json, RegExp])[] = [
    [{ method: 'ping', params: { account } }, /'params' is an array that holds one object: "params": \[\{…\}\]/],
    [{ method: 'ping', params: account }, /'params' is an array that holds one object/],
    [{ method: 'ping', params: [account] }, /'params' is an array that holds one object/],
    [{ method: 'ping', params: [{}, {}] }, /'params' is an array that holds one object/],
    [{}, /'method' is missing/],
    [{ params: [{}] }, /'method' is missing/],
    [{ id: 1 }, /'method' is missing/],
    [{ method: null }, /'method' is missing/],
    [[], /a request is an object/],
    [{ method: 'ping', params: [{ api_version: 7 }] }, /'api_version' is 1 or 2/],
  ];
  for (const [body, what] of ROWS) {
    test(JSON.stringify(body), async () => {
      const { status, body: answer } = await post(service.served.port, JSON.stringify(body));
      assert.deepEqual([status, answer.result.error, answer.result.status], [400, 'invalidParams', 'error']);
      assert.match(answer.result.error_what, what);
    });
  }

  test('the flat envelope too', async () => {
    for (const [body, error, what] of [
      [{ id: 1, command: 5 }, 'missingCommand', /'command' is the name of a method/],
      [{ id: 1, command: 'ping', api_version: 7 }, 'invalid_API_version', /'api_version' is 1 or 2/],
    ] as const) {
      const { status, body: answer } = await post(service.served.port, JSON.stringify(body));
      assert.deepEqual([status, answer.error, answer.id], [400, error, 1]);
      assert.match(answer.error_what, what);
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

describe('2.6, transactions', () => {
  test('"LimitAmount: object with currency, issuer, value": an error says which of them is missing', async () => {
    const amount = { currency: 'USD', issuer: party('issuer').address, value: '1' };
    for (const name of ['currency', 'issuer', 'value'] as const) {
      for (const LimitAmount of [without(amount, name), { ...amount, [name]: null }, { ...amount, [name]: '' }]) {
        const tx_json = { TransactionType: 'TrustSet', Account: account, LimitAmount };
        const { error, error_what } = await service.ask('submit', { secret: MASTER_PASSPHRASE, tx_json });
        assert.equal(error, 'invalidParams');
        const fault =
          name in LimitAmount ? `has an? ${name} that (is none|is no address|cannot be read)` : `has no ${name}:`;
        assert.match(error_what, new RegExp(`^Field 'tx_json.LimitAmount' ${fault}`));
      }
    }
  });
});

describe('3.3, payment channel: what is refused says which rule and which time', () => {
  const SETTLE_DELAY = 60;
  const names = ['payer of 3.3', 'payee of 3.3', 'stranger of 3.3'] as const;
  const [payer, payee, stranger] = names.map((name) => party(name)) as [Party, Party, Party];
  let Channel: string;
  let signature: string;
  before(async () => {
    await service.fund(payer, payee, stranger);
    ({ channel_id: Channel } = await service.settle(names[0], {
      TransactionType: 'PaymentChannelCreate',
      Amount: '1000',
      Destination: payee.address,
      SettleDelay: SETTLE_DELAY,
      PublicKey: payer.keys.publicKey,
    }));
    ({ signature } = await service.ask('channel_authorize', { channel_id: Channel, amount: '2000', secret: names[0] }));
  });

  const iso = (seconds: number) => `${new Date(ledgerSecondsToMs(seconds)).toISOString().slice(0, 19)}Z`;
  const closed = () => service.served.env.node.validated.closeTimeSeconds;
  const claim = { TransactionType: 'PaymentChannelClaim' };
  const funding = { TransactionType: 'PaymentChannelFund', Amount: '1' };
  const signed = () => ({ Amount: '2000', Signature: signature, PublicKey: payer.keys.publicKey });
  const reasonOf = async (secret: string, tx_json: JsonObject, expected: string) =>
    (await service.submit(secret, { Channel, ...tx_json }, expected)).engine_result_reason;

  test('tfClose of a third account: "closes an expired channel", and this one is not', async () => {
    const reason = await reasonOf(names[2], { ...claim, Flags: 2147614720 }, 'tecNO_PERMISSION');
    assert.match(reason, /^Until a channel expires, only its payer, (r\w+), and its payee, (r\w+), may /);
    assert.ok(reason.includes(payer.address) && reason.includes(payee.address), reason);
    assert.match(reason, /It has neither an expiration nor a CancelAfter \(/);
    assert.ok(reason.includes(iso(closed())), reason);
  });

  test('an Expiration before the settle delay is over', async () => {
    const Expiration = closed() + SETTLE_DELAY - 1;
    const reason = await reasonOf(names[0], { ...funding, Expiration }, 'tecNO_PERMISSION');
    for (const part of [iso(Expiration), iso(Expiration + 1), `${SETTLE_DELAY} seconds`, iso(closed())]) {
      assert.ok(reason.includes(part), reason);
    }
  });

  test('others: who may fund and renew, whose signature is missing, which key, how much', async () => {
    const wrongKey = { ...signed(), Balance: '5', PublicKey: payee.keys.publicKey };
    const { signature: other } = await service.ask('channel_authorize', {
      channel_id: Channel,
      amount: '2000',
      secret: names[1],
    });
    const rows: readonly (readonly [string, JsonObject, string, RegExp])[] = [
      [names[1], funding, 'tecNO_PERMISSION', /Only the payer of the channel, r\w+, may add to it/],
      [names[1], { ...claim, Flags: 65536 }, 'tecNO_PERMISSION', /Only the payer of the channel, r\w+, may renew it/],
      [names[1], { ...claim, Balance: '5' }, 'tecNO_PERMISSION', /needs a claim that the payer signed: .*Signature/],
      [
        names[1],
        { ...claim, ...wrongKey, Signature: other },
        'tecNO_PERMISSION',
        /The key of the channel is [0-9A-F]{66}/,
      ],
      [
        names[1],
        { ...claim, ...signed(), Balance: '1500' },
        'tecUNFUNDED_PAYMENT',
        /Balance is 1500 drops.* given 1000 drops/,
      ],
    ];
    for (const [secret, tx_json, expected, words] of rows) {
      assert.match(await reasonOf(secret, tx_json, expected), words);
    }
    await service.submit(names[1], { Channel, ...claim, ...signed(), Balance: '700' });
    const again = await reasonOf(names[1], { ...claim, ...signed(), Balance: '700' }, 'tecUNFUNDED_PAYMENT');
    assert.match(again, /Balance is 700 drops.* has paid 700 drops already/);
  });

  test('a closing channel names its end to a third account, which may close it after that', async () => {
    await service.settle(names[0], { Channel, ...claim, Flags: 2147614720 });
    const { channels } = await service.ask('account_channels', { account: payer.address, ledger_index: 'validated' });
    const end = channels[0].expiration;
    const reason = await reasonOf(names[2], claim, 'tecNO_PERMISSION');
    assert.ok(reason.includes(`It expires at ${iso(end)}`), reason);
    await service.served.env.close(end + 1);
    await service.settle(names[2], { Channel, ...claim });
  });
});

describe('4.1, submit', () => {
  test('"fee_mult_max: integer": anything else is invalidParams', async () => {
    const tx_json = { TransactionType: 'AccountSet', Account: account };
    for (const name of ['fee_mult_max', 'fee_div_max']) {
      for (const value of ['x', '1000', 1.5, -1, true, null, {}, [], 2 ** 31] as const) {
        const params = { secret: MASTER_PASSPHRASE, tx_json, [name]: value };
        const { error, error_message } = await service.ask('submit', params);
        assert.deepEqual([error, error_message], ['invalidParams', `Invalid field '${name}', not a positive integer.`]);
      }
    }
    const { engine_result } = await service.ask('submit', { secret: MASTER_PASSPHRASE, tx_json, fee_mult_max: 1000 });
    assert.equal(engine_result, 'tesSUCCESS');
  });
});

describe('4.6, channel_authorize', () => {
  test('"secret of the channel key pair": a warning says how to name the key that a seed of wallet_propose means', async () => {
    const { master_seed, public_key_hex } = await service.ask('wallet_propose', { key_type: 'ed25519' });
    const payer = party('payer of 4.6');
    await service.fund(payer);
    const { channel_id } = await service.settle('payer of 4.6', {
      TransactionType: 'PaymentChannelCreate',
      Amount: '1000',
      Destination: account,
      SettleDelay: 60,
      PublicKey: public_key_hex,
    });
    const claim = { channel_id, amount: '5' };
    const { warning } = await service.ask('channel_authorize', { ...claim, secret: master_seed });
    assert.match(warning, /not the key of the channel.*'seed' with 'key_type': "ed25519"/);
    const right = await service.ask('channel_authorize', { ...claim, seed: master_seed, key_type: 'ed25519' });
    assert.equal(right.warning, undefined);
    const { warning: reverse } = await service.ask('channel_authorize', {
      channel_id,
      amount: '5',
      seed: master_seed,
      key_type: 'secp256k1',
    });
    assert.match(reverse, /not the key of the channel.*'key_type': "ed25519"/);
  });
});

describe('5, authentication', () => {
  test('"The shown requests send the account’s secret": badSecret says how a seed is read as Ed25519', async () => {
    const { master_seed, account_id } = await service.ask('wallet_propose', { key_type: 'ed25519' });
    const payment = { TransactionType: 'Payment', Account: account, Destination: account_id, Amount: '1000000000' };
    await service.ask('submit', { secret: MASTER_PASSPHRASE, tx_json: payment });
    const tx_json = { TransactionType: 'AccountSet', Account: account_id };
    const { error, error_what } = await service.ask('submit', { secret: master_seed, tx_json });
    assert.equal(error, 'badSecret');
    assert.match(error_what, /^The same secret gives the right key as 'seed' with 'key_type': "ed25519"\.$/);
    assert.ok(!error_what.includes(master_seed));
    const right = await service.ask('submit', { seed: master_seed, key_type: 'ed25519', tx_json });
    assert.equal(right.engine_result, 'tesSUCCESS');
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
