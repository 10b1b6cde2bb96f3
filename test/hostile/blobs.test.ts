/**
 * Damaged blobs of every transaction type: cut, with one bit changed, and with fields that are misordered, duplicated,
 * unknown, or have a wrong length. Each is refused as malformed, or, if a bit of a value changed, for its signature. With
 * `npm run soak -- blobs` every form is cut at each byte, and every bit is changed.
 */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sign } from '../../src/crypto/signature.ts';
import { decodeObject } from '../../src/protocol/codec/decode.ts';
import { encodeObject } from '../../src/protocol/codec/encode.ts';
import { transactionTypeNames } from '../../src/protocol/tables/type-codes.ts';
import { multiSigningData } from '../../src/protocol/transaction/transaction-signature.ts';
import type { StObject } from '../../src/protocol/values.ts';
import { execute } from '../../src/rpc/execute.ts';
import { transactionTypeOf } from '../../src/transactions/types/table.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import { TRIES_EVERY_CASE } from '../support/every-case.ts';
import { ALICE, BOB, createHostileWorld, type HostileWorld } from '../support/hostile-world.ts';
import type { Answer } from '../support/rpc-call.ts';
import { flips, restructured, truncations } from './support/blobs.ts';
import { type Sample, samples } from './support/samples.ts';

/** Bytes between two faults, which is odd, so that all bits of a byte are changed in turn. */
const STRIDE = 11;
/** The same in the forms of a type that differ little from the plain one. */
const WIDE_STRIDE = 37;
/** Of so many forms with wrong fields one is sent, others for each sample. */
const RESTRUCTURED = TRIES_EVERY_CASE ? 1 : 5;
/** Only validators make them; clients may not submit them. */
const PSEUDO = ['EnableAmendment', 'SetFee', 'UNLModify'];

describe('damaged blobs', () => {
  let world: HostileWorld;
  let all: readonly Sample[];
  before(async () => {
    world = await createHostileWorld({ isFurnished: true });
    all = samples(world);
  });
  after(async () => {
    assert.deepEqual(world.reports, [], 'the server reports nothing unexpected');
    await world.stop();
  });

  const submit = async (blob: Buffer, method = 'submit'): Promise<Answer> => {
    const params = { tx_blob: bytesToHex(blob) };
    return execute(world.services, { method, params, apiVersion: 1, role: 'user' });
  };
  const strideOf = ({ form }: Sample) => (TRIES_EVERY_CASE ? 1 : form === 'plain' ? STRIDE : WIDE_STRIDE);
  const nameOf = ({ type, form }: Sample) => `${type} ${form}`;
  const fundsOf = () =>
    JSON.stringify(world.env.account(ALICE), (_, value) => (typeof value === 'bigint' ? String(value) : value));

  test('are of every type, and of some types in every form', () => {
    const types = new Set(all.map(({ type }) => type));
    assert.deepEqual(
      transactionTypeNames().filter((type) => !types.has(type)),
      PSEUDO,
    );
    const forms = Map.groupBy(all, ({ type }) => type);
    assert.ok([...forms.values()].filter(({ length }) => length === 4).length > 20);
  });

  test('are refused if they are cut', async (context) => {
    let count = 0;
    for (const sample of all) {
      for (const start of truncations(sample.blob, strideOf(sample))) {
        const { error, error_exception } = await submit(start);
        assert.equal(
          error,
          start.length === 0 ? 'invalidParams' : 'invalidTransaction',
          `${nameOf(sample)}, ${start.length}`,
        );
        assert.ok(start.length === 0 || error_exception.length > 0);
        count += 1;
      }
    }
    context.diagnostic(`${count} beginnings of ${all.length} blobs`);
  });

  test('are refused if a bit is changed', async (context) => {
    const before = fundsOf();
    const outcomes = new Map<string, number>();
    for (const sample of all) {
      for (const flipped of flips(sample.blob, TRIES_EVERY_CASE, strideOf(sample))) {
        const { error, error_exception: reason, applied, engine_result } = await submit(flipped);
        const where = `${nameOf(sample)}, ${engine_result}: ${bytesToHex(flipped)}`;
        // No signature covers the signature of a claim, nor what the elements of `Signers` are called.
        const isCovered = decodeObject(sample.blob).Signature === undefined && sample.form !== 'by signers';
        assert.ok(error === 'invalidTransaction' || (!isCovered && applied === false), where);
        const kind = error === undefined ? 'result' : /signature/i.test(reason) ? 'signature' : 'form';
        outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
      }
    }
    assert.equal(fundsOf(), before);
    assert.ok((outcomes.get('signature') ?? 0) > 100 && (outcomes.get('form') ?? 0) > 100);
    context.diagnostic(`${JSON.stringify(Object.fromEntries(outcomes))}`);
  });

  test('are refused with fields that are misordered, duplicated, unknown, or of another length', async (context) => {
    const kinds = new Map<string, number>();
    for (const [turn, sample] of all.entries()) {
      if (!TRIES_EVERY_CASE && sample.form !== 'plain' && sample.type !== 'Payment') continue;
      const object = decodeObject(sample.blob);
      const fields = Object.keys(object).map((name) => encodeObject({ [name]: object[name] }));
      assert.ok(Buffer.concat(fields).equals(sample.blob), 'a blob is its fields');
      for (const [number, [kind, bytes]] of [...restructured(fields)].entries()) {
        if ((number + turn) % RESTRUCTURED !== 0) continue;
        const { error, error_exception } = await submit(bytes);
        assert.equal(error, 'invalidTransaction', `${nameOf(sample)}, ${kind}: ${bytesToHex(bytes).slice(0, 2000)}`);
        // Memos that nest a little are well-formed.
        if (!kind.startsWith('nested'))
          assert.doesNotMatch(error_exception, /local checks.*signature/i, `${kind} is no transaction at all`);
        const name = kind.split(' ')[0] as string;
        kinds.set(name, (kinds.get(name) ?? 0) + 1);
      }
    }
    context.diagnostic(JSON.stringify(Object.fromEntries(kinds)));
  });

  test('may have any name for the element of a signer, as in the reference', async () => {
    const fields = {
      TransactionType: 'Payment',
      Account: ALICE.id,
      Destination: BOB.id,
      Amount: 1n,
      Flags: 0,
      Fee: 100n,
    };
    const submitSigned = async (name: string, missing?: string) => {
      const unsigned = { ...fields, Sequence: world.env.account(ALICE)!.Sequence, SigningPubKey: '' };
      const TxnSignature = sign(multiSigningData(unsigned, BOB.id), BOB.keys);
      const signer: StObject = { Account: BOB.id, SigningPubKey: BOB.keys.publicKey, TxnSignature };
      const said = Object.fromEntries(Object.entries(signer).filter(([member]) => member !== missing));
      const { engine_result, error_exception } = await submit(
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
    await world.env.close();
  });

  // The last test, since these are applied.
  test('are accepted undamaged', async () => {
    const chosen = new Set(all.filter(({ form }) => form !== 'plain').map(({ type }) => type));
    for (const sample of all) {
      const { error, error_exception, engine_result } = await submit(sample.blob);
      assert.equal(error, undefined, `${nameOf(sample)}: ${error_exception}`);
      if (transactionTypeOf(sample.type) === undefined) assert.equal(engine_result, 'temDISABLED', sample.type);
      else if (!chosen.has(sample.type)) assert.match(engine_result, /^(te[scm]|tefPAST_SEQ)/, nameOf(sample));
      else if (sample.form === 'plain') assert.match(engine_result, /^(te[sc]|tefPAST_SEQ)/, nameOf(sample));
    }
  });
});
