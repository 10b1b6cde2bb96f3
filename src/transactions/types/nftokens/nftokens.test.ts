import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NftokenLedger } from '../../../../test/support/nftoken-ledger.ts';
import { testAccount } from '../../../../test/support/test-view.ts';
import { lastNftPageKeylet } from '../../../protocol/entries/keylets.ts';
import { newEntry } from '../../../protocol/entries/new-entry.ts';
import { nftokenIdParts } from '../../../protocol/entries/nftoken-id.ts';
import { TransactionFlags } from '../../../protocol/tables/flags.ts';
import type { StObject } from '../../../protocol/values.ts';
import { findToken } from '../../nftokens/nftoken-pages.ts';

const ALICE = testAccount('Alice');
const BOB = testAccount('Bob');
const CAROL = testAccount('Carol');
const LAST = 0xffffffff;
const { tfTransferable, tfBurnable, tfMutable } = TransactionFlags.NFTokenMint;

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
    ['a destination without a price', { Destination: BOB }, 'temMALFORMED'],
    ['a negative price', { Amount: -1n }, 'temBAD_AMOUNT'],
  ];
  for (const [name, fields, expected] of refused) {
    test(`refuses ${name}: ${expected}`, () => assert.equal(ledgerOf().mint(ALICE, fields), expected));
  }

  const counts: readonly [string, number, number, string][] = [
    ['all numbers are used up', 1, LAST, 'tecMAX_SEQUENCE_REACHED'],
    ['the next number is the last one', LAST - 1, 1, 'tecMAX_SEQUENCE_REACHED'],
  ];
  for (const [name, FirstNFTokenSequence, MintedNFTokens, expected] of counts) {
    test(`where ${name}: ${expected}`, () => {
      const ledger = ledgerOf();
      ledger.view.rawReplace({ ...ledger.account(ALICE), FirstNFTokenSequence, MintedNFTokens });
      assert.equal(ledger.mint(ALICE), expected);
    });
  }

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

  test('by the issuer of what another owns', () => {
    const ledger = ledgerOf();
    const id = ledger.minted(ALICE, { Flags: tfBurnable | tfTransferable });
    ledger.accept(CAROL, { NFTokenSellOffer: ledger.selling(ALICE, id, 0n) });
    assert.equal(burn(ledger, ALICE, id, { Owner: CAROL }), 'tesSUCCESS');
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
