/**
 * Rules for every ledger: the sum of drops, owner counts and directories are right, and every hash is that of its
 * content. Everything is computed from the stored bytes. Only the codec of the server is used.
 */
import assert from 'node:assert/strict';
import { shortSkipList } from '../../src/ledger/chain-entries.ts';
import type { LedgerHeader } from '../../src/ledger/ledger-header.ts';
import { recentLedgers } from '../../src/node/stored-view.ts';
import { decodeObject } from '../../src/protocol/codec/decode.ts';
import { encodeObject } from '../../src/protocol/codec/encode.ts';
import { fieldByName } from '../../src/protocol/tables/fields.ts';
import type { FieldValue, IssuedAmount, StArray, StObject } from '../../src/protocol/values.ts';
import type { LedgerStore } from '../../src/storage/ledger-store.ts';
import { auditDirectories } from './audit-directories.ts';
import { auditDrops, auditPooledTokens, auditReservedLines, auditTrustLines } from './audit-holdings.ts';
import { auditOwnerCounts } from './audit-owners.ts';
import { halfSha512, headerHash, rootHash, stateLeaf, type TreeLeaf, transactionLeaf } from './ledger-hashes.ts';

/** A stored state: key → fields. */
export type State = ReadonlyMap<string, StObject>;

/** Checks a ledger; returns its state. */
export function auditLedger(store: LedgerStore, ledgerIndex: number): State {
  const header = store.header(ledgerIndex) as LedgerHeader;
  const { state, leaves } = readState(store, ledgerIndex);
  assert.equal(rootHash([...leaves, ...skipListLeaf(store, ledgerIndex)]), header.accountHash, 'the hash of the state');
  assert.equal(rootHash(transactionLeaves(store, ledgerIndex)), header.transactionHash, 'the hash of the transactions');
  assert.equal(headerHash(header), header.hash, 'the hash of the header');
  assert.equal(store.header(ledgerIndex - 1)?.hash ?? '0'.repeat(64), header.parentHash, 'the parent');
  auditState(state, header.totalDrops);
  auditReservedLines(state);
  return state;
}

/** Rules for the entries of any ledger. */
function auditState(state: State, totalDrops: bigint): void {
  auditDrops(state, totalDrops);
  auditOwnerCounts(state);
  auditTrustLines(state);
  auditPooledTokens(state);
  auditDirectories(state);
}

/** The root of a past state, computed from its stored entries. */
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
  const list = shortSkipList(recentLedgers(store, ledgerIndex - 1), ledgerIndex - 1);
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

/** The accounts in the new or final fields of metadata. */
export function accountsInMetadata(metadata: Uint8Array): string[] {
  const found = new Set<string>();
  for (const node of decodeObject(metadata).AffectedNodes as StArray) {
    for (const { NewFields, FinalFields } of Object.values(node)) {
      for (const [name, value] of Object.entries((NewFields ?? FinalFields ?? {}) as StObject)) {
        const account = accountIn(name, value);
        if (account !== undefined) found.add(account);
      }
    }
  }
  return [...found].sort();
}

/** Amounts whose issuers count as accounts of the transaction. */
const ISSUED_FIELDS = new Set(['LowLimit', 'HighLimit', 'TakerPays', 'TakerGets']);

function accountIn(name: string, value: FieldValue | undefined): string | undefined {
  if (ISSUED_FIELDS.has(name)) return (value as Partial<IssuedAmount>).issuer;
  // The second part of a pool's id is its issuer.
  if (name === 'MPTokenIssuanceID') return (value as string).slice(8);
  return fieldByName(name)?.type === 'AccountID' ? (value as string) : undefined;
}
