/**
 * Transactions that nobody would send in good faith: broken bytes, impossible amounts, ids of entries of another type,
 * forged claims. They are refused with a result or an error; the ledger goes on and stays whole.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sign } from '../src/crypto/signature.ts';
import { objectToJson } from '../src/protocol/json/to-json.ts';
import { fieldByName } from '../src/protocol/tables/fields.ts';
import { channelClaimMessage } from '../src/protocol/transaction/channel-claim.ts';
import type { Json, StObject } from '../src/protocol/values.ts';
import { bytesToHex } from '../src/util/hex.ts';
import { auditLedger } from './simulation/audit-ledger.ts';
import { MASTER, type Party } from './support/env.ts';
import { damaged } from './support/hostile-blobs.ts';
import { hostileTransaction } from './support/hostile-transactions.ts';
import { ALICE, BOB, createHostileWorld, type HostileWorld, ISSUER } from './support/hostile-world.ts';
import type { Answer } from './support/rpc-call.ts';
import { SeededRandom } from './support/seeded-random.ts';
import { verifyChain } from './support/verify-store.ts';

const RANDOM_TRANSACTIONS = 800;
const CLOSE_EVERY = 25;
const SIMULATED_TRANSACTIONS = 300;
const DAMAGED_TRANSACTIONS = 25;
const DAMAGES_OF_EACH = 50;
/**
 * Results that no transaction may have, whatever it says: they stand for faults of the engine. Only for credentials
 * without an issuer the reference itself has an exception.
 */
const FAULTS = /^(tefEXCEPTION|tefINTERNAL|tefFAILURE|tefBAD_LEDGER|tecINTERNAL|te[cf]INVARIANT_FAILED)$/;
/** Where an element lacks a field, the reference has an exception, and so has Weir. */
const LISTS_WITH_EXCEPTIONS = [
  'AcceptedCredentials',
  'AuthorizeCredentials',
  'PriceDataSeries',
  'UnauthorizeCredentials',
] as const;

