import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseNFTokenID } from 'xrpl';
import { accountIdToAddress } from '../../crypto/address.ts';
import { compareNftokenIds, nftokenId, nftokenIdParts, ownerDigits, pageDigits } from './nftoken-id.ts';

const ISSUER = 'AB'.repeat(20);
const uint16 = fc.nat(0xffff);
const uint32 = fc.nat(0xffffffff);

describe('The id of a non-fungible token', () => {
  test('says what the client library reads in it', () => {
    fc.assert(
      fc.property(uint16, uint16, uint32, uint32, (flags, transferFee, taxon, serial) => {
        const id = nftokenId({ flags, transferFee, issuer: ISSUER, taxon, serial });
        const read = parseNFTokenID(id);
        assert.deepEqual(
          [read.Flags, read.TransferFee, read.Issuer, read.Taxon, read.Sequence],
          [flags, transferFee, accountIdToAddress(ISSUER), taxon, serial],
        );
        assert.deepEqual(nftokenIdParts(id), { flags, transferFee, issuer: ISSUER, taxon, serial });
      }),
    );
  });

  test('of the first token of an issuer shows the scrambled taxon', () => {
    const id = nftokenId({ flags: 1, transferFee: 2, issuer: ISSUER, taxon: 0, serial: 0 });
    assert.equal(id, `00010002${ISSUER}0000099B00000000`);
  });

  test('is sorted by its end, and by all of it only where the ends are the same', () => {
    const [low, high] = [`${'0'.repeat(63)}1`, `${'0'.repeat(63)}2`];
    assert.ok(compareNftokenIds(`F${low.slice(1)}`, high) < 0);
    assert.ok(compareNftokenIds(`F${low.slice(1)}`, low) > 0);
    assert.equal(compareNftokenIds(low, low), 0);
  });

  test('ends with the 24 digits by which its page is found; the others of a page’s key are its owner', () => {
    const key = ISSUER + '0'.repeat(24);
    assert.deepEqual([ownerDigits(key), pageDigits(key)], [ISSUER, '0'.repeat(24)]);
  });
});
