/**
 * What holds of every ledger, whatever happened in it: drops are all accounted for, each account counts what it owns,
 * directories list exactly what they should, and every hash is that of the content. All of it is worked out here from
 * the stored bytes; of the server only the codec is used.
 */
import assert from 'node:assert/strict';
import { shortSkipList } from '../../src/ledger/chain-entries.ts';
import type { LedgerHeader } from '../../src/ledger/ledger-header.ts';
import { recentHashes } from '../../src/node/stored-view.ts';
import { decodeObject } from '../../src/protocol/codec/decode.ts';
import { encodeObject } from '../../src/protocol/codec/encode.ts';
import type { IssuedAmount, StArray, StObject } from '../../src/protocol/values.ts';
import type { LedgerStore } from '../../src/storage/ledger-store.ts';
import { auditDirectories } from './audit-directories.ts';
import { halfSha512, headerHash, rootHash, stateLeaf, type TreeLeaf, transactionLeaf } from './ledger-hashes.ts';

/** A state as it is stored: key → fields. */
export type State = ReadonlyMap<string, StObject>;

const LOW_RESERVE = 0x0001_0000;
const HIGH_RESERVE = 0x0002_0000;
const ONE_OWNER_COUNT = 0x0001_0000;
const ACCEPTED = 0x00010000;
const NEUTRAL_ISSUER = `${'0'.repeat(39)}1`;

/** Checks a ledger by itself; gives its state. */
export function auditLedger(store: LedgerStore, ledgerIndex: number): State {
  const header = store.header(ledgerIndex) as LedgerHeader;
  const { state, leaves } = readState(store, ledgerIndex);
  assert.equal(rootHash([...leaves, ...skipListLeaf(store, ledgerIndex)]), header.accountHash, 'the hash of the state');
  assert.equal(rootHash(transactionLeaves(store, ledgerIndex)), header.transactionHash, 'the hash of the transactions');
  assert.equal(headerHash(header), header.hash, 'the hash of the header');
  assert.equal(store.header(ledgerIndex - 1)?.hash ?? '0'.repeat(64), header.parentHash, 'the parent');
  auditDrops(state, header.totalDrops);
  auditOwnerCounts(state);
  auditTrustLines(state);
  auditDirectories(state);
  return state;
}

/** The root of a past state as it can be read now. */
export function stateHashOf(store: LedgerStore, ledgerIndex: number): string {
  return rootHash(stateLeavesOf(store, ledgerIndex));
}

/** The leaves of the tree over a ledger's state. */
export function stateLeavesOf(store: LedgerStore, ledgerIndex: number): TreeLeaf[] {
  return [...readState(store, ledgerIndex).leaves, ...skipListLeaf(store, ledgerIndex)];
}

function readState(store: LedgerStore, ledgerIndex: number): { state: State; leaves: TreeLeaf[] } {
  const state = new Map<string, StObject>();
  const leaves: TreeLeaf[] = [];
  let key = store.nextEntryKey('0'.repeat(64), ledgerIndex);
  for (; key !== undefined; key = store.nextEntryKey(key, ledgerIndex)) {
    const bytes = store.entry(key, ledgerIndex) as Uint8Array;
    state.set(key, decodeObject(bytes));
    leaves.push(stateLeaf(key, bytes));
  }
  return { state, leaves };
}

/** The list of recent hashes is part of the state, but follows from the headers and is not stored. */
function skipListLeaf(store: LedgerStore, ledgerIndex: number): TreeLeaf[] {
  if (ledgerIndex < 2) return [];
  const list = shortSkipList(recentHashes(store, ledgerIndex - 1), ledgerIndex - 1);
  return [stateLeaf(list.index, encodeObject(list as unknown as StObject))];
}

function transactionLeaves(store: LedgerStore, ledgerIndex: number): TreeLeaf[] {
  return Array.from(store.ledgerTransactions(ledgerIndex), ({ blob, metadata }, position) => {
    assert.equal(decodeObject(metadata).TransactionIndex, position, 'metadata says the position');
    const id = transactionIdOf(blob);
    assert.deepEqual(store.transactionLocation(id), { ledgerIndex, position }, 'a transaction is found by its id');
    return transactionLeaf(id, blob, metadata);
  });
}

function transactionIdOf(blob: Uint8Array): string {
  return halfSha512('TXN\0', blob).toString('hex').toUpperCase();
}

function auditDrops(state: State, totalDrops: bigint): void {
  let found = 0n;
  for (const entry of state.values()) {
    if (entry.LedgerEntryType === 'AccountRoot') found += nonNegative(entry.Balance as bigint);
    if (entry.LedgerEntryType === 'Escrow' && typeof entry.Amount === 'bigint') found += nonNegative(entry.Amount);
    if (entry.LedgerEntryType !== 'PayChannel') continue;
    nonNegative(entry.Balance as bigint);
    found += nonNegative((entry.Amount as bigint) - (entry.Balance as bigint));
  }
  assert.equal(found, totalDrops, 'all drops are somewhere');
}

