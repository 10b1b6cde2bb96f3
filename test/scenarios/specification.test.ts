/**
 * The specification of the service, sentence by sentence and row by row, through the public API: each test quotes what it
 * checks, under the number of its section. Requests go over HTTP in the envelope `{method, params: [{…}]}` if the test says
 * nothing else. Where a sentence does not hold as it stands, docs/compatibility.md says so, and the test here quotes it too.
 *
 * Long because it follows one document from its first sentence to its last.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { rpcCall } from '../../src/cli/request/rpc-call.ts';
import { parseStartOptions } from '../../src/cli/start/start-options.ts';
import { MASTER_PASSPHRASE } from '../../src/ledger/genesis.ts';
import { ledgerSecondsToMs } from '../../src/node/close/ledger-clock.ts';
import { RIPPLE_EPOCH_OFFSET_SECONDS } from '../../src/protocol/amounts/amount-math.ts';
import type { Json, JsonObject } from '../../src/protocol/values.ts';
import { type EnvOptions, MASTER, type Party, party } from '../support/env.ts';
import { post } from '../support/hostile-sockets.ts';
import type { Answer } from '../support/rpc-call.ts';
import { Service } from '../support/service.ts';
import { without } from '../support/without.ts';

let service: Service;
const account = MASTER.address;
const ALL = { ledger_index_min: -1, ledger_index_max: -1 };
const TF_CLOSE = 2147614720;

before(async () => {
  service = await Service.start();
});
after(() => service.stop());

type Form = 'string' | 'number' | 'boolean' | 'object' | RegExp;
const HASH = /^[0-9A-F]{64}$/;
const HEX = /^([0-9A-F]{2})+$/;
const DROPS = /^\d+$/;
const ADDRESS = /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/;
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/;

/** Each field is present and has its type or form; a number is an integer. */
function assertFields(object: Answer, forms: Readonly<Record<string, Form>>): void {
  for (const [name, form] of Object.entries(forms)) {
    const value = object[name];
    if (form instanceof RegExp) assert.match(String(value), form, name);
    assert.equal(typeof value, form instanceof RegExp ? 'string' : form, name);
    if (form === 'number') assert.ok(Number.isInteger(value), name);
  }
}

/** A payer and a payee with these names and 1,000 XRP each, and their channel transactions. */
class Channels {
  readonly payerSecret: string;
  readonly payeeSecret: string;
  readonly payer: Party;
  readonly payee: Party;

  private constructor(section: string) {
    this.payerSecret = `payer of ${section}`;
    this.payeeSecret = `payee of ${section}`;
    this.payer = party(this.payerSecret);
    this.payee = party(this.payeeSecret);
  }

  static async in(section: string): Promise<Channels> {
    const channels = new Channels(section);
    await service.fund(channels.payer, channels.payee);
    return channels;
  }

  /** Opens a channel of 1,000 drops in a validated ledger; returns the answer of `tx` for its creation. */
  create(more: JsonObject = {}): Promise<Answer> {
    return service.settle(this.payerSecret, {
      TransactionType: 'PaymentChannelCreate',
      Amount: '1000',
      Destination: this.payee.address,
      SettleDelay: 60,
      PublicKey: this.payer.keys.publicKey,
      ...more,
    });
  }

  async open(more: JsonObject = {}): Promise<string> {
    return channelIdOf(await this.create(more));
  }

  /** A claim transaction for this total in drops, signed by the payer. */
  async claim(Channel: string, amount: string, more: JsonObject = {}): Promise<JsonObject> {
    const { signature } = await service.ask('channel_authorize', {
      channel_id: Channel,
      amount,
      secret: this.payerSecret,
    });
    const signed = { Balance: amount, Amount: amount, Signature: signature, PublicKey: this.payer.keys.publicKey };
    return { TransactionType: 'PaymentChannelClaim', Channel, ...signed, ...more };
  }

  /** Channels to the payee in the last validated ledger. */
  async list(): Promise<Answer[]> {
    const params = { account: this.payer.address, destination_account: this.payee.address, ledger_index: 'validated' };
    return (await service.ask('account_channels', params)).channels;
  }

  /** The channel with this id; undefined if it is closed. */
  async entry(channelId: string): Promise<Answer | undefined> {
    return (await this.list()).find(({ channel_id }) => channel_id === channelId);
  }
}

/** As section 4.2 says: "the LedgerIndex of the CreatedNode whose LedgerEntryType is PayChannel". */
function channelIdOf({ meta }: Answer): string {
  const created = meta.AffectedNodes.map((node: Answer) => node.CreatedNode).filter(Boolean);
  return created.find(({ LedgerEntryType }: Answer) => LedgerEntryType === 'PayChannel').LedgerIndex;
}

const CLOSE = { TransactionType: 'PaymentChannelClaim', Flags: TF_CLOSE };

/** TrustSet for an amount of that account's currency. */
const trust = (issuer: Party, value: string | number, more: JsonObject = {}, currency = 'USD'): JsonObject => ({
  TransactionType: 'TrustSet',
  LimitAmount: { currency, issuer: issuer.address, value },
  ...more,
});
const REQUIRE_AUTH = { TransactionType: 'AccountSet', SetFlag: 2, Flags: 0 };
const AUTHORIZE = { Flags: 65536 };

/** Currency → whether the issuer has authorized the holder's line; the query of section 4.4. */
async function authorizedLines(holder: Party, issuer: Party): Promise<Answer> {
  const { lines } = await service.ask('account_lines', { account: holder.address, peer: issuer.address });
  return Object.fromEntries(lines.map((line: Answer) => [line.currency, line.peer_authorized]));
}

/** `weir account_tx …` as a user types it. */
async function weir(...words: string[]): Promise<Answer> {
  let printed = '';
  const url = `http://127.0.0.1:${service.served.port}`;
  await rpcCall('account_tx', [...words, '--url', url], (text) => {
    printed += text;
  });
  return JSON.parse(printed).result;
}

