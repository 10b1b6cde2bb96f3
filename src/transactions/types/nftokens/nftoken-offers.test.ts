import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NftokenLedger } from '../../../../test/support/nftoken-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { tokens } from '../../../../test/support/token-ledger.ts';
import { directoryKeys } from '../../../ledger/directory.ts';
import { accountKeylet, nftBuysKeylet, nftSellsKeylet, ownerDirKeylet } from '../../../protocol/entries/keylets.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { Amount, StObject } from '../../../protocol/values.ts';

const ALICE = testAccount('Alice');
const BOB = testAccount('Bob');
const CAROL = testAccount('Carol');
/** Issues USD. */
const GATE = testAccount('Gate');
const NOBODY = testAccount('Nobody');
/** What a test's ledger has as its parent's close time. */
const NOW = 1_000_000;
const { AccountRoot: Bits, DirectoryNode: DirectoryBits } = EntryFlags;
const { tfSellNFToken } = TransactionFlags.NFTokenCreateOffer;
const { tfOnlyXRP } = TransactionFlags.NFTokenMint;
const { tfSetFreeze, tfSetfAuth } = TransactionFlags.TrustSet;

/** Alice and Bob each have 100 USD. */
function ledgerOf(gateFlags = 0): NftokenLedger {
  const ledger = new NftokenLedger();
  for (const account of [ALICE, BOB, CAROL]) ledger.fund(account);
  ledger.fund(GATE, { Flags: Bits.lsfDefaultRipple | gateFlags });
  for (const account of [ALICE, BOB]) {
    ledger.trust(account, GATE, '1000');
    if (gateFlags === Bits.lsfRequireAuth) ledger.trust(GATE, account, '0', { Flags: tfSetfAuth });
    ledger.pay(GATE, account, '100', GATE);
  }
  return ledger;
}

function usd(text: string): Amount {
  return tokens(text, GATE);
}

function addFlag(ledger: NftokenLedger, account: string, flag: number): void {
  const root = ledger.account(account);
  ledger.view.rawReplace({ ...root, Flags: root.Flags | flag });
}

