import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../test/support/test-view.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import type { NFTokenPage } from '../../protocol/entries/entries.ts';
import { accountKeylet, lastNftPageKeylet, nftPageById } from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import type { Ter } from '../../protocol/tables/ter.ts';
import type { StObject } from '../../protocol/values.ts';
import { checkInvariants } from './check-invariants.ts';

const ALICE = testAccount('Alice');
const BOB = testAccount('Bob');
const LAST = lastNftPageKeylet(ALICE).key;

/** The key of a page of Alice, or the digits of a token's kind behind any account. */
function keyOf(digits: number, account = ALICE): string {
  return account + digits.toString(16).padStart(24, '0').toUpperCase();
}

const idOf = (kind: number): string => keyOf(kind, BOB);

/** A page with tokens of these kinds. */
function page(key: string, kinds: readonly number[], fields: Partial<NFTokenPage> = {}): NFTokenPage {
  const NFTokens = kinds.map((kind) => ({ NFToken: { NFTokenID: idOf(kind) } }));
  return { ...newEntry(nftPageById(key)), NFTokens, ...fields };
}

interface Scene {
  readonly before?: readonly NFTokenPage[];
  /** New forms of pages that were there, and new pages. */
  readonly after?: readonly NFTokenPage[];
  readonly erased?: readonly string[];
  /** New counts of Alice's tokens. */
  readonly counts?: Partial<Record<'MintedNFTokens' | 'BurnedNFTokens', number | undefined>>;
  readonly tx?: StObject;
  readonly result?: Ter;
}

function check({ before = [], after = [], erased = [], counts, tx = {}, result = 'tesSUCCESS' }: Scene): Ter {
  const ledger = new TestLedger();
  ledger.fund(ALICE, { MintedNFTokens: 5, BurnedNFTokens: 2 });
  for (const entry of before) ledger.put(entry);
  const transaction = ledger.transaction({ TransactionType: 'AccountSet', Account: ALICE, ...tx });
  const sandbox = new Sandbox(ledger.view);
  const root = sandbox.peek(accountKeylet(ALICE))!;
  root.Balance -= 10n;
  Object.assign(root, counts);
  sandbox.update(root);
  for (const entry of after) {
    if (sandbox.read(nftPageById(entry.index)) === undefined) sandbox.insert(entry);
    else sandbox.update(Object.assign(sandbox.peek(nftPageById(entry.index))!, entry));
  }
  for (const key of erased) sandbox.erase(sandbox.peek(nftPageById(key))!);
  return checkInvariants(sandbox, transaction, result, 10n);
}

const kinds = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const FIRST = page(keyOf(10), [1, 2], { NextPageMin: LAST });
const SECOND = page(LAST, [10, 11], { PreviousPageMin: FIRST.index });
const MINT = { TransactionType: 'NFTokenMint', NFTokenTaxon: 0 };
const BURN = { TransactionType: 'NFTokenBurn', NFTokenID: idOf(1) };

describe('a transaction is refused that', () => {
  const scenes: Readonly<Record<string, Scene>> = {
    'linked a page back to another account': { after: [page(LAST, [11], { PreviousPageMin: keyOf(10, BOB) })] },
    'linked a page on to another account': { after: [page(keyOf(10), [1], { NextPageMin: keyOf(20, BOB) })] },
    'linked a page back to itself': { after: [page(keyOf(10), [], { PreviousPageMin: keyOf(10) })] },
    'linked a page on to a lower one': { after: [page(keyOf(10), [1], { NextPageMin: keyOf(9) })] },
    'left a page empty': { after: [page(LAST, [])] },
    'put 33 tokens on a page': { after: [page(LAST, kinds(33))] },
    'put tokens in disorder': { after: [page(LAST, [2, 1])] },
    'put a token on a page twice': { after: [page(LAST, [2, 2])] },
    'put a token above the limit of its page': { after: [page(keyOf(10), [10], { NextPageMin: LAST })] },
    'put a token below that of the page before': { after: [page(LAST, [9], { PreviousPageMin: keyOf(10) })] },
    'gave a token an empty URI': {
      after: [page(LAST, [], { NFTokens: [{ NFToken: { NFTokenID: idOf(1), URI: '' } }] })],
    },
    'touched a page that was wrong already': { before: [page(LAST, [2, 1])], after: [page(LAST, [1, 2])] },
    'removed the last page before the others': { before: [FIRST, SECOND], erased: [LAST] },
    'ended the chain before the last page': {
      before: [FIRST, SECOND],
      after: [{ ...FIRST, NextPageMin: undefined } as unknown as NFTokenPage],
    },
    'minted without saying so': { counts: { MintedNFTokens: 6 } },
    'burned without saying so': { counts: { BurnedNFTokens: 3 } },
    'took back what was minted': { counts: { MintedNFTokens: 4 } },
    'forgot what was minted and burned': { counts: { MintedNFTokens: undefined, BurnedNFTokens: undefined } },
    'minted nothing': { tx: MINT },
    'minted although it failed': { tx: MINT, result: 'tecNO_ISSUER', counts: { MintedNFTokens: 6 } },
    'burned as it minted': { tx: MINT, counts: { MintedNFTokens: 6, BurnedNFTokens: 3 } },
    'burned nothing': { tx: BURN },
    'burned although it failed': { tx: BURN, result: 'tecNO_ENTRY', counts: { BurnedNFTokens: 3 } },
    'minted as it burned': { tx: BURN, counts: { MintedNFTokens: 6, BurnedNFTokens: 3 } },
  };
  for (const [name, scene] of Object.entries(scenes)) {
    test(name, () => assert.equal(check(scene), 'tecINVARIANT_FAILED'));
  }
});

describe('a transaction passes that', () => {
  const scenes: Readonly<Record<string, Scene>> = {
    'made a page': { after: [page(LAST, kinds(32))] },
    'made a second one': { before: [page(LAST, [1, 2, 10, 11])], after: [FIRST, SECOND] },
    'removed the last page as the only one': { before: [page(LAST, [1])], erased: [LAST] },
    'removed a page that it had emptied': {
      before: [FIRST, SECOND],
      after: [{ ...FIRST, NFTokens: [] }, page(LAST, [10, 11])],
      erased: [FIRST.index],
    },
    'minted a token': { tx: MINT, counts: { MintedNFTokens: 6 } },
    'failed to mint one': { tx: MINT, result: 'tecNO_ISSUER' },
    'burned a token': { tx: BURN, counts: { BurnedNFTokens: 3 } },
    'failed to burn one': { tx: BURN, result: 'tecNO_ENTRY' },
  };
  for (const [name, scene] of Object.entries(scenes)) {
    test(name, () => assert.equal(check(scene), scene.result ?? 'tesSUCCESS'));
  }
});