describe('1, what the service does', () => {
  const request = { method: 'account_info', params: [{ account }] };

  test('"Requests are HTTP POST to the root path, with Content-Type: application/json"', async () => {
    const type = { 'content-type': 'application/json' };
    const { status, body, headers } = await post(service.served.port, JSON.stringify(request), type);
    assert.deepEqual([status, body.result.status], [200, 'success']);
    assert.match(headers['content-type']!, /^application\/json/);
  });

  test('"A successful HTTP response is 200 OK with a JSON object result, which carries status with value success"', async () => {
    const body = await service.post(request);
    assert.deepEqual([Object.keys(body), body.result.status], [['result'], 'success']);
  });

  test('"A second request envelope: a flat object with id (any value), command. Its response is {id, result, status, type}"', async () => {
    for (const id of [1, -1.5, 'x', '', null, true, [1, { a: 2 }], { b: [] }]) {
      const body = await service.post({ id, command: 'account_tx', account, ...ALL });
      assert.deepEqual(Object.keys(body).sort(), ['id', 'result', 'status', 'type']);
      assert.deepEqual([body.id, body.status, body.type], [id, 'success', 'response']);
      const { result } = await service.post({ method: 'account_tx', params: [{ account, ...ALL }] });
      assert.deepEqual(body.result, result, 'the same result as in the other envelope');
    }
  });

  test('"account, ledger_index_min, ledger_index_max, limit, offset, then the words binary and descending"', async () => {
    const own = party('account of the command line');
    await service.fund(own);
    const first = service.last;
    for (let at = 0; at < 3; at++)
      await service.settle('account of the command line', { TransactionType: 'AccountSet' });
    const ask = (params: JsonObject) => service.ask('account_tx', { account: own.address, ...params });
    const range = { ledger_index_min: first, ledger_index_max: first + 2 };
    const words = [own.address, `${first}`, `${first + 2}`];
    assert.deepEqual(await weir(own.address, '-1', '-1'), await ask({ ...ALL, forward: true }));
    assert.deepEqual(await weir(...words, 'descending'), await ask({ ...range, forward: false }));
    assert.deepEqual(
      await weir(...words, '10', 'binary'),
      await ask({ ...range, limit: 10, binary: true, forward: true }),
    );
    assert.deepEqual(
      await weir(...words, '10', 'binary', 'descending'),
      await ask({ ...range, limit: 10, binary: true }),
    );
    const all = (await ask({ ...range, forward: true })).transactions;
    const rest = await weir(...words, '10', '1');
    assert.deepEqual(rest.transactions, all.slice(1), 'an offset leaves out the first');
  });

  test('"This applies to issued tokens only, not to the native currency"', async () => {
    const [issuer, other] = ['issuer of 1', 'other of 1'];
    await service.fund(party(issuer), party(other));
    await service.settle(issuer, REQUIRE_AUTH);
    for (const [from, to] of [
      [issuer, other],
      [other, issuer],
    ] as const) {
      await service.settle(from, { TransactionType: 'Payment', Destination: party(to).address, Amount: '1' });
    }
  });

  test('"Native currency amounts are strings of integer drops"', async () => {
    const { account_data } = await service.ask('account_info', { account });
    assert.match(account_data.Balance, DROPS);
    const payment = { TransactionType: 'Payment', Account: account, Destination: party('x').address, Amount: '1.5' };
    assert.equal((await service.ask('submit', { secret: MASTER_PASSPHRASE, tx_json: payment })).error, 'invalidParams');
  });
});

describe('1: the answer to a malformed request describes a request', () => {
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
      [{ id: 1, command: 5 }, 'missingCommand', /'command' must be the name of a method/],
      [{ id: 1, command: 'ping', api_version: 7 }, 'invalid_API_version', /'api_version' is 1 or 2/],
    ] as const) {
      const { status, body: answer } = await post(service.served.port, JSON.stringify(body));
      assert.deepEqual([status, answer.error, answer.id], [400, error, 1]);
      assert.match(answer.error_what, what);
    }
  });
});

