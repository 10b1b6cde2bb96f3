/** Keys, bytes and signatures of the explorer, compared with the server and with client libraries. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import * as binaryCodec from 'ripple-binary-codec';
import * as keypairs from 'ripple-keypairs';
import { deriveKeyPair } from '../../src/crypto/key-pair.ts';
import { encodeEd25519Seed, encodeSeed, seedOfPassphrase } from '../../src/crypto/seed.ts';
import { encodeObject } from '../../src/protocol/codec/encode.ts';
import { objectToJson } from '../../src/protocol/json/to-json.ts';
import type { JsonObject } from '../../src/protocol/values.ts';
import { serverDefinitions } from '../../src/rpc/json/definitions-json.ts';
import { SENT_TYPES } from '../../src/transactions/types/table.ts';
import { bytesToHex } from '../../src/util/hex.ts';
import { arbitraryObject } from '../support/arbitrary-object.ts';
import { arbitraryTransaction } from '../support/arbitrary-transaction.ts';

const load = (name: string) => import(new URL(`../../explorer/signing/${name}`, import.meta.url).href);
const { Definitions, serialize, FieldError } = await load('serialize.js');
const { keysOfSecret } = await load('keys.js');
const { signTransaction } = await load('sign.js');
const { pageSigner } = await load('signers.js');
const { bytesToHex: hexOf } = await load('bytes.js');

const definitionsJson = serverDefinitions().json;
const definitions = new Definitions(definitionsJson);
const libraryDefinitions = new binaryCodec.XrplDefinitions(
  definitionsJson as unknown as ConstructorParameters<typeof binaryCodec.XrplDefinitions>[0],
);
const seeds = ['masterpassphrase', 'alice', 'another'].map((text) => seedOfPassphrase(text));

/** `server_definitions` does not have the names of granular permissions. */
const hasUnknownNames = (json: JsonObject) => JSON.stringify(json).includes('"PermissionValue"');

describe('keys', () => {
  test('are those of client libraries, for both encodings of seeds and both curves', () => {
    for (const seed of seeds) {
      const hex = bytesToHex(seed);
      for (const text of [hex, hex.toLowerCase(), ` ${encodeSeed(seed)} `]) {
        const both = keysOfSecret(text);
        assert.deepEqual(
          both.map(({ type, publicKey }: { type: string; publicKey: string }) => [type, publicKey]),
          (['secp256k1', 'ed25519'] as const).map((type) => [type, deriveKeyPair(seed, type).publicKey]),
        );
      }
      const library = keypairs.deriveKeypair(encodeEd25519Seed(seed));
      const [keys, ...others] = keysOfSecret(encodeEd25519Seed(seed));
      assert.deepEqual(others, []);
      assert.equal(keys.publicKey, library.publicKey);
      assert.equal(keys.address, keypairs.deriveAddress(library.publicKey));
      const [first] = keysOfSecret(encodeSeed(seed));
      assert.equal(first.address, keypairs.deriveAddress(keypairs.deriveKeypair(encodeSeed(seed)).publicKey));
    }
  });

  test('sign as client libraries do', () => {
    for (const text of [encodeSeed(seeds[0]!), encodeEd25519Seed(seeds[1]!)]) {
      const [keys] = keysOfSecret(text);
      const { privateKey } = keypairs.deriveKeypair(text);
      for (const message of [new Uint8Array(0), new Uint8Array(300).fill(7)]) {
        assert.equal(keys.sign(message), keypairs.sign(bytesToHex(Buffer.from(message)), privateKey));
      }
    }
  });

  test('are not made from other texts, and do not show the private key', () => {
    const address = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
    const damaged = `${encodeSeed(seeds[0]!).slice(0, -1)}z`;
    for (const text of ['', 'masterpassphrase', address, damaged, 'AB'.repeat(15), 'AB'.repeat(32)]) {
      assert.deepEqual(keysOfSecret(text), [], text);
    }
    const [keys] = keysOfSecret(encodeSeed(seeds[0]!));
    const secret = bytesToHex(deriveKeyPair(seeds[0]!, 'secp256k1').privateKey);
    const shown = `${JSON.stringify(keys)}${inspect(keys, { showHidden: true, depth: 9 })}${Object.keys(keys)}`;
    assert.doesNotMatch(shown.toUpperCase(), new RegExp(`${secret}|${bytesToHex(seeds[0]!)}`));
  });
});

