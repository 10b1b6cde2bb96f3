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
  removeOffer,
  removeOwnedEntry,
  removeSignerList,
  removeTicket,
} from './owned-entries.ts';

const ALICE = testAccount('Alice');
const BOB = testAccount('Bob');
const ISSUER = testAccount('Issuer');
const KEY = 'AB'.repeat(32);
const TOKENS = { mantissa: 5n, exponent: 0, currency: `${'0'.repeat(24)}5553440000000000`, issuer: ISSUER };

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

function listers(sandbox: Sandbox): boolean[] {
  return [ALICE, BOB, ISSUER].map((account) => listed(sandbox, ownerDirKeylet(account)).includes(KEY));
}

/** Puts the entry in and takes it out again; gives who listed it and whose count it raised meanwhile. */
function inserted(entry: OwnedEntry): [boolean[], (number | undefined)[]] {
  const sandbox = sandboxOf(ALICE, BOB, ISSUER);
  assert.equal(insertOwnedEntry(sandbox, entry), 'tesSUCCESS');
  const seen: [boolean[], (number | undefined)[]] = [listers(sandbox), ownerCounts(sandbox)];
  assert.equal(removeOwnedEntry(sandbox, entry), 'tesSUCCESS');
  assert.deepEqual([listers(sandbox), ownerCounts(sandbox)], [Array(3).fill(false), Array(3).fill(0)]);
  assert.equal(sandbox.readAny(KEY), undefined);
  return seen;
}