describe('NFTokenCreateOffer', () => {
  const refusedSales: readonly [string, Amount, StObject, string][] = [
    ['a negative price', -1n, {}, 'temBAD_AMOUNT'],
    ['nothing of a token', usd('0'), {}, 'temBAD_AMOUNT'],
    ['an expiration of zero', 1n, { Expiration: 0 }, 'temBAD_EXPIRATION'],
    ['to sell what another owns', 1n, { Owner: BOB }, 'temMALFORMED'],
    ['to sell to oneself', 1n, { Destination: ALICE }, 'temMALFORMED'],
    ['what is expired already', 1n, { Expiration: NOW }, 'tecEXPIRED'],
    ['a token that nobody has', 1n, { NFTokenID: 'AB'.repeat(32) }, 'tecNO_ENTRY'],
    ['a destination without an account', 1n, { Destination: NOBODY }, 'tecNO_DST'],
    ['tokens of nobody', tokens('1', NOBODY), {}, 'tecNO_ISSUER'],
  ];
  for (const [name, amount, fields, expected] of refusedSales) {
    test(`to sell refuses ${name}: ${expected}`, () => {
      const ledger = ledgerOf();
      assert.equal(ledger.sell(ALICE, ledger.minted(ALICE), amount, fields), expected);
    });
  }

  const refusedPurchases: readonly [string, Amount, StObject, string][] = [
    ['to pay nothing', 0n, {}, 'temBAD_AMOUNT'],
    ['not to name the owner', 1n, { Owner: undefined }, 'temMALFORMED'],
    ['to buy from oneself', 1n, { Owner: BOB }, 'temMALFORMED'],
    ['to buy from who does not have it', 1n, { Owner: CAROL }, 'tecNO_ENTRY'],
    ['drops that the buyer needs as a reserve', 10n ** 9n, {}, 'tesSUCCESS'],
    ['tokens that the buyer does not have', tokens('1', ALICE), {}, 'tecUNFUNDED_OFFER'],
  ];
  for (const [name, amount, fields, expected] of refusedPurchases) {
    const verb = expected === 'tesSUCCESS' ? 'does not mind' : 'refuses';
    test(`to buy ${verb} ${name}: ${expected}`, () => {
      const ledger = ledgerOf();
      const id = ledger.minted(ALICE);
      const tx = { TransactionType: 'NFTokenCreateOffer', Account: BOB, NFTokenID: id, Amount: amount, Owner: ALICE };
      const terms = Object.entries({ ...tx, ...fields }).filter(([, value]) => value !== undefined);
      assert.equal(ledger.apply(Object.fromEntries(terms)).result, expected);
    });
  }

  test('to buy needs some funds, of an issuer none', () => {
    const ledger = ledgerOf();
    const id = ledger.minted(ALICE);
    ledger.view.rawReplace({ ...ledger.account(BOB), Balance: 1_200_000n });
    assert.equal(ledger.buy(BOB, id, ALICE, 1n), 'tecUNFUNDED_OFFER');
    assert.equal(ledger.buy(GATE, id, ALICE, usd('1000')), 'tesSUCCESS');
  });

  test('refuses tokens for what is sold for XRP only', () => {
    const ledger = ledgerOf();
    const id = ledger.minted(ALICE, { Flags: tfOnlyXRP });
    assert.equal(ledger.sell(ALICE, id, usd('1')), 'temBAD_AMOUNT');
    assert.equal(ledger.sell(ALICE, id, 1n), 'tesSUCCESS');
  });

  test('refuses accounts that take no such offers', () => {
    const ledger = ledgerOf();
    const id = ledger.minted(ALICE);
    addFlag(ledger, CAROL, Bits.lsfDisallowIncomingNFTokenOffer);
    addFlag(ledger, ALICE, Bits.lsfDisallowIncomingNFTokenOffer);
    assert.equal(ledger.sell(ALICE, id, 1n, { Destination: CAROL }), 'tecNO_PERMISSION');
    assert.equal(ledger.buy(BOB, id, ALICE, 1n), 'tecNO_PERMISSION');
    assert.equal(ledger.sell(ALICE, id, 1n), 'tesSUCCESS');
  });

  test('of what is not transferable is for its issuer, and for who mints for the issuer', () => {
    const ledger = ledgerOf();
    const id = ledger.minted(ALICE, { Flags: 0 });
    assert.equal(ledger.sell(ALICE, id, 1n), 'tesSUCCESS');
    assert.equal(ledger.buy(BOB, id, ALICE, 1n), 'tefNFTOKEN_IS_NOT_TRANSFERABLE');
    ledger.view.rawReplace({ ...ledger.account(ALICE), NFTokenMinter: BOB });
    assert.equal(ledger.buy(BOB, id, ALICE, 1n), 'tesSUCCESS');
  });

  test('in tokens, of what pays its issuer a part, needs the issuer’s line', () => {
    const ledger = ledgerOf();
    ledger.pay(GATE, BOB, '1', GATE);
    const withFee = { TransferFee: 1 };
    assert.equal(ledger.sell(CAROL, ledger.minted(CAROL, withFee), usd('1')), 'tecNO_LINE');
    assert.equal(ledger.sell(CAROL, ledger.minted(CAROL), usd('1')), 'tesSUCCESS');
    assert.equal(ledger.sell(CAROL, ledger.minted(CAROL, withFee), 1n), 'tesSUCCESS');
    // Its own tokens come to the issuer without one.
    assert.equal(ledger.sell(GATE, ledger.minted(GATE, withFee), usd('1')), 'tesSUCCESS');
    const id = ledger.minted(ALICE, withFee);
    assert.equal(ledger.sell(ALICE, id, usd('1')), 'tesSUCCESS');
    assert.equal(ledger.buy(BOB, id, ALICE, usd('1')), 'tesSUCCESS');
    ledger.trust(GATE, ALICE, '0', { Flags: tfSetFreeze });
    assert.equal(ledger.buy(BOB, id, ALICE, usd('1')), 'tecFROZEN');
  });

  test('refuses tokens that are frozen', () => {
    const ledger = ledgerOf();
    const id = ledger.minted(CAROL);
    ledger.trust(GATE, BOB, '0', { Flags: tfSetFreeze });
    assert.equal(ledger.buy(BOB, id, CAROL, usd('1')), 'tecFROZEN');
  });

  test('refuses tokens that the issuer has not let one hold', () => {
    const ledger = ledgerOf(Bits.lsfRequireAuth);
    const id = ledger.minted(CAROL);
    assert.equal(ledger.sell(CAROL, id, usd('1')), 'tecNO_LINE');
    ledger.trust(CAROL, GATE, '100');
    assert.equal(ledger.sell(CAROL, id, usd('1')), 'tecNO_AUTH');
    ledger.trust(GATE, CAROL, '0', { Flags: tfSetfAuth });
    assert.equal(ledger.sell(CAROL, id, usd('1')), 'tesSUCCESS');
    assert.equal(ledger.buy(BOB, id, CAROL, usd('1')), 'tesSUCCESS');
  });

  test('needs the reserve before the fee', () => {
    const ledger = ledgerOf();
    const id = ledger.minted(CAROL);
    const setBalance = (Balance: bigint) => ledger.view.rawReplace({ ...ledger.account(CAROL), Balance });
    setBalance(1_399_999n);
    assert.equal(ledger.sell(CAROL, id, 1n), 'tecINSUFFICIENT_RESERVE');
    setBalance(1_400_000n);
    assert.equal(ledger.sell(CAROL, id, 1n), 'tesSUCCESS');
  });

  test('is listed by its maker and by the token', () => {
    const ledger = ledgerOf();
    const id = ledger.minted(ALICE);
    const terms = { Destination: CAROL, Expiration: NOW + 1 };
    const sell = ledger.selling(ALICE, id, 5n, terms);
    const buy = ledger.buying(BOB, id, ALICE, usd('7'));
    const { lsfNFTokenSellOffers, lsfNFTokenBuyOffers } = DirectoryBits;
    for (const [key, maker, directory, flag] of [
      [sell, ALICE, nftSellsKeylet(id), lsfNFTokenSellOffers],
      [buy, BOB, nftBuysKeylet(id), lsfNFTokenBuyOffers],
    ] as const) {
      assert.deepEqual([...directoryKeys(ledger.view, directory)], [key]);
      assert.ok([...directoryKeys(ledger.view, ownerDirKeylet(maker))].includes(key));
      const page = ledger.read(directory);
      assert.deepEqual([page?.Flags, page?.NFTokenID, page?.Owner], [flag, id, undefined]);
    }
    const { Owner, Amount, Flags, Destination, Expiration } = ledger.offer(sell)!;
    assert.deepEqual([Owner, Amount, Flags, Destination, Expiration], [ALICE, 5n, tfSellNFToken, CAROL, NOW + 1]);
    assert.deepEqual([ledger.offer(buy)?.Flags, ledger.offer(buy)?.Destination], [0, undefined]);
    assert.deepEqual([ledger.account(ALICE).OwnerCount, ledger.account(BOB).OwnerCount], [3, 2]);
  });
});