describe('the signer of a page', () => {
  const account = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
  const secret = encodeSeed(seeds[0]!);
  const other = encodeEd25519Seed(seeds[1]!);
  const MASTER_DISABLED = 0x0010_0000;

  /** A server with one account. */
  const serverOf = (root: object) => ({
    cache: new Map(),
    request: async (command: string) => (command === 'account_info' ? { account_data: root } : definitionsJson),
  });

  test('uses the master or the regular key', async () => {
    const [regular] = keysOfSecret(other);
    for (const [text, type] of [
      [secret, 'secp256k1'],
      [other, 'ed25519'],
    ]) {
      const signer = await pageSigner(serverOf({ Flags: 0, RegularKey: regular.address }), text, account);
      const { command, params, hash } = signer.request({
        TransactionType: 'AccountSet',
        Account: account,
        Sequence: 1,
      });
      const [keys] = keysOfSecret(text);
      const read = binaryCodec.decode(params.tx_blob, libraryDefinitions);
      assert.deepEqual([command, read.SigningPubKey], ['submit', keys.publicKey]);
      assert.match(hash, /^[0-9A-F]{64}$/);
      assert.match(signer.name, new RegExp(type!));
    }
  });

  test('refuses other keys and a disabled master key', async () => {
    const reject = (root: object, text: string, message: RegExp) =>
      assert.rejects(pageSigner(serverOf(root), text, account), (error: Error) => {
        assert.doesNotMatch(error.message, new RegExp(text === '' ? '^$' : text));
        return message.test(error.message);
      });
    await reject({ Flags: 0 }, other, /neither the master key/);
    await reject({ Flags: 0 }, 'masterpassphrase', /not a secret/);
    await reject({ Flags: MASTER_DISABLED }, secret, /is disabled/);
  });
});

describe('bytes of transactions', () => {
  test('are those of client libraries, with signatures', () => {
    let compared = 0;
    const secret = encodeEd25519Seed(seeds[0]!);
    const [keys] = keysOfSecret(secret);
    const { privateKey, publicKey } = keypairs.deriveKeypair(secret);
    for (const type of SENT_TYPES) {
      for (const [at, fields] of fc.sample(arbitraryTransaction(type), { numRuns: 2, seed: 19 }).entries()) {
        const json = objectToJson(fields) as Record<string, unknown>;
        if (hasUnknownNames(json as JsonObject)) continue;
        const unsigned = { ...json, SigningPubKey: publicKey };
        compared += 1;
        // One signature for each type, because signing takes most of the time.
        if (at > 0) {
          assert.equal(hexOf(serialize(definitions, unsigned)), binaryCodec.encode(unsigned, libraryDefinitions), type);
          continue;
        }
        const message = binaryCodec.encodeForSigning(unsigned, libraryDefinitions);
        const whole = { ...unsigned, TxnSignature: keypairs.sign(message, privateKey) };
        const { blob } = signTransaction(definitions, json, keys);
        assert.equal(blob, binaryCodec.encode(whole, libraryDefinitions), type);
      }
    }
    assert.ok(compared > 100, `${compared}`);
  });

  test('are those of the server for objects with every field', () => {
    for (const fields of fc.sample(arbitraryObject(), { numRuns: 200, seed: 20 })) {
      const json = objectToJson(fields);
      if (hasUnknownNames(json)) continue;
      assert.equal(hexOf(serialize(definitions, json)), bytesToHex(encodeObject(fields)));
    }
  });

  test('are refused for invalid values, with the field', () => {
    const usd = (value: string) => ({ value, currency: 'USD', issuer: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh' });
    for (const [name, value] of [
      ['Amount', usd('12345678901234567')],
      ['Amount', usd('1e96')],
      ['Amount', { ...usd('1'), issuer: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTi' }],
      ['Amount', '1.5'],
      ['Amount', '100000000000000001'],
      ['Amount', { value: '9223372036854775808', mpt_issuance_id: '00'.repeat(24) }],
      ['Destination', 'rHb9'],
      ['DestinationTag', 2 ** 32],
      ['DestinationTag', -1],
      ['InvoiceID', 'AB'],
      ['Paths', []],
      ['Memos', {}],
      ['CredentialIDs', ['AB']],
      ['AssetsMaximum', '12345678901234567891'],
      ['TransactionType', 'Nothing'],
      ['NoField', 1],
    ] as const) {
      assert.throws(
        () => serialize(definitions, { [name]: value }),
        (error: { field?: string }) => error instanceof FieldError && error.field === name,
        `${name} ${JSON.stringify(value)}`,
      );
    }
  });
});
