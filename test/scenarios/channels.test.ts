/** Payment channels in the methods: amounts of claims, pages of channels, warnings of `channel_authorize`, verdicts of `channel_verify`. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { encodeAccountPublicKey } from '../../src/crypto/address.ts';
import { deriveKeyPair, type KeyType } from '../../src/crypto/key-pair.ts';
import { encodeSeed, seedOfPassphrase } from '../../src/crypto/seed.ts';
import { TOTAL_DROPS } from '../../src/protocol/amounts/amount-math.ts';
import type { Hash256, JsonObject } from '../../src/protocol/values.ts';
import {
  ChannelLedger,
  channelKeys,
  claimSignature,
  funding,
  redemption,
  request,
  SETTLE_DELAY,
  tfClose,
} from '../support/channel-ledger.ts';
import { type Party, party } from '../support/env.ts';
import type { Answer } from '../support/rpc-call.ts';

const XRP = 1_000_000n;
const ID = 'C1'.repeat(32);

describe('channel_id', () => {
  let ledger: ChannelLedger;
  before(async () => {
    ledger = await ChannelLedger.create();
  });
  after(() => ledger.env.stop());

  test('is absent if no channel is created', async () => {
    const { payer, payee } = ledger;
    const { channel_id, tx_json } = await ledger.submit(payer, ledger.creation(5000n * XRP), 'tecUNFUNDED');
    assert.equal(channel_id, undefined);
    await ledger.env.close();
    assert.equal((await ledger.call('tx', { transaction: tx_json.hash })).channel_id, undefined);
    const paid = await ledger.submit(payer, { TransactionType: 'Payment', Destination: payee.id, Amount: 1n });
    assert.equal(paid.channel_id, undefined);
  });

  test('names a channel created with a ticket, in both API versions and with binary', async () => {
    const { payer } = ledger;
    await ledger.settle(payer, { TransactionType: 'TicketCreate', TicketCount: 1 });
    const ticket = ledger.env.account(payer)!.Sequence - 1;
    const creation = ledger.creation(XRP, { Sequence: 0, TicketSequence: ticket });
    const { channel_id, tx_json } = await ledger.submit(payer, creation);
    const transaction = tx_json.hash;
    assert.equal((await ledger.call('tx', { transaction })).channel_id, channel_id, 'before it is validated');
    await ledger.env.close();
    assert.ok((await ledger.channel(channel_id)) !== undefined);
    for (const apiVersion of [1, 2] as const) {
      const found = await ledger.call('tx', { transaction, binary: true }, { apiVersion });
      assert.equal(found.channel_id, channel_id);
    }
  });
});

describe('claims in requests', () => {
  let ledger: ChannelLedger;
  before(async () => {
    ledger = await ChannelLedger.create();
  });
  after(() => ledger.env.stop());

  const OUT_OF_RANGE = ['0', '000', String(TOTAL_DROPS + 1n), '18446744073709551615'];
  for (const amount of OUT_OF_RANGE) {
    test(`are neither signed nor verified for ${amount} drops`, async () => {
      const signing = await ledger.call('channel_authorize', { channel_id: ID, amount, secret: 'masterpassphrase' });
      const claim = { channel_id: ID, amount, public_key: channelKeys.publicKey, signature: '00' };
      for (const answer of [signing, await ledger.call('channel_verify', claim)]) {
        assert.equal(answer.error, 'channelAmtMalformed');
      }
    });
  }

  for (const keyType of ['secp256k1', 'ed25519'] as const) {
    for (const drops of [1n, TOTAL_DROPS]) {
      test(`are signed and verified for ${drops} drops with ${keyType} keys in hex and base58`, async () => {
        await signAndVerify(keyType, drops);
      });
    }
  }

  async function signAndVerify(keyType: KeyType, drops: bigint): Promise<void> {
    const seed = seedOfPassphrase('claims');
    const keys = deriveKeyPair(seed, keyType);
    const amount = drops.toString();
    const spellings = [{ passphrase: 'claims' }, { seed: encodeSeed(seed) }, { seed_hex: seed.toString('hex') }];
    for (const secret of spellings) {
      const params = { channel_id: ID, amount, key_type: keyType, ...secret };
      const { signature } = await ledger.call('channel_authorize', params);
      assert.equal(signature, claimSignature(ID, drops, keys));
      for (const public_key of [encodeAccountPublicKey(keys.publicKey), keys.publicKey, keys.publicKey.toLowerCase()]) {
        const claim: JsonObject = { channel_id: ID.toLowerCase(), amount, public_key, signature };
        assert.deepEqual(await ledger.call('channel_verify', claim), { signature_verified: true });
        const other = { ...claim, amount: (drops === 1n ? 2n : drops - 1n).toString() };
        assert.deepEqual(await ledger.call('channel_verify', other), { signature_verified: false });
      }
    }
  }

  test('accept an odd number of hex digits as if a zero came first', async () => {
    const { publicKey } = deriveKeyPair(seedOfPassphrase('claims'), 'secp256k1');
    const claim = { channel_id: ID, amount: '1', public_key: publicKey, signature: 'ABC' };
    for (const public_key of [publicKey, publicKey.slice(1)]) {
      assert.deepEqual(await ledger.call('channel_verify', { ...claim, public_key }), { signature_verified: false });
    }
    for (const signature of ['', 'ABX']) {
      assert.equal((await ledger.call('channel_verify', { ...claim, signature })).error, 'invalidParams');
    }
  });
});

describe('channel_authorize', () => {
  let ledger: ChannelLedger;
  let id: Hash256;
  before(async () => {
    ledger = await ChannelLedger.create();
    id = await ledger.open(10n * XRP);
  });
  after(() => ledger.env.stop());

  const authorize = (more: JsonObject, channel_id = id): Promise<Answer> =>
    ledger.call('channel_authorize', { channel_id, amount: '1', ...more });
  const own = { passphrase: 'channel key', key_type: 'ed25519' };
  const other = encodeSeed(seedOfPassphrase('another key'));
  const mistyped = `${other.slice(0, -1)}${other.endsWith('a') ? 'b' : 'a'}`;

  test('gives no warning for the channel key and an amount within the channel', async () => {
    for (const amount of ['1', String(10n * XRP)]) {
      assert.deepEqual(Object.keys(await authorize({ ...own, amount })), ['signature']);
    }
  });

  test('warns that the channel does not exist, with any key', async () => {
    for (const secret of [other, mistyped]) {
      const { signature, warning } = await authorize({ secret }, ID);
      assert.ok(signature !== undefined);
      assert.match(warning, /^The open ledger has no such channel/);
    }
  });

  test('warns of an amount above that of the channel', async () => {
    const { signature, warning } = await authorize({ ...own, amount: String(10n * XRP + 1n) });
    assert.ok(signature !== undefined);
    assert.match(warning, /^The channel was given only 10000000 drops/);
  });

  test('warns of a key that is not the channel key', async () => {
    const wrong = await authorize({ secret: other });
    assert.match(wrong.warning, /^This is not the key of the channel, so the claim cannot be redeemed\.$/);
    const phrase = await authorize({ secret: 'a passphrase of mine' });
    assert.match(phrase.warning, /no seed and was read as a passphrase/);
    assert.ok(wrong.signature !== undefined && phrase.signature !== undefined);
  });

  test('refuses a mistyped seed, unless it is sent as passphrase', async () => {
    for (const secret of [
      mistyped,
      other.slice(0, -1),
      `sEd${'x'.repeat(27)}`,
      'A'.repeat(31),
      'BAD SEED OF WORD '.repeat(3).trim(),
    ]) {
      const refused = await authorize({ secret });
      assert.equal(refused.error, 'badSecret', secret);
      assert.match(refused.error_what, /Field 'secret' looks like a seed but is none/);
      assert.ok(!JSON.stringify(refused).includes(secret));
      const explicit = await authorize({ passphrase: secret, key_type: 'secp256k1' });
      assert.match(explicit.warning, /not the key of the channel/);
    }
  });
});

describe('account_channels with a role', () => {
  const CHANNELS = 45;
  let ledger: ChannelLedger;
  let other: Party;
  let ids: Hash256[];
  before(async () => {
    ledger = await ChannelLedger.create();
    other = party('second payee');
    await ledger.env.fund(1000, other);
    // Other entries in the payee's directory are not incoming channels.
    await ledger.submit(ledger.payee, { TransactionType: 'TicketCreate', TicketCount: 20 });
    await ledger.submit(ledger.payee, { ...ledger.creation(1n), Destination: other.id });
    ids = [];
    for (let count = 0; count < CHANNELS; count++) {
      const { channel_id } = await ledger.submit(ledger.payer, ledger.creation(BigInt(count) + 1n));
      ids.push(channel_id);
    }
    await ledger.env.close();
  });
  after(() => ledger.env.stop());

  const list = (who: Party, params: JsonObject = {}): Promise<Answer> =>
    ledger.call('account_channels', { account: who.address, ledger_index: 'validated', ...params }, { role: 'user' });

  async function pages(who: Party, params: JsonObject): Promise<Answer[]> {
    const found = [await list(who, params)];
    while (found.at(-1).marker !== undefined) found.push(await list(who, { ...params, marker: found.at(-1).marker }));
    return found;
  }

  const idsOf = (found: readonly Answer[]): string[] =>
    found.flatMap(({ channels }) => channels.map(({ channel_id }: Answer) => channel_id));

  test('lists incoming or outgoing channels only', async () => {
    const { channels } = await list(ledger.payee, { role: 'destination' });
    assert.deepEqual(idsOf([{ channels }]).sort(), [...ids].sort());
    assert.ok(channels.every((channel: Answer) => channel.destination_account === ledger.payee.address));
    const outgoing = await list(ledger.payee, { role: 'source' });
    assert.deepEqual(outgoing.channels, (await list(ledger.payee)).channels);
    assert.deepEqual(
      outgoing.channels.map((channel: Answer) => channel.destination_account),
      [other.address],
    );
    assert.deepEqual((await list(ledger.payer, { role: 'destination' })).channels, []);
  });

  test('pages through both roles without losing or repeating a channel', async () => {
    for (const [who, role, count] of [
      [ledger.payee, 'destination', CHANNELS],
      [ledger.payee, 'source', 1],
      [ledger.payer, 'source', CHANNELS],
    ] as const) {
      const found = await pages(who, { role, limit: 10 });
      const listed = idsOf(found);
      assert.equal(new Set(listed).size, count, role);
      assert.equal(listed.length, count);
      assert.ok(found.length >= 5 && found.every(({ channels }) => channels.length <= 10));
    }
  });

  test('refuses other roles', async () => {
    for (const role of ['both', '', 1, null]) {
      const { error, error_message } = await list(ledger.payee, { role });
      assert.deepEqual([error, error_message], ['invalidParams', "Invalid field 'role'."]);
    }
  });

  test('refuses a marker of another account or role', async () => {
    const { marker: incoming } = await list(ledger.payee, { role: 'destination', limit: 10 });
    const { marker: outgoing } = await list(ledger.payer, { role: 'source', limit: 10 });
    const wrong: readonly (readonly [Party, string, Answer])[] = [
      [ledger.payee, 'source', incoming],
      [ledger.payer, 'destination', incoming],
      [ledger.payer, 'source', incoming],
      [ledger.payer, 'destination', outgoing],
      [ledger.payee, 'destination', outgoing],
      [other, 'destination', incoming],
      [ledger.stranger, 'source', outgoing],
      [ledger.payer, 'source', `${outgoing}1`],
      [ledger.payee, 'destination', `${incoming}A`],
      [ledger.payee, 'destination', ''],
      [ledger.payee, 'destination', 7],
    ];
    for (const [who, role, marker] of wrong) {
      assert.equal((await list(who, { role, marker })).error, 'invalidParams', `${role} ${marker}`);
    }
    for (let length = 0; length < incoming.length; length++) {
      const { error } = await list(ledger.payee, { role: 'destination', marker: incoming.slice(0, length) });
      assert.equal(error, 'invalidParams', `cut to ${length}`);
    }
  });
});

describe('channel_verify with channel_state', () => {
  let ledger: ChannelLedger;
  before(async () => {
    ledger = await ChannelLedger.create();
  });
  after(() => ledger.env.stop());

  const claimOf = (channelId: Hash256, drops: bigint): JsonObject => ({
    channel_id: channelId,
    amount: drops.toString(),
    public_key: channelKeys.publicKey,
    signature: claimSignature(channelId, drops),
  });
  const verify = (claim: JsonObject, more: JsonObject = {}): Promise<Answer> =>
    ledger.call('channel_verify', { ...claim, channel_state: true, ...more });

  test('gives the value of a good claim and the ledger of the verdict', async () => {
    const id = await ledger.open(10n * XRP);
    await ledger.settle(ledger.payee, redemption(id, 3n * XRP));
    const { hash, ledgerIndex } = ledger.env.node.validated;
    assert.deepEqual(await verify(claimOf(id, 7n * XRP)), {
      signature_verified: true,
      redeemable: true,
      reasons: [],
      value_now: '4000000',
      ledger_hash: hash,
      ledger_index: ledgerIndex,
      validated: true,
    });
  });

  test('gives a reason for each fault, and the value that is left', async () => {
    const id = await ledger.open(10n * XRP);
    await ledger.settle(ledger.payee, redemption(id, 3n * XRP));
    const others = deriveKeyPair(seedOfPassphrase('not the channel key'), 'secp256k1');
    const cases: readonly (readonly [JsonObject, RegExp, string])[] = [
      [{ ...claimOf(id, 5n * XRP), amount: '6000000' }, /signature is not the one/, '0'],
      [claimOf('CD'.repeat(32), XRP), /no payment channel with this id/, '0'],
      [
        { ...claimOf(id, 5n * XRP), public_key: others.publicKey, signature: claimSignature(id, 5n * XRP, others) },
        /key is not the channel's/,
        '0',
      ],
      [claimOf(id, 3n * XRP), /already paid 3000000 drops/, '0'],
      [claimOf(id, 11n * XRP), /given only 10000000/, '7000000'],
    ];
    for (const [claim, reason, value] of cases) {
      const { redeemable, reasons, value_now } = await verify(claim);
      assert.equal(redeemable, false);
      assert.equal(reasons.length, 1);
      assert.match(reasons[0], reason);
      assert.equal(value_now, value);
    }
  });

  test('flags a claim above the amount of the channel, which the ledger pays in part', async () => {
    const id = await ledger.open(10n * XRP);
    const claim = claimOf(id, 11n * XRP);
    const { redeemable, exceeds_channel, value_now } = await verify(claim);
    assert.deepEqual([redeemable, exceeds_channel, value_now], [false, true, '10000000']);
    assert.equal((await verify(claimOf(id, 10n * XRP))).exceeds_channel, undefined);
    const { drops: before } = await ledger.account(ledger.payee);
    const claimed = { ...redemption(id, 11n * XRP), Balance: 10n * XRP };
    await ledger.settle(ledger.payee, claimed);
    assert.equal((await ledger.account(ledger.payee)).drops - before, 10n * XRP - 10n);
  });

  test('applies the expiration as the next ledger does', async () => {
    const id = await ledger.open(10n * XRP);
    await ledger.settle(ledger.payer, request(id, tfClose));
    const { expiration } = await ledger.channel(id);
    const claim = claimOf(id, 4n * XRP);
    await ledger.closeAt(expiration - 30);
    const enough = await verify(claim, { min_seconds_left: 30 });
    assert.deepEqual([enough.redeemable, enough.seconds_left], [true, 30]);
    const soon = await verify(claim, { min_seconds_left: 31 });
    assert.deepEqual([soon.redeemable, soon.value_now], [false, '4000000']);
    assert.match(soon.reasons[0], /expires in 30 seconds, before the 31/);

    await ledger.closeAt(expiration);
    assert.deepEqual([(await verify(claim)).redeemable, (await verify(claim)).seconds_left], [true, 0]);
    await ledger.closeAt(expiration + 1);
    const late = await verify(claim);
    assert.deepEqual([late.redeemable, late.value_now, late.reasons], [false, '0', ['the channel has expired']]);
    // As predicted, the claim only closes the channel.
    await ledger.settle(ledger.payee, redemption(id, 4n * XRP));
    assert.match((await verify(claim)).reasons[0], /no payment channel/);
  });

  test('uses the earlier of Expiration and CancelAfter', async () => {
    const cancelAfter = ledger.nowSeconds + 1000;
    const id = await ledger.open(10n * XRP, { CancelAfter: cancelAfter });
    const left = () => verify(claimOf(id, XRP)).then(({ seconds_left }) => seconds_left);
    assert.equal(await left(), cancelAfter - ledger.nowSeconds);
    const expiration = ledger.nowSeconds + SETTLE_DELAY;
    await ledger.settle(ledger.payer, funding(id, 1n, { Expiration: expiration }));
    assert.equal(await left(), expiration - ledger.nowSeconds);
  });

  test('predicts what redeeming the claim pays', async () => {
    const id = await ledger.open(10n * XRP);
    for (const drops of [1n, 2n * XRP, 10n * XRP]) {
      const { value_now } = await verify(claimOf(id, drops));
      const { drops: before } = await ledger.account(ledger.payee);
      await ledger.settle(ledger.payee, redemption(id, drops));
      assert.equal((await ledger.account(ledger.payee)).drops - before, BigInt(value_now) - 10n);
    }
  });

  test('refuses malformed channel_state and min_seconds_left', async () => {
    const claim = claimOf(ID, 1n);
    assert.equal((await verify(claim, { channel_state: 'yes' })).error_message, "Invalid field 'channel_state'.");
    for (const min_seconds_left of [-1, 1.5, '30']) {
      assert.match((await verify(claim, { min_seconds_left })).error_message, /'min_seconds_left'/);
    }
    assert.match((await verify(claim, { min_seconds_left: 2 ** 32 })).error_what, /'min_seconds_left'/);
  });

  test('judges thousands of claims in one call, independently', async () => {
    const id = await ledger.open(10n * XRP);
    const signed = Array.from({ length: 200 }, (_, at) => claimOf(id, BigInt(at + 1)));
    const claims = Array.from({ length: 3000 }, (_, at) => {
      const { channel_id, public_key, ...own } = signed[at % 200] as Record<string, string>;
      return at % 3 === 0 ? { ...own, amount: '201' } : own;
    });
    const answer = await ledger.call('channel_verify', {
      channel_id: id,
      public_key: channelKeys.publicKey,
      channel_state: true,
      claims: [...claims, { ...signed[0], amount: '0' }, { ...signed[0], signature: 'x' }, {}, 7],
    });
    assert.equal(answer.ledger_index, ledger.env.node.validated.ledgerIndex);
    assert.equal(answer.claims.length, 3004);
    for (const [at, result] of answer.claims.slice(0, 3000).entries()) {
      const isGood = at % 3 !== 0;
      assert.deepEqual([result.signature_verified, result.redeemable], [isGood, isGood]);
      assert.equal(result.value_now, isGood ? String((at % 200) + 1) : '0');
    }
    assert.deepEqual(
      answer.claims.slice(3000).map(({ error, error_message }: Answer) => [error, error_message]),
      [
        ['channelAmtMalformed', "Invalid field 'amount': a claim is for one drop at least."],
        ['invalidParams', 'Invalid parameters.'],
        ['invalidParams', "Missing field 'amount'."],
        ['invalidParams', "Invalid field 'claims', not array of objects."],
      ],
    );
  });

  test('verifies signatures of a batch without channel_state, and refuses a malformed batch', async () => {
    const { claims } = await ledger.call('channel_verify', { claims: [claimOf(ID, 1n)] });
    assert.deepEqual(claims, [{ signature_verified: true }]);
    const wrong: readonly (readonly [JsonObject, RegExp])[] = [
      [{ claims: [] }, /^Invalid field 'claims'\.$/],
      [{ claims: {} }, /'claims', not array/],
      [{ claims: Array(10_001).fill({}) }, /more than 10000 claims/],
      [{ claims: [claimOf(ID, 1n)], amount: '1' }, /'amount' belongs into each/],
    ];
    for (const [params, message] of wrong) {
      const { error, error_message } = await ledger.call('channel_verify', params);
      assert.equal(error, 'invalidParams');
      assert.match(error_message, message);
    }
  });
});