describe('NFTokenCancelOffer', () => {
  const cancel = (ledger: NftokenLedger, account: string, ...ids: readonly string[]) =>
    ledger.apply({ TransactionType: 'NFTokenCancelOffer', Account: account, NFTokenOffers: ids }).result;
  const keys = (count: number) => Array.from({ length: count }, (_, at) => (at + 1).toString(16).padStart(64, '0'));

  const cases: readonly [string, readonly string[], string][] = [
    ['refuses to name no offer', [], 'temMALFORMED'],
    ['refuses to name 501 offers', keys(501), 'temMALFORMED'],
    ['refuses to name an offer twice', [...keys(3), ...keys(1)], 'temMALFORMED'],
    ['refuses the key of zeros', ['0'.repeat(64)], 'temMALFORMED'],
    ['does not mind 500 offers that are gone', keys(500), 'tesSUCCESS'],
    ['refuses what is no offer', [accountKeylet(ALICE).key], 'tecNO_PERMISSION'],
    ['takes a directory for an offer that is gone', [ownerDirKeylet(ALICE).key], 'tesSUCCESS'],
  ];
  for (const [name, ids, expected] of cases) {
    test(`${name}: ${expected}`, () => assert.equal(cancel(ledgerOf(), ALICE, ...ids), expected));
  }

  test('is for the maker, for who alone may accept, and once it is expired for anybody', () => {
    const ledger = ledgerOf();
    const id = ledger.minted(ALICE);
    const [own, forBob, expired, other] = [{}, { Destination: BOB }, { Expiration: NOW + 1 }, {}].map((terms) =>
      ledger.selling(ALICE, id, 1n, terms),
    ) as [string, string, string, string];
    ledger.view.rawReplace({ ...ledger.offer(expired)!, Expiration: NOW });
    assert.equal(cancel(ledger, CAROL, own), 'tecNO_PERMISSION');
    assert.equal(cancel(ledger, CAROL, expired, forBob), 'tecNO_PERMISSION');
    assert.equal(cancel(ledger, CAROL, expired), 'tesSUCCESS');
    assert.equal(cancel(ledger, BOB, forBob), 'tesSUCCESS');
    assert.equal(cancel(ledger, ALICE, own, forBob), 'tesSUCCESS');
    assert.deepEqual([...directoryKeys(ledger.view, nftSellsKeylet(id))], [other]);
    assert.equal(ledger.account(ALICE).OwnerCount, 3);
  });
});
