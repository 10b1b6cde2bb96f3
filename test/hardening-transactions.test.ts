/**
 * Transactions that nobody would send in good faith: broken bytes, impossible amounts, ids of entries of another type,
 * forged claims. They are refused with a result or an error; the ledger goes on and stays whole.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sign } from '../src/crypto/sign.ts';
import { channelClaimMessage } from '../src/protocol/channel-claim.ts';
import type { Json, StObject } from '../src/protocol/values.ts';
import { bytesToHex } from '../src/util/hex.ts';
import { MASTER, type Party } from './support/env.ts';
import { damaged, truncations } from './support/hostile-blobs.ts';
import { hostileTransaction } from './support/hostile-transactions.ts';
import { ALICE, BOB, createHostileWorld, type HostileWorld, ISSUER } from './support/hostile-world.ts';
import { createRandom } from './support/random.ts';
import type { Answer } from './support/rpc-call.ts';
import { verifyChain } from './support/verify-store.ts';

const RANDOM_TRANSACTIONS = 800;
const CLOSE_EVERY = 25;
const DAMAGED_TRANSACTIONS = 25;
const DAMAGES_OF_EACH = 50;
/**
 * Results that no transaction may have, whatever it says: they stand for faults of the engine. Only for credentials
 * without an issuer the reference itself has an exception.
 */
const FAULTS = /^(tefEXCEPTION|tefINTERNAL|tefFAILURE|tefBAD_LEDGER|tecINTERNAL|te[cf]INVARIANT_FAILED)$/;

describe('a ledger under hostile transactions', () => {
  let world: HostileWorld;
  before(async () => {
    world = await createHostileWorld();
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

  test('answers each beginning of a blob with invalidTransaction', async () => {
    const payment = { TransactionType: 'Payment', Destination: BOB.id, Amount: 1n };
    const memo = { Memos: [{ Memo: { MemoData: 'AB'.repeat(200) } }] };
    const { blob } = world.env.sign(ALICE, { ...payment, ...memo });
    for (const start of truncations(blob)) {
      const { error, error_exception } = await submitBlob(start);
      assert.equal(error, start.length === 0 ? 'invalidParams' : 'invalidTransaction', `${start.length} bytes`);
      assert.ok(start.length === 0 || error_exception.length > 0);
    }
    assert.equal((await submitBlob(blob)).engine_result, 'tesSUCCESS');
  });

  test('applies no damaged blob', async () => {
    const random = createRandom(1);
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

  test('believes no length that a blob claims', async () => {
    const { blob } = world.env.sign(ALICE, { TransactionType: 'Payment', Destination: BOB.id, Amount: 1n });
    const keyAt = blob.indexOf(Buffer.from('7321', 'hex'));
    for (const length of ['00', '20', '22', 'C0', 'C1FF', 'F0FF', 'F1FFFF', 'FEFFFF', 'FF']) {
      const claim = Buffer.from(length, 'hex');
      const lying = Buffer.concat([blob.subarray(0, keyAt + 1), claim, blob.subarray(keyAt + 2)]);
      assert.equal((await submitBlob(lying)).error, 'invalidTransaction', length);
    }
    assert.equal((await submitBlob(Buffer.alloc(400_000, 0xf9))).error, 'invalidTransaction');
    assert.equal((await submitBlob(Buffer.alloc(400_000, 0xea))).error, 'invalidTransaction');
  });

  test('takes the id of an entry for a channel only if it is one, however well it knows the entry', async () => {
    assert.ok(world.entryKeys.size >= 9, 'there are entries of many types');
    for (const [type, key] of world.entryKeys) {
      // Reads first, so that the entry is decoded and remembered.
      assert.equal((await world.call('ledger_entry', { index: key })).result.node.LedgerEntryType, type);
      if (type === 'PayChannel') continue;
      const claim = { TransactionType: 'PaymentChannelClaim', Channel: key };
      const signature = sign(channelClaimMessage(key, 5n), ALICE.keys);
      const signed = { Balance: 5n, Amount: 5n, Signature: signature, PublicKey: ALICE.keys.publicKey };
      const rows: readonly (readonly [Party, StObject, string])[] = [
        [BOB, claim, 'tecNO_TARGET'],
        [BOB, { ...claim, Flags: 0x00020000 }, 'tecNO_TARGET'],
        [BOB, { ...claim, ...signed }, 'tecNO_TARGET'],
        [ISSUER, { TransactionType: 'PaymentChannelFund', Channel: key, Amount: 1n }, 'tecNO_ENTRY'],
        [
          MASTER,
          { TransactionType: 'Payment', Destination: BOB.id, Amount: 1n, CredentialIDs: [key] },
          'tecBAD_CREDENTIALS',
        ],
        [BOB, { ...claim, CredentialIDs: [key] }, 'tecBAD_CREDENTIALS'],
      ];
      for (const [who, fields, expected] of rows) {
        assert.equal((await submit(who, fields)).engine_result, expected, `${fields.TransactionType} of a ${type}`);
      }
      const verified = await world.call('channel_verify', {
        ...{ channel_id: key, amount: '5', public_key: ALICE.keys.publicKey, signature },
        channel_state: true,
      });
      assert.equal(verified.result.status, 'success');
      const shown = await world.call('ledger_entry', { payment_channel: key });
      assert.equal(shown.result.error, 'unexpectedLedgerType', type);
    }
    await world.env.close();
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
    const random = createRandom(2);
    const results = new Set<string>();
    for (let count = 0; count < RANDOM_TRANSACTIONS; count++) {
      const { sender, fields } = hostileTransaction(world, random);
      const blob = signedOrNothing(world, sender, fields);
      if (blob === undefined) continue;
      const { engine_result, error } = await submitBlob(blob);
      assert.ok(error === undefined || error === 'invalidTransaction', error);
      const isFault = FAULTS.test(String(engine_result)) && fields.TransactionType !== 'DepositPreauth';
      assert.ok(!isFault, `${engine_result}: ${bytesToHex(blob)}`);
      results.add(engine_result);
      if (count % CLOSE_EVERY === 0) await world.env.close();
    }
    assert.ok(results.size > 30, 'many different results');
    await world.env.close();
    assert.equal(dropsInLedger(world), world.env.node.validated.totalDrops);
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

/** What accounts and channels hold. */
function dropsInLedger({ env: { node } }: HostileWorld): bigint {
  const view = node.view(node.validated.ledgerIndex)!;
  let drops = 0n;
  for (let key = view.nextKey('0'.repeat(64)); key !== undefined; key = view.nextKey(key)) {
    const entry = view.readAny(key)!;
    if (entry.LedgerEntryType === 'AccountRoot') drops += entry.Balance;
    if (entry.LedgerEntryType === 'PayChannel') drops += entry.Amount - entry.Balance;
  }
  return drops;
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
