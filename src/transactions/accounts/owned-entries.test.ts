import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { TestLedger, testAccount } from '../../../test/support/test-view.ts';
import { directoryAppend, directoryKeys } from '../../ledger/directory.ts';
import { Sandbox } from '../../ledger/sandbox.ts';
import type { Keylet, LedgerEntries } from '../../protocol/entries/entries.ts';
import {
  accountKeylet,
  nftBuysKeylet,
  nftSellsKeylet,
  ownerDirKeylet,
  pageKeylet,
  signersKeylet,
} from '../../protocol/entries/keylets.ts';
import { newEntry } from '../../protocol/entries/new-entry.ts';
import { EntryFlags } from '../../protocol/tables/flags.ts';
import type { AccountId, Hash256 } from '../../protocol/values.ts';
import {
  insertOwnedEntry,
  type OwnedEntry,
  removeNftokenOffer,
  removeOwnedEntry,
  removeSignerList,
} from './owned-entries.ts';

const ALICE = testAccount('Alice');
const BOB = testAccount('Bob');
const ISSUER = testAccount('Issuer');
const KEY = 'AB'.repeat(32);

function sandboxOf(...accounts: AccountId[]): Sandbox {
  const ledger = new TestLedger();
  for (const account of accounts) ledger.fund(account);
  return new Sandbox(ledger.view);
}

function entryOf<Name extends OwnedEntry['LedgerEntryType']>(
  type: Name,
  fields: Partial<LedgerEntries[Name]>,
): LedgerEntries[Name] & OwnedEntry {
  return Object.assign(newEntry<Name>({ type, key: KEY }), fields) as LedgerEntries[Name] & OwnedEntry;
}

function listed(sandbox: Sandbox, directory: Keylet<'DirectoryNode'>): Hash256[] {
  return [...directoryKeys(sandbox, directory)];
}

function ownerCounts(sandbox: Sandbox): (number | undefined)[] {
  return [ALICE, BOB, ISSUER].map((account) => sandbox.read(accountKeylet(account))?.OwnerCount);
}

describe('an owned entry', () => {
  test('needs a directory with room and an owner, and a directory that lists it', () => {
    const sandbox = sandboxOf(ALICE);
    const entry = entryOf('DID', { Account: ALICE });
    assert.equal(insertOwnedEntry(sandbox, entryOf('DID', { Account: BOB })), 'tefINTERNAL');
    sandbox.insert(entry);
    assert.equal(removeOwnedEntry(sandbox, entry), 'tefBAD_LEDGER');
    const root = newEntry(ownerDirKeylet(ALICE));
    root.Indexes = Array.from({ length: 32 }, (_, at) => at.toString(16).padStart(64, '0'));
    root.IndexPrevious = 0xffffffffffffffffn;
    sandbox.insert(root);
    sandbox.insert({ ...root, index: pageKeylet(root.index, 0xffffffffffffffffn).key });
    assert.equal(insertOwnedEntry(sandbox, entry), 'tecDIR_FULL');
  });
});

describe('a signer list', () => {
  test('from before it named its owner and was counted once leaves its owner', () => {
    const sandbox = sandboxOf(ALICE);
    const list = newEntry(signersKeylet(ALICE));
    list.SignerEntries = [{ SignerEntry: {} }];
    list.Owner = ALICE;
    insertOwnedEntry(sandbox, list, 3);
    delete list.Owner;
    assert.equal(removeSignerList(sandbox, ALICE), 'tesSUCCESS');
    assert.deepEqual([ownerCounts(sandbox)[0], listed(sandbox, ownerDirKeylet(ALICE))], [0, []]);
  });
});

describe('an offer', () => {
  test('for a token leaves the offers to buy or to sell it', () => {
    const NFTokenID = '33'.repeat(32);
    for (const Flags of [0, EntryFlags.NFTokenOffer.lsfSellNFToken]) {
      const sandbox = sandboxOf(ALICE);
      const directory = Flags === 0 ? nftBuysKeylet(NFTokenID) : nftSellsKeylet(NFTokenID);
      const offer = entryOf('NFTokenOffer', { Owner: ALICE, NFTokenID, Flags });
      insertOwnedEntry(sandbox, offer);
      assert.equal(removeNftokenOffer(sandbox, offer), 'tefBAD_LEDGER');
      directoryAppend(sandbox, directory, KEY, () => undefined);
      assert.equal(removeNftokenOffer(sandbox, offer), 'tesSUCCESS');
      assert.deepEqual(listed(sandbox, directory), []);
      assert.equal(ownerCounts(sandbox)[0], 0);
    }
  });
});
