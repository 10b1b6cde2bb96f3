import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeAccountID } from 'ripple-address-codec';
import { hashes } from 'xrpl';
import { XRP_CURRENCY } from '../values.ts';
import {
  accountKeylet,
  amendmentsKeylet,
  bookBaseKeylet,
  bookEndIndex,
  bridgeKeylet,
  depositPreauthCredentialsKeylet,
  depositPreauthKeylet,
  escrowKeylet,
  feesKeylet,
  lineKeylet,
  loanBrokerKeylet,
  loanKeylet,
  longSkipKeylet,
  offerKeylet,
  ownerDirKeylet,
  pageKeylet,
  payChanKeylet,
  qualityKeylet,
  qualityOfIndex,
  signersKeylet,
  skipKeylet,
  ticketKeylet,
  vaultKeylet,
  xchainClaimIdKeylet,
  xchainCreateAccountClaimIdKeylet,
} from './keylets.ts';

const aliceAddress = 'rG1QQv2nh2gr7RCZ1P8YYcBUKCCN633jCn';
const bobAddress = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
const alice = accountId(aliceAddress);
const bob = accountId(bobAddress);
const usd = '0000000000000000000000005553440000000000';

function accountId(address: string): string {
  return Buffer.from(decodeAccountID(address)).toString('hex').toUpperCase();
}

