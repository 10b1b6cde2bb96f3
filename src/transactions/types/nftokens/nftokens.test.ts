import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NftokenLedger } from '../../../../test/support/nftoken-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { tokens } from '../../../../test/support/token-ledger.ts';
import { directoryKeys } from '../../../ledger/directory.ts';
import { lastNftPageKeylet, nftBuysKeylet, nftOfferKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { nftokenId, nftokenIdParts } from '../../../protocol/entries/nftoken-id.ts';
import { EntryFlags, TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { StObject } from '../../../protocol/values.ts';
import { findToken } from '../../nftokens/nftoken-pages.ts';

const ALICE = testAccount('Alice');
const BOB = testAccount('Bob');
const CAROL = testAccount('Carol');
const NOBODY = testAccount('Nobody');
/** What a test's ledger has as its parent's close time. */
const NOW = 1_000_000;
const LAST = 0xffffffff;
const { tfTransferable, tfBurnable, tfOnlyXRP, tfMutable } = TransactionFlags.NFTokenMint;
const URI_OF_256_BYTES = 'AB'.repeat(256);

function ledgerOf(): NftokenLedger {
  const ledger = new NftokenLedger();
  for (const account of [ALICE, BOB, CAROL]) ledger.fund(account);
  return ledger;
}

/** A ledger in which Bob may mint for Alice. */
function delegatedLedger(): NftokenLedger {
  const ledger = ledgerOf();
  ledger.view.rawReplace({ ...ledger.account(ALICE), NFTokenMinter: BOB });
  return ledger;
}

describe('NFTokenMint', () => {
  const refused: readonly [string, StObject, string][] = [
    ['a transfer fee above a half', { TransferFee: 50_001 }, 'temBAD_NFTOKEN_TRANSFER_FEE'],
    ['a transfer fee on what is not transferable', { TransferFee: 1, Flags: 0 }, 'temMALFORMED'],
    ['oneself as the issuer', { Issuer: ALICE }, 'temMALFORMED'],
    ['an empty URI', { URI: '' }, 'temMALFORMED'],
    ['a URI of 257 bytes', { URI: `${URI_OF_256_BYTES}AB` }, 'temMALFORMED'],
    ['a destination without a price', { Destination: BOB }, 'temMALFORMED'],
    ['an expiration without a price', { Expiration: NOW }, 'temMALFORMED'],
    ['a negative price', { Amount: -1n }, 'temBAD_AMOUNT'],
    ['no price in tokens', { Amount: tokens('0', BOB) }, 'temBAD_AMOUNT'],
    ['a price in tokens of what is sold for XRP only', { Amount: tokens('1', BOB), Flags: tfOnlyXRP }, 'temBAD_AMOUNT'],
    ['to offer it until never', { Amount: 0n, Expiration: 0 }, 'temBAD_EXPIRATION'],
    ['to offer it to oneself', { Amount: 0n, Destination: ALICE }, 'temMALFORMED'],
    ['an issuer without an account', { Issuer: NOBODY }, 'tecNO_ISSUER'],
    ['an issuer who has not allowed it', { Issuer: BOB }, 'tecNO_PERMISSION'],
    ['to offer it until yesterday', { Amount: 0n, Expiration: NOW }, 'tecEXPIRED'],
    ['to offer it to nobody', { Amount: 0n, Destination: NOBODY }, 'tecNO_DST'],
  ];
  for (const [name, fields, expected] of refused) {
    test(`refuses ${name}: ${expected}`, () => assert.equal(ledgerOf().mint(ALICE, fields), expected));
  }

  test('makes a token with its terms in its id, and its URI', () => {
    const ledger = ledgerOf();
    const flags = tfTransferable | tfBurnable | tfMutable;
    const terms = { Flags: flags, TransferFee: 50_000, NFTokenTaxon: 77, URI: URI_OF_256_BYTES };
    const id = ledger.minted(ALICE, terms);
    assert.deepEqual(nftokenIdParts(id), { flags, transferFee: 50_000, issuer: ALICE, taxon: 77, serial: 1 });
    assert.deepEqual(findToken(ledger.view, ALICE, id), { NFTokenID: id, URI: URI_OF_256_BYTES });
    assert.equal(ledger.account(ALICE).OwnerCount, 1);
  });

  test('counts from the sequence that the issuer had before the first token', () => {
    const ledger = ledgerOf();
    ledger.view.rawReplace({ ...ledger.account(ALICE), Sequence: 20 });
    const serials = [1, 2, 3].map(() => nftokenIdParts(ledger.minted(ALICE)).serial);
    assert.deepEqual(serials, [20, 21, 22]);
    const { FirstNFTokenSequence, MintedNFTokens, BurnedNFTokens = 0, Sequence } = ledger.account(ALICE);
    assert.deepEqual([FirstNFTokenSequence, MintedNFTokens, BurnedNFTokens, Sequence], [20, 3, 0, 23]);
  });

  test('with a ticket counts from the sequence that comes next', () => {
    const ledger = ledgerOf();
    ledger.apply({ TransactionType: 'TicketCreate', Account: ALICE, TicketCount: 1 });
    assert.equal(ledger.mint(ALICE, { Sequence: 0, TicketSequence: 2 }), 'tesSUCCESS');
    assert.deepEqual([ledger.account(ALICE).FirstNFTokenSequence, ledger.account(ALICE).Sequence], [3, 3]);
  });

  test('for an issuer who allows it counts the issuer’s tokens, from their next sequence, at the minter’s expense', () => {
    const ledger = delegatedLedger();
    const id = ledger.minted(BOB, { Issuer: ALICE });
    assert.equal(nftokenIdParts(id).issuer, ALICE);
    assert.deepEqual([ledger.account(ALICE).FirstNFTokenSequence, ledger.account(ALICE).MintedNFTokens], [1, 1]);
    assert.deepEqual([ledger.account(ALICE).OwnerCount, ledger.account(BOB).OwnerCount], [0, 1]);
    assert.notEqual(findToken(ledger.view, BOB, id), undefined);
    assert.equal(ledger.mint(CAROL, { Issuer: ALICE }), 'tecNO_PERMISSION');
  });

  const counts: readonly [string, number, number, string][] = [
    ['all numbers are used up', 1, LAST, 'tecMAX_SEQUENCE_REACHED'],
    ['the next number is the last one', LAST - 1, 1, 'tecMAX_SEQUENCE_REACHED'],
    ['the numbers would begin anew', LAST, 5, 'tecMAX_SEQUENCE_REACHED'],
    ['the next number is the last but one', LAST - 2, 1, 'tesSUCCESS'],
  ];
  for (const [name, FirstNFTokenSequence, MintedNFTokens, expected] of counts) {
    test(`where ${name}: ${expected}`, () => {
      const ledger = ledgerOf();
      ledger.view.rawReplace({ ...ledger.account(ALICE), FirstNFTokenSequence, MintedNFTokens });
      assert.equal(ledger.mint(ALICE), expected);
    });
  }

  test('needs the reserve before the fee for a page, and none for a token that fits on it', () => {
    const ledger = ledgerOf();
    const setBalance = (Balance: bigint) => ledger.view.rawReplace({ ...ledger.account(ALICE), Balance });
    setBalance(1_199_999n);
    assert.equal(ledger.mint(ALICE), 'tecINSUFFICIENT_RESERVE');
    setBalance(1_200_000n);
    assert.equal(ledger.mint(ALICE), 'tesSUCCESS');
    assert.equal(ledger.mint(ALICE), 'tesSUCCESS');
    assert.equal(ledger.account(ALICE).OwnerCount, 1);
  });

  test('with a price makes an offer to sell as well, which needs the reserve before the fee', () => {
    const ledger = ledgerOf();
    const setBalance = (Balance: bigint) => ledger.view.rawReplace({ ...ledger.account(ALICE), Balance });
    const terms = { Amount: 5n, Destination: BOB, Expiration: NOW + 1 };
    setBalance(1_399_999n);
    assert.equal(ledger.mint(ALICE, terms), 'tecINSUFFICIENT_RESERVE');
    setBalance(1_400_000n);
    const id = ledger.minted(ALICE, terms);
    const offer = ledger.read(nftOfferKeylet(ALICE, 1));
    assert.deepEqual(
      [offer?.NFTokenID, offer?.Amount, offer?.Destination, offer?.Expiration, offer?.Flags],
      [id, 5n, BOB, NOW + 1, EntryFlags.NFTokenOffer.lsfSellNFToken],
    );
    assert.equal(ledger.account(ALICE).OwnerCount, 2);
    setBalance(1_399_999n);
    assert.equal(ledger.mint(ALICE, { Amount: 0n }), 'tecINSUFFICIENT_RESERVE');
  });

  test('is refused where the page is full of tokens that belong together with it', () => {
    const ledger = ledgerOf();
    const id = ledger.minted(ALICE);
    ledger.apply({ TransactionType: 'NFTokenBurn', Account: ALICE, NFTokenID: id });
    const { serial } = nftokenIdParts(id);
    const alike = Array.from({ length: 32 }, (_, number) => number.toString(16).padStart(4, '0').toUpperCase());
    const NFTokens = alike.map((fee) => ({ NFToken: { NFTokenID: id.slice(0, 4) + fee + id.slice(8) } }));
    ledger.put({ ...newEntry(lastNftPageKeylet(ALICE)), NFTokens });
    ledger.view.rawReplace({ ...ledger.account(ALICE), FirstNFTokenSequence: serial, MintedNFTokens: 0 });
    assert.equal(ledger.mint(ALICE, { TransferFee: 99 }), 'tecNO_SUITABLE_NFTOKEN_PAGE');
  });
});

describe('NFTokenBurn', () => {
  const burn = (ledger: NftokenLedger, account: string, id: string, fields: StObject = {}) =>
    ledger.apply({ TransactionType: 'NFTokenBurn', Account: account, NFTokenID: id, ...fields }).result;

  test('ends a token of one’s own, counts it with its issuer, and gives the reserve back', () => {
    const ledger = ledgerOf();
    const id = ledger.minted(ALICE);
    assert.equal(burn(ledger, BOB, id), 'tecNO_ENTRY');
    assert.equal(burn(ledger, ALICE, id), 'tesSUCCESS');
    const { MintedNFTokens, BurnedNFTokens, OwnerCount } = ledger.account(ALICE);
    assert.deepEqual([MintedNFTokens, BurnedNFTokens, OwnerCount], [1, 1, 0]);
    assert.equal(burn(ledger, ALICE, id), 'tecNO_ENTRY');
  });

  test('of another’s token takes the issuer or who mints for them, and a token that may be burned', () => {
    const ledger = delegatedLedger();
    const [lasting, burnable] = [0, tfBurnable].map((flag) => {
      const id = ledger.minted(ALICE, { Flags: flag | tfTransferable });
      ledger.accept(CAROL, { NFTokenSellOffer: ledger.selling(ALICE, id, 0n) });
      return id;
    }) as [string, string];
    assert.equal(burn(ledger, ALICE, lasting, { Owner: CAROL }), 'tecNO_PERMISSION');
    assert.equal(burn(ledger, ALICE, burnable, { Owner: NOBODY }), 'tecNO_ENTRY');
    ledger.fund(NOBODY);
    assert.equal(burn(ledger, NOBODY, burnable, { Owner: CAROL }), 'tecNO_PERMISSION');
    assert.equal(burn(ledger, BOB, burnable, { Owner: CAROL }), 'tesSUCCESS');
    assert.deepEqual([ledger.account(ALICE).BurnedNFTokens, ledger.account(CAROL).OwnerCount], [1, 1]);
    assert.equal(burn(ledger, CAROL, lasting), 'tesSUCCESS');
    assert.deepEqual([ledger.account(ALICE).BurnedNFTokens, ledger.account(CAROL).OwnerCount], [2, 0]);
  });

  test('by the issuer of what another owns', () => {
    const ledger = ledgerOf();
    const id = ledger.minted(ALICE, { Flags: tfBurnable | tfTransferable });
    ledger.accept(CAROL, { NFTokenSellOffer: ledger.selling(ALICE, id, 0n) });
    assert.equal(burn(ledger, ALICE, id, { Owner: CAROL }), 'tesSUCCESS');
  });

  test('of a token whose issuer is gone is for anybody, if it may be burned', () => {
    const ledger = ledgerOf();
    const parts = { flags: tfBurnable, transferFee: 0, taxon: 0, serial: 1 };
    const id = nftokenId({ ...parts, issuer: NOBODY });
    ledger.put({ ...newEntry(lastNftPageKeylet(CAROL)), NFTokens: [{ NFToken: { NFTokenID: id } }] });
    assert.equal(burn(ledger, BOB, id, { Owner: CAROL }), 'tesSUCCESS');
  });

  test('removes the offers for it: up to 500, those to sell first', () => {
    const ledger = ledgerOf();
    const id = ledger.minted(ALICE);
    const other = ledger.minted(ALICE);
    const rich = { Balance: 10n ** 12n };
    for (const account of [ALICE, BOB]) ledger.view.rawReplace({ ...ledger.account(account), ...rich });
    for (let count = 0; count < 240; count++) ledger.selling(ALICE, id, 5n);
    for (let count = 0; count < 270; count++) ledger.buying(BOB, id, ALICE, 5n);
    ledger.selling(ALICE, other, 5n);
    assert.deepEqual(ledger.offerCounts(id), [240, 270]);
    const bids = [...directoryKeys(ledger.view, nftBuysKeylet(id))];
    assert.equal(burn(ledger, ALICE, id), 'tesSUCCESS');
    assert.deepEqual(ledger.offerCounts(id), [0, 10]);
    // Eight pages are emptied, and the ninth begins to be from its end.
    assert.deepEqual([...directoryKeys(ledger.view, nftBuysKeylet(id))], bids.slice(8 * 32, 8 * 32 + 10));
    assert.deepEqual(ledger.offerCounts(other), [1, 0]);
    assert.deepEqual([ledger.account(ALICE).OwnerCount, ledger.account(BOB).OwnerCount], [2, 10]);
  });

  test('removes no more than 500 offers to sell', () => {
    const ledger = ledgerOf();
    const id = ledger.minted(ALICE);
    for (const account of [ALICE, BOB]) ledger.view.rawReplace({ ...ledger.account(account), Balance: 10n ** 12n });
    for (let count = 0; count < 501; count++) ledger.selling(ALICE, id, 5n);
    ledger.buying(BOB, id, ALICE, 5n);
    assert.equal(burn(ledger, ALICE, id), 'tesSUCCESS');
    assert.deepEqual(ledger.offerCounts(id), [1, 1]);
  });
});

describe('NFTokenModify', () => {
  const modify = (ledger: NftokenLedger, account: string, id: string, fields: StObject = {}) =>
    ledger.apply({ TransactionType: 'NFTokenModify', Account: account, NFTokenID: id, ...fields }).result;

  const refused: readonly [string, StObject, string][] = [
    ['oneself as the owner', { Owner: ALICE }, 'temMALFORMED'],
    ['an empty URI', { URI: '' }, 'temMALFORMED'],
    ['a URI of 257 bytes', { URI: `${URI_OF_256_BYTES}AB` }, 'temMALFORMED'],
    ['a token that the owner does not have', { Owner: BOB }, 'tecNO_ENTRY'],
  ];
  for (const [name, fields, expected] of refused) {
    test(`refuses ${name}: ${expected}`, () => {
      const ledger = ledgerOf();
      assert.equal(modify(ledger, ALICE, ledger.minted(ALICE, { Flags: tfMutable }), fields), expected);
    });
  }

  test('takes a mutable token, and its issuer or who mints for them', () => {
    const ledger = delegatedLedger();
    const lasting = ledger.minted(ALICE);
    assert.equal(modify(ledger, ALICE, lasting, { URI: 'AB' }), 'tecNO_PERMISSION');
    const id = ledger.minted(ALICE, { Flags: tfMutable | tfTransferable, URI: 'AB' });
    ledger.accept(CAROL, { NFTokenSellOffer: ledger.selling(ALICE, id, 0n) });
    const uri = () => findToken(ledger.view, CAROL, id)?.URI;
    assert.equal(modify(ledger, CAROL, id, { URI: 'CD' }), 'tecNO_PERMISSION');
    assert.equal(modify(ledger, ALICE, id, { Owner: CAROL, URI: 'CD' }), 'tesSUCCESS');
    assert.equal(uri(), 'CD');
    assert.equal(modify(ledger, BOB, id, { Owner: CAROL }), 'tesSUCCESS');
    assert.equal(uri(), undefined);
  });
});
