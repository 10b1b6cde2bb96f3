/** Directories held against what accounts own and what is offered: the same entries, on the pages that the entries say. */
import assert from 'node:assert/strict';
import type { IssuedAmount, StArray, StObject } from '../../src/protocol/values.ts';
import { halfSha512 } from './ledger-hashes.ts';

const PAGE_LENGTH = 32;

interface Listing {
  readonly key: string;
  readonly page: bigint;
}

export function auditDirectories(state: ReadonlyMap<string, StObject>): void {
  const listings = new Map<string, Listing[]>();
  const owners = new Map<string, string>();
  const add = (root: string, listing: Listing) => listings.set(root, [...(listings.get(root) ?? []), listing]);
  for (const [key, entry] of state) {
    for (const [owner, page] of placesOf(entry)) {
      const root = halfSha512('\0O', Buffer.from(owner, 'hex')).toString('hex').toUpperCase();
      owners.set(root, owner);
      add(root, { key, page });
    }
    for (const { BookDirectory, BookNode } of booksOf(entry)) {
      add(BookDirectory as string, { key, page: (BookNode as bigint | undefined) ?? 0n });
    }
    if (entry.LedgerEntryType === 'NFTokenOffer') {
      add(offersOfToken(entry), { key, page: entry.NFTokenOfferNode as bigint });
    }
  }
  const pages = new Set<string>();
  for (const [root, expected] of listings) {
    const found = readDirectory(state, root, owners.get(root));
    for (const key of found.pages) pages.add(key);
    assert.deepEqual(sorted(found.listings), sorted(expected), `directory of ${owners.get(root) ?? 'offers'}: ${root}`);
  }
  for (const [key, entry] of state) {
    if (entry.LedgerEntryType !== 'DirectoryNode' || pages.has(key)) continue;
    // The first page may outlast what was on it: whoever closes a channel or uses a ticket leaves it.
    const { RootIndex, Indexes, IndexNext, IndexPrevious } = entry;
    const isAlone = RootIndex === key && (IndexNext ?? 0n) === 0n && (IndexPrevious ?? 0n) === 0n;
    assert.ok(isAlone && (Indexes as readonly string[]).length === 0, `page ${key} belongs to nobody`);
  }
}

function sorted(listings: readonly Listing[]): string[] {
  return listings.map(({ key, page }) => `${key} on ${page}`).sort();
}

/** In whose directories an entry is, and on which page it says it is there. */
function placesOf(entry: StObject): [owner: string, page: bigint][] {
  const page = (name: string): bigint => (entry[name] as bigint | undefined) ?? 0n;
  switch (entry.LedgerEntryType) {
    case 'RippleState':
      return [
        [(entry.LowLimit as IssuedAmount).issuer, page('LowNode')],
        [(entry.HighLimit as IssuedAmount).issuer, page('HighNode')],
      ];
    case 'Escrow': {
      const { Account: owner, Destination: destination, Amount: amount } = entry;
      const places: [string, bigint][] = [[owner as string, page('OwnerNode')]];
      if (destination !== owner) places.push([destination as string, page('DestinationNode')]);
      if (entry.IssuerNode !== undefined) places.push([(amount as IssuedAmount).issuer, page('IssuerNode')]);
      return places;
    }
    case 'Check':
    case 'PayChannel':
      return [
        [entry.Account as string, page('OwnerNode')],
        [entry.Destination as string, page('DestinationNode')],
      ];
    case 'MPTokenIssuance':
      return [[entry.Issuer as string, page('OwnerNode')]];
    case 'MPToken':
    case 'Offer':
    case 'Ticket':
    case 'DepositPreauth':
    case 'DID':
      return [[entry.Account as string, page('OwnerNode')]];
    case 'Credential': {
      const places: [string, bigint][] = [
        [entry.Issuer as string, page('IssuerNode')],
        [entry.Subject as string, page('SubjectNode')],
      ];
      return entry.Issuer === entry.Subject ? places.slice(0, 1) : places;
    }
    case 'NFTokenOffer':
    case 'SignerList':
    case 'Oracle':
    case 'PermissionedDomain':
      return [[entry.Owner as string, page('OwnerNode')]];
    default:
      return [];
  }
}

/** The books that list an offer. */
function booksOf(entry: StObject): StObject[] {
  if (entry.LedgerEntryType !== 'Offer') return [];
  const additional = (entry.AdditionalBooks ?? []) as StArray;
  return [entry, ...additional.map(({ Book }) => Book as StObject)];
}

/** The directory of the offers to sell, or to buy, what an offer is for. */
function offersOfToken({ NFTokenID: id, Flags: flags }: StObject): string {
  return halfSha512(flags === 1 ? '\0i' : '\0h', Buffer.from(id as string, 'hex'))
    .toString('hex')
    .toUpperCase();
}

/** Without an owner, the directory of a book or of a token's offers. */
function readDirectory(
  state: ReadonlyMap<string, StObject>,
  root: string,
  owner: string | undefined,
): { listings: Listing[]; pages: string[] } {
  const listings: Listing[] = [];
  const pages: string[] = [];
  let [page, previous] = [0n, 0n];
  do {
    pages.push(pageKey(root, page));
    const node = state.get(pageKey(root, page));
    assert.ok(node !== undefined, `page ${page} of the directory ${root}`);
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
  return halfSha512('\0d', Buffer.from(root, 'hex'), number).toString('hex').toUpperCase();
}