describe('an owned entry', () => {
  test('is listed by whoever its record names, and raises the count of the first', () => {
    const escrow = { Account: ALICE, Destination: BOB };
    assert.deepEqual(inserted(entryOf('DID', { Account: BOB })), [
      [false, true, false],
      [0, 1, 0],
    ]);
    assert.deepEqual(inserted(entryOf('Check', escrow)), [
      [true, true, false],
      [1, 0, 0],
    ]);
    assert.deepEqual(inserted(entryOf('Escrow', { ...escrow, Amount: 5n })), [
      [true, true, false],
      [1, 0, 0],
    ]);
    assert.deepEqual(inserted(entryOf('MPTokenIssuance', { Issuer: BOB })), [
      [false, true, false],
      [0, 1, 0],
    ]);
  });

  test('is listed by the issuer of its tokens, and not by that of a multi-purpose token', () => {
    const escrow = { Account: ALICE, Destination: BOB };
    assert.deepEqual(inserted(entryOf('Escrow', { ...escrow, Amount: TOKENS })), [
      [true, true, true],
      [1, 0, 0],
    ]);
    const amount = { value: 5n, mptIssuanceId: `00000001${ISSUER}` };
    assert.deepEqual(inserted(entryOf('Escrow', { ...escrow, Amount: amount })), [
      [true, true, false],
      [1, 0, 0],
    ]);
  });

  test('is listed once by an account that its record names twice', () => {
    const entry = entryOf('Escrow', { Account: ALICE, Destination: ALICE, Amount: { ...TOKENS, issuer: ALICE } });
    assert.deepEqual(inserted(entry), [
      [true, false, false],
      [1, 0, 0],
    ]);
    assert.equal(entry.OwnerNode, 0n);
    assert.equal('DestinationNode' in entry, false);
    assert.equal('IssuerNode' in entry, false);
  });

  test('is listed by the account of the entry that it belongs to', () => {
    const sandbox = sandboxOf(ALICE, BOB);
    const vault = Object.assign(newEntry({ type: 'Vault', key: 'CD'.repeat(32) }), { Owner: ALICE, Account: BOB });
    assert.equal(insertOwnedEntry(sandbox, vault), 'tesSUCCESS');
    const broker = entryOf('LoanBroker', { Owner: ALICE, VaultID: vault.index });
    assert.equal(insertOwnedEntry(sandbox, broker), 'tesSUCCESS');
    assert.deepEqual(ownerCounts(sandbox), [4, 0, undefined]);
    assert.deepEqual(listed(sandbox, ownerDirKeylet(BOB)), [KEY]);
    assert.equal(removeOwnedEntry(sandbox, broker), 'tesSUCCESS');
    assert.deepEqual(listed(sandbox, ownerDirKeylet(BOB)), []);
  });

  test('counts as its record says: an oracle of more than five pairs twice, an AMM not', () => {
    const series = (length: number) => ({ Owner: ALICE, PriceDataSeries: Array(length).fill({ PriceData: {} }) });
    assert.deepEqual(inserted(entryOf('Oracle', series(5)))[1], [1, 0, 0]);
    assert.deepEqual(inserted(entryOf('Oracle', series(6)))[1], [2, 0, 0]);
    assert.deepEqual(inserted(entryOf('AMM', { Account: ALICE })), [
      [true, false, false],
      [0, 0, 0],
    ]);
  });

  test('counts for the subject of a credential once that is accepted', () => {
    const sandbox = sandboxOf(ALICE, BOB);
    const credential = { Issuer: ALICE, Subject: BOB };
    assert.deepEqual(inserted(entryOf('Credential', credential))[1], [1, 0, 0]);
    const accepted = entryOf('Credential', { ...credential, Flags: EntryFlags.Credential.lsfAccepted });
    assert.equal(insertOwnedEntry(sandbox, accepted), 'tesSUCCESS');
    assert.deepEqual(listers(sandbox), [true, true, false]);
    assert.deepEqual(ownerCounts(sandbox), [0, 1, undefined]);
  });

  test('counts otherwise when told to', () => {
    const sandbox = sandboxOf(ALICE);
    assert.equal(insertOwnedEntry(sandbox, entryOf('MPToken', { Account: ALICE }), 0), 'tesSUCCESS');
    assert.equal(ownerCounts(sandbox)[0], 0);
  });

  test('leaves an empty directory behind where the reference does', () => {
    const roots = (['DID', 'DepositPreauth'] as const).map((type) => {
      const sandbox = sandboxOf(ALICE);
      const entry = entryOf(type, { Account: ALICE });
      insertOwnedEntry(sandbox, entry);
      removeOwnedEntry(sandbox, entry);
      return sandbox.read(ownerDirKeylet(ALICE))?.Indexes;
    });
    assert.deepEqual(roots, [[], undefined]);
  });

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
  test('leaves all its books', () => {
    const sandbox = sandboxOf(ALICE);
    const books = ['11', '22'].map(
      (digits): Keylet<'DirectoryNode'> => ({
        type: 'DirectoryNode',
        key: digits.repeat(32),
      }),
    );
    for (const book of books) directoryAppend(sandbox, book, KEY, () => undefined);
    const offer = entryOf('Offer', {
      Account: ALICE,
      BookDirectory: books[0]!.key,
      AdditionalBooks: [{ Book: { BookDirectory: books[1]!.key, BookNode: 0n } }],
    });
    insertOwnedEntry(sandbox, offer);
    assert.equal(removeOffer(sandbox, offer), 'tesSUCCESS');
    assert.deepEqual(
      books.flatMap((book) => listed(sandbox, book)),
      [],
    );
    assert.equal(ownerCounts(sandbox)[0], 0);
  });

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

describe('a ticket that is used up', () => {
  test('gives back its reserve, and the last one leaves an empty directory and no count', () => {
    const ledger = new TestLedger();
    ledger.fund(ALICE);
    ledger.apply({ TransactionType: 'TicketCreate', Account: ALICE, TicketCount: 2 });
    const sandbox = new Sandbox(ledger.view);
    const counts = () => {
      const { OwnerCount, TicketCount } = sandbox.read(accountKeylet(ALICE))!;
      return [OwnerCount, TicketCount, sandbox.read(ownerDirKeylet(ALICE))?.Indexes.length];
    };
    assert.equal(removeTicket(sandbox, ALICE, 2), 'tesSUCCESS');
    assert.deepEqual(counts(), [1, 1, 1]);
    assert.equal(removeTicket(sandbox, ALICE, 3), 'tesSUCCESS');
    assert.deepEqual(counts(), [0, undefined, 0]);
    assert.equal(removeTicket(sandbox, ALICE, 3), 'tefBAD_LEDGER');
  });
});
