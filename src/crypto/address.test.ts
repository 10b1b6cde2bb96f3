import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import * as addressCodec from 'ripple-address-codec';
import {
  accountIdToAddress,
  addressToAccountId,
  encodeAccountPublicKey,
  encodeNodePublicKey,
  parseAccountPublicKey,
  parseNodePublicKey,
} from './address.ts';
import { encodeToken, TOKEN_TYPE } from './base58.ts';

const MASTER_ACCOUNT_ID = 'B5F762798A53D543A014CAF8B297CFF8F2F937E8';

describe('addresses', () => {
  test('equal those of the public codec, computed and cached', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const accountId = Buffer.from(bytes).toString('hex').toUpperCase();
        const address = addressCodec.encodeAccountID(bytes);
        for (const _ of ['first', 'cached']) {
          assert.equal(accountIdToAddress(accountId), address);
          assert.equal(addressToAccountId(address), accountId);
        }
      }),
    );
  });

  test('are not read from tokens of another type or length', () => {
    assert.equal(addressToAccountId(encodeToken(TOKEN_TYPE.accountId, Buffer.alloc(19, 1))), undefined);
    assert.equal(addressToAccountId(encodeToken(TOKEN_TYPE.accountId, Buffer.alloc(21, 1))), undefined);
    assert.equal(addressToAccountId(encodeToken(TOKEN_TYPE.familySeed, Buffer.alloc(20, 1))), undefined);
    assert.equal(addressToAccountId(MASTER_ACCOUNT_ID), undefined);
    assert.equal(addressToAccountId(''), undefined);
  });
});

describe('public keys in base58', () => {
  test('agree with the public codec in both directions', () => {
    const keys = fc
      .tuple(fc.constantFrom(0x02, 0x03, 0xed), fc.uint8Array({ minLength: 32, maxLength: 32 }))
      .map(([prefix, rest]) => Buffer.concat([Uint8Array.of(prefix), rest]));
    fc.assert(
      fc.property(keys, (bytes) => {
        const key = bytes.toString('hex').toUpperCase();
        const accountText = addressCodec.encodeAccountPublic(bytes);
        const nodeText = addressCodec.encodeNodePublic(bytes);
        assert.equal(encodeAccountPublicKey(key), accountText);
        assert.equal(encodeNodePublicKey(key), nodeText);
        assert.equal(parseAccountPublicKey(accountText), key);
        assert.equal(parseNodePublicKey(nodeText), key);
        assert.equal(parseAccountPublicKey(nodeText), undefined);
        assert.equal(parseNodePublicKey(accountText), undefined);
      }),
    );
  });

  test('are refused with a wrong length or an unknown prefix', () => {
    const parse = (bytes: Buffer) => parseAccountPublicKey(encodeToken(TOKEN_TYPE.accountPublic, bytes));
    assert.equal(parse(Buffer.alloc(33, 4)), undefined);
    assert.equal(parse(Buffer.alloc(32, 2)), undefined);
    assert.equal(parse(Buffer.alloc(33, 2)), '02'.repeat(33));
  });
});
