import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeAccountID } from 'ripple-address-codec';
import { hashes } from 'xrpl';
import { XRP_CURRENCY } from '../values.ts';
import { bridgeIndex, loanBrokerIndex, loanIndex, negativeUnlIndex, vaultIndex } from './entry-indexes.ts';

const address = 'rG1QQv2nh2gr7RCZ1P8YYcBUKCCN633jCn';
const account = Buffer.from(decodeAccountID(address)).toString('hex').toUpperCase();
const usd = '0000000000000000000000005553440000000000';

describe('indexes of entries that are only looked up', () => {
  test('the list of offline validators has its well-known key', () => {
    assert.equal(negativeUnlIndex(), '2E8A59AA9D3B5B186B0B9E0F62E6C02587CA74A4D778938E957B6357D364B244');
  });

  test('agree with the client library', () => {
    assert.equal(vaultIndex(account, 84), hashes.hashVault(address, 84));
    assert.equal(loanBrokerIndex(account, 84), hashes.hashLoanBroker(address, 84));
    const broker = loanBrokerIndex(account, 84);
    assert.equal(loanIndex(broker, 2), hashes.hashLoan(broker, 2));
  });

  test('a bridge has a key on each of its chains', () => {
    const bridge = {
      LockingChainDoor: account,
      LockingChainIssue: { currency: XRP_CURRENCY },
      IssuingChainDoor: account,
      IssuingChainIssue: { currency: usd, issuer: account },
    };
    assert.notEqual(bridgeIndex(bridge, 'Locking'), bridgeIndex(bridge, 'Issuing'));
  });
});
