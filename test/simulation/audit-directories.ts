/**
 * Compares directories of owners, of order books and of a token's offers with the pages that entries name. The records of the
 * entry types say which accounts list an entry.
 */
import assert from 'node:assert/strict';
import { ENTRY_TYPES, type LedgerEntryTypeRecord } from '../../src/protocol/tables/entry-types.ts';
import type { Amount, IssuedAmount, StArray, StObject } from '../../src/protocol/values.ts';
import type { State } from './audit-ledger.ts';
import { halfSha512 } from './ledger-hashes.ts';

const PAGE_LENGTH = 32;
const SELL_OFFER = 1;
const RECORDS: Readonly<Record<string, LedgerEntryTypeRecord>> = ENTRY_TYPES;

interface Listing {
  readonly key: string;
  readonly page: bigint;
}

/** A directory that must list an entry: the key of its root, and its owner. */
interface Place {
  readonly root: string;
  readonly page: bigint;
  readonly owner?: string | undefined;
}

export function auditDirectories(state: State): void {
  const directories = new Map<string, { readonly owner: string | undefined; readonly listings: Listing[] }>();
  for (const [key, entry] of state) {
    for (const { root, page, owner } of [...ownersPlaces(state, entry), ...bookPlaces(entry), ...tokenPlaces(entry)]) {
      const directory = directories.get(root) ?? { owner, listings: [] };
      directory.listings.push({ key, page });
      directories.set(root, directory);
    }
  }
  const pages = new Set<string>();
  for (const [root, { owner, listings }] of directories) {
    const found = readDirectory(state, root, owner);
    for (const key of found.pages) pages.add(key);
    assert.deepEqual(sorted(found.listings), sorted(listings), `directory of ${owner ?? root}`);
  }
  for (const [key, entry] of state) {
    if (entry.LedgerEntryType !== 'DirectoryNode') continue;
    auditBookRoot(state, key, entry);
    if (pages.has(key)) continue;
    // An owner's first page may be empty: closing a channel or using a ticket leaves it.
    const { RootIndex, Indexes, IndexNext, IndexPrevious, Owner } = entry;
    const isAlone = RootIndex === key && (IndexNext ?? 0n) === 0n && (IndexPrevious ?? 0n) === 0n;
    const isEmpty = (Indexes as readonly string[]).length === 0;
    assert.ok(isAlone && isEmpty && Owner !== undefined, `page ${key} has no owner`);
  }
}

function sorted(listings: readonly Listing[]): string[] {
  return listings.map(({ key, page }) => `${key} on ${page}`).sort();
}

/** The accounts whose directories list an entry, with the pages that the entry names. */
function ownersPlaces(state: State, entry: StObject): Place[] {
  const places = new Map<string, Place>();
  const add = (owner: string | undefined, pageField: string): void => {
    if (owner === undefined || places.has(owner)) return;
    const root = keyOf('\0O', owner);
    places.set(owner, { root, owner, page: (entry[pageField] as bigint | undefined) ?? 0n });
  };
  if (entry.LedgerEntryType === 'RippleState') {
    add((entry.LowLimit as IssuedAmount).issuer, 'LowNode');
    add((entry.HighLimit as IssuedAmount).issuer, 'HighNode');
  }
  for (const { account, page } of RECORDS[entry.LedgerEntryType as string]?.listedBy ?? []) {
    add(accountIn(state, entry[account]), page);
  }
  return [...places.values()];
}

/** An account by its id, as the issuer of an amount, or by the key of an entry. */
function accountIn(state: State, value: StObject[string]): string | undefined {
  if (typeof value === 'string') return value.length === 64 ? (state.get(value)?.Account as string) : value;
  const amount = value as Amount | undefined;
  return typeof amount === 'object' && 'issuer' in amount ? amount.issuer : undefined;
}

function bookPlaces(entry: StObject): Place[] {
  if (entry.LedgerEntryType !== 'Offer') return [];
  const additional = ((entry.AdditionalBooks ?? []) as StArray).map(({ Book: book }) => book as StObject);
  return [entry, ...additional].map(({ BookDirectory: root, BookNode: page }) => ({
    root: root as string,
    page: (page as bigint | undefined) ?? 0n,
  }));
}

function tokenPlaces(entry: StObject): Place[] {
  if (entry.LedgerEntryType !== 'NFTokenOffer') return [];
  const isSell = ((entry.Flags as number) & SELL_OFFER) !== 0;
  const root = keyOf(isSell ? '\0i' : '\0h', entry.NFTokenID as string);
  return [{ root, page: (entry.NFTokenOfferNode as bigint | undefined) ?? 0n }];
}

/** The root of an order book's directory has the quality of its key, and the assets of its offers. */
function auditBookRoot(state: State, key: string, { RootIndex, ExchangeRate, Indexes, ...book }: StObject): void {
  if (ExchangeRate === undefined || RootIndex !== key) return;
  assert.equal(ExchangeRate, BigInt(`0x${key.slice(48)}`), `quality of ${key}`);
  for (const listed of Indexes as readonly string[]) {
    const offer = state.get(listed) ?? {};
    for (const side of ['TakerPays', 'TakerGets']) {
      const amount = offer[side] as Amount;
      const issued = typeof amount === 'object' && 'currency' in amount ? amount : undefined;
      const expected = [issued?.currency, issued?.issuer].map((part) => part ?? '0'.repeat(40));
      const isPooled = typeof amount === 'object' && issued === undefined;
      if (!isPooled) assert.deepEqual([book[`${side}Currency`], book[`${side}Issuer`]], expected, `book of ${listed}`);
    }
  }
}

function readDirectory(
  state: State,
  root: string,
  owner: string | undefined,
): { listings: Listing[]; pages: string[] } {
  const listings: Listing[] = [];
  const pages: string[] = [];
  let [page, previous] = [0n, 0n];
  do {
    pages.push(pageKey(root, page));
    const node = state.get(pageKey(root, page));
    assert.ok(node !== undefined, `page ${page} of the directory of ${owner ?? root}`);
    assert.deepEqual([node.RootIndex, node.Owner], [root, owner]);
    const keys = node.Indexes as readonly string[];
    assert.ok(
      keys.length <= PAGE_LENGTH && (keys.length > 0 || page === 0n),
      `page ${page} has ${keys.length} entries`,
    );
    for (const key of keys) listings.push({ key, page });
    if (page !== 0n) assert.equal((node.IndexPrevious as bigint | undefined) ?? 0n, previous, 'the page before');
    previous = page;
    page = (node.IndexNext as bigint | undefined) ?? 0n;
  } while (page !== 0n);
  const last = (state.get(root)?.IndexPrevious as bigint | undefined) ?? 0n;
  assert.equal(last, previous, 'the root knows the last page');
  return { listings, pages };
}

function pageKey(root: string, page: bigint): string {
  if (page === 0n) return root;
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(page);
  return keyOf('\0d', root, number.toString('hex'));
}

function keyOf(space: string, ...parts: readonly string[]): string {
  return halfSha512(space, ...parts.map((part) => Buffer.from(part, 'hex')))
    .toString('hex')
    .toUpperCase();
}