describe('2.1, account root', () => {
  test('has each field of the table, and "lsfRequireAuth has the value 0x00040000"', async () => {
    const secret = 'account of 2.1';
    const own = party(secret);
    await service.fund(own);
    const root = await service.root(own);
    assertFields(root, {
      ...{ Account: ADDRESS, Balance: DROPS, Flags: 'number', OwnerCount: 'number', Sequence: 'number' },
      ...{ PreviousTxnID: HASH, PreviousTxnLgrSeq: 'number', LedgerEntryType: /^AccountRoot$/, LedgerIndex: HASH },
    });
    assert.deepEqual([root.Account, root.Balance, root.OwnerCount], [own.address, '1000000000', 0]);
    assert.equal(root.Flags & 0x00040000, 0);
    const { hash, ledger_index } = await service.settle(secret, REQUIRE_AUTH);
    const changed = await service.root(own);
    assert.equal(changed.Flags & 0x00040000, 0x00040000);
    assert.deepEqual([changed.PreviousTxnID, changed.PreviousTxnLgrSeq], [hash, ledger_index]);
    assert.equal(changed.Sequence, root.Sequence + 1, '"next transaction sequence number"');
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

describe('2.3, payment channel', () => {
  test('has each field of the table; the Channel ID "is read from the metadata of the creating transaction"', async () => {
    const channels = await Channels.in('2.3');
    const CancelAfter = service.closeTime + 5000;
    const created = await channels.create({ DestinationTag: 7, CancelAfter });
    const id = channelIdOf(created);
    assert.match(id, HASH);
    const { node } = await service.ask('ledger_entry', { index: id });
    assertFields(node, {
      ...{ LedgerEntryType: /^PayChannel$/, Account: ADDRESS, Destination: ADDRESS, Amount: DROPS, Balance: DROPS },
      ...{ SettleDelay: 'number', PublicKey: HEX, DestinationTag: 'number', Flags: 'number', OwnerNode: 'string' },
      ...{ PreviousTxnID: HASH, PreviousTxnLgrSeq: 'number' },
    });
    assert.deepEqual([node.Account, node.Destination], [channels.payer.address, channels.payee.address]);
    assert.deepEqual([node.Amount, node.Balance, node.SettleDelay, node.DestinationTag], ['1000', '0', 60, 7]);
    assert.equal(node.Expiration, undefined, '"optional; mutable expiration"');
    assert.equal((await channels.entry(id)).cancel_after, CancelAfter, '"It is reported as cancel_after"');
    await service.settle(channels.payerSecret, { ...CLOSE, Channel: id });
    const { node: closing } = await service.ask('ledger_entry', { index: id });
    assertFields(closing, { Expiration: 'number' });
  });

  test('"counts as one object toward the owner reserve"; "the payer must keep enough to meet the reserve"', async () => {
    const channels = await Channels.in('2.3, reserve');
    const { OwnerCount, Balance } = await service.root(channels.payer);
    await channels.open();
    const root = await service.root(channels.payer);
    assert.equal(root.OwnerCount, OwnerCount + 1);
    assert.equal(BigInt(root.Balance), BigInt(Balance) - 1000n - 10n);
    const tx_json = { TransactionType: 'PaymentChannelCreate', Destination: channels.payee.address, SettleDelay: 1 };
    const key = { PublicKey: channels.payer.keys.publicKey };
    // The reserve is 1 XRP and 0.2 XRP for each of two objects.
    const spendable = BigInt(root.Balance) - 1_400_000n;
    const more = { ...tx_json, ...key, Amount: `${spendable + 1n}` };
    await service.settle(channels.payerSecret, more, 'tecUNFUNDED');
    await service.settle(channels.payerSecret, { ...more, Amount: `${spendable - 20n}` });
  });
});

describe('2.4, channel entry', () => {
  test('has each field of the table; optional ones "only if set"', async () => {
    const channels = await Channels.in('2.4');
    const id = await channels.open();
    const plain = await channels.entry(id);
    assertFields(plain, {
      ...{ account: ADDRESS, destination_account: ADDRESS, amount: DROPS, balance: DROPS, channel_id: HASH },
      ...{ public_key: BASE58, public_key_hex: HEX, settle_delay: 'number' },
    });
    assert.equal(plain.public_key_hex, channels.payer.keys.publicKey);
    for (const name of ['destination_tag', 'expiration', 'cancel_after']) assert.ok(!(name in plain), name);
    const CancelAfter = service.closeTime + 5000;
    const full = await channels.open({ DestinationTag: 0, CancelAfter });
    await service.settle(channels.payerSecret, { ...CLOSE, Channel: full });
    const entry = await channels.entry(full);
    assertFields(entry, { destination_tag: 'number', expiration: 'number', cancel_after: 'number' });
    assert.deepEqual([entry.destination_tag, entry.cancel_after], [0, CancelAfter]);
  });
});

describe('2.5, claim', () => {
  test('"Amount: cumulative, the total owed so far": a later claim pays the difference', async () => {
    const channels = await Channels.in('2.5');
    const id = await channels.open();
    const paid: bigint[] = [];
    for (const amount of ['300', '450']) {
      const { Balance: before } = await service.root(channels.payee);
      const claim = await channels.claim(id, amount);
      assert.match(claim.Signature as string, HEX);
      await service.settle(channels.payeeSecret, claim);
      paid.push(BigInt((await service.root(channels.payee)).Balance) - BigInt(before) + 10n);
    }
    assert.deepEqual(paid, [300n, 150n]);
  });

  test('"the channel public key stays the same during the life of the channel"', async () => {
    const channels = await Channels.in('2.5, key');
    const id = await channels.open();
    const { public_key } = await channels.entry(id);
    await service.settle(channels.payerSecret, { TransactionType: 'PaymentChannelFund', Channel: id, Amount: '5' });
    await service.settle(channels.payeeSecret, await channels.claim(id, '5'));
    assert.equal((await channels.entry(id)).public_key, public_key);
  });
});

describe('2.6, transactions', () => {
  test('"Fee and Sequence: filled in automatically when omitted on submit"; given ones stay', async () => {
    const secret = 'account of 2.6';
    const own = party(secret);
    await service.fund(own);
    const { Sequence } = await service.root(own);
    const { tx_json } = await service.submit(secret, { TransactionType: 'AccountSet' });
    assertFields(tx_json, { Fee: DROPS, Sequence: 'number', SigningPubKey: HEX, TxnSignature: HEX, hash: HASH });
    assert.equal(tx_json.Sequence, Sequence);
    const given = { Fee: '77', Sequence: Sequence + 1, Flags: 0, LastLedgerSequence: service.last + 9 };
    const answer = await service.submit(secret, { TransactionType: 'AccountSet', ...given });
    for (const [name, value] of Object.entries(given)) assert.equal(answer.tx_json[name], value, name);
  });

  test('"LastLedgerSequence": a later ledger does not hold the transaction', async () => {
    const secret = 'account of 2.6, last';
    await service.fund(party(secret));
    const late = { TransactionType: 'AccountSet', LastLedgerSequence: service.last };
    await service.submit(secret, late, 'tefMAX_LEDGER');
  });

  test('"value (number or string)", and currencies of an issuer each with a line of its own', async () => {
    const [issuer, holder] = ['issuer of 2.6', 'holder of 2.6'];
    await service.fund(party(issuer), party(holder));
    for (const [value, limit] of [
      [7, '7'],
      ['8', '8'],
      [1.25, '1.25'],
    ] as const) {
      await service.settle(holder, trust(party(issuer), value));
      const { lines } = await service.ask('account_lines', { account: party(holder).address });
      assert.equal(lines[0].limit, limit);
    }
  });

  test('"DestinationTag (integer, optional)" of Payment', async () => {
    const payment = { TransactionType: 'Payment', Destination: account, Amount: '5' };
    await service.fund(party('payer of 2.6'));
    assert.equal((await service.settle('payer of 2.6', payment)).DestinationTag, undefined);
    assert.equal((await service.settle('payer of 2.6', { ...payment, DestinationTag: 9 })).DestinationTag, 9);
  });

  test('"LimitAmount: object with currency, issuer, value": an error names the missing one', async () => {
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

describe('2.7, transaction metadata', () => {
  test('"each element holds exactly one of CreatedNode, ModifiedNode, DeletedNode", with its members', async () => {
    const channels = await Channels.in('2.7');
    const created = await channels.create();
    const id = channelIdOf(created);
    const deleted = await service.settle(channels.payeeSecret, await channels.claim(id, '5', { Flags: TF_CLOSE }));
    const kinds = new Set<string>();
    for (const { meta } of [created, deleted]) {
      assertFields(meta, { TransactionIndex: 'number', TransactionResult: /^tesSUCCESS$/ });
      for (const element of meta.AffectedNodes) {
        const [kind, ...others] = Object.keys(element);
        assert.deepEqual(others, []);
        kinds.add(kind!);
        const node = element[kind!];
        assertFields(node, { LedgerEntryType: 'string', LedgerIndex: HASH });
        if (kind === 'CreatedNode') assertFields(node, { NewFields: 'object' });
        // "FinalFields" of a ModifiedNode is absent where nothing changed but the entry's last transaction.
        else if (kind === 'DeletedNode' || node.PreviousFields !== undefined)
          assertFields(node, { FinalFields: 'object' });
        if (node.PreviousTxnID !== undefined) assertFields(node, { PreviousTxnID: HASH, PreviousTxnLgrSeq: 'number' });
      }
    }
    assert.deepEqual([...kinds].sort(), ['CreatedNode', 'DeletedNode', 'ModifiedNode']);
  });

  test('"delivered_amount: drops, on Payment transactions"', async () => {
    await service.fund(party('payer of 2.7, payment'));
    const payment = { TransactionType: 'Payment', Destination: account, Amount: '12345' };
    assert.equal((await service.settle('payer of 2.7, payment', payment)).meta.delivered_amount, '12345');
  });
});

describe('3.1, Require Auth on an account', () => {
  test('"disabled → enabled: the account has no trust lines and no offers"', async () => {
    const [issuer, holder] = ['issuer of 3.1', 'holder of 3.1'];
    await service.fund(party(issuer), party(holder));
    await service.settle(issuer, REQUIRE_AUTH);
    assert.ok((await service.root(party(issuer))).Flags & 0x00040000);
    // "other accounts may then hold the account's tokens only on authorized trust lines"
    await service.settle(holder, trust(party(issuer), 10));
    const Amount = { currency: 'USD', issuer: party(issuer).address, value: '1' };
    const payment = { TransactionType: 'Payment', Destination: party(holder).address, Amount };
    await service.settle(issuer, payment, 'tecPATH_DRY');
    await service.settle(issuer, trust(party(holder), 0, AUTHORIZE));
    await service.settle(issuer, payment);
  });

  test('"disabled → unchanged: the account has trust lines or offers"', async () => {
    const [withLine, withOffer, other] = ['line of 3.1', 'offer of 3.1', 'other of 3.1'];
    await service.fund(party(withLine), party(withOffer), party(other));
    await service.settle(other, trust(party(withLine), 10));
    const TakerPays = { currency: 'USD', issuer: party(other).address, value: '1' };
    await service.settle(withOffer, { TransactionType: 'OfferCreate', TakerGets: '5', TakerPays });
    for (const secret of [withLine, withOffer]) {
      await service.settle(secret, REQUIRE_AUTH, 'tecOWNERS');
      assert.equal((await service.root(party(secret))).Flags & 0x00040000, 0);
    }
  });
});

describe('3.2, trust line authorization', () => {
  const pair = async (section: string): Promise<[string, string, Party, Party]> => {
    const [issuer, holder] = [`issuer of ${section}`, `holder of ${section}`];
    await service.fund(party(issuer), party(holder));
    await service.settle(issuer, REQUIRE_AUTH);
    return [issuer, holder, party(issuer), party(holder)];
  };

  test('"unauthorized → authorized: TrustSet by the issuer"; "authorization can never be revoked"', async () => {
    const [issuerSecret, holderSecret, issuer, holder] = await pair('3.2');
    await service.settle(holderSecret, trust(issuer, 10));
    assert.deepEqual(await authorizedLines(holder, issuer), { USD: false }, '"absent → unauthorized: by the holder"');
    await service.settle(issuerSecret, trust(holder, 0, AUTHORIZE));
    assert.deepEqual(await authorizedLines(holder, issuer), { USD: true });
    for (const [secret, tx_json] of [
      [issuerSecret, trust(holder, 0)],
      [holderSecret, trust(issuer, 5)],
      [issuerSecret, { TransactionType: 'AccountSet', ClearFlag: 2 }],
      // "Freezing an authorized line is possible."
      [issuerSecret, trust(holder, 0, { Flags: 0x00100000 })],
    ] as const) {
      await service.settle(secret, tx_json);
      assert.deepEqual(await authorizedLines(holder, issuer), { USD: true });
    }
  });

  test('"absent → authorized, limit 0: pre-authorization; a later TrustSet from the holder sets the limit"', async () => {
    const [issuerSecret, holderSecret, issuer, holder] = await pair('3.2, before');
    await service.settle(issuerSecret, trust(holder, 0, AUTHORIZE));
    const line = async () => (await service.ask('account_lines', { account: holder.address })).lines[0];
    assert.deepEqual([(await line()).peer_authorized, (await line()).limit], [true, '0']);
    await service.settle(holderSecret, trust(issuer, 10));
    assert.deepEqual([(await line()).peer_authorized, (await line()).limit], [true, '10']);
  });

  test('"An issuer of several currencies authorizes each currency’s line separately"', async () => {
    const [issuerSecret, holderSecret, issuer, holder] = await pair('3.2, two');
    for (const currency of ['USD', 'EUR']) await service.settle(holderSecret, trust(issuer, 10, {}, currency));
    await service.settle(issuerSecret, trust(holder, 0, AUTHORIZE, 'EUR'));
    assert.deepEqual(await authorizedLines(holder, issuer), { USD: false, EUR: true });
  });

  test('"condition: issuer has Require Auth enabled"; "must be signed by the issuing account"', async () => {
    const [, holderSecret, issuer, holder] = await pair('3.2, who');
    const refused = trust(holder, 0, AUTHORIZE);
    const stranger = 'stranger of 3.2';
    await service.fund(party(stranger));
    await service.submit(stranger, refused, 'tefNO_AUTH_REQUIRED');
    const tx_json = { ...refused, Account: issuer.address };
    assert.equal((await service.ask('submit', { secret: stranger, tx_json })).error, 'badSecret');
    await service.settle(holderSecret, trust(issuer, 10));
    assert.deepEqual(await authorizedLines(holder, issuer), { USD: false });
  });
});

describe('3.3, payment channel', () => {
  test('"none → Open": allocated drops leave the balance, the owner count rises by 1', async () => {
    const channels = await Channels.in('3.3, open');
    const before = await service.root(channels.payer);
    const id = await channels.open();
    const after = await service.root(channels.payer);
    assert.equal(BigInt(after.Balance), BigInt(before.Balance) - 1000n - 10n);
    assert.equal(after.OwnerCount, before.OwnerCount + 1);
    assert.equal((await channels.entry(id)).amount, '1000');
  });

  test('"Open → Open: PaymentChannelFund with Amount": the total increases', async () => {
    const channels = await Channels.in('3.3, fund');
    const id = await channels.open();
    await service.settle(channels.payerSecret, { TransactionType: 'PaymentChannelFund', Channel: id, Amount: '500' });
    const { amount, expiration } = await channels.entry(id);
    assert.deepEqual([amount, expiration], ['1500', undefined]);
  });

  test('"Open → Open: PaymentChannelClaim by the payee": paid, repeatedly, in parts; with a valid signature only', async () => {
    const channels = await Channels.in('3.3, claim');
    const id = await channels.open();
    const claim = await channels.claim(id, '700');
    await service.settle(channels.payeeSecret, { ...claim, Balance: '200' });
    await service.settle(channels.payeeSecret, claim);
    assert.equal((await channels.entry(id)).balance, '700', '"Balance rises to the claimed total"');
    const forged = { ...claim, Amount: '900', Balance: '900' };
    await service.submit(channels.payeeSecret, forged, 'temBAD_SIGNATURE');
    const beyond = await channels.claim(id, '1001');
    await service.settle(channels.payeeSecret, beyond, 'tecUNFUNDED_PAYMENT');
    assert.equal((await channels.entry(id)).balance, '700', '"claim amount not above channel Amount"');
  });

  test('"Open → Closed: tfClose from the payer": "channel holds no remaining funds", "closes immediately"', async () => {
    const channels = await Channels.in('3.3, dry');
    const id = await channels.open();
    await service.settle(channels.payeeSecret, await channels.claim(id, '1000'));
    await service.settle(channels.payerSecret, { ...CLOSE, Channel: id });
    assert.equal(await channels.entry(id), undefined);
    // PaymentChannelFund with Expiration always adds a drop, so the channel has funds and is Closing.
    const dry = await channels.open();
    await service.settle(channels.payeeSecret, await channels.claim(dry, '1000'));
    const funding = { TransactionType: 'PaymentChannelFund', Channel: dry, Amount: '1' };
    // The settle delay begins with the request, which may be later than the last ledger.
    const Expiration = service.closeTime + 60 + 30;
    await service.settle(channels.payerSecret, { ...funding, Expiration });
    assert.equal((await channels.entry(dry)).expiration, Expiration);
  });

  test('"Open → Closing: the same requests from the payer": "channel holds remaining funds", "expiration is set"', async () => {
    const channels = await Channels.in('3.3, closing');
    const [one, two] = [await channels.open(), await channels.open()];
    const { Balance } = await service.root(channels.payee);
    await service.settle(channels.payerSecret, { ...CLOSE, Channel: one });
    const Expiration = service.closeTime + 60;
    const funding = { TransactionType: 'PaymentChannelFund', Channel: two, Amount: '1', Expiration };
    await service.settle(channels.payerSecret, funding);
    assert.equal((await channels.entry(two)).expiration, Expiration);
    assert.ok((await channels.entry(one)).expiration <= Expiration);
    // "the payee has at least the settle delay to redeem"
    for (const id of [one, two]) await service.settle(channels.payeeSecret, await channels.claim(id, '600'));
    assert.equal(BigInt((await service.root(channels.payee)).Balance), BigInt(Balance) + 1200n - 20n);
  });

  test('"Open or Closing → Closed: PaymentChannelClaim with tfClose from the payee, after processing a claim"', async () => {
    const channels = await Channels.in('3.3, payee');
    const [open, closing] = [await channels.open(), await channels.open()];
    await service.settle(channels.payerSecret, { ...CLOSE, Channel: closing });
    for (const id of [open, closing]) {
      const { Balance } = await service.root(channels.payee);
      await service.settle(channels.payeeSecret, await channels.claim(id, '600', { Flags: TF_CLOSE }));
      assert.equal(BigInt((await service.root(channels.payee)).Balance), BigInt(Balance) + 600n - 10n, 'it pays first');
      assert.equal(await channels.entry(id), undefined);
    }
  });

  for (const end of ['the settle delay has passed after a close request', 'the immutable expiration is reached']) {
    test(`"Expired: ${end}"; "→ Closed: any transaction, sent by any account"`, async () => {
      const channels = await Channels.in(`3.3, ${end.slice(0, 10)}`);
      const stranger = `stranger of 3.3, ${end.slice(0, 10)}`;
      await service.fund(party(stranger));
      const CancelAfter = service.closeTime + 500;
      const isRequested = end.startsWith('the settle');
      const id = await channels.open(isRequested ? {} : { CancelAfter });
      if (isRequested) await service.settle(channels.payerSecret, { ...CLOSE, Channel: id });
      const claim = await channels.claim(id, '600');
      const entry = await channels.entry(id);
      await service.served.env.close((isRequested ? entry.expiration : CancelAfter) + 1);
      const before = await service.root(channels.payer);
      assert.ok(
        await channels.entry(id),
        '"the object stays in the ledger, still counted for the payer’s owner reserve"',
      );
      assert.equal(before.OwnerCount, 1);
      // "the transaction only closes the channel": not even the payee's claim pays.
      const { Balance: payeeBefore } = await service.root(channels.payee);
      if (isRequested) await service.settle(stranger, { TransactionType: 'PaymentChannelClaim', Channel: id });
      else await service.settle(channels.payeeSecret, claim);
      assert.equal(await channels.entry(id), undefined);
      const after = await service.root(channels.payer);
      assert.equal(BigInt(after.Balance), BigInt(before.Balance) + 1000n, '"unclaimed drops return to the payer"');
      assert.equal(after.OwnerCount, 0, '"owner count of the payer drops by 1"');
      const fee = isRequested ? 0n : 10n;
      assert.equal(BigInt((await service.root(channels.payee)).Balance), BigInt(payeeBefore) - fee);
    });
  }
});

describe('3.3, payment channel: a refusal names the rule and the time', () => {
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
        /Balance is 1500 drops.* has 1000 drops/,
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

describe('3.4, transaction result', () => {
  test('"Submitted → Final: inclusion in a validated ledger version"', async () => {
    const secret = 'account of 3.4';
    await service.fund(party(secret));
    const { tx_json } = await service.submit(secret, { TransactionType: 'AccountSet' });
    const transaction = tx_json.hash;
    const provisional = await service.ask('tx', { transaction });
    assert.ok(!provisional.validated, '"final only once validated"');
    await service.served.env.close();
    const final = await service.ask('tx', { transaction });
    assert.deepEqual([final.validated, final.meta.TransactionResult], [true, 'tesSUCCESS']);
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

describe('4.1, submit', () => {
  test('has each field of the result', async () => {
    const tx_json = { TransactionType: 'AccountSet', Account: account, Flags: 0 };
    const answer = await service.ask('submit', { secret: MASTER_PASSPHRASE, tx_json, fee_mult_max: 1000 });
    assertFields(answer, {
      ...{ engine_result: /^tesSUCCESS$/, engine_result_code: 'number', engine_result_message: 'string' },
      ...{ status: /^success$/, tx_blob: HEX, tx_json: 'object' },
    });
    assert.equal(answer.engine_result_code, 0, '"0 for tesSUCCESS"');
    assertFields(answer.tx_json, {
      ...{ Fee: DROPS, Sequence: 'number', Flags: 'number', SigningPubKey: HEX, TxnSignature: HEX, hash: HASH },
    });
  });

  test('"the transaction with filled-in Flags": a Flags that is not sent is not signed, and so not shown', async () => {
    const tx_json = { TransactionType: 'AccountSet', Account: account };
    const answer = await service.ask('submit', { secret: MASTER_PASSPHRASE, tx_json });
    assert.deepEqual([answer.engine_result, answer.tx_json.Flags], ['tesSUCCESS', undefined]);
  });

  test('"secret: yes in the shown use", "tx_json: yes": an error names the missing one', async () => {
    const tx_json = { TransactionType: 'AccountSet', Account: account };
    for (const [params, name] of [
      [{ tx_json }, 'secret'],
      [{ secret: MASTER_PASSPHRASE }, 'tx_json'],
    ] as const) {
      const { error, error_message } = await service.ask('submit', params);
      assert.deepEqual([error, error_message], ['invalidParams', `Missing field '${name}'.`]);
    }
  });

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

describe('4.2, tx', () => {
  test('"the transaction’s fields, plus hash, date, inLedger, ledger_index, meta, status, validated"', async () => {
    const secret = 'account of 4.2';
    await service.fund(party(secret));
    const sent = await service.submit(secret, { TransactionType: 'AccountSet' });
    await service.served.env.close();
    const final = await service.ask('tx', { transaction: sent.tx_json.hash });
    assertFields(final, {
      ...{ hash: HASH, date: 'number', inLedger: 'number', ledger_index: 'number', meta: 'object' },
      ...{ status: /^success$/, validated: 'boolean' },
    });
    for (const [name, value] of Object.entries(sent.tx_json)) assert.deepEqual(final[name], value, name);
    assert.deepEqual([final.inLedger, final.ledger_index], [service.last, service.last]);
    assert.equal(final.date, service.closeTime);
  });
});

describe('4.3, account_info', () => {
  test('"account_data object holding the account root fields, including Flags"', async () => {
    const { account_data, status } = await service.ask('account_info', { account });
    assertFields(account_data, { Account: ADDRESS, Flags: 'number', Balance: DROPS, Sequence: 'number' });
    assert.equal(status, 'success');
  });
});

describe('4.4, account_lines', () => {
  test('"account: the holder’s address, peer: the issuer’s": only lines with that peer', async () => {
    const [one, two, holder] = ['one of 4.4', 'two of 4.4', 'holder of 4.4'];
    await service.fund(party(one), party(two), party(holder));
    for (const issuer of [one, two]) await service.settle(holder, trust(party(issuer), 10));
    const { lines } = await service.ask('account_lines', { account: party(holder).address, peer: party(two).address });
    assert.deepEqual(
      lines.map((line: Answer) => [line.account, line.currency]),
      [[party(two).address, 'USD']],
    );
  });
});

describe('4.5, account_channels', () => {
  test('"destination_account restricts"; "ledger_index validated"; "several channels, even between the same two parties"', async () => {
    const channels = await Channels.in('4.5');
    const other = party('other of 4.5');
    await service.fund(other);
    const ids = [await channels.open(), await channels.open()];
    await channels.open({ Destination: other.address });
    const { account: payer, channels: all } = await service.ask('account_channels', {
      account: channels.payer.address,
    });
    assert.deepEqual([payer, all.length], [channels.payer.address, 3]);
    assert.deepEqual((await channels.list()).map(({ channel_id }) => channel_id).sort(), ids.toSorted());
    // A channel in the open ledger is not in the "latest validated ledger version".
    const creation = { TransactionType: 'PaymentChannelCreate', Amount: '5', Destination: channels.payee.address };
    const key = channels.payer.keys.publicKey;
    await service.submit(channels.payerSecret, { ...creation, SettleDelay: 1, PublicKey: key });
    assert.equal((await channels.list()).length, 2);
    await service.served.env.close();
    assert.equal((await channels.list()).length, 3);
  });
});

describe('4.6, channel_authorize', () => {
  test('"Result: signature (hex string, the claim signature), status"', async () => {
    const channels = await Channels.in('4.6, result');
    const claim = { channel_id: await channels.open(), amount: '5', secret: channels.payerSecret };
    const answer = await service.ask('channel_authorize', claim);
    assert.deepEqual(Object.keys(answer).sort(), ['signature', 'status']);
    assertFields(answer, { signature: HEX, status: /^success$/ });
  });

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

describe('4.7, channel_verify', () => {
  test('"signature_verified (boolean), status": true "means only that the signature is genuine"', async () => {
    const channels = await Channels.in('4.7');
    const id = await channels.open();
    const { public_key } = await channels.entry(id);
    const { Signature: signature } = await channels.claim(id, '5000');
    const claim = { channel_id: id, signature: signature as string, public_key, amount: '5000' };
    const verified = async (change: JsonObject) => {
      const answer = await service.ask('channel_verify', { ...claim, ...change });
      assert.deepEqual(Object.keys(answer).sort(), ['signature_verified', 'status']);
      return answer.signature_verified;
    };
    assert.equal(await verified({}), true, 'more than the channel holds');
    assert.equal(
      await verified({ public_key: channels.payer.keys.publicKey }),
      true,
      '5.3: "in hex or in base58 form"',
    );
    assert.equal(await verified({ amount: '5001' }), false);
    assert.equal(await verified({ channel_id: 'AB'.repeat(32) }), false);
    assert.equal(await verified({ public_key: channels.payee.keys.publicKey }), false);
  });
});

describe('4.8, account_tx', () => {
  const secret = 'account of 4.8';
  const own = party(secret);
  let first: number;
  before(async () => {
    await service.fund(own);
    first = service.last;
    const payment = { TransactionType: 'Payment', Destination: account, Amount: '7' };
    for (let at = 0; at < 4; at++) await service.settle(secret, payment);
  });
  const ask = (params: JsonObject) => service.ask('account_tx', { account: own.address, ...params });
  const ledgersOf = async (params: JsonObject) =>
    (await ask(params)).transactions.map(({ ledger_index }: Answer) => ledger_index);
  const from = (low: number, high: number) => Array.from({ length: high - low + 1 }, (_, at) => low + at);

  test('"-1 means the earliest / the latest validated ledger available"', async () => {
    const all = await ask(ALL);
    assert.equal(all.ledger_index_max, service.last, '"latest ledger actually searched"');
    assert.ok(all.ledger_index_min >= 1 && all.ledger_index_min <= 2, '"earliest ledger actually searched"');
    assert.equal(all.transactions.length, 5);
    for (const params of [{ ledger_index_min: -1 }, { ledger_index_max: -1 }]) {
      assert.deepEqual((await ask(params)).transactions, all.transactions);
    }
  });

  test('"ledger_index_min: earliest, ledger_index_max: latest ledger to include"', async () => {
    const range = { ledger_index_min: first + 1, ledger_index_max: first + 2, forward: true };
    assert.deepEqual(await ledgersOf(range), [first + 1, first + 2]);
    const { ledger_index_min, ledger_index_max } = await ask(range);
    assert.deepEqual([ledger_index_min, ledger_index_max], [first + 1, first + 2]);
  });

  test('"ledger_hash, ledger_index: a single ledger only"', async () => {
    const { ledger_hash } = await service.ask('ledger', { ledger_index: first + 1 });
    for (const params of [{ ledger_hash }, { ledger_index: first + 1 }, { ledger_index: `${first + 1}` }]) {
      assert.deepEqual(await ledgersOf(params), [first + 1]);
    }
    assert.equal((await ask({ ledger_index: 'validated' })).ledger_index_min, service.last);
  });

  test('"binary: true returns transactions and metadata as hex strings", false is the default', async () => {
    const [json] = (await ask({ ...ALL, forward: true })).transactions.slice(-1);
    const [binary] = (await ask({ ...ALL, forward: true, binary: true })).transactions.slice(-1);
    assertFields(json, { ledger_index: 'number', meta: 'object', tx: 'object', validated: 'boolean' });
    assertFields(binary, { ledger_index: 'number', meta: HEX, tx_blob: HEX, validated: 'boolean' });
    assert.deepEqual([json.tx_blob, binary.tx, json.validated], [undefined, undefined, true]);
    // "In JSON mode the tx object also carries date, hash, inLedger, ledger_index."
    assertFields(json.tx, { date: 'number', hash: HASH, inLedger: 'number', ledger_index: 'number' });
    const { tx_blob } = await service
      .ask('tx', { transaction: json.tx.hash, binary: true })
      .then(({ tx }) => ({ tx_blob: tx }));
    assert.equal(binary.tx_blob, tx_blob);
  });

  test('"forward: true returns the oldest ledger first, otherwise the newest first"', async () => {
    const ascending = from(first, first + 4);
    assert.deepEqual(await ledgersOf({ ...ALL, forward: true }), ascending);
    for (const params of [ALL, { ...ALL, forward: false }])
      assert.deepEqual(await ledgersOf(params), ascending.toReversed());
  });

  test('"limit: the limit value used in the request"; "marker: present when more data is available", an object', async () => {
    const page = await ask({ ...ALL, limit: 2 });
    assert.deepEqual([page.limit, page.transactions.length], [2, 2]);
    assertFields(page.marker, { ledger: 'number', seq: 'number' });
    assert.equal((await ask({ ...ALL, limit: 5 })).marker, undefined);
    assertFields(page, {
      account: ADDRESS,
      ledger_index_min: 'number',
      ledger_index_max: 'number',
      validated: 'boolean',
    });
    assert.deepEqual([page.account, page.validated], [own.address, true]);
  });

  test('"A marker remains valid when the server’s available ledger range changes"; "pages are ordered overall"', async () => {
    for (const forward of [true, false]) {
      const seen: number[] = [];
      let marker: Answer;
      do {
        const page = await ask({ ...ALL, forward, limit: 2, ...(marker && { marker }) });
        seen.push(...page.transactions.map(({ ledger_index }: Answer) => ledger_index));
        marker = page.marker;
        // "-1 bounds may refer to different ledgers on later requests"
        await service.served.env.close();
      } while (marker !== undefined);
      assert.deepEqual(seen, forward ? from(first, first + 4) : from(first, first + 4).toReversed());
    }
    const { marker } = await ask({ ...ALL, limit: 2 });
    const outside = await ask({ ledger_index_min: first, ledger_index_max: first + 1, marker });
    assert.equal(outside.error, 'invalidParams', '"as long as the marker does not point outside the ledger range"');
  });

  test('"At least one of ledger_index, ledger_hash, ledger_index_min, ledger_index_max must be given"', async () => {
    const { error, error_message } = await ask({});
    assert.equal(error, 'invalidParams');
    for (const name of ['ledger_index', 'ledger_hash', 'ledger_index_min', 'ledger_index_max']) {
      assert.ok(error_message.includes(`'${name}'`), error_message);
    }
  });

  test('"The legacy fields offset, count, ledger_min, ledger_max are no longer supported" (9, too)', async () => {
    for (const name of ['offset', 'count', 'ledger_min', 'ledger_max']) {
      const { error, error_message } = await ask({ ...ALL, [name]: 2 });
      assert.deepEqual([error, error_message.includes(`'${name}'`)], ['invalidParams', true]);
    }
  });

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

describe('4.9, server_info', () => {
  test('"the way to check the state of the server"', async () => {
    const { info, status } = await service.ask('server_info');
    assert.equal(status, 'success');
    assertFields(info, { server_state: 'string', complete_ledgers: 'string', validated_ledger: 'object' });
  });
});

describe('5, authentication', () => {
  test('"Transactions are signed by the account that sends them": the server signs with its secret', async () => {
    const [sender, other] = ['sender of 5', 'other of 5'];
    await service.fund(party(sender), party(other));
    const tx_json = { TransactionType: 'AccountSet', Account: party(sender).address };
    const answer = await service.ask('submit', { secret: sender, tx_json });
    assert.equal(answer.tx_json.SigningPubKey, party(sender).keys.publicKey);
    assert.match(answer.tx_json.TxnSignature, HEX);
    assert.equal((await service.ask('submit', { secret: other, tx_json })).error, 'badSecret');
  });

  test('"Claims are signed with the private key that matches the channel’s PublicKey: master key or another"', async () => {
    const channels = await Channels.in('5, key');
    const PublicKey = party('a key of its own').keys.publicKey;
    const id = await channels.open({ PublicKey });
    const own = { channel_id: id, amount: '5', secret: 'a key of its own' };
    const { signature } = await service.ask('channel_authorize', own);
    const claim = { TransactionType: 'PaymentChannelClaim', Channel: id, Balance: '5', Amount: '5', PublicKey };
    await service.settle(channels.payeeSecret, { ...claim, Signature: signature });
    const { Signature } = await channels.claim(id, '9');
    const wrong = { ...claim, Balance: '9', Amount: '9', Signature: Signature as string };
    await service.submit(channels.payeeSecret, wrong, 'temBAD_SIGNATURE');
  });

  test('"Only the payer or the payee of a channel may redeem claims against it"', async () => {
    const channels = await Channels.in('5, who');
    await service.fund(party('stranger of 5'));
    const id = await channels.open();
    await service.settle('stranger of 5', await channels.claim(id, '5'), 'tecNO_PERMISSION');
    await service.settle(channels.payerSecret, await channels.claim(id, '6'));
    await service.settle(channels.payeeSecret, await channels.claim(id, '7'));
    assert.equal((await channels.entry(id)).balance, '7');
  });

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

  test('"required fields are missing"; "actMalformed: the address in account is not formatted properly"', async () => {
    const { error, error_message } = await service.ask('account_tx', ALL);
    assert.deepEqual([error, error_message], ['invalidParams', "Missing field 'account'."]);
    for (const address of ['x', '', account.slice(1), `${account}x`, account.toLowerCase()]) {
      assert.equal((await service.ask('account_tx', { account: address, ...ALL })).error, 'actMalformed', address);
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

describe('8, limits', () => {
  const KINDS: readonly (readonly [string, EnvOptions])[] = [
    ['where ledgers close by themselves', { closing: { kind: 'manual', parentAgeLimitSeconds: 4 } }],
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
        else env.clock.jump(3600.3);
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

  test('"a ledger version closes in 3 to 5 seconds"', () => {
    const { closing } = parseStartOptions([]);
    assert.ok(closing.kind === 'timer' && closing.intervalMs >= 3000 && closing.intervalMs <= 5000);
  });

  test('"Owner reserve: each channel counts as one owned object"', async () => {
    const channels = await Channels.in('8, reserve');
    for (const count of [1, 2, 3]) {
      await channels.open();
      assert.equal((await service.root(channels.payer)).OwnerCount, count);
    }
  });

  test('"Claim amount: never more than the channel Amount; PaymentChannelFund raises the total"', async () => {
    const channels = await Channels.in('8, amount');
    const id = await channels.open();
    const claim = await channels.claim(id, '1500');
    await service.settle(channels.payeeSecret, claim, 'tecUNFUNDED_PAYMENT');
    await service.settle(channels.payerSecret, { TransactionType: 'PaymentChannelFund', Channel: id, Amount: '500' });
    await service.settle(channels.payeeSecret, claim);
    assert.equal((await channels.entry(id)).balance, '1500');
  });

  test('"Payee checks before accepting a claim": 1 to 4 in one answer of channel_verify with channel_state', async () => {
    const channels = await Channels.in('8, checks');
    const id = await channels.open();
    const judge = async (amount: string, change: JsonObject = {}) => {
      const { Signature } = await channels.claim(id, amount);
      const claim = { channel_id: id, amount, signature: Signature as string };
      const key = { public_key: channels.payer.keys.publicKey, channel_state: true };
      const { redeemable, reasons } = await service.ask('channel_verify', { ...claim, ...key, ...change });
      return [redeemable, reasons.join('; ')];
    };
    assert.deepEqual(await judge('600'), [true, '']);
    const refused: readonly (readonly [string, JsonObject, RegExp])[] = [
      ['600', { amount: '601' }, /the signature is not the one/],
      ['1001', {}, /the channel was given only 1000/],
    ];
    for (const [amount, change, words] of refused) {
      const [redeemable, reasons] = await judge(amount, change);
      assert.equal(redeemable, false);
      assert.match(reasons, words);
    }
    await service.settle(channels.payeeSecret, await channels.claim(id, '600'));
    assert.match((await judge('600'))[1], /already paid/);
    await service.settle(channels.payerSecret, { ...CLOSE, Channel: id });
    assert.match((await judge('700', { min_seconds_left: 3600 }))[1], /expires in \d+ seconds/);
  });
});

describe('9, versioning', () => {
  test('"authorizing before the holder creates the line was added by the amendment named TrustSetAuth"', async () => {
    const [issuer, holder] = ['issuer of 9', 'holder of 9'];
    await service.fund(party(issuer), party(holder));
    await service.settle(issuer, REQUIRE_AUTH);
    const final = await service.settle(issuer, trust(party(holder), 0, AUTHORIZE));
    const created = final.meta.AffectedNodes.map((node: Answer) => node.CreatedNode?.LedgerEntryType);
    assert.ok(created.includes('RippleState'));
  });
});