describe('a ledger under hostile transactions', () => {
  let world: HostileWorld;
  before(async () => {
    world = await createHostileWorld({ isFurnished: true });
  });
  after(async () => {
    await world.env.close();
    verifyChain(world.env.node.store);
    assert.deepEqual(world.reports, [], 'the server reports nothing unexpected');
    await world.stop();
  });

  const submitBlob = async (blob: Buffer): Promise<Answer> =>
    (await world.call('submit', { tx_blob: bytesToHex(blob) })).result;
  const submit = (who: Party, fields: StObject, signer?: Party): Promise<Answer> =>
    submitBlob(world.env.sign(who, fields, signer).blob);

  test('applies no damaged blob', async () => {
    const random = new SeededRandom(1);
    const { drops, sequence } = fundsOf(world, ALICE);
    for (let count = 0; count < DAMAGED_TRANSACTIONS; count++) {
      const { fields } = hostileTransaction(world, random);
      const blob = signedOrNothing(world, ALICE, { ...fields, Account: ALICE.id });
      for (let damages = 0; blob !== undefined && damages < DAMAGES_OF_EACH; damages++) {
        const bytes = damaged(blob, random);
        if (bytes.equals(blob)) continue;
        const { error, applied } = await submitBlob(bytes);
        const isRefused = error === 'invalidTransaction' || error === 'invalidParams' || applied === false;
        assert.ok(isRefused, bytesToHex(bytes));
      }
    }
    assert.deepEqual(fundsOf(world, ALICE), { drops, sequence });
  });

  const IMPOSSIBLE: readonly Json[] = [
    [],
    ['1', 'USD', 'x'],
    [{}, 'USD', []],
    {},
    { value: '1' },
    { currency: 'USD', value: '1' },
    { currency: 'USD', issuer: 'x', value: '1' },
    { currency: {}, issuer: [], value: {} },
    { currency: 'XRP', issuer: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', value: '1' },
    '',
    'x',
    '1.5',
    '1e3x',
    '9223372036854775808',
    '18446744073709551616',
    '9'.repeat(1000),
    null,
    true,
    1e300,
    -1,
  ];
  for (const [type, field] of [
    ['Payment', 'Amount'],
    ['Payment', 'SendMax'],
    ['Payment', 'Fee'],
    ['PaymentChannelCreate', 'Amount'],
    ['PaymentChannelClaim', 'Balance'],
    ['TrustSet', 'LimitAmount'],
    ['Clawback', 'Amount'],
  ] as const) {
    test(`takes no impossible amount for ${field} of ${type}`, async () => {
      const others = { Destination: BOB.address, Channel: world.channelId, SettleDelay: 1, Amount: '1' };
      const names = type === 'Payment' ? ['Destination', 'Amount'] : type === 'PaymentChannelClaim' ? ['Channel'] : [];
      const base = Object.fromEntries(Object.entries(others).filter(([name]) => names.includes(name)));
      for (const value of IMPOSSIBLE) {
        const tx_json = { TransactionType: type, Account: ALICE.address, ...base, [field]: value };
        for (const method of ['sign', 'simulate', 'submit']) {
          const secret = method === 'simulate' ? {} : { passphrase: 'hostile alice', key_type: 'ed25519' };
          const { result } = await world.call(method, { ...secret, tx_json });
          const where = `${method} ${JSON.stringify(value)?.slice(0, 50)}`;
          assert.notEqual(result.error, 'internal', where);
          assert.notEqual(result.engine_result, 'tesSUCCESS', where);
        }
      }
    });
  }

  const ODD_AMOUNTS: readonly Json[] = [
    { currency: 'USD', issuer: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', value: '1' },
    { currency: 'USD', issuer: 'rrrrrrrrrrrrrrrrrrrrBZbvji', value: '1' },
    { mpt_issuance_id: `00000001${ISSUER.id}`, value: '1' },
    { mpt_issuance_id: '0'.repeat(48), value: '1' },
  ];
  test('simulates transactions of every type with odd issuers', async () => {
    const random = new SeededRandom(3);
    for (let count = 0; count < SIMULATED_TRANSACTIONS; count++) {
      const { sender, fields } = hostileTransaction(world, random);
      for (const odd of ODD_AMOUNTS) {
        const tx_json: Record<string, Json> = { ...objectToJson(fields), Account: sender.address };
        for (const name in tx_json) {
          if (name !== 'Fee' && fieldByName(name)?.type === 'Amount') tx_json[name] = odd;
        }
        const { result } = await world.call('simulate', { tx_json });
        assert.notEqual(result.error, 'internal', JSON.stringify(tx_json));
      }
    }
    assert.deepEqual(world.reports, []);
  });

  test('pays no claim that its payer did not sign for this channel', async () => {
    const { channelId } = world;
    const claimed = (drops: bigint, more: StObject): StObject => ({
      TransactionType: 'PaymentChannelClaim',
      Channel: channelId,
      Balance: drops,
      Amount: drops,
      Signature: sign(channelClaimMessage(channelId, drops), ALICE.keys),
      PublicKey: ALICE.keys.publicKey,
      ...more,
    });
    const good = claimed(10n, {}).Signature as string;
    const forMore = sign(channelClaimMessage(channelId, 11n), ALICE.keys);
    const elsewhere = sign(channelClaimMessage(world.transactionId, 10n), ALICE.keys);
    const byBob = sign(channelClaimMessage(channelId, 10n), BOB.keys);
    const forged: readonly (readonly [string, StObject, string])[] = [
      ['for another amount', { Signature: forMore }, 'temBAD_SIGNATURE'],
      ['for another channel', { Signature: elsewhere }, 'temBAD_SIGNATURE'],
      ['by the payee', { Signature: byBob, PublicKey: BOB.keys.publicKey }, 'tecNO_PERMISSION'],
      ['under the key of another', { PublicKey: BOB.keys.publicKey }, 'temBAD_SIGNATURE'],
      ['with a key of another kind', { PublicKey: `02${'00'.repeat(32)}` }, 'temBAD_SIGNATURE'],
      ['with no key at all', { PublicKey: '00' }, 'temMALFORMED'],
      ['with a bit changed', { Signature: flip(good) }, 'temBAD_SIGNATURE'],
      ['with a high S', { Signature: withHighS(good) }, 'temBAD_SIGNATURE'],
      ['cut short', { Signature: good.slice(0, -2) }, 'temBAD_SIGNATURE'],
      ['with a tail', { Signature: `${good}00` }, 'temBAD_SIGNATURE'],
      ['empty', { Signature: '' }, 'temBAD_SIGNATURE'],
      ['of nothing', { Balance: 0n }, 'temBAD_AMOUNT'],
      ['of less than nothing', { Balance: -1n }, 'temBAD_AMOUNT'],
      ['of more than was authorized', { Balance: 11n }, 'temBAD_AMOUNT'],
    ];
    for (const [name, fields, expected] of forged) {
      assert.equal((await submit(BOB, claimed(10n, fields))).engine_result, expected, name);
    }
    const [back] = (await world.call('account_channels', { account: BOB.address })).result.channels;
    const secp = sign(channelClaimMessage(back.channel_id, 10n), BOB.keys);
    const claim = { Channel: back.channel_id, PublicKey: BOB.keys.publicKey };
    const mirrored = await submit(ALICE, claimed(10n, { ...claim, Signature: withMirroredS(secp) }));
    assert.equal(mirrored.engine_result, 'temBAD_SIGNATURE', 'with a high S of the other curve');
    assert.equal((await submit(ALICE, claimed(10n, { ...claim, Signature: secp }))).engine_result, 'tesSUCCESS');
    assert.equal((await submit(BOB, claimed(10_000_000n, {}))).engine_result, 'tecUNFUNDED_PAYMENT');
    assert.equal((await submit(BOB, claimed(10n, {}))).engine_result, 'tesSUCCESS');
    assert.equal((await submit(BOB, claimed(9n, {}))).engine_result, 'tecUNFUNDED_PAYMENT');
    assert.equal((await submit(MASTER, claimed(20n, {}))).engine_result, 'tecNO_PERMISSION');
  });

  test('lets nobody send for others', async () => {
    const theft = { TransactionType: 'Payment', Destination: BOB.id, Amount: 1_000_000n };
    const { drops } = fundsOf(world, ALICE);
    assert.equal((await submit(ALICE, theft, BOB)).engine_result, 'tefBAD_AUTH');
    const unsigned = { ...theft, Account: ALICE.address, Destination: BOB.address, Amount: '1' };
    const taken = await world.call('submit', { secret: 'hostile bob', tx_json: unsigned });
    assert.equal(taken.result.error, 'badSecret');
    assert.equal(fundsOf(world, ALICE).drops, drops);
  });

  // The last test, for little of the world is left as it was.
  test('gives each random transaction a result of its own, and conserves what there is', async () => {
    const random = new SeededRandom(2);
    const results = new Set<string>();
    for (let count = 0; count < RANDOM_TRANSACTIONS; count++) {
      const { sender, fields } = hostileTransaction(world, random);
      const blob = signedOrNothing(world, sender, fields);
      if (blob === undefined) continue;
      const { engine_result, error } = await submitBlob(blob);
      assert.ok(error === undefined || error === 'invalidTransaction', error);
      const isOfReference = LISTS_WITH_EXCEPTIONS.some((name) => fields[name] !== undefined);
      const isFault = FAULTS.test(String(engine_result)) && !isOfReference;
      assert.ok(!isFault, `${engine_result}: ${bytesToHex(blob)}`);
      results.add(engine_result);
      if (count % CLOSE_EVERY === 0) await world.env.close();
    }
    assert.ok(results.size > 30, 'many different results');
    await world.env.close();
    auditLedger(world.env.node.store, world.env.node.validated.ledgerIndex);
  });
});

function signedOrNothing(world: HostileWorld, who: Party, fields: StObject): Buffer | undefined {
  try {
    return world.env.sign(who, fields).blob;
  } catch {
    // Some values have no serialization at all.
    return undefined;
  }
}

function fundsOf({ env }: HostileWorld, who: Party): { drops: bigint; sequence: number } {
  const root = env.account(who)!;
  return { drops: root.Balance, sequence: root.Sequence };
}

function flip(signature: string): string {
  return `${signature.slice(0, 10)}${signature[10] === '0' ? '1' : '0'}${signature.slice(11)}`;
}

/** An Ed25519 signature whose scalar is above the group's order, which names the same point. */
function withHighS(signature: string): string {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const scalar = BigInt(`0x${Buffer.from(signature.slice(64), 'hex').reverse().toString('hex')}`) + order;
  const bytes = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').reverse();
  return signature.slice(0, 64) + bytesToHex(bytes);
}

/** A secp256k1 signature whose `s` is the group's order less what it was, which is as good a solution. */
function withMirroredS(signature: string): string {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const bytes = Buffer.from(signature, 'hex');
  const sAt = 6 + bytes[3]!;
  const s = order - BigInt(`0x${bytes.subarray(sAt).toString('hex')}`);
  const high = Buffer.from(`00${s.toString(16).padStart(64, '0')}`, 'hex');
  const body = Buffer.concat([bytes.subarray(2, sAt - 1), Buffer.from([high.length]), high]);
  return bytesToHex(Buffer.concat([Buffer.from([0x30, body.length]), body]));
}
