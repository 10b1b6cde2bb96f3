/**
 * Impossible amounts, forged claims and wrong signers: each is refused with a result or an error, and the ledger stays valid.
 * `fuzz/engine-target.ts` tries random transactions, `fuzz/codec-target.ts` damaged bytes.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sign } from '../../src/crypto/signature.ts';
import { encodeObject } from '../../src/protocol/codec/encode.ts';
import { channelClaimMessage } from '../../src/protocol/transaction/channel-claim.ts';
import { multiSigningData } from '../../src/protocol/transaction/transaction-signature.ts';
import type { Json, StObject } from '../../src/protocol/values.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import { MASTER, type Party } from '../support/env.ts';
import { ALICE, BOB, createFilledServer, type FilledServer } from '../support/filled-server.ts';
import type { Answer } from '../support/rpc-call.ts';
import { verifyChain } from '../support/verify-store.ts';

describe('a ledger under hostile transactions', () => {
  let filled: FilledServer;
  before(async () => {
    filled = await createFilledServer({ isFurnished: true });
  });
  after(async () => {
    await filled.env.close();
    verifyChain(filled.env.node.store);
    assert.deepEqual(filled.reports, [], 'the server reports nothing unexpected');
    await filled.stop();
  });

  const submitBlob = async (blob: Buffer): Promise<Answer> =>
    (await filled.call('submit', { tx_blob: bytesToHex(blob) })).result;
  const submit = (who: Party, fields: StObject, signer?: Party): Promise<Answer> =>
    submitBlob(filled.env.sign(who, fields, signer).blob);

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
    test(`refuses impossible amounts in ${field} of ${type}`, async () => {
      const others = { Destination: BOB.address, Channel: filled.channelId, SettleDelay: 1, Amount: '1' };
      const names = type === 'Payment' ? ['Destination', 'Amount'] : type === 'PaymentChannelClaim' ? ['Channel'] : [];
      const base = Object.fromEntries(Object.entries(others).filter(([name]) => names.includes(name)));
      for (const value of IMPOSSIBLE) {
        const tx_json = { TransactionType: type, Account: ALICE.address, ...base, [field]: value };
        for (const method of ['sign', 'simulate', 'submit']) {
          const secret = method === 'simulate' ? {} : { passphrase: 'hostile alice', key_type: 'ed25519' };
          const { result } = await filled.call(method, { ...secret, tx_json });
          const where = `${method} ${JSON.stringify(value)?.slice(0, 50)}`;
          assert.notEqual(result.error, 'internal', where);
          assert.notEqual(result.engine_result, 'tesSUCCESS', where);
        }
      }
    });
  }

  test('pays no claim that its payer did not sign for this channel', async () => {
    const { channelId } = filled;
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
    const elsewhere = sign(channelClaimMessage(filled.transactionId, 10n), ALICE.keys);
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
    const [back] = (await filled.call('account_channels', { account: BOB.address })).result.channels;
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

  test('accepts no signature of another account', async () => {
    const theft = { TransactionType: 'Payment', Destination: BOB.id, Amount: 1_000_000n };
    const drops = dropsOf(filled, ALICE);
    assert.equal((await submit(ALICE, theft, BOB)).engine_result, 'tefBAD_AUTH');
    const unsigned = { ...theft, Account: ALICE.address, Destination: BOB.address, Amount: '1' };
    const taken = await filled.call('submit', { secret: 'hostile bob', tx_json: unsigned });
    assert.equal(taken.result.error, 'badSecret');
    assert.equal(dropsOf(filled, ALICE), drops);
  });

  test('accepts any name for the element of a signer, as the reference does', async () => {
    const fields = {
      TransactionType: 'Payment',
      Account: ALICE.id,
      Destination: BOB.id,
      Amount: 1n,
      Flags: 0,
      Fee: 100n,
    };
    const submitSigned = async (name: string, missing?: string) => {
      const unsigned = { ...fields, Sequence: filled.env.account(ALICE)!.Sequence, SigningPubKey: '' };
      const TxnSignature = sign(multiSigningData(unsigned, BOB.id), BOB.keys);
      const signer: StObject = { Account: BOB.id, SigningPubKey: BOB.keys.publicKey, TxnSignature };
      const said = Object.fromEntries(Object.entries(signer).filter(([member]) => member !== missing));
      const { engine_result, error_exception } = await submitBlob(
        encodeObject({ ...unsigned, Signers: [{ [name]: said }] }),
      );
      return engine_result ?? error_exception;
    };
    const local = 'fails local checks:';
    for (const name of ['Signer', 'EmittedTxn', 'HookGrant', 'Memo']) {
      assert.equal(await submitSigned(name), 'tesSUCCESS', name);
      const isSigner = name === 'Signer';
      for (const missing of ['Account', 'SigningPubKey', 'TxnSignature']) {
        const invalid = `${local} Invalid signature on account ${BOB.address}Field not found: ${missing}.`;
        const other = missing === 'Account' ? `${local} Internal signature check failure.` : invalid;
        const expected = isSigner ? `Field '${missing}' is required but missing.` : other;
        assert.equal(await submitSigned(name, missing), expected);
      }
    }
    assert.equal(await submitSigned('Majority'), "Field 'Amendment' is required but missing.");
    await filled.env.close();
  });
});

function dropsOf({ env }: FilledServer, who: Party): bigint {
  return env.account(who)!.Balance;
}

function flip(signature: string): string {
  return `${signature.slice(0, 10)}${signature[10] === '0' ? '1' : '0'}${signature.slice(11)}`;
}

/** The Ed25519 signature with the group's order added to its scalar. */
function withHighS(signature: string): string {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const scalar = BigInt(`0x${Buffer.from(signature.slice(64), 'hex').reverse().toString('hex')}`) + order;
  const bytes = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').reverse();
  return signature.slice(0, 64) + bytesToHex(bytes);
}

/** The other valid secp256k1 signature, whose `s` is the group's order minus the original one. */
function withMirroredS(signature: string): string {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const bytes = Buffer.from(signature, 'hex');
  const sAt = 6 + bytes[3]!;
  const s = order - BigInt(`0x${bytes.subarray(sAt).toString('hex')}`);
  const high = Buffer.from(`00${s.toString(16).padStart(64, '0')}`, 'hex');
  const body = Buffer.concat([bytes.subarray(2, sAt - 1), Buffer.from([high.length]), high]);
  return bytesToHex(Buffer.concat([Buffer.from([0x30, body.length]), body]));
}
