import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseNFTokenID } from 'xrpl';
import { accountIdToAddress } from '../../crypto/address.ts';
import { nftokenId, nftokenIdParts } from './nftoken-id.ts';

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
});
