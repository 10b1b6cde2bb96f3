import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeAccountID } from 'ripple-address-codec';
import { XRP_CURRENCY } from '../values.ts';
import { ammIndex, negativeUnlIndex } from './entry-indexes.ts';
import { mptIssuanceId } from './keylets.ts';

const address = 'rG1QQv2nh2gr7RCZ1P8YYcBUKCCN633jCn';
const account = Buffer.from(decodeAccountID(address)).toString('hex').toUpperCase();
const usd = '0000000000000000000000005553440000000000';

describe('indexes of entries that are only looked up', () => {
  test('the list of offline validators has its well-known key', () => {
    assert.equal(negativeUnlIndex(), '2E8A59AA9D3B5B186B0B9E0F62E6C02587CA74A4D778938E957B6357D364B244');
  });

  test('a market maker is the same for its assets in either order', () => {
    const xrp = { currency: XRP_CURRENCY };
    const token = { currency: usd, issuer: account };
    const mpt = { mptIssuanceId: mptIssuanceId(7, account) };
    assert.equal(ammIndex(xrp, token), ammIndex(token, xrp));
    assert.equal(ammIndex(mpt, token), ammIndex(token, mpt));
    assert.notEqual(ammIndex(mpt, token), ammIndex(xrp, token));
  });
});