describe('keylets', () => {
  test('the singletons have their well-known keys', () => {
    assert.deepEqual(feesKeylet(), {
      type: 'FeeSettings',
      key: '4BC50C9B0D8515D3EAAE1E74B29A95804346C491EE1A95BF25E4AAB854A6A651',
    });
    assert.deepEqual(amendmentsKeylet(), {
      type: 'Amendments',
      key: '7DB0788C020F02780A673DC74757F23823FA3014C1866E72CC4CD8B226CD6EF4',
    });
    assert.deepEqual(skipKeylet(), {
      type: 'LedgerHashes',
      key: 'B4979A36CDC7F3D3D5C31A4EAE2AC7D7209DDA877588B9AFC66799692AB0D66B',
    });
  });

  test('agree with the client library', () => {
    assert.equal(accountKeylet(alice).key, hashes.hashAccountRoot(aliceAddress));
    assert.equal(accountKeylet(alice), accountKeylet(alice), 'the second one comes from the cache');
    const [first, second, third] = [accountKeylet(alice), accountKeylet(bob), accountKeylet('1'.repeat(40))];
    assert.equal(new Set([first.key, second.key, third.key]).size, 3);
    for (const known of [first, third, second, second]) {
      const account = known === first ? alice : known === second ? bob : '1'.repeat(40);
      assert.equal(accountKeylet(account), known, 'whoever was asked for in between');
    }
    assert.equal(vaultKeylet(alice, 84).key, hashes.hashVault(aliceAddress, 84));
    const { key: broker } = loanBrokerKeylet(alice, 84);
    assert.equal(broker, hashes.hashLoanBroker(aliceAddress, 84));
    assert.equal(loanKeylet(broker, 2).key, hashes.hashLoan(broker, 2));
    assert.equal(signersKeylet(alice).key, hashes.hashSignerListId(aliceAddress));
    assert.equal(offerKeylet(alice, 137).key, hashes.hashOfferId(aliceAddress, 137));
    assert.equal(escrowKeylet(alice, 84).key, hashes.hashEscrow(aliceAddress, 84));
    assert.equal(payChanKeylet(alice, bob, 82).key, hashes.hashPaymentChannel(aliceAddress, bobAddress, 82));
    assert.equal(lineKeylet(alice, bob, usd).key, hashes.hashTrustline(aliceAddress, bobAddress, 'USD'));
  });

  test('a trust line is the same from both sides', () => {
    assert.deepEqual(lineKeylet(alice, bob, usd), lineKeylet(bob, alice, usd));
  });

  test('page 0 of a directory is its root and the others differ', () => {
    const root = ownerDirKeylet(alice);
    assert.deepEqual(pageKeylet(root.key, 0n), root);
    assert.notEqual(pageKeylet(root.key, 1n).key, pageKeylet(root.key, 2n).key);
  });

  test('agree with entries recorded from the reference', () => {
    const maker = accountId('rmsGKTDhrUBYW9RKHD7vWuDzFNYt3Pb57');
    const issuer = accountId('rKHfLXwMgNbLLEDp4RFFZJSv6AzRz3FSjF');
    const eur = '0000000000000000000000004555520000000000';
    const book = { takerPays: { currency: eur, issuer }, takerGets: { currency: XRP_CURRENCY } };
    const owner = accountId('rPeoQ25Vgtin6ZfjqnWM2mGugnujEHHeAe');
    const keys = [
      offerKeylet(maker, 8).key,
      qualityKeylet(bookBaseKeylet(book).key, 0x490d942584c5989fn).key,
      depositPreauthKeylet(owner, issuer).key,
      ticketKeylet(accountId('rG7xyD4jVG7brfD65i3h6jEXrbh7Th3WGg'), 9).key,
      ownerDirKeylet(accountId('rJjkEX1vjdx67DA7BswvEaqkvLUpFmGybi')).key,
    ];
    assert.deepEqual(keys, [
      '893CDAB3F679229C32C946737F90EB9459D7A6306A95543D0BA87E71D0780103',
      'C1085D0420328FD2B73EFBBB4C1A4B232D3EFF77E2EE5404490D942584C5989F',
      'AF25625C366C39B65E8FE5C57917A6C4532997876445FCE666B33E7B1EA9483C',
      '6EB75CAD39A83B98FB4F975D319B5F0F45B3F39118B09FDFF2F6F200493EA6B6',
      '0BABB6FC13E87E829781A9BD3834A441E9AE46799E36A84E80AC09CD2278F9D2',
    ]);
  });

  test('the long skip list changes every 65536 ledgers', () => {
    assert.equal(longSkipKeylet(1).key, longSkipKeylet(65_535).key);
    assert.notEqual(longSkipKeylet(65_535).key, longSkipKeylet(65_536).key);
  });

  test('the pages of a book carry their quality and end where the next book could begin', () => {
    const book = bookBaseKeylet({ takerPays: { currency: usd, issuer: bob }, takerGets: { currency: XRP_CURRENCY } });
    assert.equal(qualityOfIndex(book.key), 0n);
    const page = qualityKeylet(book.key, 0x5c038d7ea4c68000n);
    assert.equal(qualityOfIndex(page.key), 0x5c038d7ea4c68000n);
    assert.ok(page.key > book.key && page.key < bookEndIndex(book.key));
    assert.equal(bookEndIndex(`${'0'.repeat(47)}F${'0'.repeat(16)}`), `${'0'.repeat(46)}10${'0'.repeat(16)}`);
  });

  test('preauthorization by account, by credentials and by more credentials differ', () => {
    const credential = { issuer: bob, credentialType: 'ABCD' };
    const keys = [
      depositPreauthKeylet(alice, bob),
      depositPreauthCredentialsKeylet(alice, [credential]),
      depositPreauthCredentialsKeylet(alice, [credential, { issuer: bob, credentialType: 'ABCE' }]),
      ticketKeylet(alice, 1),
    ].map(({ key }) => key);
    assert.equal(new Set(keys).size, keys.length);
  });

  test('a bridge has a key on each of its chains, and its claims have keys of their own', () => {
    const bridge = {
      LockingChainDoor: alice,
      LockingChainIssue: { currency: XRP_CURRENCY },
      IssuingChainDoor: alice,
      IssuingChainIssue: { currency: usd, issuer: alice },
    };
    const keylets = [
      bridgeKeylet(bridge, 'Locking'),
      bridgeKeylet(bridge, 'Issuing'),
      xchainClaimIdKeylet(bridge, 1n),
      xchainClaimIdKeylet(bridge, 2n),
      xchainCreateAccountClaimIdKeylet(bridge, 1n),
    ];
    assert.equal(new Set(keylets.map(({ key }) => key)).size, keylets.length);
  });
});