function nonNegative(drops: bigint): bigint {
  assert.ok(drops >= 0n, `${drops} drops`);
  return drops;
}

/** How many reserves each entry costs whom. */
function ownersOf(key: string, entry: StObject): [account: string, count: number][] {
  const flags = Number(entry.Flags ?? 0);
  switch (entry.LedgerEntryType) {
    case 'RippleState':
      return [
        [(entry.LowLimit as IssuedAmount).issuer, flags & LOW_RESERVE ? 1 : 0],
        [(entry.HighLimit as IssuedAmount).issuer, flags & HIGH_RESERVE ? 1 : 0],
      ];
    case 'Check':
    case 'Escrow':
    case 'MPToken':
    case 'Offer':
    case 'Ticket':
    case 'PayChannel':
    case 'DepositPreauth':
    case 'DID':
      return [[entry.Account as string, 1]];
    case 'Credential':
      return [[(flags & ACCEPTED ? entry.Subject : entry.Issuer) as string, 1]];
    case 'MPTokenIssuance':
      return [[entry.Issuer as string, 1]];
    case 'NFTokenOffer':
      return [[entry.Owner as string, 1]];
    case 'NFTokenPage':
      // The key begins with the owner.
      return [[key.slice(0, 40), 1]];
    case 'Oracle':
      return [[entry.Owner as string, (entry.PriceDataSeries as StArray).length > 5 ? 2 : 1]];
    case 'PermissionedDomain':
      return [[entry.Owner as string, 1]];
    case 'SignerList':
      assert.ok(flags & ONE_OWNER_COUNT);
      return [[entry.Owner as string, 1]];
    default:
      return [];
  }
}

function auditOwnerCounts(state: State): void {
  const counts = new Map<string, number>();
  const tickets = new Map<string, number>();
  for (const [key, entry] of state) {
    for (const [owner, count] of ownersOf(key, entry)) counts.set(owner, (counts.get(owner) ?? 0) + count);
    if (entry.LedgerEntryType !== 'Ticket') continue;
    tickets.set(entry.Account as string, (tickets.get(entry.Account as string) ?? 0) + 1);
  }
  for (const entry of state.values()) {
    if (entry.LedgerEntryType !== 'AccountRoot') continue;
    const account = entry.Account as string;
    assert.equal(entry.OwnerCount, counts.get(account) ?? 0, `owner count of ${account}`);
    assert.equal(entry.TicketCount, tickets.get(account), `tickets of ${account}`);
    counts.delete(account);
  }
  assert.deepEqual(
    [...counts].filter(([, count]) => count > 0),
    [],
    'whoever owns something exists',
  );
}

function auditTrustLines(state: State): void {
  for (const [key, entry] of state) {
    if (entry.LedgerEntryType !== 'RippleState') continue;
    const { LowLimit, HighLimit, Balance, Flags } = entry as Record<string, IssuedAmount> & { Flags: number };
    const [low, high] = [LowLimit as IssuedAmount, HighLimit as IssuedAmount];
    assert.ok(low.issuer < high.issuer && low.mantissa >= 0n && high.mantissa >= 0n, 'sides and limits of a line');
    assert.equal(Balance?.issuer, NEUTRAL_ISSUER);
    assert.deepEqual([low.currency, high.currency], [Balance?.currency, Balance?.currency], 'one currency');
    const parts = [low.issuer, high.issuer, low.currency].map((part) => Buffer.from(part, 'hex'));
    assert.equal(
      halfSha512('\0r', ...parts)
        .toString('hex')
        .toUpperCase(),
      key,
      'where a line is',
    );
    assert.ok((Flags as number) & (LOW_RESERVE | HIGH_RESERVE), 'somebody wants the line');
  }
}

/** The accounts that metadata names: in the new or final fields of what a transaction touched. */
export function accountsInMetadata(metadata: Uint8Array): string[] {
  const found = new Set<string>();
  for (const node of decodeObject(metadata).AffectedNodes as StArray) {
    for (const { NewFields, FinalFields } of Object.values(node)) {
      for (const [name, value] of Object.entries((NewFields ?? FinalFields ?? {}) as StObject)) {
        if (name === 'LowLimit' || name === 'HighLimit') found.add((value as IssuedAmount).issuer);
        else if (ACCOUNT_FIELDS.has(name)) found.add(value as string);
      }
    }
  }
  return [...found].sort();
}

/** Those of the entries that Weir makes. */
const ACCOUNT_FIELDS = new Set([
  ...['Account', 'Destination', 'Owner', 'Authorize', 'RegularKey', 'NFTokenMinter'],
  ...['Issuer', 'Subject'],
]);
